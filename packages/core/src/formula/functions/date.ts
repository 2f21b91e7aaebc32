import { cast, sql, value } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { DATE, INT64, TEXT, TIMESTAMP } from '../value-types.ts'
import { wordsOf } from '../words/index.ts'
import {
  amountOf,
  daysBackTo,
  fromEpoch,
  isDayOrCoarser,
  isUnit,
  lastSecondOf,
  localNow,
  moment,
  movedBy,
  UNITS,
  unitOf,
  withinCalendar,
} from './dates.ts'
import { defineFunction, type FunctionDefinition, type FunctionExample, type Param, unsupportedOn } from './define.ts'
import { count, wholeWithin } from './numbers.ts'
import { zoneNamed, zoneProblem } from './zones.ts'

const NULL = sql`NULL`
const date: Param = { name: 'date', type: 'date' }
const zone: Param = {
  name: 'timezone',
  type: 'text',
  optional: true,
  doc: 'An IANA zone: the date is then read as UTC and moved to it; null for any other text. No conversion when absent.',
  problemOf: zoneProblem,
  unsupported: { sqlserver: 'SQL Server knows time zones by other names than IANA.' },
}
const unit: Param = { name: 'unit', type: 'text', constant: true, values: UNITS }
const TRUNCATIONS = [...UNITS.slice(0, 4), 'week_starting_sunday', 'week_starting_monday', ...UNITS.slice(4)]
const PARTS = [...UNITS.slice(0, 5), 'weekday', 'day_of_year', ...UNITS.slice(5), 'millisecond', 'epoch']

/** A function for a part of a date. */
function part(name: string, of: string, summary: string, examples: readonly FunctionExample[]): FunctionDefinition {
  return defineFunction({
    name,
    class: 'row',
    category: 'date',
    summary,
    params: [date, zone],
    returns: 'integer',
    isSmall: true,
    sql: {
      portable: (args, info, words) => words.partOf(of, moment(args, info, words, 0, 1)),
    },
    examples,
  })
}

/** Dates remain dates for units of a day or more; everything else is a local time. */
function dayOrMoment(type: ValueType | null | undefined, constant: unknown): ValueType {
  return type?.kind === 'date' && isDayOrCoarser(unitOf(constant)) && unitOf(constant) !== '' ? DATE : TIMESTAMP
}

function unix(name: string, perSecond: number, summary: string, examples: readonly FunctionExample[]) {
  return defineFunction({
    name,
    class: 'row',
    category: 'date',
    summary,
    nulls: 'Null for null, and for a time beyond the years 1 to 9999.',
    params: [{ name: 'number', type: 'number' }],
    returns: 'timestamp',
    sql: {
      portable: ([number], { types, constants }, words) =>
        number ? fromEpoch(words, number, types[0], constants[0], perSecond) : NULL,
    },
    examples,
  })
}

