import type { Moment } from './values.ts'

const DAY = 86_400_000
const UNITS_MS: Record<string, number> = { second: 1000, minute: 60_000, hour: 3_600_000, day: DAY, week: 7 * DAY }
const MONTHS: Record<string, number> = { month: 1, quarter: 3, year: 12 }

const parts = ({ ms }: Moment) => {
  const date = new Date(ms)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate(), weekday: date.getUTCDay() }
}

function at(year: number, month: number, day: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month, day)
  return date.getTime()
}

/** Weeks start on Sunday unless the unit says Monday. */
export function truncate(unit: string, date: Moment): Moment {
  const { year, month, weekday } = parts(date)
  const midnight = Math.floor(date.ms / DAY) * DAY
  switch (unit) {
    case 'year':
      return { ms: at(year, 0, 1) }
    case 'quarter':
      return { ms: at(year, Math.floor(month / 3) * 3, 1) }
    case 'month':
      return { ms: at(year, month, 1) }
    case 'week':
    case 'week_starting_sunday':
      return { ms: midnight - weekday * DAY }
    case 'week_starting_monday':
      return { ms: midnight - ((weekday + 6) % 7) * DAY }
    default: {
      const step = UNITS_MS[unit] ?? 1
      return { ms: Math.floor(date.ms / step) * step }
    }
  }
}

/** Adding months uses the last day of a shorter month. */
export function addUnits(unit: string, amount: number, date: Moment): Moment {
  const months = MONTHS[unit]
  if (months === undefined) return { ms: date.ms + amount * (UNITS_MS[unit] ?? 0) }
  const { year, month, day } = parts(date)
  const target = month + amount * months
  const length = new Date(at(year, target + 1, 0)).getUTCDate()
  const time = date.ms - Math.floor(date.ms / DAY) * DAY
  return { ms: at(year, target, Math.min(day, length)) + time }
}

/** The number of unit boundaries between the two. */
export function difference(unit: string, start: Moment, end: Moment): number {
  const months = MONTHS[unit]
  const from = truncate(unit, start)
  const to = truncate(unit, end)
  if (months === undefined) return Math.round((to.ms - from.ms) / (UNITS_MS[unit] ?? 1))
  const index = (moment: Moment) => parts(moment).year * 12 + parts(moment).month
  return (index(to) - index(from)) / months
}

/** The last second of the period. */
export function lastSecond(unit: string, date: Moment): Moment {
  return { ms: addUnits(unit, 1, truncate(unit, date)).ms - 1000 }
}

export function datePart(part: string, date: Moment): number {
  const { year, month, day, weekday } = parts(date)
  const dayOfYear = Math.floor(date.ms / DAY) - Math.floor(at(year, 0, 1) / DAY) + 1
  const clock = ((date.ms % DAY) + DAY) % DAY
  switch (part) {
    case 'year':
      return year
    case 'quarter':
      return Math.floor(month / 3) + 1
    case 'month':
      return month + 1
    case 'week':
      return Math.floor((dayOfYear - 1 + new Date(at(year, 0, 1)).getUTCDay()) / 7) + 1
    case 'day':
      return day
    case 'weekday':
      return weekday + 1
    case 'day_of_year':
      return dayOfYear
    case 'hour':
      return Math.floor(clock / 3_600_000)
    case 'minute':
      return Math.floor(clock / 60_000) % 60
    case 'second':
      return Math.floor(clock / 1000) % 60
    case 'millisecond':
      return clock % 1000
    case 'epoch':
      return Math.floor(date.ms / 1000)
    default:
      throw new Error(`No part ${part}`)
  }
}

/** Null when the day or time does not exist. */
export function makeDate(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): Moment | null {
  const ms = at(year, month - 1, day)
  const back = new Date(ms)
  if (back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day) return null
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return null
  return { ms: ms + ((hour * 60 + minute) * 60 + second) * 1000 }
}
