import { caseWhen, cast, eq, type SqlExpression, sql, textValue, value } from '../../sql/index.ts'
import { INT64, TEXT } from '../value-types.ts'
import { type Words, wordsOf } from '../words/index.ts'
import { moment } from './dates.ts'
import { defineFunction, type FunctionDefinition, type FunctionExample, type Param, unsupportedOn } from './define.ts'
import { integerText } from './numbers.ts'

const NULL = sql`NULL`
const date: Param = { name: 'date', type: 'date' }

function names(name: string, code: 'B' | 'A', summary: string, example: FunctionExample) {
  return defineFunction({
    name,
    class: 'row',
    category: 'date',
    summary,
    params: [date],
    returns: 'text',
    sql: {
      duckdb: (args, info) => duckdbFormat(moment(args, info, wordsOf('duckdb'), 0), `%${code}`),
      postgres: (args, info) => postgresText(moment(args, info, wordsOf('postgres'), 0), `%${code}`),
      portable: (args, info, words) => portablePiece(code, moment(args, info, words, 0), words),
    },
    examples: [example],
  })
}

/** strftime codes of the formula language as codes of PostgreSQL's to_char. */
const TO_CHAR: Record<string, string> = {
  Y: 'YYYY', y: 'YY', q: 'Q', m: 'MM', B: 'FMMonth', b: 'Mon', A: 'FMDay', a: 'Dy', d: 'DD', H: 'HH24', I: 'HH12', M: 'MI', S: 'SS',
  p: 'AM', L: 'MS', f: 'US', Z: '"UTC"', j: 'DDD',
} // biome-ignore format: a table

/** A constant format for to_char: its codes, and all other text in double quotes. */
function postgresText(date: SqlExpression, format: string): SqlExpression {
  const written = format.replace(/%(.)|([^%]+)|%$/gs, (whole, code: string | undefined, plain: string | undefined) => {
    if (code !== undefined && Object.hasOwn(TO_CHAR, code)) return TO_CHAR[code] ?? ''
    const literal = code === '%' ? '%' : (plain ?? whole)
    return `"${literal.replace(/["\\]/g, '\\$&')}"`
  })
  return sql`TO_CHAR(${date}, ${textValue(written)})`
}

const format: Param = { name: 'format', type: 'text', constant: true, doc: 'strftime codes such as %Y-%m-%d.' }

const QUARTER = '\0'

/**
 * DuckDB has no code for the quarter: the format is split there. Codes that the formula language does not define are literal text, even if
 * the engine has them.
 */
function duckdbFormat(moment: SqlExpression, text: string): SqlExpression {
  const codes = text.replaceAll(QUARTER, '').replace(/%(.?)/gs, (whole, code: string) => {
    if (code === 'q') return QUARTER
    if (code === 'L') return '%g'
    return code === '%' || Object.hasOwn(TO_CHAR, code) ? whole : `%${whole}`
  })
  const pieces = codes.split(QUARTER)
  const quarter = cast(wordsOf('duckdb').partOf('quarter', moment), TEXT)
  const items = pieces.flatMap((piece, index) => {
    const written = piece === '' ? [] : [sql`STRFTIME(${moment}, ${value(piece, TEXT)})`]
    return index === 0 ? written : [quarter, ...written]
  })
  const [only] = items
  if (items.length === 1 && only) return only
  return items.length === 0 ? value('', TEXT) : { kind: 'list', items, separator: ' || ' }
}

const MONTHS = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November',
  'December',
] // biome-ignore format: a list
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The name for a number from 1, in English on every engine and session. */
function nameOf(number: SqlExpression, names: readonly string[], length?: number): SqlExpression {
  return caseWhen(
    names.map((name, at) => ({
      when: eq(number, integerText(at + 1)),
      value: { kind: 'fragment', strings: [`'${name.slice(0, length)}'`], args: [] },
    })),
  )
}

function portablePiece(code: string, date: SqlExpression, words: Words): SqlExpression {
  const part = (name: string) => words.partOf(name, date)
  const padded = (number: SqlExpression, length: number) =>
    words.pad('left', cast(number, TEXT), integerText(length), sql`'0'`)
  switch (code) {
    case 'Y':
      return padded(part('year'), 4)
    case 'y':
      return padded(words.remainder(part('year'), sql`100`, INT64), 2)
    case 'q':
      return cast(part('quarter'), TEXT)
    case 'm':
      return padded(part('month'), 2)
    case 'B':
      return nameOf(part('month'), MONTHS)
    case 'b':
      return nameOf(part('month'), MONTHS, 3)
    case 'A':
      return nameOf(part('weekday'), WEEKDAYS)
    case 'a':
      return nameOf(part('weekday'), WEEKDAYS, 3)
    case 'd':
      return padded(part('day'), 2)
    case 'H':
      return padded(part('hour'), 2)
    case 'I':
      return padded(sql`${words.remainder(sql`${part('hour')} + 11`, sql`12`, INT64)} + 1`, 2)
    case 'M':
      return padded(part('minute'), 2)
    case 'S':
      return padded(part('second'), 2)
    case 'p':
      return caseWhen([
        { when: sql`${part('hour')} < 12`, value: sql`'AM'` },
        { when: sql`${part('hour')} >= 12`, value: sql`'PM'` },
      ])
    case 'L':
      return padded(part('millisecond'), 3)
    case 'f':
      return padded(words.partOf('microsecond', date), 6)
    case 'j':
      return padded(part('day_of_year'), 3)
    case 'Z':
      return sql`'UTC'`
    default:
      return textValue(code === '%' ? '%' : `%${code}`)
  }
}

