import type { ElementFilter } from '@octavo/core/document'
import type { TFunction } from 'i18next'
import { valueName } from '../value-name.ts'

/** What a filter lets through, short enough for one line. */
export function filterWords(filter: ElementFilter, t: TFunction): string {
  const { kind, mode, values, min, max, rowCount, value, startDate, endDate } = filter
  if (kind === 'list' && Array.isArray(values)) {
    return `${mode === 'exclude' ? '≠' : '='} ${values.map((each) => valueName(each, t)).join(', ')}`
  }
  if (kind === 'number-range') return bounds(min, max)
  if (kind === 'date-range' && mode === 'between' && [startDate, endDate].every(isPlain))
    return bounds(startDate, endDate)
  if (kind === 'text-match' && typeof value === 'string') return `${String(mode ?? '')} “${value}”`
  if (kind === 'top-n') return `Top ${String(rowCount ?? '')}`
  return String(mode ?? kind)
}

const isPlain = (end: unknown) => end === undefined || typeof end === 'string'

const bounds = (low: unknown, high: unknown) => `${String(low ?? '')} – ${String(high ?? '')}`
