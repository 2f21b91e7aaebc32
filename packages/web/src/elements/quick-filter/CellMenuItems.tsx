import type { DataElement } from '@octavo/core/document'
import { formulaTypeOf, type ValueType } from '@octavo/core/types'
import { useTranslation } from 'react-i18next'
import { useElementData, useMaybeEditor, useOpenPage } from '../../editor/index.ts'
import type { Block, CellPlace, GridSource } from '../../grid/index.ts'
import { copyText, MenuItem, MenuSeparator, notify, Submenu } from '../../ui/index.ts'
import { type FilterValue, filterValue } from './filter-value.ts'
import { GroupMenuItems, LevelItems } from './GroupMenuItems.tsx'
import type { TableGroups } from './table-groups.ts'
import { useQuickFilter } from './use-quick-filter.ts'

interface CellMenuItemsProps {
  element: DataElement
  source: GridSource
  cells: Block
  copy: (hasNames: boolean) => void
  /** Of a grouped table. */
  groups?: TableGroups | undefined
  /** Explains how the value of a cell is computed; absent for readers who neither edit nor explore. */
  onExplain?: ((cell: CellPlace) => void) | undefined
}

/** At most this many rows of a selection are read for "keep only" and "exclude". */
const mostValues = 1_000

/** Commands for the selected cells. Values are available for a single column; several columns can only be copied. */
export function CellMenuItems({ element, source, cells, copy, groups, onExplain }: CellMenuItemsProps) {
  const { t } = useTranslation('looks')
  const page = useOpenPage()
  const isEditor = useMaybeEditor() !== undefined
  const data = useElementData(element.id)
  const filter = useQuickFilter(element)
  const column = cells.left === cells.right ? source.columns[cells.left] : undefined
  const known = [...data.levels.values()].flatMap(({ columns }) => columns).find(({ id }) => id === column?.id)?.type
  const values = column && known ? valuesOf(source, cells, known) : []
  const type = known && formulaTypeOf(known)
  const [only] = values
  const isOne = values.length === 1 && only !== undefined && only !== null
  // The stored value, not the text that the column's format makes of it.
  const shown = isOne && cells.top === cells.bottom ? String(source.cell(cells.top, cells.left).raw) : undefined
  return (
    <>
      <MenuItem shortcut="Ctrl+C" onSelect={() => copy(false)}>
        {t('filter.copy')}
      </MenuItem>
      <MenuItem onSelect={() => copy(true)}>{t('filter.copyNames')}</MenuItem>
      {column && shown !== undefined && (
        <>
          <MenuItem onSelect={() => void copyText(shown)}>{t('filter.copyValue')}</MenuItem>
          <MenuItem
            onSelect={() =>
              notify({
                title: column.name,
                text: shown,
                tone: 'done',
                action: { label: t('filter.copyValue'), run: () => void copyText(shown) },
              })
            }
          >
            {t('filter.showValue')}
          </MenuItem>
        </>
      )}
      {filter && column && values.length > 0 && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => filter.byValues(column.id, values, 'include', type)}>
            {t('filter.include')}
          </MenuItem>
          <MenuItem onSelect={() => filter.byValues(column.id, values, 'exclude')}>{t('filter.exclude')}</MenuItem>
          {isOne && (type === 'number' || type === 'text' || type === 'date') && (
            <Submenu label={t('filter.menu')}>
              <MenuItem onSelect={() => filter.compare(column.id, type, 'equals', only)}>{t('filter.equals')}</MenuItem>
              {type === 'date' && (
                <MenuItem onSelect={() => filter.compare(column.id, type, 'before', only)}>
                  {t('filter.before')}
                </MenuItem>
              )}
              {type === 'text' && (
                <MenuItem onSelect={() => filter.compare(column.id, type, 'contains', only)}>
                  {t('filter.contains')}
                </MenuItem>
              )}
              {type !== 'text' && (
                <>
                  <MenuItem onSelect={() => filter.compare(column.id, type, 'least', only)}>
                    {t(type === 'date' ? 'filter.from' : 'filter.atLeast')}
                  </MenuItem>
                  <MenuItem onSelect={() => filter.compare(column.id, type, 'most', only)}>
                    {t(type === 'date' ? 'filter.until' : 'filter.atMost')}
                  </MenuItem>
                </>
              )}
            </Submenu>
          )}
        </>
      )}
      {groups && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={groups.expandAll}>{t('filter.expandAll')}</MenuItem>
          <MenuItem onSelect={groups.collapseAll}>{t('filter.collapseAll')}</MenuItem>
          <LevelItems element={element} groups={groups} />
        </>
      )}
      {isEditor && (
        <>
          <MenuSeparator />
          {groups && <GroupMenuItems element={element} groups={groups} row={cells.top} />}
          {onExplain && column && cells.top === cells.bottom && (
            <MenuItem onSelect={() => onExplain({ row: cells.top, column: cells.left })}>{t('items.explain')}</MenuItem>
          )}
          <MenuItem onSelect={() => page.state.setLook({ elementId: element.id, kind: 'rows' })}>
            {t('items.underlying')}
          </MenuItem>
        </>
      )}
    </>
  )
}

/** The different values of a range within one column; cells that show no value of their own are left out. */
export function valuesOf(source: GridSource, { top, bottom, left }: Block, type: ValueType): FilterValue[] {
  const found = new Set<FilterValue>()
  for (let row = top; row <= Math.min(bottom, top + mostValues - 1); row += 1) {
    if (source.row(row).placeholder) continue
    const { raw, look } = source.cell(row, left)
    if (look === 'null') found.add(null)
    else if (look === undefined) found.add(filterValue(raw, type))
  }
  return [...found]
}
