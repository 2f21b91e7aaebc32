import type { ElementFilter } from '@octavo/core/document'
import type { FilterValue } from './filter-value.ts'

/**
 * The filter that keeps several selected dates or numbers: from the first to the last of them. Undefined where only a
 * list can express it: for a single value, for texts, and for values that include null.
 */
export function keptRange(
  id: string,
  columnId: string,
  type: string | undefined,
  values: readonly FilterValue[],
): ElementFilter | undefined {
  if (values.length < 2) return undefined
  if (type === 'number' && values.every((value) => typeof value === 'number')) {
    return { id, columnId, kind: 'number-range', min: Math.min(...values), max: Math.max(...values) }
  }
  if (type === 'date' && values.every((value) => typeof value === 'string')) {
    const days = values.map((value) => value.slice(0, 10)).sort()
    return { id, columnId, kind: 'date-range', mode: 'between', startDate: days[0], endDate: days.at(-1) }
  }
  return undefined
}
