import { caseWhen, cast, type SqlExpression, sql, textValue, value, weightOf } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { INT64, NUMBER_OF_TEXT, TEXT, TIMESTAMP, VARIANT } from '../value-types.ts'
import { alwaysFits, call, isMoment, looksLikeIsoDate, looksLikeNumber, pieces, tryCast } from './ansi.ts'
import { hasShortYear } from './date-formats.ts'
import { duckdbPairs } from './decimal-pairs.ts'
import { shortForm, widened, withRoom } from './duckdb-decimals.ts'
import { meanInHalves, totalInHalves } from './duckdb-totals.ts'
import { postgresFamilyWords } from './postgres-family.ts'
import type { Words } from './words.ts'

const family = postgresFamilyWords(() => duckdb)

export const duckdb: Words = {
  ...family,
  matches: (text, pattern) => call('REGEXP_MATCHES', text, pattern),
  match: (text, pattern, at, hasGroup) =>
    sql`${call('REGEXP_EXTRACT_ALL', text, pattern, hasGroup ? sql`1` : sql`0`)}[${at}]`,
  like: (text, pattern) => sql`${text} LIKE ${pattern}`,
  initials: (text) => {
    const words = sql`REGEXP_EXTRACT_ALL(${text}, '[\\p{L}\\p{N}]+|[^\\p{L}\\p{N}]+')`
    return sql`ARRAY_TO_STRING(LIST_TRANSFORM(${words}, LAMBDA w: UPPER(w[1]) || LOWER(w[2:])), '')`
  },
  digest: (kind, text) => call(kind === 'md5' ? 'MD5' : 'SHA256', text),

  computed(sign, left, right, operation) {
    const { types, returns, isOfRow } = operation
    const [a, b] = [shortInteger(left, types[0], types[1]), shortInteger(right, types[1], types[0])]
    const short = shortForm(sign, a, b, operation)
    const marked = (result: SqlExpression) => (short ? { ...result, short } : result)
    if (alwaysFits(operation)) return marked(withRoom(sign, a, b, operation))
    if (isOfRow) {
      const [x, y] = widened(attempted(a), attempted(b), operation)
      return marked(pieces(['TRY(', ` ${sign} `, ')'], wide(x, returns), y))
    }
    // TRY accepts no aggregates or windows, except as elements of a list.
    if (returns.kind === 'decimal')
      return pieces(['LIST_TRANSFORM([ROW(', ', ', `)], LAMBDA r: TRY(r[1] ${sign} r[2]))[1]`], a, b)
    return tryCast(pieces(['CAST(', ` AS HUGEINT) ${sign} `, ''], a, b), 'BIGINT')
  },
  fitted: (number, type) =>
    tryCast(number, type.kind === 'decimal' ? `DECIMAL(${type.precision}, ${type.scale})` : 'BIGINT'),
  pairs: duckdbPairs,
  whole: (float) => tryCast(float, 'BIGINT'),
  floatErrors: 'none',
  finite(float) {
    if (weightOf(float, LARGEST_REPEATED + 1) <= LARGEST_REPEATED) return ifFinite(float)
    return sql`LIST_TRANSFORM([${float}], LAMBDA f: ${ifFinite(sql`f`)})[1]`
  },
  wideTotal: totalInHalves,
  wideMean: meanInHalves,
  quotient: (dividend, divisor, types) =>
    types.every((type) => type.kind === 'int64')
      ? tryCast(sql`${sql`CAST(${dividend} AS HUGEINT)`} // ${divisor}`, 'BIGINT')
      : tryCast(sql`${digitsOf(dividend, types)} // ${digitsOf(divisor, types)}`, 'BIGINT'),
  // The smallest integer divided by -1 is an error in 64 bits, although its remainder is 0.
  remainder: (dividend, divisor, { kind }) =>
    kind === 'int64' && !isWritten(divisor)
      ? sql`CAST(${sql`CAST(${dividend} AS HUGEINT)`} % ${divisor} AS BIGINT)`
      : sql`${dividend} % ${divisor}`,
  // The engine multiplies intervals only by 32-bit integers.
  add(unit, amount, moment) {
    const ofTime = { hour: 'HOURS', minute: 'MINUTES', second: 'SECONDS', microsecond: 'MICROSECONDS' }[unit]
    return ofTime ? sql`${moment} + ${call(`TO_${ofTime}`, cast(amount, INT64))}` : family.add(unit, amount, moment)
  },
  fromMicros: (micros) => call('MAKE_TIMESTAMP', micros),

  numberOfText(text) {
    // The cast to 38 digits takes 90 microseconds for each text, so it is used only for texts that the other casts cannot read.
    const isWhole = call('REGEXP_MATCHES', text, textValue('^[+-]?[0-9]{1,20}$'))
    const isShort = call('REGEXP_MATCHES', text, textValue('^[+-]?[0-9]{1,9}[.][0-9]{0,9}$'))
    return caseWhen([
      { when: isWhole, value: cast(cast(text, { kind: 'decimal', precision: 20, scale: 0 }), NUMBER_OF_TEXT) },
      { when: isShort, value: cast(cast(text, { kind: 'decimal', precision: 18, scale: 9 }), NUMBER_OF_TEXT) },
      { when: looksLikeNumber(duckdb, text), value: tryCast(text, 'DECIMAL(38, 18)') },
    ])
  },
  floatText(float) {
    // The engine writes 42.0, and writes all digits of numbers below 1e16, where the others use exponents from 1e15 on.
    const text = sql`REGEXP_REPLACE(${cast(sql`${float} + 0e0`, TEXT)}, '\\.0$', '')`
    const scaled = sql`REGEXP_REPLACE(${text}, '^(-?[0-9])([0-9]{15})\\.?([0-9]*)$', '\\1.\\2\\3e+15')`
    return caseWhen([{ when: sql`ABS(${float}) >= 1e15`, value: sql`REGEXP_REPLACE(${scaled}, '\\.?0*e', 'e')` }], text)
  },
  timestampOfText: (text) => caseWhen([{ when: looksLikeIsoDate(duckdb, text), value: tryCast(text, 'TIMESTAMP') }]),
  isoText: (moment) => sql`STRFTIME(${cast(moment, TIMESTAMP)}, '%Y-%m-%d %H:%M:%S')`,
  timestampOfFormat(text, format) {
    const codes = textValue(format.replaceAll('%L', '%g'))
    const parsed = sql`CAST(TRY_STRPTIME(${text}, ${codes}) AS TIMESTAMP)`
    if (!hasShortYear(format)) return parsed
    return caseWhen([{ when: sql`YEAR(${parsed}) = 1969`, value: sql`${parsed} + INTERVAL 100 YEAR` }], parsed)
  },
  json: {
    of: (x, type) => (type.kind === 'variant' ? x : sql`TO_JSON(${isMoment(type) ? duckdb.isoText(x) : x})`),
    // The engine accepts a comma before a closing bracket, and names such as NaN, which are not JSON.
    parse(text) {
      const withoutTexts = sql`REGEXP_REPLACE(${text}, ${textValue('"([^"\\\\]|\\\\.)*"')}, 's', 'g')`
      const isLoose = sql`REGEXP_MATCHES(${withoutTexts}, ${textValue('[NI]|,\\s*[}\\]]')})`
      return caseWhen([{ when: sql`NOT ${isLoose}`, value: tryCast(text, 'JSON') }])
    },
    cast: (text) => cast(text, VARIANT),
    text: (x) => sql`${x} ->> '$'`,
    key: (x, key, constant) => call('JSON_EXTRACT', x, pathOf(key, constant)),
    // A negative index would count from the end.
    at: (x, index) => caseWhen([{ when: sql`${index} >= 0`, value: sql`${x} -> ${cast(index, INT64)}` }]),
    array: (items) => call('JSON_ARRAY', ...items),
    object: (entries) => call('JSON_OBJECT', ...entries),
  },
  statistics: {
    ...family.statistics,
    firstNonNull: (name, x) => pieces([`${name}(`, ' IGNORE NULLS)'], x),
  },
}

