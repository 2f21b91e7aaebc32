import { Temporal } from 'temporal-polyfill'
import type { Cell } from '../types/index.ts'

/** What a control value needs to know about time. */
export interface ControlTime {
  /** ISO instant with `Z`. */
  now: string
  /** IANA name of the organization's zone; decoded dates are local to it. */
  zone: string
  /** Zone of dates with a time in texts; absent: `zone`. Export parameters are in UTC. */
  textZone?: string
}

/** Local dates without and with a time, as cells. */
type DateCell = string

export function localNow({ now, zone }: ControlTime): Temporal.PlainDateTime {
  return Temporal.Instant.from(now).toZonedDateTimeISO(zone).toPlainDateTime()
}

/** A date of the text form: fixed or relative (`prior-month-2`); null when it is neither. */
export function dateFromText(text: string, time: ControlTime): DateCell | null {
  const relative = /^(prior|next)-(year|quarter|month|week|isoWeek|day|hour|minute)-(\d{1,6})$/.exec(text)
  if (relative) {
    const [, direction, unit = 'day', count] = relative
    return shift(time, unit, (direction === 'prior' ? -1 : 1) * Number(count))
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

/** A saved date: ISO text or `{ op, unit, value }` counted from now. */
export function savedDate(saved: unknown, time: ControlTime): DateCell | null {
  if (typeof saved === 'string') return dateFromText(saved.replace(/\.\d+(?=Z$)/, ''), time)
  const relative = saved as { op?: unknown; unit?: unknown; value?: unknown } | null
  if (typeof relative?.unit !== 'string' || typeof relative.value !== 'number') return null
  return shift(time, relative.unit, relative.op === 'now-minus' ? -relative.value : relative.value)
}

/**
 * The days of a saved date range, both inclusive; null on an open side. `last` and `next` roll: seven days up to
 * yesterday, or up to today with `includeToday`. Hours and minutes count from this moment.
 */
export function savedDateRange(range: Record<string, unknown>, time: ControlTime): { min: Cell; max: Cell } {
  const today = localNow(time).toPlainDate()
  switch (range.mode) {
    case 'on': {
      const day = savedDate(range.date, time)
      return { min: day, max: day }
    }
    case 'before':
      return { min: null, max: neighbour(savedDate(range.date, time), -1) }
    case 'after':
      return { min: neighbour(savedDate(range.date, time), 1), max: null }
    case 'last':
    case 'next': {
      const { unit, value } = range
      if (typeof unit !== 'string' || typeof value !== 'number') return { min: null, max: null }
      const sign = range.mode === 'last' ? -1 : 1
      const far = shift(time, unit, sign * value)
      if (isClockUnit(unit)) {
        const now = timestamp(localNow(time))
        return sign < 0 ? { min: far, max: now } : { min: now, max: far }
      }
      const near = range.includeToday === true ? today : today.add({ days: sign })
      const end = range.includeToday === true ? neighbour(far, -sign) : far
      return sign < 0 ? { min: end, max: near.toString() } : { min: near.toString(), max: end }
    }
    case 'current':
      return currentPeriod(localNow(time), String(range.unit))
    default:
      return { min: savedDate(range.startDate, time), max: savedDate(range.endDate, time) }
  }
}

function currentPeriod(now: Temporal.PlainDateTime, unit: string): { min: Cell; max: Cell } {
  const today = now.toPlainDate()
  const days = (start: Temporal.PlainDate, length: Temporal.DurationLike) => ({
    min: start.toString(),
    max: start.add(length).subtract({ days: 1 }).toString(),
  })
  switch (unit) {
    case 'year':
      return days(today.with({ month: 1, day: 1 }), { years: 1 })
    case 'quarter':
      return days(today.with({ month: today.month - ((today.month - 1) % 3), day: 1 }), { months: 3 })
    case 'month':
      return days(today.with({ day: 1 }), { months: 1 })
    case 'week-starting-sunday':
      return days(today.subtract({ days: today.dayOfWeek % 7 }), { days: 7 })
    case 'week-starting-monday':
      return days(today.subtract({ days: today.dayOfWeek - 1 }), { days: 7 })
    case 'hour':
    case 'minute': {
      const start = now.round({ smallestUnit: unit, roundingMode: 'floor' })
      return { min: timestamp(start), max: timestamp(start.add({ [`${unit}s`]: 1 }).subtract({ seconds: 1 })) }
    }
    default:
      return days(today, { days: 1 })
  }
}

/** Now moved by whole units: a day for units from the day up, a day with time below. */
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

/** The day before or after a day; a day with a time stays. */
function neighbour(cell: DateCell | null, days: number): DateCell | null {
  if (cell === null || cell.includes('T')) return cell
  return Temporal.PlainDate.from(cell).add({ days }).toString()
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
