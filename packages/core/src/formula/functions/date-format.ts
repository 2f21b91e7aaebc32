import { cast, type SqlExpression, sql, value } from '../../sql/index.ts'
import { TEXT } from '../value-types.ts'
import { moment, partOf } from './dates.ts'
import { defineFunction, type FunctionDefinition, type FunctionExample, type Param } from './define.ts'

const NULL = sql`NULL`
const date: Param = { name: 'date', type: 'date' }

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

export const dateFormatFunctions: readonly FunctionDefinition[] = [
  names('MonthName', ['%B', 'FMMonth'], 'Full English name of the month.', ['MonthName(Date("2024-05-04"))', 'May']),
  names('WeekdayName', ['%A', 'FMDay'], 'Full English name of the weekday.', [
    'WeekdayName(Date("2024-05-20"))',
    'Monday',
  ]),
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
]
