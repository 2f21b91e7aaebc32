import { caseWhen, cast, eq, list, type SqlExpression, sql } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { FLOAT64, INT64, NUMBER_OF_TEXT, TEXT, TIMESTAMP, VARIANT } from '../value-types.ts'
import { alwaysFits, call, isBound, isMoment, looksLikeIsoDate, looksLikeNumber, pieces, word } from './ansi.ts'
import { timestampOfFormat } from './postgres-dates.ts'
import { postgresFamilyWords } from './postgres-family.ts'
import { isJson } from './postgres-json.ts'
import type { Words } from './words.ts'

const family = postgresFamilyWords(() => postgres)

export const postgres: Words = {
  ...family,
  // Positions from the right are supported from version 14 on.
  part: (text, delimiter, position) =>
    caseWhen(
      [{ when: sql`${position} > 0`, value: call('SPLIT_PART', text, delimiter, position) }],
      sql`REVERSE(SPLIT_PART(REVERSE(${text}), REVERSE(${delimiter}), -${position}))`,
    ),
  matches: (text, pattern) => sql`${text} ~ ${pattern}`,
  match: (text, pattern, at) =>
    sql`(SELECT m[1] FROM REGEXP_MATCHES(${text}, ${pattern}, 'g') AS m LIMIT 1 OFFSET ${at} - 1)`,
  like: (text, pattern) => sql`${text} LIKE ${pattern} ESCAPE ''`,
  digest: (kind, text) =>
    kind === 'md5' ? call('MD5', text) : sql`ENCODE(SHA256(CONVERT_TO(${text}, 'UTF8')), 'hex')`,

  computed(sign, left, right, operation) {
    const { returns } = operation
    const result = pieces(['', ` ${sign} `, ''], returns.kind === 'int64' ? numeric(left) : left, right)
    return alwaysFits(operation) ? result : family.fitted(result, returns)
  },
  quotient: (dividend, divisor) => family.fitted(call('DIV', numeric(dividend), numeric(divisor)), INT64),
  log10: (float) => call('LOG', float),
  floatErrors: 'both',
  bound: boundInSelect,
  remainder: (dividend, divisor, type) =>
    type.kind === 'float64' ? floatRemainder(dividend, divisor) : sql`${dividend} % ${divisor}`,
  pi: () => sql`PI()`,

  numberOfText: (text) =>
    caseWhen([{ when: looksLikeNumber(postgres, text), value: family.fitted(numeric(text), NUMBER_OF_TEXT) }]),
  floatText: (float) => cast(sql`${float} + 0e0`, TEXT),
  timestampOfText(text) {
    const month = sql`CAST(SUBSTR(${text}, 6, 2) AS INTEGER)`
    const day = sql`CAST(SUBSTR(${text}, 1, 8) || '01' AS DATE) + (CAST(SUBSTR(${text}, 9, 2) AS INTEGER) - 1)`
    const exists = eq(sql`EXTRACT(MONTH FROM ${day})`, month)
    return caseWhen([
      {
        when: looksLikeIsoDate(postgres, text),
        value: caseWhen([{ when: exists, value: cast(text, TIMESTAMP) }]),
      },
    ])
  },
  timestampOfFormat: (text, format) => timestampOfFormat(text, format, postgres),
  isoText: (moment) => sql`TO_CHAR(${moment}, 'YYYY-MM-DD HH24:MI:SS')`,
  json: {
    of: (x, type) =>
      type.kind === 'variant'
        ? x
        : sql`TO_JSONB(${isMoment(type) ? postgres.isoText(type.kind === 'timestamp' ? x : cast(x, TIMESTAMP)) : x})`,
    parse: (text) => caseWhen([{ when: isJson(text), value: cast(text, VARIANT) }]),
    cast: (text) => cast(text, VARIANT),
    text: (x) => sql`${x} #>> '{}'`,
    key: (x, key) => sql`${x} -> ${key}`,
    // With the arrow operator a negative index would count from the end, and a number or text would be treated as an array with itself as
    // its element.
    at: (x, index) => sql`JSONB_PATH_QUERY_FIRST(${x}, 'strict $[$i]', JSONB_BUILD_OBJECT('i', ${index}), TRUE)`,
    array: (items) => call('JSONB_BUILD_ARRAY', ...items),
    object: (entries) => call('JSONB_BUILD_OBJECT', ...entries),
  },
}

/** Operands that are more than a column are computed in a nested SELECT, whose OFFSET prevents the planner from inlining it. */
function boundInSelect(
  operands: readonly SqlExpression[],
  _type: ValueType,
  write: (names: readonly SqlExpression[]) => SqlExpression,
): SqlExpression {
  const large = [...new Set(operands.filter(isBound))]
  if (large.length === 0) return write(operands)
  const nameOf = (operand: SqlExpression) => `operand_${String(large.indexOf(operand) + 1)}`
  const names = operands.map((operand) => (isBound(operand) ? word(`bound_operands.${nameOf(operand)}`) : operand))
  const selected = large.map((operand) => pieces(['', ` AS ${nameOf(operand)}`], operand))
  return sql`(SELECT ${write(names)} FROM (SELECT ${list(selected)} OFFSET 0) AS bound_operands)`
}

/** A numeric without limits of digits. */
function numeric(number: SqlExpression): SqlExpression {
  return sql`CAST(${number} AS NUMERIC)`
}

/** The number of decimals that are kept of the smallest floats; a smaller number is 0. */
const FLOAT_DECIMALS = 320

/**
 * PostgreSQL has no remainder of floats. A cast to numeric keeps fifteen digits, and the text has at most seventeen, also for a whole
 * number; an int64 keeps all.
 */
function floatRemainder(dividend: SqlExpression, divisor: SqlExpression): SqlExpression {
  const exact = (float: SqlExpression) =>
    caseWhen(
      [{ when: sql`ABS(${float}) < 9e18 AND ${float} = TRUNC(${float})`, value: numeric(cast(float, INT64)) }],
      numeric(cast(float, TEXT)),
    )
  return boundInSelect([dividend, divisor], FLOAT64, ([x = dividend, y = divisor]) =>
    pieces(['CAST(ROUND(', `, ${FLOAT_DECIMALS}) AS DOUBLE PRECISION)`], sql`${exact(x)} % ${exact(y)}`),
  )
}
