import { caseWhen, cast, sql, value } from '../../sql/index.ts'
import { DATE, INT64, TEXT } from '../value-types.ts'
import { ansiWords, call, EPOCH, isMoment, looksLikeIsoDate, looksLikeNumber, pieces } from './ansi.ts'
import { hasShortYear } from './date-formats.ts'
import type { Words } from './words.ts'

const ansi = ansiWords(() => bigquery)

export const bigquery: Words = {
  ...ansi,
  part: (text, delimiter, position) => {
    const parts = call('SPLIT', text, delimiter)
    const index = caseWhen(
      [{ when: sql`${position} > 0`, value: sql`${position} - 1` }],
      sql`ARRAY_LENGTH(${parts}) + ${position}`,
    )
    const found = sql`${parts}[SAFE_OFFSET(${index})]`
    return caseWhen([
      { when: sql`${text} IS NOT NULL AND ${delimiter} IS NOT NULL`, value: sql`COALESCE(${found}, '')` },
    ])
  },
  digest: (kind, text) => call('TO_HEX', call(kind === 'md5' ? 'MD5' : 'SHA256', text)),
  // In this engine a backslash cannot be made an ordinary character, only doubled.
  like: (text, pattern) => sql`${text} LIKE REPLACE(${pattern}, ${value('\\', TEXT)}, ${value('\\\\', TEXT)})`,
  matches: (text, pattern) => call('REGEXP_CONTAINS', text, pattern),
  match: (text, pattern, at) => sql`REGEXP_EXTRACT(${text}, ${pattern}, 1, ${at})`,
  computed(sign, left, right, operation) {
    const names = { '+': 'SAFE_ADD', '-': 'SAFE_SUBTRACT', '*': 'SAFE_MULTIPLY' }
    return operation.returns.kind === 'int64'
      ? call(names[sign], left, right)
      : ansi.computed(sign, left, right, operation)
  },
  whole: (float) => sql`SAFE_CAST(${float} AS INT64)`,
  quotient: (dividend, divisor) => sql`SAFE_CAST(${call('DIV', dividend, divisor)} AS INT64)`,
  nearestWhole: (number) => sql`CAST(ROUND(${number}) AS INT64)`,
  integer: (number) => sql`CAST(ROUND(${number}) AS INT64)`,
  pi: () => sql`ACOS(-1)`,
  remainder: (dividend, divisor, type) =>
    type.kind === 'float64'
      ? sql`${dividend} - ${divisor} * TRUNC(${sql`${dividend} / ${divisor}`})`
      : call('MOD', dividend, divisor),
  numberOfText: (text) =>
    caseWhen([{ when: looksLikeNumber(bigquery, text), value: sql`SAFE_CAST(${text} AS BIGNUMERIC)` }]),
  timestampOfText: (text) =>
    caseWhen([{ when: looksLikeIsoDate(bigquery, text), value: sql`SAFE_CAST(${text} AS DATETIME)` }]),
  add: (unit, amount, moment) =>
    pieces(['DATETIME_ADD(', ', INTERVAL ', ` ${unit.toUpperCase()})`], moment, sql`(${amount})`),
  startOf: (unit, moment) =>
    unit.startsWith('week')
      ? ansi.startOf(unit, moment)
      : pieces(['DATETIME_TRUNC(', `, ${unit.toUpperCase()})`], moment),
  dayNumber: (moment) => sql`UNIX_DATE(${cast(moment, DATE)})`,
  epoch: (moment) => sql`DATETIME_DIFF(${moment}, ${EPOCH}, MICROSECOND) / 1000000`,
  shapeText: (shape) => call('ST_ASTEXT', shape),
  isoText: (moment) => sql`FORMAT_DATETIME('%F %T', DATETIME(${moment}))`,
  convertZone: (moment, from, to) => call('DATETIME', call('TIMESTAMP', moment, from), to),
  localTime: (instant, zone) => call('DATETIME', instant, zone),
  timestampOfFormat(text, format) {
    const codes = value(format.replaceAll('%L', '%E3S').replaceAll('%f', '%E6S'), TEXT)
    const parsed = sql`SAFE.PARSE_DATETIME(${codes}, ${text})`
    if (!hasShortYear(format)) return parsed
    return caseWhen(
      [{ when: sql`EXTRACT(YEAR FROM ${parsed}) = 1969`, value: sql`DATETIME_ADD(${parsed}, INTERVAL 100 YEAR)` }],
      parsed,
    )
  },
  json: {
    of(x, type) {
      if (type.kind === 'geography') return call('PARSE_JSON', call('ST_ASGEOJSON', x))
      return call('TO_JSON', isMoment(type) ? bigquery.isoText(x) : x)
    },
    parse: (text) => sql`SAFE.PARSE_JSON(${text})`,
    cast: (text) => call('PARSE_JSON', text),
    text: (x) => sql`COALESCE(JSON_VALUE(${x}), NULLIF(TO_JSON_STRING(${x}), 'null'))`,
    key: (x, key) => sql`${x}[${key}]`,
    at: (x, index) => sql`${x}[${cast(index, INT64)}]`,
    array: (items) => call('JSON_ARRAY', ...items),
    object: (entries) => call('JSON_OBJECT', ...entries),
  },
  statistics: {
    ...ansi.statistics,
    // PERCENTILE_CONT is a window function in this engine: the sorted values are collected and two of them are read.
    percentile(float, share) {
      const values = sql`ARRAY_AGG(${float} IGNORE NULLS ORDER BY ${float})`
      const rank = sql`(COUNT(${float}) - 1) * ${share}`
      const low = sql`${values}[SAFE_OFFSET(CAST(FLOOR(${rank}) AS INT64))]`
      const high = sql`${values}[SAFE_OFFSET(CAST(CEIL(${rank}) AS INT64))]`
      return sql`${low} + (${high} - ${low}) * (${rank} - FLOOR(${rank}))`
    },
  },
}
