import type { ElementFilter, SortEntry, WorkbookDocument } from '../api.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { type ColumnHolder, changeElement, without } from './change-element.ts'
import { levelOfColumn } from './groupings.ts'

type Direction = SortEntry['direction']

/**
 * Sorts by columns, each at its level: keys and calculations within their grouping, the others among the rows. A null direction removes the
 * columns from the sort; `adds` keeps the existing sort before them.
 */
export function sortColumns(
  document: WorkbookDocument,
  elementId: string,
  columnIds: readonly string[],
  direction: Direction | null,
  { adds = false }: { adds?: boolean } = {},
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => {
    const wanted = columnIds.map((columnId): SortEntry => ({ columnId, direction: direction ?? 'ascending' }))
    const atLevel = (isThere: (id: string) => boolean, before: SortEntry[] | undefined) => {
      const own = wanted.filter(({ columnId }) => isThere(columnId))
      if (own.length === 0) return before
      const others = (before ?? []).filter(({ columnId }) => !columnIds.includes(columnId))
      const kept = adds || direction === null ? others : []
      const nulls = new Map((before ?? []).map((entry) => [entry.columnId, entry.nulls]))
      const added = direction === null ? [] : own.map((entry) => withNulls(entry, nulls.get(entry.columnId)))
      return [...kept, ...added]
    }
    const groupings = element.groupings?.map((grouping) => {
      const { groupBy = [], calculations = [] } = grouping
      const sort = atLevel((id) => groupBy.includes(id) || calculations.includes(id), grouping.sort)
      return sort && sort.length > 0 ? { ...grouping, sort } : without(grouping, 'sort')
    })
    const sort = atLevel((id) => levelOfColumn(element, id).kind === 'rows', element.sort)
    const next: ColumnHolder = groupings ? { ...element, groupings } : element
    return sort && sort.length > 0 ? { ...next, sort } : without(next, 'sort')
  })
}

function withNulls(entry: SortEntry, nulls: SortEntry['nulls']): SortEntry {
  return nulls ? { ...entry, nulls } : entry
}

/** Sets the complete sort of the rows, or of one grouping, as the sort dialog writes it. */
export function setSort(
  document: WorkbookDocument,
  elementId: string,
  sort: readonly SortEntry[],
  groupingId?: string,
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => {
    const set = <R extends { sort?: SortEntry[] }>(holder: R): R =>
      sort.length > 0 ? { ...holder, sort: [...sort] } : without(holder, 'sort')
    if (groupingId === undefined) return set(element)
    const groupings = element.groupings?.map((grouping) => (grouping.id === groupingId ? set(grouping) : grouping))
    return groupings ? { ...element, groupings } : element
  })
}

/** The sort direction of a column at its level; undefined when it is not sorted. */
export function sortOf({ sort = [], groupings = [] }: ColumnHolder, columnId: string): Direction | undefined {
  const all = [...groupings.flatMap((grouping) => grouping.sort ?? []), ...sort]
  return all.find((entry) => entry.columnId === columnId)?.direction
}

/** A filter of a column that keeps every row, in the form that suits its values. */
export function emptyFilter(id: string, columnId: string, type: string): ElementFilter {
  switch (type) {
    case 'number':
      return { id, columnId, kind: 'number-range', includeNulls: 'when-no-value-is-selected' }
    case 'date':
      return { id, columnId, kind: 'date-range', mode: 'between', includeNulls: 'when-no-value-is-selected' }
    default:
      return { id, columnId, kind: 'list', mode: 'include', values: [] }
  }
}

export function addFilters(
  document: WorkbookDocument,
  elementId: string,
  filters: readonly ElementFilter[],
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => ({
    ...element,
    filters: [...(element.filters ?? []), ...filters],
  }))
}

/** Replaces a filter; it keeps its position among the others. */
export function setFilter(document: WorkbookDocument, elementId: string, filter: ElementFilter): DocumentEdit[] {
  return changeElement(document, elementId, (element) => ({
    ...element,
    filters: (element.filters ?? []).map((other) => (other.id === filter.id ? filter : other)),
  }))
}

export function removeFilter(document: WorkbookDocument, elementId: string, filterId: string): DocumentEdit[] {
  return changeElement(document, elementId, (element) => {
    const filters = (element.filters ?? []).filter(({ id }) => id !== filterId)
    return filters.length > 0 ? { ...element, filters } : without(element, 'filters')
  })
}

/** Values of one column by which rows are kept or excluded. */
export interface ColumnValues {
  columnId: string
  values: readonly (string | number | boolean | null)[]
}

/**
 * Keeps only the rows with these values in each of the columns, or excludes the rows with any of them. Excluded values are added to an
 * existing list of the column; a list of kept values is replaced, since only values that are shown can be chosen.
 */
export function filterByValues(
  document: WorkbookDocument,
  elementId: string,
  columns: readonly ColumnValues[],
  mode: 'include' | 'exclude',
  newId: () => string,
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => ({
    ...element,
    filters: columns.reduce((filters, column) => withList(filters, column, mode, newId), element.filters ?? []),
  }))
}

function withList(
  filters: readonly ElementFilter[],
  { columnId, values }: ColumnValues,
  mode: 'include' | 'exclude',
  newId: () => string,
): ElementFilter[] {
  const present = filters.find(
    (filter) => filter.kind === 'list' && filter.columnId === columnId && (filter.mode ?? 'include') === mode,
  )
  if (!present) return [...filters, { id: newId(), columnId, kind: 'list', mode, values: [...values] }]
  const before = Array.isArray(present.values) ? present.values : []
  const all = mode === 'include' ? [...values] : [...new Set([...before, ...values])]
  const { state: _state, ...enabled } = present
  return filters.map((filter) => (filter === present ? ({ ...enabled, values: all } as ElementFilter) : filter))
}
