import { Temporal } from 'temporal-polyfill'
import { and, caseWhen, cast, type SqlExpression, sql, value } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { DATE, INT64, TEXT, TIMESTAMP } from '../value-types.ts'
import {
  boundariesBetween,
  fromEpoch,
  interval,
  inZone,
  isDayOrCoarser,
  isUnit,
  lastSecondOf,
  local,
  partOf,
  startOf,
  UNITS,
  unitOf,
} from './dates.ts'
import {
  defineFunction,
  type Emit,
  type EmitInfo,
  type FunctionDefinition,
  type FunctionExample,
  type Param,
} from './define.ts'
import { float, integer } from './numbers.ts'

const NULL = sql`NULL`
const date: Param = { name: 'date', type: 'date' }
const zone: Param = {
  name: 'timezone',
  type: 'text',
  optional: true,
  doc: 'An IANA zone: the date is then read as UTC and moved to it. No conversion when absent.',
}
const unit: Param = { name: 'unit', type: 'text', constant: true, values: UNITS }
const TRUNCATIONS = [...UNITS.slice(0, 4), 'week_starting_sunday', 'week_starting_monday', ...UNITS.slice(4)]
const PARTS = [...UNITS.slice(0, 5), 'weekday', 'day_of_year', ...UNITS.slice(5), 'millisecond', 'epoch']

/** The date as a local time, moved to a zone when the call names one. */
function moment(args: readonly SqlExpression[], info: EmitInfo, at: number, zoneAt?: number): SqlExpression {
  const given = args[at] ?? NULL
  const zoneArgument = zoneAt === undefined ? undefined : args[zoneAt]
  const read = local(given, info.types[at], info)
  return zoneArgument ? inZone(read, zoneArgument) : read
}

/** A part of a date that has a function of its own. */
function part(name: string, of: string, summary: string, examples: readonly FunctionExample[]): FunctionDefinition {
  return defineFunction({
    name,
    class: 'row',
    category: 'date',
    summary,
    params: [date, zone],
    returns: 'integer',
    sql: { postgresFamily: (args, info) => partOf(of, moment(args, info, 0, 1)) },
    examples,
  })
}

/** Dates stay dates in whole days; everything else is a local time. */
function dayOrMoment(type: ValueType | null | undefined, constant: unknown): ValueType {
  return type?.kind === 'date' && isDayOrCoarser(unitOf(constant)) && unitOf(constant) !== '' ? DATE : TIMESTAMP
}

/** Whole number of units, decimals rounded. */
function amountOf(amount: SqlExpression, type: ValueType | undefined): SqlExpression {
  return type?.kind === 'int64' ? amount : sql`ROUND(${amount})`
}

function names(
  name: string,
  format: readonly [duckdb: string, postgres: string],
  summary: string,
  example: FunctionExample,
) {
  return defineFunction({
    name,
    class: 'row',
    category: 'date',
    summary,
    params: [date],
    returns: 'text',
    sql: {
      duckdb: (args, info) => ({
        kind: 'fragment',
        strings: ['STRFTIME(', `, '${format[0]}')`],
        args: [moment(args, info, 0)],
      }),
      postgres: (args, info) => ({
        kind: 'fragment',
        strings: ['TO_CHAR(', `, '${format[1]}')`],
        args: [moment(args, info, 0)],
      }),
    },
    examples: [example],
  })
}

function unix(name: string, perSecond: string, summary: string, example: FunctionExample) {
  const write: Emit = ([seconds], { types }) =>
    seconds ? fromEpoch({ kind: 'fragment', strings: ['', ` / ${perSecond}`], args: [float(seconds, types[0])] }) : NULL
  return defineFunction({
    name,
    class: 'row',
    category: 'date',
    summary,
    params: [{ name: 'number', type: 'number' }],
    returns: 'timestamp',
    sql: { postgresFamily: write },
    examples: [example],
  })
}

/** strftime codes of the language in the words of PostgreSQL's to_char and to_timestamp. */
const TO_CHAR: Record<string, string> = {
  Y: 'YYYY', y: 'YY', q: 'Q', m: 'MM', B: 'FMMonth', b: 'Mon', A: 'FMDay', a: 'Dy', d: 'DD', H: 'HH24', I: 'HH12', M: 'MI', S: 'SS',
  p: 'AM', L: 'MS', f: 'US', Z: '"UTC"', j: 'DDD',
} // biome-ignore format: a table

/** A constant format for to_char: codes in its words, everything else between double quotes. */
function postgresFormat(format: string): string {
  return format.replace(/%(.)|([^%]+)|%$/gs, (whole, code: string | undefined, plain: string | undefined) => {
    if (code !== undefined && Object.hasOwn(TO_CHAR, code)) return TO_CHAR[code] ?? ''
    const literal = code === '%' ? '%' : (plain ?? whole)
    return `"${literal.replace(/["\\]/g, '\\$&')}"`
  })
}

