import { caseWhen, cast, type SqlExpression, sql } from '../../sql/index.ts'
import { DATE, INT64 } from '../value-types.ts'
import { ansiWords, call, isDate, pieces } from './ansi.ts'
import type { Words } from './words.ts'

const MONTHS_OF: Readonly<Record<string, number>> = { year: 12, quarter: 3, month: 1 }

/** The words that DuckDB and PostgreSQL share. */
export function postgresFamilyWords(self: () => Words): Omit<Words, 'json' | 'isoText'> {
  return {
    ...ansiWords(self),
    // A float is converted to an exact number first, since PostgreSQL rounds halves of floats to an even number.
    integer: (number) => sql`CAST(ROUND(CAST(${number} AS DECIMAL(38, 9))) AS INTEGER)`,
    replaceMatches: (text, pattern, replacement) => sql`REGEXP_REPLACE(${text}, ${pattern}, ${replacement}, 'g')`,

    add: (unit, amount, moment) => sql`${moment} + ${interval(unit, amount)}`,
    startOf,
    partOf,
    boundariesBetween,
    dayNumber: (moment) => sql`CAST(${cast(moment, DATE)} - DATE '1970-01-01' AS BIGINT)`,
    epoch: (moment) => sql`EXTRACT(EPOCH FROM ${moment})`,
    convertZone: (moment, from, to) => sql`(${moment} AT TIME ZONE ${from}) AT TIME ZONE ${to}`,
    localTime: (instant, zone) => sql`${instant} AT TIME ZONE ${zone}`,
    makeDate(year, month, day) {
      const within = (part: SqlExpression, low: number, high: number) =>
        pieces(['LEAST(GREATEST(', `, ${low}), ${high})`], part)
      // Parts outside their limits must not raise an error before the test below returns null.
      const first = call('MAKE_DATE', within(year, 1, 9999), within(month, 1, 12), sql`1`)
      const made = sql`${first} + ${sql`(${within(day, 1, 31)} - 1)`}`
      return caseWhen([{ when: isDate(year, month, day, sql`EXTRACT(MONTH FROM ${made})`), value: made }])
    },
    // In two steps: an interval is multiplied by a float, which has no room for the microseconds of a far year.
    fromMicros: (micros) =>
      sql`TIMESTAMP '1970-01-01 00:00:00' + (${micros} / 1000000) * INTERVAL '1 second' + (${micros} % 1000000) * INTERVAL '1 microsecond'`,
    nearestWhole: (number) => sql`CAST(ROUND(CAST(${number} AS DECIMAL(38, 9))) AS BIGINT)`,
  }
}

/** A whole number of units as an interval. */
export function interval(unit: string, amount: SqlExpression): SqlExpression {
  const text = unit === 'quarter' ? '3 month' : `1 ${unit}`
  return pieces(['', ` * INTERVAL '${text}'`], amount)
}

/** Start of the period of a local time, as a local time. Weeks start on Sunday, whatever the session. */
export function startOf(unit: string, moment: SqlExpression): SqlExpression {
  switch (unit) {
    case 'week':
    case 'week_starting_sunday':
      return sql`DATE_TRUNC('week', ${moment} + INTERVAL '1 day') - INTERVAL '1 day'`
    case 'week_starting_monday':
      return sql`DATE_TRUNC('week', ${moment})`
    default:
      return pieces([`DATE_TRUNC('${unit}', `, ')'], moment)
  }
}

/** The named part of a local time as int64. */
export function partOf(part: string, moment: SqlExpression): SqlExpression {
  const extract = (name: string) => pieces([`EXTRACT(${name} FROM `, ')'], moment)
  switch (part) {
    case 'weekday':
      return cast(sql`${extract('DOW')} + 1`, INT64)
    case 'day_of_year':
      return cast(extract('DOY'), INT64)
    case 'week': {
      // Week 1 contains 1 January, weeks start on Sunday.
      const firstDay = sql`EXTRACT(DOW FROM ${startOf('year', moment)})`
      return cast(sql`FLOOR((${extract('DOY')} + ${firstDay} - 1) / 7.0) + 1`, INT64)
    }
    case 'second':
      return cast(sql`FLOOR(${extract('SECOND')})`, INT64)
    // Computed from the whole second: a float has no room for the microseconds of a year far from 1970.
    case 'epoch':
      return cast(sql`EXTRACT(EPOCH FROM ${startOf('second', moment)})`, INT64)
    case 'millisecond':
      return sql`${cast(sql`FLOOR(${extract('MILLISECOND')})`, INT64)} % 1000`
    default:
      return cast(extract(part.toUpperCase()), INT64)
  }
}

/** Units of a second or less: how many of them a second has. */
const PER_SECOND: Readonly<Record<string, number>> = { second: 1, millisecond: 1000 }
const SECONDS: Readonly<Record<string, number>> = { hour: 3600, minute: 60 }

/** The number of boundaries of the unit between two local times. */
function boundariesBetween(unit: string, start: SqlExpression, end: SqlExpression): SqlExpression {
  const difference = (of: (moment: SqlExpression) => SqlExpression) => sql`${of(end)} - ${of(start)}`
  const months = MONTHS_OF[unit]
  if (unit === 'year') return difference((moment) => partOf('year', moment))
  if (months !== undefined) {
    const perYear = String(12 / months)
    return difference((moment) => pieces(['', ` * ${perYear} + `, ''], partOf('year', moment), partOf(unit, moment)))
  }
  switch (unit) {
    case 'week': {
      const day = (moment: SqlExpression) => cast(startOf('week', moment), DATE)
      return sql`CAST((${difference(day)}) / 7 AS BIGINT)`
    }
    case 'day':
      return sql`CAST(${difference((moment) => cast(moment, DATE))} AS BIGINT)`
    default:
      return difference((moment) => unitsSinceEpoch(unit, moment))
  }
}

/**
 * Whole units from 1970 to a local time. The time is truncated first, so that the float that PostgreSQL 13 returns for an epoch has room
 * for it.
 */
function unitsSinceEpoch(unit: string, moment: SqlExpression): SqlExpression {
  const start = startOf(unit === 'millisecond' ? 'milliseconds' : unit, moment)
  const perSecond = PER_SECOND[unit]
  if (perSecond !== undefined && perSecond > 1) {
    return pieces(['CAST(ROUND(EXTRACT(EPOCH FROM ', `) * ${perSecond}) AS BIGINT)`], start)
  }
  return pieces(['CAST(EXTRACT(EPOCH FROM ', `) / ${SECONDS[unit] ?? 1} AS BIGINT)`], start)
}