/** The engine computes a repeated expression once, but parses it twice: a large one is passed to a lambda. */
const LARGEST_REPEATED = 40

function ifFinite(float: SqlExpression): SqlExpression {
  return caseWhen([{ when: call('ISFINITE', float), value: float }])
}

/** A path to one key. Quoted characters are literal, except that a single star means every key and an empty key is an error. */
function pathOf(key: SqlExpression, constant: string | undefined): SqlExpression {
  if (constant !== undefined) {
    const path = constant === '*' || constant === '' ? `/${constant}` : `$."${constant.replace(/["\\]/g, '\\$&')}"`
    return cast(textValue(path), TEXT)
  }
  const quoted = sql`'$."' || REPLACE(REPLACE(${key}, '\\', '\\\\'), '"', '\\"') || '"'`
  return caseWhen([{ when: sql`${key} IN ('*', '')`, value: sql`'/' || ${key}` }], quoted)
}

/** Removes an inner TRY, since one around the whole expression is enough: a null operand makes the result null. */
function attempted(expression: SqlExpression): SqlExpression {
  const [inner] = expression.kind === 'fragment' && expression.strings[0] === 'TRY(' ? expression.args : []
  if (!inner || expression.kind !== 'fragment') return expression
  return pieces(['', ...expression.strings.slice(1, -1), ''], ...expression.args)
}

/** A table column may be narrower than int64, and would otherwise overflow in its own type. */
function wide(expression: SqlExpression, type: ValueType): SqlExpression {
  return type.kind === 'int64' && expression.kind !== 'value' && expression.kind !== 'cast'
    ? cast(expression, INT64)
    : expression
}

/** With a decimal operand the engine converts an int64 to 19 digits; an integer literal has fewer. */
function shortInteger(
  operand: SqlExpression,
  type: ValueType | undefined,
  other: ValueType | undefined,
): SqlExpression {
  if (operand.kind !== 'value' || type?.kind !== 'int64' || other?.kind !== 'decimal') return operand
  return value(operand.value, { kind: 'decimal', precision: String(operand.value).replace('-', '').length, scale: 0 })
}

/** Whether the number is an unsigned literal of the formula, such as `100` or `NULLIF(100, 0)`. */
function isWritten(number: SqlExpression): boolean {
  return (
    number.kind === 'fragment' &&
    number.args.every(isWritten) &&
    number.strings.every((text) => /^(\d+|NULLIF\(|, 0\)|)$/.test(text))
  )
}

/** The digits of an exact number at the common scale of two, as an integer, because decimals are not divided exactly. */
function digitsOf(number: SqlExpression, types: readonly ValueType[]): SqlExpression {
  const scale = Math.max(...types.map((type) => (type.kind === 'decimal' ? type.scale : 0)))
  const text = cast(tryCast(number, `DECIMAL(38, ${scale})`), TEXT)
  return sql`CAST(REPLACE(${text}, '.', '') AS HUGEINT)`
}
