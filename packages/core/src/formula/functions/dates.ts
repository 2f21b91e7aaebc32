import { Temporal } from 'temporal-polyfill'
import { caseWhen, cast, type SqlExpression, sql, textValue } from '../../sql/index.ts'
import type { Cell, ValueType } from '../../types/index.ts'
import { TIMESTAMP } from '../value-types.ts'
import type { Words } from '../words/index.ts'
import type { EmitInfo } from './define.ts'
import { integerText, wholeWithin } from './numbers.ts'
import { zoneNamed } from './zones.ts'

/** Units of DateAdd and DateDiff, coarsest first. */
export const UNITS = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const
export type Unit = (typeof UNITS)[number]

export function isUnit(text: unknown): text is Unit {
  return UNITS.some((unit) => unit === text)
}

/** Whether the unit is a day or longer. */
export function isDayOrCoarser(unit: string): boolean {
  return !['hour', 'minute', 'second', 'millisecond'].includes(unit)
}

/** A constant unit in lower case; the checker has validated literals, a control may contain anything. */
export function unitOf(constant: unknown): string {
  return typeof constant === 'string' ? constant.toLowerCase() : ''
}

/**
 * The start of the period of a day on DuckDB, computed by subtracting days, which is several times faster than its DATE_TRUNC; null for
 * units without such a formula. `day` is repeated in the result, so it should be short. COALESCE keeps infinite dates, which have no day of
 * the month.
 */
export function daysBackTo(unit: string, day: SqlExpression): SqlExpression | null {
  const back = (days: SqlExpression) => sql`COALESCE(${day} - CAST(${days} AS INTEGER), ${day})`
  switch (unit) {
    case 'year':
      return back(sql`DAYOFYEAR(${day}) - 1`)
    case 'month':
      return back(sql`DAY(${day}) - 1`)
    case 'week':
    case 'week_starting_sunday':
      return back(sql`DAYOFWEEK(${day})`)
    case 'week_starting_monday':
      return back(sql`ISODOW(${day}) - 1`)
    case 'day':
      return day
    default:
      return null
  }
}

/** Parses the ISO text that `Date` accepts: a day, or a day and a time; null for other texts and for days that do not exist. */
export function readIsoDate(text: string): { type: 'date' | 'timestamp'; value: string } | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,6})?)?)?$/.exec(text.trim())
  if (!match) return null
  const [, year, month, day, hour, minute, second, fraction] = match
  const monthNumber = Number(month)
  if (monthNumber < 1 || monthNumber > 12) return null
  if (Number(day) < 1 || Number(day) > daysOfMonth(Number(year), monthNumber)) return null
  if (hour === undefined) return { type: 'date', value: `${year}-${month}-${day}` }
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return null
  const decimals = fraction?.replace(/0+$/, '') ?? ''
  return {
    type: 'timestamp',
    value: `${year}-${month}-${day}T${hour}:${minute}:${second ?? '00'}${decimals === '.' ? '' : decimals}`,
  }
}

function daysOfMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** The date as a local time, converted to a zone when the call has one. An instant is read in the zone of the organization. */
export function moment(
  args: readonly SqlExpression[],
  info: EmitInfo,
  words: Words,
  at: number,
  zoneAt?: number,
): SqlExpression {
  const given = args[at] ?? sql`NULL`
  const type = info.types[at]
  const zoneArgument = zoneAt === undefined ? undefined : args[zoneAt]
  const read =
    type?.kind === 'timestamp'
      ? given
      : type?.kind === 'instant'
        ? words.localTime(given, textValue(info.zone))
        : cast(given, TIMESTAMP)
  if (zoneAt === undefined || !zoneArgument) return read
  return words.convertZone(read, sql`'UTC'`, zoneNamed(zoneArgument, info.constants[zoneAt], words))
}

/** About twenty thousand years in each unit: within the years 1 to 9999 no date can be moved by more. */
const MOST_UNITS: Readonly<Record<Unit, number>> = {
  year: 20_000,
  quarter: 80_000,
  month: 240_000,
  week: 1_040_000,
  day: 7_300_000,
  hour: 175_200_000,
  minute: 10_512_000_000,
  second: 630_720_000_000,
}