/** Built from the parts of the date, since engines disagree on codes and on the language of names. */
export function portableFormat(date: SqlExpression, format: string, words: Words): SqlExpression {
  const items = [...format.matchAll(/%(.)|([^%]+)|%$/gs)].map(([whole, code, plain]) =>
    code === undefined ? textValue(plain ?? whole) : portablePiece(code, date, words),
  )
  const written = items.length === 0 ? sql`''` : words.joined(items)
  return caseWhen([{ when: sql`${date} IS NOT NULL`, value: written }])
}

export const dateFormatFunctions: readonly FunctionDefinition[] = [
  names('MonthName', 'B', 'Full English name of the month.', ['MonthName(Date("2024-05-04"))', 'May']),
  names('WeekdayName', 'A', 'Full English name of the weekday.', ['WeekdayName(Date("2024-05-20"))', 'Monday']),
  defineFunction({
    name: 'DateFormat',
    class: 'row',
    category: 'date',
    summary: 'Writes the date with strftime codes.',
    params: [date, format],
    returns: 'text',
    sql: {
      duckdb: (args, info) => duckdbFormat(moment(args, info, wordsOf('duckdb'), 0), String(info.constants[1] ?? '')),
      postgres: (args, info) =>
        postgresText(moment(args, info, wordsOf('postgres'), 0), String(info.constants[1] ?? '')),
      portable: (args, info, words) =>
        portableFormat(moment(args, info, words, 0), String(info.constants[1] ?? ''), words),
    },
    examples: [
      ['DateFormat(Date("2024-02-09"), "%Y-%m")', '2024-02'],
      ['DateFormat(Date("2024-02-09"), "%d %b %Y")', '09 Feb 2024'],
      ['DateFormat(Date("2024-05-09"), "Q%q of %y, 100%%")', 'Q2 of 24, 100%'],
      ['DateFormat(Date("2024-05-09 17:08:09.5"), "%A %B %I:%M:%S %p .%L")', 'Thursday May 05:08:09 PM .500'],
      ['DateFormat(Date("2024-05-09 17:08:09.123456"), "%S.%f")', '09.123456'],
      ['DateFormat(Date("1969-05-09 17:08:09.99965"), "%L")', '999'],
      ['DateFormat(Date("2024-05-09"), "%Y %g %s %%L %%q %")', '2024 %g %s %L %q %'],
    ],
  }),
  defineFunction({
    name: 'DateParse',
    class: 'row',
    category: 'date',
    summary: 'Reads a date out of text that is laid out by strftime codes.',
    params: [{ name: 'text', type: 'text' }, format],
    returns: 'timestamp',
    nulls: 'Null when the text is null, and for text that is not laid out so or names no day.',
    sql: {
      portable: ([text], { constants }, words) =>
        text ? words.timestampOfFormat(text, String(constants[1] ?? '')) : NULL,
      ...unsupportedOn('SQL Server reads dates by no format of ours.', 'sqlserver'),
    },
    examples: [
      ['DateParse("20240531", "%Y%m%d")', '2024-05-31 00:00:00'],
      ['DateParse("05-Mar-2024 07:08:09", "%d-%b-%Y %H:%M:%S")', '2024-03-05 07:08:09'],
      ['DateParse("2024-02-30", "%Y-%m-%d")', null],
      ['DateParse("2024-02-29", "%Y-%m-%d")', '2024-02-29 00:00:00'],
      ['DateParse("2024-13-01", "%Y-%m-%d")', null],
      ['DateParse("May", "%Y-%m-%d")', null],
      ['DateParse("12/31/69", "%m/%d/%y")', '2069-12-31 00:00:00'],
      ['DateParse("12/31/70", "%m/%d/%y")', '1970-12-31 00:00:00'],
      ['DateParse("12/31/1969", "%m/%d/%Y")', '1969-12-31 00:00:00'],
    ],
  }),
]
