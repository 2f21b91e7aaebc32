import { Temporal } from 'temporal-polyfill'
import { isRecord } from './check-schema.ts'

/** Half-open range of local times in the organization's zone, `yyyy-mm-ddThh:mm:ss`; null for an open end. */
export interface LocalRange {
  start: string | null
  before: string | null
}

/** Dates in the organization's time zone. */
export interface DateClock {
  now: Temporal.PlainDateTime
  /** Local time of an ISO date or time; one that ends in `Z` or an offset is converted to the zone. Null for other texts. */
  localOf(text: string): string | null
  dayAfter(day: string): string
}

/** The clock of one query: `now` is an instant with `Z`, `zone` an IANA name. */
export function dateClock(now: string, zone: string): DateClock {
  const local = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime()
  return {
    now: local(now),
    localOf(text) {
      try {
        const isInstant = /T.*(Z|[+-]\d{2}:?\d{2})$/i.test(text)
        return textOf(isInstant ? local(text) : Temporal.PlainDateTime.from(text.replace(' ', 'T')))
      } catch {
        return null
      }
    },
    dayAfter: (day) => Temporal.PlainDate.from(day).add({ days: 1 }).toString(),
  }
}

type Unit = 'year' | 'quarter' | 'month' | 'week-starting-sunday' | 'week-starting-monday' | 'day' | 'hour' | 'minute'

/** The range that a date filter selects at this time; null when its fields cannot be read. */
export function dateRange(body: Record<string, unknown>, clock: DateClock): LocalRange | null {
  switch (body.mode) {
    case 'between':
    case undefined:
    case 'custom': {
      const start = edge(body.startDate, clock, 'start')
      const before = edge(body.endDate, clock, 'end')
      return start === undefined || before === undefined ? null : { start, before }
    }
    case 'on': {
      const start = edge(body.date, clock, 'start')
      const before = edge(body.date, clock, 'end')
      return start && before ? { start, before } : null
    }
    case 'before': {
      const before = edge(body.date, clock, 'start')
      return before ? { start: null, before } : null
    }
    case 'after': {
      const start = edge(body.date, clock, 'end')
      return start ? { start, before: null } : null
    }
    case 'current': {
      const unit = unitOf(body.unit)
      if (!unit) return null
      const start = startOf(clock.now, unit)
      return { start: textOf(start), before: textOf(move(start, unit, 1)) }
    }
    case 'last':
    case 'next':
      return relativeRange(body, clock)
    default:
      return null
  }
}

/** `last 3 months`: the three whole months before this one; with today, up to and including today. */
function relativeRange(body: Record<string, unknown>, clock: DateClock): LocalRange | null {
  const unit = unitOf(body.unit)
  const count = Number(body.value)
  if (!unit || !Number.isInteger(count) || count < 0) return null
  const running = startOf(clock.now, unit)
  const today = startOf(clock.now, 'day')
  const withToday = body.includeToday === true
  const isShort = unit === 'hour' || unit === 'minute'
  if (body.mode === 'last') {
    const now = isShort ? move(running, unit, 1) : move(today, 'day', 1)
    return {
      start: textOf(move(running, unit, withToday && (unit === 'day' || isShort) ? 1 - count : -count)),
      before: textOf(withToday ? now : running),
    }
  }
  const next = move(running, unit, 1)
  return {
    start: textOf(withToday ? (isShort ? running : today) : next),
    before: textOf(move(next, unit, withToday && (unit === 'day' || isShort) ? count - 1 : count)),
  }
}

/** One end of a range: null when open, undefined when it cannot be read. A day as the end includes the whole day. */
function edge(value: unknown, clock: DateClock, side: 'start' | 'end'): string | null | undefined {
  if (value === undefined || value === null || value === '') return null
  if (isRecord(value)) {
    const unit = unitOf(value.unit)
    const amount = Number(value.value)
    if (!unit || !Number.isInteger(amount)) return undefined
    const isShort = unit === 'hour' || unit === 'minute'
    const moment = move(
      startOf(clock.now, isShort ? 'minute' : 'day'),
      unit,
      value.op === 'now-plus' ? amount : -amount,
    )
    return textOf(side === 'end' ? move(moment, isShort ? 'minute' : 'day', 1) : moment)
  }
  const text = String(value)
  const local = clock.localOf(text)
  if (local === null) return undefined
  if (side === 'start') return local
  const moment = Temporal.PlainDateTime.from(local)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return textOf(moment.add({ days: 1 }))
  return textOf(/T\d{2}:\d{2}$/.test(text) ? moment.add({ minutes: 1 }) : moment.add({ seconds: 1 }))
}

function unitOf(unit: unknown): Unit | null {
  switch (unit) {
    case 'year':
    case 'quarter':
    case 'month':
    case 'week-starting-sunday':
    case 'week-starting-monday':
    case 'day':
    case 'hour':
    case 'minute':
      return unit
    case 'week':
      return 'week-starting-sunday'
    default:
      return null
  }
}

function startOf(moment: Temporal.PlainDateTime, unit: Unit): Temporal.PlainDateTime {
  const day = moment.round({ smallestUnit: 'day', roundingMode: 'floor' })
  switch (unit) {
    case 'year':
      return day.with({ month: 1, day: 1 })
    case 'quarter':
      return day.with({ month: day.month - ((day.month - 1) % 3), day: 1 })
    case 'month':
      return day.with({ day: 1 })
    case 'week-starting-sunday':
      return day.subtract({ days: day.dayOfWeek % 7 })
    case 'week-starting-monday':
      return day.subtract({ days: day.dayOfWeek - 1 })
    case 'day':
      return day
    case 'hour':
      return moment.round({ smallestUnit: 'hour', roundingMode: 'floor' })
    case 'minute':
      return moment.round({ smallestUnit: 'minute', roundingMode: 'floor' })
  }
}

function move(moment: Temporal.PlainDateTime, unit: Unit, count: number): Temporal.PlainDateTime {
  switch (unit) {
    case 'year':
      return moment.add({ years: count })
    case 'quarter':
      return moment.add({ months: 3 * count })
    case 'month':
      return moment.add({ months: count })
    case 'week-starting-sunday':
    case 'week-starting-monday':
      return moment.add({ weeks: count })
    case 'day':
      return moment.add({ days: count })
    case 'hour':
      return moment.add({ hours: count })
    case 'minute':
      return moment.add({ minutes: count })
  }
}

/** `yyyy-mm-ddThh:mm:ss`, with a fraction only where there is one. */
function textOf(moment: Temporal.PlainDateTime): string {
  return moment.toString({ smallestUnit: moment.millisecond || moment.microsecond ? 'microsecond' : 'second' })
}
