import { and, caseWhen, cast, type SqlExpression, sql, value } from '../../sql/index.ts'
import { DATE, INT64, LOGICAL, TIMESTAMP } from '../value-types.ts'
import type { Words } from '../words/index.ts'
import { amountOf, isUnit, localNow, moment, UNITS, type Unit, unitOf } from './dates.ts'
import { defineFunction, type EmitInfo, type FunctionDefinition, type Param } from './define.ts'
import { integerText } from './numbers.ts'

const date: Param = { name: 'date', type: 'date' }

const today: Param = { name: 'today', type: 'date', optional: true }

/**
 * Whole weeks have five business days, and the days before a date in its week (Monday first) at most five. Days are numbers from 1970;
 * 1900-01-01 was a Monday, 25567 days before 1970.
 */
function businessDays(start: SqlExpression, end: SqlExpression): SqlExpression {
  const upTo = (day: SqlExpression): SqlExpression => {
    const weeks = cast(sql`FLOOR((${day} + 25567) / 7e0)`, INT64)
    const rest = sql`${day} + 25567 - ${weeks} * 7`
    return sql`(${weeks} * 5 + ${caseWhen([{ when: sql`${rest} > 5`, value: sql`5` }], rest)})`
  }
  return sql`${upTo(sql`(${end} + 1)`)} - ${upTo(start)}`
}

function todayOr(args: readonly SqlExpression[], info: EmitInfo, words: Words, at: number): SqlExpression {
  return args[at] ? moment(args, info, words, at) : cast(value(localNow(info).slice(0, 10), DATE), TIMESTAMP)
}

function within(date: SqlExpression, start: SqlExpression, end: SqlExpression): SqlExpression {
  return and(sql`${date} >= ${start}`, sql`${date} < ${end}`)
}

/** The parts of a date range relative to today. */
interface RangeParts {
  moment(at: number): SqlExpression
  today(): SqlExpression
  amount(at: number, unit: Unit): SqlExpression
  startOf(unit: string, date: SqlExpression): SqlExpression
  add(unit: string, by: SqlExpression, date: SqlExpression): SqlExpression
}

function inDateRange(info: EmitInfo, parts: RangeParts): SqlExpression {
  const [direction, period] = [unitOf(info.constants[1]), unitOf(info.constants[2])]
  if (!isUnit(period)) return value(null, LOGICAL)
  const length = parts.amount(3, period)
  const offset = parts.amount(4, period)
  const day = parts.today()
  const start = parts.startOf(period, day)
  const shifted = (by: SqlExpression) => parts.add(period, by, start)
  const when = parts.moment(0)
  switch (direction) {
    case 'last':
      return within(when, shifted(sql`1 - ${offset} - ${length}`), shifted(sql`1 - ${offset}`))
    case 'next':
      return within(when, shifted(sql`1 + ${offset}`), shifted(sql`1 + ${offset} + ${length}`))
    case 'current':
      return within(when, shifted(offset), shifted(sql`${offset} + ${length}`))
    case 'to_date': {
      const end = parts.startOf('day', parts.add(period, offset, day))
      return within(when, shifted(offset), parts.add('day', sql`1`, end))
    }
    default:
      return value(null, LOGICAL)
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
      portable: (args, info, words) => {
        const [start, end] = [0, 1].map((at) => sql`(${words.dayNumber(moment(args, info, words, at))})`)
        if (!start || !end) return sql`NULL`
        return caseWhen([
          { when: sql`${end} >= ${start}`, value: businessDays(start, end) },
          { when: sql`${end} < ${start}`, value: sql`-(${businessDays(end, start)})` },
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
    summary: 'True when the date is in a window placed relative to today.',
    params: [
      date,
      { name: 'direction', type: 'text', constant: true, values: ['last', 'next', 'current', 'to_date'] },
      { name: 'period', type: 'text', constant: true, values: UNITS },
      { name: 'length', type: 'number', optional: true },
      { name: 'offset', type: 'number', optional: true },
      today,
    ],
    returns: 'logical',
    sql: {
      portable: (args, info, words) =>
        inDateRange(info, {
          moment: (at) => moment(args, info, words, at),
          today: () => todayOr(args, info, words, 5),
          amount: (at, unit) => {
            const given = args[at]
            if (!given) return integerText(at === 3 ? 1 : 0)
            return amountOf(words, unit, given, info.types[at], info.constants[at])
          },
          startOf: words.startOf,
          add: words.add,
        }),
    },
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
    summary: 'True when the date is in the period that contains today, moved back by a number of other periods.',
    params: [
      date,
      { name: 'range_period', type: 'text', constant: true, values: UNITS },
      { name: 'prior_period', type: 'text', constant: true, values: UNITS },
      { name: 'offset', type: 'number', optional: true },
      today,
    ],
    returns: 'logical',
    sql: {
      portable: (args, info, words) => {
        const [range, prior] = [unitOf(info.constants[1]), unitOf(info.constants[2])]
        if (!isUnit(range) || !isUnit(prior)) return value(null, LOGICAL)
        const given = args[3]
        const back = given ? sql`-${amountOf(words, prior, given, info.types[3], info.constants[3])}` : sql`-1`
        const start = words.startOf(range, words.add(prior, back, todayOr(args, info, words, 4)))
        return within(moment(args, info, words, 0), start, words.add(range, sql`1`, start))
      },
    },
    examples: [
      ['InPriorDateRange(Date("2023-05-02"), "month", "year", 1, Date("2024-05-20"))', true],
      ['InPriorDateRange(Date("2024-05-02"), "month", "year", 1, Date("2024-05-20"))', false],
    ],
  }),
]