export const dateFunctions: readonly FunctionDefinition[] = [
  defineFunction({
    name: 'DateTrunc',
    class: 'row',
    category: 'date',
    summary: 'Start of the period that holds the date. Weeks start on Sunday.',
    params: [{ name: 'precision', type: 'text', constant: true, values: TRUNCATIONS }, date, zone],
    returns: ([, type, withZone], [precision]) => (withZone ? TIMESTAMP : dayOrMoment(type, precision)),
    sql: {
      duckdb: (args, info) => {
        const precision = unitOf(info.constants[0])
        if (!TRUNCATIONS.includes(precision)) return value(null, info.returns)
        const [, local] = args
        const kind = args.length === 2 ? info.types[1]?.kind : undefined
        if (local?.kind === 'column' && (kind === 'date' || kind === 'timestamp')) {
          const start = daysBackTo(precision, kind === 'date' ? local : cast(local, DATE))
          if (start) return kind === 'date' ? start : cast(start, info.returns)
        }
        // A day is passed unchanged: the result is the same, and the cast to a timestamp would cost a fifth of a grouped query.
        const day = kind === 'date' ? local : undefined
        const words = wordsOf('duckdb')
        return cast(words.startOf(precision, day ?? moment(args, info, words, 1, 2)), info.returns)
      },
      portable: (args, info, words) => {
        const precision = unitOf(info.constants[0])
        if (!TRUNCATIONS.includes(precision)) return value(null, info.returns)
        return cast(words.startOf(precision, moment(args, info, words, 1, 2)), info.returns)
      },
    },
    examples: [
      ['DateTrunc("quarter", Date("2024-05-20"))', '2024-04-01 00:00:00'],
      ['DateTrunc("week", Date("2024-05-22"))', '2024-05-19 00:00:00'],
      ['DateTrunc("week", Date("2024-05-19"))', '2024-05-19 00:00:00'],
      ['DateTrunc("week_starting_monday", Date("2024-05-22"))', '2024-05-20 00:00:00'],
      ['DateTrunc("hour", Date("2024-05-22 10:45:10"))', '2024-05-22 10:00:00'],
      ['DateTrunc("day", Date("2024-05-22 23:30:00"), "Europe/Paris")', '2024-05-23 00:00:00'],
      {
        formula: 'DateTrunc("month", [D])',
        rows: [{ D: '2024-05-22 10:45:10' }, { D: null }],
        results: ['2024-05-01 00:00:00', null],
      },
    ],
  }),
  defineFunction({
    name: 'DatePart',
    isSmall: true,
    class: 'row',
    category: 'date',
    summary: 'The named part of the date as a number. Weekday 1 is Sunday; week 1 holds 1 January.',
    params: [{ name: 'precision', type: 'text', constant: true, values: PARTS }, date, zone],
    returns: 'integer',
    sql: {
      portable: (args, info, words) => {
        const name = unitOf(info.constants[0])
        return PARTS.includes(name) ? words.partOf(name, moment(args, info, words, 1, 2)) : value(null, INT64)
      },
    },
    examples: [
      ['DatePart("quarter", Date("2024-05-20"))', 2],
      ['DatePart("weekday", Date("2024-05-20"))', 2],
      ['DatePart("epoch", Date("1970-01-02"))', 86400],
      ['DatePart("week", Date("2024-01-06"))', 1],
      ['DatePart("week", Date("2024-01-07"))', 2],
      ['DatePart("week", Date("2023-01-01"))', 1],
      ['DatePart("millisecond", Date("2024-01-07 10:11:12.345"))', 345],
      ['DatePart("second", Date("2024-01-07 10:11:12.945"))', 12],
    ],
  }),
  defineFunction({
    name: 'DateDiff',
    isSmall: true,
    class: 'row',
    category: 'date',
    summary: 'Number of boundaries of the unit between two dates; negative when the end is earlier.',
    params: [
      { name: 'unit', type: 'text', constant: true, values: [...UNITS, 'millisecond'] },
      { name: 'start', type: 'date' },
      { name: 'end', type: 'date' },
    ],
    returns: 'integer',
    sql: {
      portable: (args, info, words) => {
        const name = unitOf(info.constants[0])
        if (!isUnit(name) && name !== 'millisecond') return value(null, INT64)
        const [start, end] = [moment(args, info, words, 1), moment(args, info, words, 2)]
        return words.boundariesBetween(name, start, end)
      },
    },
    examples: [
      ['DateDiff("day", Date("2024-01-01"), Date("2024-01-31"))', 30],
      ['DateDiff("hour", Date("2024-01-01 06:00:00"), Date("2024-01-01 02:00:00"))', -4],
      ['DateDiff("year", Date("2023-12-31"), Date("2024-01-01"))', 1],
      ['DateDiff("month", Date("2024-01-31"), Date("2024-03-01"))', 2],
      ['DateDiff("quarter", Date("2024-03-31"), Date("2023-12-31"))', -1],
      ['DateDiff("week", Date("2024-05-18"), Date("2024-05-19"))', 1],
      ['DateDiff("minute", Date("2024-05-18 10:00:59"), Date("2024-05-18 10:01:00"))', 1],
      ['DateDiff("millisecond", Date("2024-05-18"), Date("2024-05-18 00:00:01.5"))', 1500],
      ['DateDiff("millisecond", Date("1970-01-01"), Date("2000-02-29 23:59:59.999"))', 951868799999],
      ['DateDiff("day", Null, Date("2024-05-18"))', null],
      [
        'DateDiff("millisecond", Date("1969-12-31 23:59:59.9995"), Date("9999-12-31 23:59:59.999999"))',
        253402300800000,
      ],
    ],
  }),
  defineFunction({
    name: 'DateAdd',
    class: 'row',
    category: 'date',
    summary: 'Moves a date by a number of units. Months keep to the last day of a shorter month.',
    nulls: 'Null for null, and for a date beyond the years 1 to 9999.',
    params: [unit, { name: 'amount', type: 'number' }, date],
    returns: ([, , type], [name]) => dayOrMoment(type, name),
    sql: {
      portable: (args, info, words) => {
        const name = unitOf(info.constants[0])
        const amount = args[1]
        if (!isUnit(name) || !amount) return value(null, info.returns)
        const constant = info.constants[1]
        const units = amountOf(words, name, amount, info.types[1], constant)
        return cast(movedBy(words, name, units, constant, moment(args, info, words, 2)), info.returns)
      },
    },
    examples: [
      ['DateAdd("day", 10, Date("2024-02-25"))', '2024-03-06 00:00:00'],
      ['DateAdd("hour", -2, Date("2024-01-01 01:00:00"))', '2023-12-31 23:00:00'],
      ['DateAdd("month", 1, Date("2024-01-31"))', '2024-02-29 00:00:00'],
      ['DateAdd("quarter", -1, Date("2024-01-31"))', '2023-10-31 00:00:00'],
      ['DateAdd("minute", 90, Date("2024-01-31"))', '2024-01-31 01:30:00'],
      {
        formula: 'DateAdd("day", [N], [D])',
        rows: [
          { N: 1.6, D: '2024-01-01 00:00:00' },
          { N: -2.5, D: '2024-01-04 00:00:00' },
          { N: 1e300, D: '2024-01-01 00:00:00' },
        ],
        results: ['2024-01-03 00:00:00', '2024-01-01 00:00:00', null],
      },
      ['DateAdd("day", 1, Date("9999-12-31"))', null],
      ['DateAdd("year", -9999, Date("2024-01-01"))', null],
      ['DateAdd("year", -9998, Date("9999-12-31"))', '0001-12-31 00:00:00'],
    ],
  }),
  part('Year', 'year', 'Year.', [
    ['Year(Date("2024-08-14"))', 2024],
    ['Year(Null)', null],
  ]),
  part('Quarter', 'quarter', 'Calendar quarter, 1 to 4.', [['Quarter(Date("2024-08-14"))', 3]]),
  part('Month', 'month', 'Month, 1 to 12.', [['Month(Date("2024-08-14"))', 8]]),
  part('Day', 'day', 'Day of the month, 1 to 31.', [['Day(Date("2024-08-14"))', 14]]),
  part('DayOfYear', 'day_of_year', 'Day of the year, 1 to 366.', [['DayOfYear(Date("2024-02-01"))', 32]]),
  part('Weekday', 'weekday', 'Day of the week, 1 = Sunday to 7 = Saturday.', [
    ['Weekday(Date("2024-05-20"))', 2],
    ['Weekday(Date("2024-05-19"))', 1],
  ]),
  part('Hour', 'hour', 'Hour, 0 to 23.', [
    ['Hour(Date("2024-08-14 07:11:00"))', 7],
    ['Hour(Date("2024-08-14"))', 0],
    ['Hour(Date("2024-08-14 07:11:00"), "Asia/Tokyo")', 16],
  ]),
  part('Minute', 'minute', 'Minute, 0 to 59.', [['Minute(Date("2024-08-14 07:11:00"))', 11]]),
  part('Second', 'second', 'Second, 0 to 59.', [['Second(Date("2024-08-14 07:11:05"))', 5]]),
  defineFunction({
    name: 'Today',
    nulls: 'Never null.',
    class: 'row',
    category: 'date',
    dependsOn: 'today',
    summary: 'Current date in the zone of the organization; one value for a whole query.',
    params: [],
    returns: 'date',
    sql: { standard: (_args, info) => value(localNow(info).slice(0, 10), DATE) },
    examples: [['DateDiff("day", Date("2024-05-01"), Today())', 19]],
  }),
  defineFunction({
    name: 'Now',
    nulls: 'Never null.',
    class: 'row',
    category: 'date',
    dependsOn: 'now',
    summary: 'Current date and time in the zone of the organization; one value for a whole query.',
    params: [],
    returns: 'timestamp',
    sql: { standard: (_args, info) => value(localNow(info), TIMESTAMP) },
    examples: [['Now()', '2024-05-20 09:30:00']],
  }),
  defineFunction({
    name: 'MakeDate',
    class: 'row',
    category: 'date',
    summary: 'Builds a date from its parts.',
    nulls: 'Null when a part is null, and for a day or time that does not exist.',
    params: [
      { name: 'year', type: 'number' },
      { name: 'month', type: 'number' },
      { name: 'day', type: 'number' },
      { name: 'hour', type: 'number', optional: true },
      { name: 'minute', type: 'number', optional: true },
      { name: 'second', type: 'number', optional: true },
    ],
    returns: (types) => (types.length > 3 ? TIMESTAMP : DATE),
    sql: {
      portable: ([year, month, day, hour, minute, second], { constants, types }, words) => {
        if (!year || !month || !day) return NULL
        const ymd = [
          count(words, year, constants[0]),
          count(words, month, constants[1]),
          count(words, day, constants[2]),
        ] as const
        if (!hour) return words.makeDate(...ymd)
        return words.makeTimestamp([
          ...ymd,
          count(words, hour, constants[3]),
          minute ? count(words, minute, constants[4]) : sql`0`,
          second ? wholeWithin(words, second, types[5], constants[5], [0, 60], 1_000_000) : sql`0`,
        ])
      },
    },
    examples: [
      ['MakeDate(2024, 5, 20)', '2024-05-20 00:00:00'],
      ['MakeDate(2024, 5, 20, 16, 30, 5)', '2024-05-20 16:30:05'],
      ['MakeDate(2024, Null, 20)', null],
      ['MakeDate(2023, 2, 29)', null],
      ['MakeDate(2023, 13, 1)', null],
      ['MakeDate(2024, 1, 1, 24)', null],
      ['MakeDate(1e30, 1, 1)', null],
    ],
  }),
  defineFunction({
    name: 'EndOfMonth',
    class: 'row',
    category: 'date',
    summary: 'Last second of the month that holds the date.',
    params: [date],
    returns: 'timestamp',
    sql: {
      portable: (args, info, words) => lastSecondOf(words, 'month', moment(args, info, words, 0)),
    },
    examples: [['EndOfMonth(Date("2024-02-10"))', '2024-02-29 23:59:59']],
  }),
  defineFunction({
    name: 'LastDay',
    class: 'row',
    category: 'date',
    summary: 'Last second of the period that holds the date.',
    params: [date, { name: 'precision', type: 'text', constant: true, values: ['year', 'quarter', 'month', 'week'] }],
    returns: 'timestamp',
    sql: {
      portable: (args, info, words) => {
        const precision = unitOf(info.constants[1])
        if (!isUnit(precision)) return value(null, TIMESTAMP)
        const last = lastSecondOf(words, precision, moment(args, info, words, 0))
        // The week of the last days of the year 9999 ends in the year 10000.
        return precision === 'week' ? withinCalendar(words, last) : last
      },
    },
    examples: [
      ['LastDay(Date("2024-05-20"), "quarter")', '2024-06-30 23:59:59'],
      ['LastDay(Date("2024-05-20"), "week")', '2024-05-25 23:59:59'],
    ],
  }),
  unix('DateFromUnix', 1, 'Seconds since 1970-01-01 UTC as a date.', [
    ['DateFromUnix(86400)', '1970-01-02 00:00:00'],
    ['DateFromUnix(1e300)', null],
  ]),
  unix('DateFromUnixMs', 1000, 'Milliseconds since 1970-01-01 UTC as a date.', [
    ['DateFromUnixMs(86400000)', '1970-01-02 00:00:00'],
    ['DateFromUnixMs(253402300799999)', '9999-12-31 23:59:59.999'],
  ]),
  unix('DateFromUnixUs', 1000000, 'Microseconds since 1970-01-01 UTC as a date.', [
    ['DateFromUnixUs(86400000000)', '1970-01-02 00:00:00'],
    ['DateFromUnixUs(253402300799999999)', '9999-12-31 23:59:59.999999'],
  ]),
  defineFunction({
    name: 'ConvertTimezone',
    class: 'row',
    category: 'date',
    summary:
      'Reads the date in one zone, that of the organization when none is given, and gives the wall-clock time in another.',
    params: [
      date,
      { name: 'timezone', type: 'text', problemOf: zoneProblem },
      { name: 'from_timezone', type: 'text', optional: true, problemOf: zoneProblem },
    ],
    returns: 'timestamp',
    sql: {
      portable: (args, info, words) => {
        const [, to, from] = args
        if (!to) return NULL
        const read = moment(args, info, words, 0)
        const source = from ? zoneNamed(from, info.constants[2], words) : value(info.zone, TEXT)
        return words.convertZone(read, source, zoneNamed(to, info.constants[1], words))
      },
      ...unsupportedOn('SQL Server knows time zones by other names than IANA.', 'sqlserver'),
    },
    examples: [
      ['ConvertTimezone(Date("2024-01-15 12:00:00"), "America/New_York", "UTC")', '2024-01-15 07:00:00'],
      ['ConvertTimezone(Date("2024-01-15 12:00:00"), "UTC")', '2024-01-15 11:00:00'],
      {
        formula: 'ConvertTimezone(Date("2024-07-15 12:00:00"), [Zone], "UTC")',
        rows: [
          { Zone: 'Asia/Kathmandu' },
          { Zone: 'Nowhere' },
          { Zone: '+02:00' },
          { Zone: 'Asia/Kathmandu,Asia/Tokyo' },
          { Zone: '' },
          { Zone: null },
          { Zone: 'US/Eastern' },
        ],
        results: ['2024-07-15 17:45:00', null, null, null, null, null, '2024-07-15 08:00:00'],
      },
    ],
  }),
]
