import { Temporal } from 'temporal-polyfill'
import { cast, type SqlExpression, sql, textValue } from '../../sql/index.ts'
import type { Cell, ValueType } from '../../types/index.ts'
import { DATE, INT64, TIMESTAMP } from '../value-types.ts'
import type { Words } from '../words/index.ts'
import type { EmitInfo } from './define.ts'

/** Units of DateAdd and DateDiff, coarsest first. */
export const UNITS = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const
export type Unit = (typeof UNITS)[number]

export function isUnit(text: unknown): text is Unit {
  return UNITS.some((unit) => unit === text)
}

/** Why a literal is no time zone; null when it is one. */
export function zoneProblem(constant: Cell): string | null {
  if (constant === null) return null
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(String(constant))
    return null
  } catch {
    return 'An IANA name of a time zone, such as "Europe/Paris" or "UTC".'
  }
}

/** True for units of which a calendar day holds a whole number of none. */
export function isDayOrCoarser(unit: string): boolean {
  return !['hour', 'minute', 'second', 'millisecond'].includes(unit)
}

/** A constant unit in lower case; the checker has seen that it is one, a control may hold anything. */
export function unitOf(constant: unknown): string {
  return typeof constant === 'string' ? constant.toLowerCase() : ''
}

/** Program text of a word such as a date part. Only for words of this file and its users. */
function words(before: string, args: readonly SqlExpression[], ...rest: string[]): SqlExpression {
  return { kind: 'fragment', strings: [before, ...rest], args }
}

/** A local date and time. An instant that reached a formula is read in the zone of the organization. */
export function local(date: SqlExpression, type: ValueType | undefined, info: EmitInfo): SqlExpression {
  if (type?.kind === 'timestamp') return date
  if (type?.kind === 'instant') return sql`${date} AT TIME ZONE ${textValue(info.zone)}`
  return cast(date, TIMESTAMP)
}

/** Reads a local time as UTC and moves it to a zone. */
export function inZone(date: SqlExpression, zone: SqlExpression): SqlExpression {
  return sql`(${date} AT TIME ZONE 'UTC') AT TIME ZONE ${zone}`
}

/** A whole number of units as an interval. */
export function interval(unit: string, amount: SqlExpression): SqlExpression {
  const text = unit === 'quarter' ? '3 month' : `1 ${unit}`
  return words('', [amount], ` * INTERVAL '${text}'`)
}

function one(unit: string, count = 1): SqlExpression {
  return words(`INTERVAL '${unit === 'quarter' ? 3 * count : count} ${unit === 'quarter' ? 'month' : unit}'`, [])
}

/** Start of the period of a local time, as a local time. Weeks start on Sunday, on whatever engine and session. */
export function startOf(unit: string, date: SqlExpression): SqlExpression {
  switch (unit) {
    case 'week':
    case 'week_starting_sunday':
      return sql`DATE_TRUNC('week', ${date} + INTERVAL '1 day') - INTERVAL '1 day'`
    case 'week_starting_monday':
      return sql`DATE_TRUNC('week', ${date})`
    default:
      return words(`DATE_TRUNC('${knownWord(unit)}', `, [date], ')')
  }
}

/**
 * Start of the period of a day on DuckDB by counting days back, several times quicker than its DATE_TRUNC; null for
 * units that have no such count. `day` is written several times, so it should be short. COALESCE keeps days without
 * end: they have no day of a month.
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

/** Last second of the period. */
export function lastSecondOf(unit: string, date: SqlExpression): SqlExpression {
  return sql`${startOf(unit, date)} + ${one(unit)} - INTERVAL '1 second'`
}

