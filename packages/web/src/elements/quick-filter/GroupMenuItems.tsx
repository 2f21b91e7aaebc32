import {
  columnNames,
  type DataElement,
  removeGrouping,
  setGrandTotal,
  sortColumns,
  totalsOf,
} from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { newId, useMaybeEditor, useOpenPage } from '../../editor/index.ts'
import { MenuItem, MenuSeparator, Submenu } from '../../ui/index.ts'
import { valueName } from '../value-name.ts'
import type { TableGroups } from './table-groups.ts'

interface GroupMenuItemsProps {
  element: DataElement
  groups: TableGroups
  row: number
}

type Grouping = { id: string; groupBy?: string[]; calculations?: string[] }

const groupingsOf = (element: DataElement): Grouping[] =>
  'groupings' in element && Array.isArray(element.groupings) ? element.groupings : []

/** Opens the groups of a table down to one of its groupings. */
export function LevelItems({ element, groups }: Omit<GroupMenuItemsProps, 'row'>) {
  const { t } = useTranslation('looks')
  const groupings = groupingsOf(element)
  const names = columnNames(element.columns)
  if (groupings.length < 2) return null
  return groupings.map(({ id, groupBy = [] }, index) => (
    <MenuItem key={id} onSelect={() => groups.expandTo(index + 1)}>
      {t('group.expandTo', { name: groupBy.map((each) => names.get(each) ?? each).join(', ') })}
    </MenuItem>
  ))
}

/** What an editor does with the groups of a table: their totals, and with the group under the pointer. */
export function GroupMenuItems({ element, groups, row }: GroupMenuItemsProps) {
  const { t } = useTranslation('looks')
  const common = useTranslation().t
  const editor = useMaybeEditor()
  const page = useOpenPage()
  if (!editor) return null
  const groupings = groupingsOf(element)
  const names = columnNames(element.columns)
  const nameOf = (id: string) => names.get(id) ?? id
  const calculations = groupings.flatMap((grouping) => grouping.calculations ?? [])
  const areTotalsShown = calculations.every((id) => totalsOf(element)[id] !== undefined)
  const keys = groups.keysOf(row)
  const level = keys && levelWith(groupings, keys.length)
  const document = () => editor.state.document
  return (
    <>
      {calculations.length > 0 && (
        <MenuItem
          onSelect={() =>
            editor.apply(
              t('group.totalsWord'),
              setGrandTotal(document(), element.id, calculations, !areTotalsShown, newId),
            )
          }
        >
          {t(areTotalsShown ? 'group.hideTotals' : 'group.showTotals')}
        </MenuItem>
      )}
      {level && keys && (
        <Submenu label={t('group.menu')}>
          <MenuItem
            onSelect={() => {
              const name = keys.map(({ value }) => valueName(value, common)).join(', ')
              page.state.setLook({ elementId: element.id, kind: 'rows', group: { name, keys } })
            }}
          >
            {t('group.rows')}
          </MenuItem>
          <Submenu label={t('group.sortBy')}>
            {[...(level.groupBy ?? []), ...(level.calculations ?? [])].flatMap((columnId) =>
              (['ascending', 'descending'] as const).map((direction) => (
                <MenuItem
                  key={`${columnId} ${direction}`}
                  onSelect={() =>
                    editor.apply(
                      t('group.sortWord', { name: nameOf(columnId) }),
                      sortColumns(document(), element.id, [columnId], direction),
                    )
                  }
                >
                  {t(`group.${direction}`, { name: nameOf(columnId) })}
                </MenuItem>
              )),
            )}
          </Submenu>
          <MenuItem
            onSelect={() =>
              editor.apply(
                t('group.removeWord', { name: (level.groupBy ?? []).map(nameOf).join(', ') }),
                removeGrouping(document(), element.id, level.id),
              )
            }
          >
            {t('group.remove')}
          </MenuItem>
        </Submenu>
      )}
      <MenuSeparator />
    </>
  )
}

/** The first grouping that has, together with the groupings outside of it, at least so many keys. */
function levelWith(groupings: readonly Grouping[], count: number): Grouping | undefined {
  let keys = 0
  return groupings.find(({ groupBy = [] }) => {
    keys += groupBy.length
    return keys >= count
  })
}
