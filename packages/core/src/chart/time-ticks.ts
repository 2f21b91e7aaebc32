import type { FormatLocale } from '../format/index.ts'
import { formatCell } from '../format/index.ts'

export type TimeUnit = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second'

const second = 1000
const day = 86_400_000

/** Typical durations, to calculate how many fit. */
const lengths: Record<TimeUnit, number> = {
  second,
  minute: 60 * second,
  hour: 3600 * second,
  day,
  week: 7 * day,
  month: 30.44 * day,
  quarter: 91.3 * day,
  year: 365.25 * day,
}

const steps: [unit: TimeUnit, count: number][] = [
  ['second', 1],
  ['second', 5],
  ['second', 15],
  ['second', 30],
  ['minute', 1],
  ['minute', 5],
  ['minute', 15],
  ['minute', 30],
  ['hour', 1],
  ['hour', 3],
  ['hour', 6],
  ['hour', 12],
  ['day', 1],
  ['day', 2],
  ['week', 1],
  ['month', 1],
  ['month', 3],
  ['month', 6],
  ['year', 1],
  ['year', 2],
  ['year', 5],
  ['year', 10],
  ['year', 20],
  ['year', 50],
  ['year', 100],
]

export interface TimeTick {
  at: number
  label: string
  /** The year, emphasized among months. */
  isStrong: boolean
}

/** The start of the period that contains a time; weeks start on Monday. */
export function startOf(time: number, unit: TimeUnit): number {
  const date = new Date(time)
  const [year, month, dayOfMonth] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (unit === 'year') return Date.UTC(year, 0, 1)
  if (unit === 'quarter') return Date.UTC(year, month - (month % 3), 1)
  if (unit === 'month') return Date.UTC(year, month, 1)
  if (unit === 'week') return Date.UTC(year, month, dayOfMonth - ((date.getUTCDay() + 6) % 7))
  return Math.floor(time / lengths[unit]) * lengths[unit]
}

/** The start of the period that is `count` units later. */
export function addUnits(time: number, unit: TimeUnit, count: number): number {
  const date = new Date(time)
  const months = unit === 'year' ? 12 * count : unit === 'quarter' ? 3 * count : unit === 'month' ? count : 0
  if (months === 0) return time + lengths[unit] * count
  return Date.UTC(
    date.getUTCFullYear(),
    date.getUTCMonth() + months,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
  )
}

/** The distance between times that are starts of periods; undefined when they are not, or when there are too few. */
export function unitOf(times: readonly number[]): TimeUnit | undefined {
  const sorted = [...new Set(times)].sort((left, right) => left - right)
  if (sorted.length < 2) return undefined
  const gaps = sorted.slice(1).map((time, index) => time - (sorted[index] ?? 0))
  const least = Math.min(...gaps)
  const units: TimeUnit[] = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute']
  return units.find((unit) => least >= lengths[unit] * 0.9 && sorted.every((time) => startOf(time, unit) === time))
}

/**
 * Ticks at natural boundaries of hours, days, weeks, months and years, no more than fit into the width, and no finer than the data. A
 * document may set the step.
 */
export function timeTicks(
  from: number,
  to: number,
  width: number,
  locale: FormatLocale,
  { finest, unit, step }: { finest?: TimeUnit | undefined; unit?: string | undefined; step?: number | undefined } = {},
): TimeTick[] {
  const room = Math.max(2, Math.floor(width / 64))
  const given = unit !== undefined && unit in lengths ? (unit as TimeUnit) : undefined
  const span = Math.max(1, to - from)
  const floor = finest ? lengths[finest] * 0.9 : 0
  const fitting = steps.find(
    ([name, count]) => lengths[name] * count >= floor && span / (lengths[name] * count) <= room,
  ) ?? ['year', 100]
  const [name, count]: [TimeUnit, number] = given
    ? [given, Math.max(1, Math.round(step ?? 1))]
    : [fitting[0], fitting[1]]
  const ticks: TimeTick[] = []
  let at = firstStart(from, name, count)
  while (at <= to && ticks.length < 400) {
    if (at >= from) ticks.push(tick(at, name, ticks.length === 0, locale))
    at = name === 'day' && count === 2 ? nextOfTwoDays(at) : addUnits(at, name, count)
  }
  return ticks
}

/** Multiples are counted from the start of the next larger period, so that every year shows the same months. */
function firstStart(from: number, unit: TimeUnit, count: number): number {
  const date = new Date(from)
  if (unit === 'year') return Date.UTC(date.getUTCFullYear() - (date.getUTCFullYear() % count), 0, 1)
  if (unit === 'month' || unit === 'quarter') return startOf(from, 'year')
  if (unit === 'day' && count > 1) return startOf(from, 'month')
  if (unit === 'hour') return startOf(from, 'day')
  if (unit === 'minute') return startOf(from, 'hour')
  return unit === 'second' ? startOf(from, 'minute') : startOf(from, unit)
}

/** Every second day of a month; the last one is followed by the first of the next month. */
function nextOfTwoDays(at: number): number {
  const next = at + 2 * day
  const month = new Date(at).getUTCMonth()
  return new Date(next).getUTCMonth() === month && new Date(next + day).getUTCMonth() === month
    ? next
    : startOf(addUnits(startOf(at, 'month'), 'month', 1), 'month')
}

function tick(at: number, unit: TimeUnit, isFirst: boolean, locale: FormatLocale): TimeTick {
  const date = new Date(at)
  const write = (formatString: string) =>
    formatCell(date.toISOString().slice(0, 19), { kind: 'timestamp' }, { kind: 'datetime', formatString }, locale)
  const isNewYear = date.getUTCMonth() === 0 && date.getUTCDate() === 1 && date.getUTCHours() === 0
  if (unit === 'year') return { at, label: write('%Y'), isStrong: false }
  if (unit === 'month' || unit === 'quarter') {
    const year = isNewYear || isFirst
    return { at, label: year ? (isNewYear ? write('%Y') : write('%b %Y')) : write('%b'), isStrong: year }
  }
  if (unit === 'week' || unit === 'day') return { at, label: write('%b %-d'), isStrong: false }
  if (date.getUTCHours() === 0 && date.getUTCMinutes() === 0 && date.getUTCSeconds() === 0) {
    return { at, label: write('%b %-d'), isStrong: true }
  }
  return { at, label: write(unit === 'second' ? '%H:%M:%S' : '%H:%M'), isStrong: false }
}
