import fc from 'fast-check'
import type { ValueType } from '../../packages/core/src/types/index.ts'
import { addUnits, datePart, difference, lastSecond, makeDate, truncate } from './dates.ts'
import { rowFunctions } from './row-functions.ts'
import { int, isDecimal, isMoment, type Moment, type Value } from './values.ts'

/** A formula over columns, the values of the columns, and the expected result. */
export interface Case {
  formula: string
  columns: Readonly<Record<string, { type: ValueType; values: fc.Arbitrary<string | bigint> }>>
  of(...args: Value[]): Value
}

const INT64: ValueType = { kind: 'int64' }
const TIME: ValueType = { kind: 'timestamp' }

/** The first and the last millisecond of the years 1 to 9999. */
export const FIRST = -62_135_596_800_000n
export const LAST = 253_402_300_799_999n
const DAY = 86_400_000n

/** Days at the ends of months, years and leap years, and at the ends of the calendar, with the first and last millisecond of the day. */
const edges = [
  '0001-01-01',
  '1600-02-29',
  '1899-12-31',
  '1900-02-28',
  '1969-12-31',
  '1970-01-01',
  '2000-02-29',
  '2023-12-31',
  '2024-02-29',
  '9999-12-31',
]
  .map((day) => BigInt(Date.parse(`${day}T00:00:00Z`)))
  .flatMap((ms) => [ms - 1n, ms, ms + 999n, ms + DAY - 1n])
  .filter((ms) => ms >= FIRST && ms <= LAST)
const anyTime = fc
  .tuple(fc.bigInt(FIRST, LAST), fc.constantFrom(0n, 1n, 999n))
  .map(([ms, rest]) => ms - (((ms % 1000n) + 1000n) % 1000n) + rest)
export const time = fc
  .oneof(anyTime, fc.constantFrom(...edges))
  .map((ms) => new Date(Number(ms)).toISOString().slice(0, 23))
const small = fc.oneof(fc.bigInt(-20n, 20n), fc.bigInt(-4_000n, 4_000n))
const amount = fc.oneof(
  small,
  fc.bigInt(-4_000_000n, 4_000_000n),
  fc.constantFrom(2n ** 31n, -(2n ** 31n), 2n ** 53n, 2n ** 63n - 1n),
)

const units = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second']
const parts = ['year', 'quarter', 'month', 'week', 'day', 'weekday', 'day_of_year', 'hour', 'minute', 'second', 'epoch']

const date = { D: { type: TIME, values: time } }
const momentOf = (value: Value | undefined): Moment => {
  if (value === undefined || !isMoment(value)) throw new Error('Not a moment.')
  return value
}
const numberOf = (value: Value | undefined): bigint => {
  if (value === undefined || value === null || !isDecimal(value)) throw new Error('Not a number.')
  return value.digits
}
const call = (name: string, ...args: Value[]): Value => rowFunctions[name]?.(args) ?? null

/** Null for a time outside the years 1 to 9999, which not every engine supports. */
function within(moment: Moment | null): Value {
  return moment !== null && moment.ms >= Number(FIRST) && moment.ms <= Number(LAST) ? moment : null
}

const ofDate = (formula: string, of: (moment: Moment) => Value): Case => ({
  formula,
  columns: date,
  of: (value) => of(momentOf(value)),
})

function unixCase(name: string, perSecond: bigint): Case {
  return {
    formula: `${name}([N])`,
    columns: {
      N: {
        type: INT64,
        values: fc.oneof(
          fc.bigInt((FIRST * perSecond) / 1000n, (LAST * perSecond) / 1000n),
          small,
          fc.constantFrom(2n ** 63n - 1n, -(2n ** 63n)),
        ),
      },
    },
    of: (value) => {
      const n = numberOf(value)
      const micros = (n * 1_000_000n) / perSecond
      if (micros < FIRST * 1000n || micros > LAST * 1000n + 999n) return null
      // Times of the evaluator are whole milliseconds, truncated like the engine's text when it is read.
      const rest = ((micros % 1000n) + 1000n) % 1000n
      return { ms: Number((micros - rest) / 1000n) }
    },
  }
}

function makeCase(): Case {
  const part = (low: bigint, high: bigint) => ({
    type: INT64,
    values: fc.oneof(fc.bigInt(low, high), fc.constantFrom(2n ** 40n, -1n, 0n)),
  })
  return {
    formula: 'MakeDate([Y], [M], [D])',
    columns: { Y: part(-2n, 10_002n), M: part(-1n, 14n), D: part(-1n, 33n) },
    of: (year, month, day) => {
      const [y, m, d] = [numberOf(year), numberOf(month), numberOf(day)].map(Number)
      if (y === undefined || m === undefined || d === undefined || y < 1 || y > 9999) return null
      return m < 1 || m > 12 || d < 1 || d > 31 ? null : makeDate(y, m, d)
    },
  }
}

/** Every date function that depends only on its arguments, over the whole calendar. */
export const dateCases: readonly Case[] = [
  ...[
    'Year',
    'Quarter',
    'Month',
    'Day',
    'DayOfYear',
    'Weekday',
    'Hour',
    'Minute',
    'Second',
    'MonthName',
    'WeekdayName',
  ].map((name) => ofDate(`${name}([D])`, (moment) => call(name, moment))),
  ...parts.map((name) => ofDate(`DatePart("${name}", [D])`, (moment) => int(datePart(name, moment)))),
  ...[...units, 'week_starting_monday'].map((unit) => ({
    ...ofDate(`DateTrunc("${unit}", [D])`, (moment) => truncate(unit, moment)),
    // The week of the first days of the year 1 begins before the supported range.
    columns: { D: { type: TIME, values: time.filter((text) => text >= '0001-01-08') } },
  })),
  ofDate('EndOfMonth([D])', (moment) => lastSecond('month', moment)),
  ...['year', 'quarter', 'month', 'week'].map((unit) =>
    ofDate(`LastDay([D], "${unit}")`, (moment) => within(lastSecond(unit, moment))),
  ),
  ...units.map(
    (unit): Case => ({
      formula: `DateAdd("${unit}", [N], [D])`,
      columns: { N: { type: INT64, values: amount }, ...date },
      of: (n, moment) => within(addUnits(unit, Number(numberOf(n)), momentOf(moment))),
    }),
  ),
  ...units.map(
    (unit): Case => ({
      formula: `DateDiff("${unit}", [S], [E])`,
      columns: { S: { type: TIME, values: time }, E: { type: TIME, values: time } },
      of: (start, end) => int(difference(unit, momentOf(start), momentOf(end))),
    }),
  ),
  {
    formula: 'DateDiff("millisecond", [S], [E])',
    columns: { S: { type: TIME, values: time }, E: { type: TIME, values: time } },
    of: (start, end) => int(momentOf(end).ms - momentOf(start).ms),
  },
  makeCase(),
  unixCase('DateFromUnix', 1n),
  unixCase('DateFromUnixMs', 1_000n),
  unixCase('DateFromUnixUs', 1_000_000n),
]