const format: Param = { name: 'format', type: 'text', constant: true, doc: 'strftime codes such as %Y-%m-%d.' }

/** Quarter is no code of DuckDB: the format is cut there. */
function duckdbFormat(moment: SqlExpression, text: string): SqlExpression {
  const pieces = text.replaceAll('%L', '%g').split('%q')
  const quarter = cast(partOf('quarter', moment), TEXT)
  const items = pieces.flatMap((piece, index) => {
    const written = piece === '' ? [] : [sql`STRFTIME(${moment}, ${value(piece, TEXT)})`]
    return index === 0 ? written : [quarter, ...written]
  })
  const [only] = items
  if (items.length === 1 && only) return only
  return items.length === 0 ? value('', TEXT) : { kind: 'list', items, separator: ' || ' }
}

/** Local time of the query in the zone of the organization, to the second. */
function localNow(info: EmitInfo): string {
  return Temporal.Instant.from(info.now)
    .toZonedDateTimeISO(info.zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
}

const today: Param = { name: 'today', type: 'date', optional: true }

export const dateFunctions: readonly FunctionDefinition[] = [
  defineFunction({
    name: 'DateTrunc',
    class: 'row',
    category: 'date',
    summary: 'Start of the period that holds the date. Weeks start on Sunday.',
    params: [{ name: 'precision', type: 'text', constant: true, values: TRUNCATIONS }, date, zone],
    returns: ([, type, withZone], [precision]) => (withZone ? TIMESTAMP : dayOrMoment(type, precision)),
    sql: {
      postgresFamily: (args, info) => {
        const precision = unitOf(info.constants[0])
        if (!TRUNCATIONS.includes(precision)) return value(null, info.returns)
        return cast(startOf(precision, moment(args, info, 1, 2)), info.returns)
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
    class: 'row',
    category: 'date',
    summary: 'The named part of the date as a number. Weekday 1 is Sunday; week 1 holds 1 January.',
    params: [{ name: 'precision', type: 'text', constant: true, values: PARTS }, date, zone],
    returns: 'integer',
    sql: {
      postgresFamily: (args, info) => {
        const name = unitOf(info.constants[0])
        return PARTS.includes(name) ? partOf(name, moment(args, info, 1, 2)) : value(null, INT64)
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
      postgresFamily: (args, info) => {
        const name = unitOf(info.constants[0])
        if (!isUnit(name) && name !== 'millisecond') return value(null, INT64)
        return boundariesBetween(name, moment(args, info, 1), moment(args, info, 2))
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
      ['DateDiff("day", Null, Date("2024-05-18"))', null],
    ],
  }),
  defineFunction({
    name: 'DateAdd',
    class: 'row',
    category: 'date',
    summary: 'Moves a date by a number of units. Months keep to the last day of a shorter month.',
    params: [unit, { name: 'amount', type: 'number' }, date],
    returns: ([, , type], [name]) => dayOrMoment(type, name),
    sql: {
      postgresFamily: (args, info) => {
        const name = unitOf(info.constants[0])
        const amount = args[1]
        if (!isUnit(name) || !amount) return value(null, info.returns)
        const moved = sql`${moment(args, info, 2)} + ${interval(name, amountOf(amount, info.types[1]))}`
        return info.returns.kind === 'date' ? cast(moved, DATE) : moved
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
        rows: [{ N: 1.6, D: '2024-01-01 00:00:00' }],
        results: ['2024-01-03 00:00:00'],
      },
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
  names('MonthName', ['%B', 'FMMonth'], 'Full English name of the month.', ['MonthName(Date("2024-05-04"))', 'May']),
  names('WeekdayName', ['%A', 'FMDay'], 'Full English name of the weekday.', [
    'WeekdayName(Date("2024-05-20"))',
    'Monday',
  ]),
  defineFunction({
    name: 'Today',
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
      postgresFamily: ([year, month, day, hour, minute, second], { constants, types }) => {
        if (!year || !month || !day) return NULL
        const ymd = [integer(year, constants[0]), integer(month, constants[1]), integer(day, constants[2])]
        if (!hour) return { kind: 'fragment', strings: ['MAKE_DATE(', ', ', ', ', ')'], args: ymd }
        const time = [
          integer(hour, constants[3]),
          minute ? integer(minute, constants[4]) : sql`0`,
          second ? float(second, types[5]) : sql`0`,
        ]
        const strings = ['MAKE_TIMESTAMP(', ', ', ', ', ', ', ', ', ', ', ')']
        return { kind: 'fragment', strings, args: [...ymd, ...time] }
      },
    },
    examples: [
      ['MakeDate(2024, 5, 20)', '2024-05-20 00:00:00'],
      ['MakeDate(2024, 5, 20, 16, 30, 5)', '2024-05-20 16:30:05'],
      ['MakeDate(2024, Null, 20)', null],
    ],
  }),
  defineFunction({
    name: 'EndOfMonth',
    class: 'row',
    category: 'date',
    summary: 'Last second of the month that holds the date.',
    params: [date],
    returns: 'timestamp',
    sql: { postgresFamily: (args, info) => lastSecondOf('month', moment(args, info, 0)) },
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
      postgresFamily: (args, info) => {
        const precision = unitOf(info.constants[1])
        return isUnit(precision) ? lastSecondOf(precision, moment(args, info, 0)) : value(null, TIMESTAMP)
      },
    },
    examples: [
      ['LastDay(Date("2024-05-20"), "quarter")', '2024-06-30 23:59:59'],
      ['LastDay(Date("2024-05-20"), "week")', '2024-05-25 23:59:59'],
    ],
  }),
  unix('DateFromUnix', '1', 'Seconds since 1970-01-01 UTC as a date.', ['DateFromUnix(86400)', '1970-01-02 00:00:00']),
  unix('DateFromUnixMs', '1000', 'Milliseconds since 1970-01-01 UTC as a date.', [
    'DateFromUnixMs(86400000)',
    '1970-01-02 00:00:00',
  ]),
  unix('DateFromUnixUs', '1000000', 'Microseconds since 1970-01-01 UTC as a date.', [
    'DateFromUnixUs(86400000000)',
    '1970-01-02 00:00:00',
  ]),
  defineFunction({
    name: 'ConvertTimezone',
    class: 'row',
    category: 'date',
    summary:
      'Reads the date in one zone, that of the organization when none is given, and gives the wall-clock time in another.',
    params: [date, { name: 'timezone', type: 'text' }, { name: 'from_timezone', type: 'text', optional: true }],
    returns: 'timestamp',
    sql: {
      postgresFamily: (args, info) => {
        const [, to, from] = args
        if (!to) return NULL
        return sql`(${moment(args, info, 0)} AT TIME ZONE ${from ?? value(info.zone, TEXT)}) AT TIME ZONE ${to}`
      },
    },
    examples: [
      ['ConvertTimezone(Date("2024-01-15 12:00:00"), "America/New_York", "UTC")', '2024-01-15 07:00:00'],
      ['ConvertTimezone(Date("2024-01-15 12:00:00"), "UTC")', '2024-01-15 11:00:00'],
    ],
  }),
  defineFunction({
    name: 'DateFormat',
    class: 'row',
    category: 'date',
    summary: 'Writes the date with strftime codes.',
    params: [date, format],
    returns: 'text',
    sql: {
      duckdb: (args, info) => duckdbFormat(moment(args, info, 0), String(info.constants[1] ?? '')),
      postgres: (args, info) =>
        sql`TO_CHAR(${moment(args, info, 0)}, ${value(postgresFormat(String(info.constants[1] ?? '')), TEXT)})`,
    },
    examples: [
      ['DateFormat(Date("2024-02-09"), "%Y-%m")', '2024-02'],
      ['DateFormat(Date("2024-02-09"), "%d %b %Y")', '09 Feb 2024'],
      ['DateFormat(Date("2024-05-09"), "Q%q of %y, 100%%")', 'Q2 of 24, 100%'],
      ['DateFormat(Date("2024-05-09 17:08:09.5"), "%A %B %I:%M:%S %p .%L")', 'Thursday May 05:08:09 PM .500'],
    ],
  }),
  defineFunction({
    name: 'DateParse',
    class: 'row',
    category: 'date',
    summary: 'Reads a date out of text that is laid out by strftime codes.',
    params: [{ name: 'text', type: 'text' }, format],
    returns: 'timestamp',
    sql: {
      duckdb: ([text], { constants }) =>
        text
          ? sql`CAST(TRY_STRPTIME(${text}, ${value(String(constants[1] ?? '').replaceAll('%L', '%g'), TEXT)}) AS TIMESTAMP)`
          : NULL,
      // The zone of the session goes in and out again: to_timestamp reads local time.
      postgres: ([text], { constants }) =>
        text
          ? sql`CAST(TO_TIMESTAMP(${text}, ${value(postgresFormat(String(constants[1] ?? '')).replaceAll('FM', ''), TEXT)}) AS TIMESTAMP)`
          : NULL,
    },
    examples: [
      ['DateParse("20240531", "%Y%m%d")', '2024-05-31 00:00:00'],
      ['DateParse("05-Mar-2024 07:08:09", "%d-%b-%Y %H:%M:%S")', '2024-03-05 07:08:09'],
    ],
  }),
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
