import type { ElementFilter } from '@octavo/core/document'
import type { ColumnType } from './column-facts.ts'

export type FilterKind = 'list' | 'number-range' | 'date-range' | 'text-match' | 'top-n'

const byType: Readonly<Partial<Record<ColumnType, readonly FilterKind[]>>> = {
  number: ['number-range', 'list', 'top-n'],
  date: ['date-range', 'list', 'top-n'],
  text: ['list', 'text-match', 'top-n'],
}

/** The kinds of filters that a column of a type can have, the usual one first. */
export function filterKindsOf(type: ColumnType): readonly FilterKind[] {
  return byType[type] ?? ['list']
}

/** A new filter of a kind; a list and a range let everything through. */
export function freshFilter(kind: FilterKind, id: string, columnId: string): ElementFilter {
  const shared = { id, columnId }
  switch (kind) {
    case 'list':
      return { ...shared, kind, mode: 'include', values: [] }
    case 'number-range':
      return { ...shared, kind }
    case 'date-range':
      return { ...shared, kind, mode: 'last', value: 30, unit: 'day', includeToday: true }
    case 'text-match':
      return { ...shared, kind, mode: 'contains', value: '' }
    case 'top-n':
      return { ...shared, kind, rankingFunction: 'rank', mode: 'top-n', rowCount: 10 }
  }
}

/** The filter without its empty fields. */
export function tidyFilter(filter: ElementFilter): ElementFilter {
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined),
  ) as unknown as ElementFilter
}
