import type { MarkKey } from '@octavo/core/chart'
import { columnHolder, type DataElement, drillDown, drillSteps, drillUp } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { newId, useMaybeEditor, useOpenPage, useReadPage } from '../../editor/index.ts'
import { MenuItem, MenuSearch, MenuSeparator, Submenu } from '../../ui/index.ts'
import { type DrillOption, drillOptions } from './drill-options.ts'
import { filterValue } from './filter-value.ts'
import { useDrillNames } from './use-drill-names.ts'
import { useElementChange } from './use-element-change.ts'
import '../../i18n/looks.ts'

/** Columns by which the rows of a mark can be shown instead, and the way back up. */
export function DrillItems({ element, keys }: { element: DataElement; keys: readonly MarkKey[] }) {
  const { t } = useTranslation('looks')
  const change = useElementChange()
  const depth = drillSteps(element).length
  if (!change) return null
  return (
    <>
      <Submenu label={t('drill.down')}>
        <DrillColumns element={element} keys={keys} />
      </Submenu>
      {depth > 0 && (
        <MenuItem onSelect={() => change(t('drill.up'), (document) => drillUp(document, element.id, depth - 1))}>
          {t('drill.up')}
        </MenuItem>
      )}
    </>
  )
}

/** Drawn once the menu is open: only then the server is asked for names. */
function DrillColumns({ element, keys }: { element: DataElement; keys: readonly MarkKey[] }) {
  const { t } = useTranslation('looks')
  const read = useReadPage()
  const page = useOpenPage()
  const isEditor = useMaybeEditor() !== undefined
  const change = useElementChange()
  const { names, isKnown } = useDrillNames(element)
  const [first] = keys
  const { document } = read()
  const holder = columnHolder(document, element.id)
  if (!first || !holder || !change) return null
  const options = drillOptions({ document, element: holder, from: first.columnId, known: names })
  const matching = (search: string) =>
    options.filter(({ name }) => name.toLocaleLowerCase().includes(search.toLocaleLowerCase()))
  const label = keys.map(({ text, values }) => text ?? t('filter.values', { count: values.length })).join(', ')
  function go({ name, to }: DrillOption) {
    const values = keys.map(({ columnId, type, values: cells }) => ({
      columnId,
      values: cells.map((value) => filterValue(value, type)),
    }))
    change?.(t('drill.word', { name, value: label }), (now) =>
      drillDown(now, element.id, { from: first?.columnId ?? '', to, values, label, newId }),
    )
  }
  const edit = isEditor && (
    <>
      <MenuSeparator />
      <MenuItem onSelect={() => page.state.setLook({ elementId: element.id, kind: 'drillList' })}>
        {t('drill.editList')}
      </MenuItem>
    </>
  )
  if (options.length === 0) {
    return (
      <>
        <p className="max-w-60 px-2 py-1 text-muted">{isKnown ? t('drill.none') : t('drill.reading')}</p>
        {edit}
      </>
    )
  }
  return (
    <>
      <MenuSearch
        countOf={(search) => matching(search).length}
        announce={(count, search) => t('drill.found', { count, search })}
      >
        {(search) =>
          matching(search).map((option) => (
            <MenuItem
              key={'columnId' in option.to ? option.to.columnId : option.to.formula}
              onSelect={() => go(option)}
            >
              {option.name}
            </MenuItem>
          ))
        }
      </MenuSearch>
      {edit}
    </>
  )
}
