import type { MarkKey } from '@octavo/core/chart'
import { addFilters, columnNames, type DataElement, filterByValues } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { newId } from '../../editor/index.ts'
import { type FilterValue, filterValue } from './filter-value.ts'
import { keptRange } from './kept-range.ts'
import { useElementChange } from './use-element-change.ts'
import '../../i18n/looks.ts'

export type FilterMode = 'include' | 'exclude'
export type Comparison = 'equals' | 'least' | 'most' | 'before' | 'contains'

export interface QuickFilter {
  /** Keeps only the rows with these values of the column, or leaves them out; several dates or numbers as a range. */
  byValues(columnId: string, values: readonly FilterValue[], mode: FilterMode, type?: string): void
  /** The same for the values of a mark or cell. Keeps rows that match all of them. */
  byKeys(keys: readonly MarkKey[], mode: FilterMode): void
  /** A bound of a number or a date, or a part of a text. */
  compare(columnId: string, type: string, how: Comparison, value: string | number | boolean): void
}

/** Filters of an element made from its cells; undefined for readers who may not change the view. */
export function useQuickFilter(element: DataElement): QuickFilter | undefined {
  const { t } = useTranslation('looks')
  const change = useElementChange()
  if (!change) return undefined
  const names = columnNames(element.columns)
  const word = (columnIds: readonly string[]) =>
    t('filter.word', { name: columnIds.map((id) => names.get(id) ?? id).join(', ') })
  const byValues: QuickFilter['byValues'] = (columnId, values, mode, type) => {
    const range = mode === 'include' ? keptRange(newId(), columnId, type, values) : undefined
    change(word([columnId]), (document) =>
      range
        ? addFilters(document, element.id, [range])
        : filterByValues(document, element.id, [{ columnId, values }], mode, newId),
    )
  }
  return {
    byValues,
    byKeys(keys, mode) {
      const wanted = keys.map(({ columnId, type, values }) => ({
        columnId,
        values: values.map((value) => filterValue(value, type)),
      }))
      const ids = keys.map(({ columnId }) => columnId)
      change(word(ids), (document) => filterByValues(document, element.id, wanted, mode, newId))
    },
    compare(columnId, type, how, value) {
      const filter = comparison({ id: newId(), columnId }, type, how, value)
      change(word([columnId]), (document) => addFilters(document, element.id, [filter]))
    },
  }
}

function comparison(
  shared: { id: string; columnId: string },
  type: string,
  how: Comparison,
  value: string | number | boolean,
) {
  if (type === 'text') return { ...shared, kind: 'text-match', mode: how, value: String(value) }
  if (type !== 'date') {
    const number = Number(value)
    return {
      ...shared,
      kind: 'number-range',
      ...(how === 'most' ? {} : { min: number }),
      ...(how === 'least' ? {} : { max: number }),
    }
  }
  const day = String(value).slice(0, 10)
  if (how === 'equals' || how === 'before') {
    return { ...shared, kind: 'date-range', mode: how === 'equals' ? 'on' : 'before', date: day }
  }
  return { ...shared, kind: 'date-range', mode: 'between', [how === 'least' ? 'startDate' : 'endDate']: day }
}
