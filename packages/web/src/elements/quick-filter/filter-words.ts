import type { ElementFilter } from '@octavo/core/document'
import type { TFunction } from 'i18next'
import { i18n } from '../../i18n/index.ts'
import { dayInWords } from '../control/days-in-words.ts'
import { relativeUnits } from '../control/relative-range.ts'
import { textModes } from '../control/text-modes.ts'
import { valueName } from '../value-name.ts'
import '../../i18n/dates.ts'

/** What a filter lets through, short enough for one line. */
export function filterWords(filter: ElementFilter, t: TFunction): string {
  const { kind, mode, values, min, max, value } = filter
  if (kind === 'list' && Array.isArray(values)) {
    return `${mode === 'exclude' ? '≠' : '='} ${values.map((each) => valueName(each, t)).join(', ')}`
  }
  if (kind === 'number-range') return bounds(min, max)
  if (kind === 'date-range') return dateWords(filter, t)
  if (kind === 'text-match' && typeof value === 'string') {
    return `${t(`control.mode.${textModes.find((known) => known === mode) ?? 'equals'}`)} “${value}”`
  }
  if (kind === 'top-n') return rankWords(filter, t)
  return String(mode ?? kind)
}

function rankWords({ mode, rowCount, percentile }: ElementFilter, t: TFunction): string {
  const isShare = String(mode).endsWith('-percentile')
  const side = String(mode).startsWith('bottom') ? 'bottom' : 'top'
  return t(`filter.${side}${isShare ? 'Share' : ''}`, { count: Number((isShare ? percentile : rowCount) ?? 0) })
}

function dateWords({ mode, value, unit, date, startDate, endDate, includeToday }: ElementFilter, t: TFunction): string {
  const period = relativeUnits.find((each) => String(unit) === each || String(unit).startsWith(`${each}-`))
  if (mode === 'current' && period) return i18n.t(`dates:current.${period}`)
  if ((mode === 'last' || mode === 'next') && period && typeof value === 'number') {
    if (period === 'day' && value === 1 && includeToday === false) {
      return t(mode === 'last' ? 'filter.yesterday' : 'filter.tomorrow')
    }
    return i18n.t(`dates:${mode}.${period}`, { count: value })
  }
  if ((mode === 'on' || mode === 'before' || mode === 'after') && typeof date === 'string') {
    return t(`filter.${mode}`, { date: dayInWords(date) })
  }
  if (mode === 'between' && [startDate, endDate].every(isPlain)) return bounds(startDate, endDate)
  return String(mode ?? 'date-range')
}

const isPlain = (end: unknown) => end === undefined || typeof end === 'string'

const bounds = (low: unknown, high: unknown) => `${String(low ?? '')} – ${String(high ?? '')}`