/** The named part of a local time as int64. */
export function partOf(part: string, date: SqlExpression): SqlExpression {
  const extract = (name: string) => words(`EXTRACT(${name} FROM `, [date], ')')
  switch (part) {
    case 'weekday':
      return cast(sql`${extract('DOW')} + 1`, INT64)
    case 'day_of_year':
      return cast(extract('DOY'), INT64)
    case 'week': {
      // Week 1 holds 1 January, weeks start on Sunday.
      const firstDay = sql`EXTRACT(DOW FROM ${startOf('year', date)})`
      return cast(sql`FLOOR((${extract('DOY')} + ${firstDay} - 1) / 7.0) + 1`, INT64)
    }
    case 'second':
    case 'epoch':
      return cast(sql`FLOOR(${extract(part.toUpperCase())})`, INT64)
    case 'millisecond':
      return sql`${cast(sql`FLOOR(${extract('MILLISECOND')})`, INT64)} % 1000`
    default:
      return cast(extract(knownWord(part).toUpperCase()), INT64)
  }
}

/** Boundaries of the unit that lie between two local times. */
export function boundariesBetween(unit: string, start: SqlExpression, end: SqlExpression): SqlExpression {
  const months = (date: SqlExpression) => sql`${partOf('year', date)} * 12 + ${partOf('month', date)}`
  const quarters = (date: SqlExpression) => sql`${partOf('year', date)} * 4 + ${partOf('quarter', date)}`
  switch (unit) {
    case 'year':
      return sql`${partOf('year', end)} - ${partOf('year', start)}`
    case 'quarter':
      return sql`${quarters(end)} - ${quarters(start)}`
    case 'month':
      return sql`${months(end)} - ${months(start)}`
    case 'week': {
      const day = (date: SqlExpression) => cast(startOf('week', date), DATE)
      return sql`CAST((${day(end)} - ${day(start)}) / 7 AS BIGINT)`
    }
    case 'day':
      return sql`CAST(${cast(end, DATE)} - ${cast(start, DATE)} AS BIGINT)`
    default: {
      const scale = { hour: '3600', minute: '60', second: '1', millisecond: '0.001' }[unit] ?? '1'
      const steps = (date: SqlExpression) => words('CAST(FLOOR(EXTRACT(EPOCH FROM ', [date], `) / ${scale}) AS BIGINT)`)
      return sql`${steps(end)} - ${steps(start)}`
    }
  }
}

function knownWord(word: string): string {
  if (!isUnit(word)) throw new RangeError(`Not a unit of time: ${word}`)
  return word
}

/** ISO text as `Date` reads it: the day, or the day and the time; null when it is neither or no such day. */
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

/** Epoch seconds as a local time that reads as UTC. */
export function fromEpoch(seconds: SqlExpression): SqlExpression {
  return sql`TIMESTAMP '1970-01-01 00:00:00' + ${seconds} * INTERVAL '1 second'`
}

/** The date as a local time, moved to a zone when the call names one. */
export function moment(args: readonly SqlExpression[], info: EmitInfo, at: number, zoneAt?: number): SqlExpression {
  const given = args[at] ?? sql`NULL`
  const zoneArgument = zoneAt === undefined ? undefined : args[zoneAt]
  const read = local(given, info.types[at], info)
  return zoneArgument ? inZone(read, zoneArgument) : read
}

/** The same with the words of a dialect. */
export function portableMoment(
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
  return zoneArgument ? words.convertZone(read, sql`'UTC'`, zoneArgument) : read
}

/** Whole number of units for the words of a dialect. */
export function portableAmount(amount: SqlExpression, type: ValueType | undefined): SqlExpression {
  return type?.kind === 'int64' ? amount : cast(sql`ROUND(${amount}, 0)`, INT64)
}

/** Last second of the period. */
export function portableLastSecond(words: Words, unit: string, date: SqlExpression): SqlExpression {
  return words.add('second', sql`-1`, words.add(unit, sql`1`, words.startOf(unit, date)))
}

/** Whole number of units, decimals rounded. */
export function amountOf(amount: SqlExpression, type: ValueType | undefined): SqlExpression {
  return type?.kind === 'int64' ? amount : sql`ROUND(${amount})`
}

/** Local time of the query in the zone of the organization, to the second. */
export function localNow(info: EmitInfo): string {
  return Temporal.Instant.from(info.now)
    .toZonedDateTimeISO(info.zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
}
