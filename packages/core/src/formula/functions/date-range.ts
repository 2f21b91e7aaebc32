import { and, caseWhen, cast, type SqlExpression, sql, value } from '../../sql/index.ts'
import { DATE, INT64, TIMESTAMP } from '../value-types.ts'
import { amountOf, interval, isUnit, localNow, moment, startOf, UNITS, unitOf } from './dates.ts'
import { defineFunction, type EmitInfo, type FunctionDefinition, type Param } from './define.ts'

const date: Param = { name: 'date', type: 'date' }

const today: Param = { name: 'today', type: 'date', optional: true }

/** Whole weeks have five, the days before a date in its week (Monday first) at most five. */
function businessDays(start: SqlExpression, end: SqlExpression): SqlExpression {
  const upTo = (day: SqlExpression): SqlExpression => {
    const days = sql`CAST(${day} - DATE '1900-01-01' AS BIGINT)`
    return sql`CAST(FLOOR(${days} / 7.0) AS BIGINT) * 5 + LEAST(${days} - CAST(FLOOR(${days} / 7.0) AS BIGINT) * 7, 5)`
  }
  return sql`${upTo(sql`CAST(${end} + INTERVAL '1 day' AS DATE)`)} - ${upTo(start)}`
}

function within(date: SqlExpression, start: SqlExpression, end: SqlExpression): SqlExpression {
  return and(sql`${date} >= ${start}`, sql`${date} < ${end}`)
}

function todayOr(args: readonly SqlExpression[], info: EmitInfo, at: number): SqlExpression {
  return args[at] ? moment(args, info, at) : cast(value(localNow(info).slice(0, 10), DATE), TIMESTAMP)
}

function inDateRange(args: readonly SqlExpression[], info: EmitInfo): SqlExpression {
  const [direction, period] = [unitOf(info.constants[1]), unitOf(info.constants[2])]
  if (!isUnit(period)) return sql`CAST(NULL AS BOOLEAN)`
  const length = amountOf(args[3] ?? sql`1`, info.types[3] ?? INT64)
  const offset = amountOf(args[4] ?? sql`0`, info.types[4] ?? INT64)
  const day = todayOr(args, info, 5)
  const start = startOf(period, day)
  const shifted = (by: SqlExpression) => sql`${start} + ${interval(period, by)}`
  const when = moment(args, info, 0)
  switch (direction) {
    case 'last':
      return within(when, shifted(sql`1 - ${offset} - ${length}`), shifted(sql`1 - ${offset}`))
    case 'next':
      return within(when, shifted(sql`1 + ${offset}`), shifted(sql`1 + ${offset} + ${length}`))
    case 'current':
      return within(when, shifted(offset), shifted(sql`${offset} + ${length}`))
    case 'to_date': {
      const end = startOf('day', sql`${day} + ${interval(period, offset)}`)
      return within(when, shifted(offset), sql`${end} + INTERVAL '1 day'`)
    }
    default:
      return sql`CAST(NULL AS BOOLEAN)`
  }
}

export const dateRangeFunctions: readonly FunctionDefinition[] = [
  defineFunction({
    name: 'BusinessDays',
    class: 'row',
    category: 'date',
    summary: 'Days from Monday to Friday between two dates, both counted; negative when the end is earlier.',
    params: [
      { name: 'start', type: 'date' },
      { name: 'end', type: 'date' },
    ],
    returns: 'integer',
    sql: {
      postgresFamily: (args, info) => {
        const [start, end] = [cast(moment(args, info, 0), DATE), cast(moment(args, info, 1), DATE)]
        const forward = businessDays(start, end)
        return caseWhen([
          { when: sql`${end} >= ${start}`, value: forward },
          { when: sql`${end} < ${start}`, value: sql`-${businessDays(end, start)}` },
        ])
      },
    },
    examples: [
      ['BusinessDays(Date("2024-05-17"), Date("2024-05-20"))', 2],
      ['BusinessDays(Date("2024-05-18"), Date("2024-05-19"))', 0],
      ['BusinessDays(Date("2024-05-01"), Date("2024-05-31"))', 23],
      ['BusinessDays(Date("2024-05-20"), Date("2024-05-17"))', -2],
    ],
  }),
  defineFunction({
    name: 'InDateRange',
    class: 'row',
    category: 'date',
    dependsOn: 'today',
    summary: 'True when the date falls in a window placed relative to today.',
    params: [
      date,
      { name: 'direction', type: 'text', constant: true, values: ['last', 'next', 'current', 'to_date'] },
      { name: 'period', type: 'text', constant: true, values: UNITS },
      { name: 'length', type: 'number', optional: true },
      { name: 'offset', type: 'number', optional: true },
      today,
    ],
    returns: 'logical',
    sql: { postgresFamily: inDateRange },
    examples: [
      ['InDateRange(Date("2024-05-05"), "current", "month", 1, 0, Date("2024-05-20"))', true],
      ['InDateRange(Date("2024-06-01"), "current", "month", 1, 0, Date("2024-05-20"))', false],
      ['InDateRange(Date("2024-04-30"), "last", "week", 1, 3, Date("2024-05-20"))', true],
      ['InDateRange(Date("2024-05-20"), "to_date", "month", 1, 0, Date("2024-05-20"))', true],
      ['InDateRange(Date("2024-05-21"), "to_date", "month", 1, 0, Date("2024-05-20"))', false],
      ['InDateRange(Today(), "current", "day")', true],
    ],
  }),
  defineFunction({
    name: 'InPriorDateRange',
    class: 'row',
    category: 'date',
    dependsOn: 'today',
    summary: 'True when the date falls in the period that holds today, moved back by a number of other periods.',
    params: [
      date,
      { name: 'range_period', type: 'text', constant: true, values: UNITS },
      { name: 'prior_period', type: 'text', constant: true, values: UNITS },
      { name: 'offset', type: 'number', optional: true },
      today,
    ],
    returns: 'logical',
    sql: {
      postgresFamily: (args, info) => {
        const [range, prior] = [unitOf(info.constants[1]), unitOf(info.constants[2])]
        if (!isUnit(range) || !isUnit(prior)) return sql`CAST(NULL AS BOOLEAN)`
        const back = sql`-${amountOf(args[3] ?? sql`1`, info.types[3] ?? INT64)}`
        const start = startOf(range, sql`${todayOr(args, info, 4)} + ${interval(prior, back)}`)
        return within(moment(args, info, 0), start, sql`${start} + ${interval(range, sql`1`)}`)
      },
    },
    examples: [
      ['InPriorDateRange(Date("2023-05-02"), "month", "year", 1, Date("2024-05-20"))', true],
      ['InPriorDateRange(Date("2024-05-02"), "month", "year", 1, Date("2024-05-20"))', false],
    ],
  }),
]
