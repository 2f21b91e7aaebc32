import { Temporal } from 'temporal-polyfill'
import type { Cell } from '../types/index.ts'
import { dateClock, dateRange } from './date-range.ts'

/** The time and the zones for reading a control value. */
export interface ControlTime {
  /** ISO instant with `Z`. */
  now: string
  /** IANA name of the organization's zone; decoded dates are local to it. */
  zone: string
  /** Time zone of dates with a time in texts; `zone` when absent. Export parameters are in UTC. */
  textZone?: string
}

/** Local dates without and with a time, as cells. */
type DateCell = string

export function localNow({ now, zone }: ControlTime): Temporal.PlainDateTime {
  return Temporal.Instant.from(now).toZonedDateTimeISO(zone).toPlainDateTime()
}

/** A date of the text form: fixed, in Unix milliseconds, or relative (`prior-month-2`); null for any other text. */
export function dateFromText(text: string, time: ControlTime): DateCell | null {
  const relative = /^(prior|next)-(year|quarter|month|week|isoWeek|day|hour|minute)-(\d{1,6})$/.exec(text)
  if (relative) {
    const [, direction, unit = 'day', count] = relative
    return shift(time, unit, (direction === 'prior' ? -1 : 1) * Number(count))
  }
  if (/^-?\d{9,14}$/.test(text)) {
    const instant = Temporal.Instant.fromEpochMilliseconds(Number(text))
    return timestamp(instant.toZonedDateTimeISO(time.zone).toPlainDateTime())
  }
  const fixed = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(Z)?)?$/.exec(text)
  if (!fixed) return null
  try {
    const [, day = '', clock, utc] = fixed
    if (clock === undefined) return Temporal.PlainDate.from(day, { overflow: 'reject' }).toString()
    const local = Temporal.PlainDateTime.from(`${day}T${clock}`, { overflow: 'reject' })
    const from = utc ? 'UTC' : (time.textZone ?? time.zone)
    return timestamp(from === time.zone ? local : local.toZonedDateTime(from).withTimeZone(time.zone).toPlainDateTime())
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Text form of a date cell in `textZone`. */
export function dateToText(cell: DateCell, time: ControlTime): string {
  const to = time.textZone ?? time.zone
  if (!cell.includes('T') || to === time.zone) return cell
  return timestamp(Temporal.PlainDateTime.from(cell).toZonedDateTime(time.zone).withTimeZone(to).toPlainDateTime())
}

/** A saved date: ISO text, or `{ op, unit, value }` relative to now. */
export function savedDate(saved: unknown, time: ControlTime): DateCell | null {
  if (typeof saved === 'string') return dateFromText(saved.replace(/\.\d+(?=Z$)/, ''), time)
  const relative = saved as { op?: unknown; unit?: unknown; value?: unknown } | null
  if (typeof relative?.unit !== 'string' || typeof relative.value !== 'number') return null
  return shift(time, relative.unit, relative.op === 'now-minus' ? -relative.value : relative.value)
}

/**
 * The first and the last day of a saved date range, as its filter interprets it; null on an open side. An end that is not a whole day is
 * its last second.
 */
export function savedDateRange(range: Record<string, unknown>, time: ControlTime): { min: Cell; max: Cell } {
  const { start = null, before = null } = dateRange(range, dateClock(time.now, time.zone)) ?? {}
  if ([start, before].every((edge) => edge === null || edge.endsWith('T00:00:00'))) {
    const lastDay = before && Temporal.PlainDate.from(before).subtract({ days: 1 }).toString()
    return { min: start?.slice(0, 10) ?? null, max: lastDay }
  }
  return { min: start, max: before && timestamp(Temporal.PlainDateTime.from(before).subtract({ seconds: 1 })) }
}

/** Now plus a number of units: a day for units from the day up, a date with time for smaller ones. */
function shift(time: ControlTime, unit: string, count: number): DateCell | null {
  const now = localNow(time)
  try {
    if (isClockUnit(unit)) return timestamp(now.add({ [`${unit}s`]: count }))
    const today = now.toPlainDate()
    if (unit === 'quarter') return today.add({ months: 3 * count }).toString()
    if (unit.toLowerCase().includes('week')) return today.add({ weeks: count }).toString()
    if (unit === 'year' || unit === 'month' || unit === 'day') return today.add({ [`${unit}s`]: count }).toString()
    return null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function isClockUnit(unit: string): unit is 'hour' | 'minute' {
  return unit === 'hour' || unit === 'minute'
}

/** Canonical timestamp cell: seconds always, a fraction only where it is not zero. */
function timestamp(local: Temporal.PlainDateTime): string {
  return local
    .toString({ smallestUnit: local.millisecond || local.microsecond ? 'microsecond' : 'second' })
    .replace(/(\.\d*?)0+$/, '$1')
}