/** The whole number of units to move a date by; null for more than any date can be moved by. */
export function amountOf(
  words: Words,
  unit: Unit,
  amount: SqlExpression,
  type: ValueType | undefined,
  constant: Cell | undefined,
): SqlExpression {
  return wholeWithin(words, amount, type, constant, [-MOST_UNITS[unit], MOST_UNITS[unit]])
}

/** Moving any date of the years 1 to 9999 by this many years stays inside the range of every engine; PostgreSQL's begins in 4713 BC. */
const SAFE_YEARS = 4_000
/** The maximum difference, over ten thousand years, between years of 365 days and calendar years. */
const SLACK_YEARS = 20

/**
 * The date moved by a number of units; null outside the years 1 to 9999. Engines raise errors outside their range, so a large number is
 * first compared with the year of the date.
 */
export function movedBy(
  words: Words,
  unit: Unit,
  amount: SqlExpression,
  constant: Cell | undefined,
  date: SqlExpression,
): SqlExpression {
  const moved = withinCalendar(words, words.add(unit, amount, date))
  const perYear = MOST_UNITS[unit] / MOST_UNITS.year
  if (constant !== undefined && constant !== null && Math.abs(Number(constant)) <= SAFE_YEARS * perYear) return moved
  const year = sql`${words.partOf('year', date)} + ${amount} / ${integerText(perYear)}`
  const test = sql`${year} BETWEEN ${integerText(1 - SLACK_YEARS)} AND ${integerText(9_999 + SLACK_YEARS)}`
  return caseWhen([{ when: test, value: moved }])
}

/** A local time that the engine was able to compute; null outside the years 1 to 9999, which not every engine supports. */
export function withinCalendar(words: Words, moment: SqlExpression): SqlExpression {
  return caseWhen([{ when: sql`${words.partOf('year', moment)} BETWEEN 1 AND 9999`, value: moment }])
}

/** The years 1 to 9999 in seconds. */
const SECONDS = [-62_135_596_800n, 253_402_300_799n] as const

/** A number of seconds, or of smaller units, since 1970 as a local time in UTC; null outside the years 1 to 9999. */
export function fromEpoch(
  words: Words,
  number: SqlExpression,
  type: ValueType | undefined,
  constant: Cell | undefined,
  perSecond: number,
): SqlExpression {
  const factor = 1_000_000 / perSecond
  const limits = [SECONDS[0] * BigInt(perSecond), (SECONDS[1] + 1n) * BigInt(perSecond) - 1n] as const
  const inside = wholeWithin(words, number, type, constant, limits, factor)
  return words.fromMicros(inside)
}

/**
 * Last second of the period. It is not computed from the start of the next period, because the year 10000 is not supported on every engine.
 * 31 January moved by months stays on the last day of each month.
 */
export function lastSecondOf(words: Words, unit: string, date: SqlExpression): SqlExpression {
  const endOfDay = (day: SqlExpression) => words.add('second', sql`86399`, day)
  const endOfMonth = (months: SqlExpression) =>
    endOfDay(words.add('month', months, words.add('day', sql`30`, words.startOf('year', date))))
  switch (unit) {
    case 'year':
      return endOfMonth(sql`11`)
    case 'quarter':
      return endOfMonth(sql`${words.partOf('quarter', date)} * 3 - 1`)
    case 'month':
      return endOfMonth(sql`${words.partOf('month', date)} - 1`)
    case 'week':
      return endOfDay(words.add('day', sql`7 - ${words.partOf('weekday', date)}`, words.startOf('day', date)))
    default:
      return words.add('second', sql`-1`, words.add(unit, sql`1`, words.startOf(unit, date)))
  }
}

/** The current local time in the zone of the organization, to the second. */
export function localNow(info: EmitInfo): string {
  return Temporal.Instant.from(info.now)
    .toZonedDateTimeISO(info.zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
}
