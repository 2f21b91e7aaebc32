import { caseWhen, cast, type SqlExpression, sql } from '../../sql/index.ts'
import type { Cell, ValueType } from '../../types/index.ts'
import { FLOAT64, INT64 } from '../value-types.ts'
import { type Words, wordsOf } from '../words/index.ts'

/** The number as a float, for functions that engines define only for floats. */
export function float(expression: SqlExpression, type: ValueType | undefined): SqlExpression {
  return type?.kind === 'float64' ? expression : cast(expression, FLOAT64)
}

/** The number, but at least the given minimum. Null remains null, which GREATEST does not guarantee. */
export function noLessThan(least: number, number: SqlExpression): SqlExpression {
  return caseWhen([{ when: sql`${number} < ${integerText(least)}`, value: integerText(least) }], number)
}

/** Positions and counts that every engine accepts; numbers outside are clamped. */
const LIMITS = [-2_147_483_647, 2_147_483_647] as const

/** A constant count as SQL text; any other count is converted to an integer. */
export function count(
  words: Words,
  expression: SqlExpression,
  constant: Cell | undefined,
  [least, most]: readonly [number, number] = LIMITS,
): SqlExpression {
  const literal = wholeNumber(constant)
  if (literal !== null) return integerText(Math.min(most, Math.max(least, literal)))
  const [low, high] = [integerText(least), integerText(most)]
  return caseWhen(
    [
      { when: sql`${expression} > ${high}`, value: high },
      { when: sql`${expression} < ${low}`, value: low },
    ],
    words.integer(expression),
  )
}

/** The same for PostgreSQL and similar engines. */
export function integer(expression: SqlExpression, constant?: Cell): SqlExpression {
  return count(wordsOf('postgres'), expression, constant)
}

/**
 * A number between two limits, multiplied by a factor and rounded to a 64-bit integer; null outside the limits. Halves are rounded away
 * from zero.
 */
export function wholeWithin(
  words: Words,
  number: SqlExpression,
  type: ValueType | undefined,
  constant: Cell | undefined,
  [low, high]: readonly [number | bigint, number | bigint],
  factor = 1,
): SqlExpression {
  const isLiteral = number.kind === 'value' && type?.kind === 'int64' && factor === 1
  if (isLiteral && Number(constant) >= low && Number(constant) <= high) return number
  const scaled = factor === 1 ? number : sql`${number} * ${integerText(factor)}`
  const whole = type?.kind === 'int64' ? scaled : nearestWhole(words, scaled, type, Number(high) * factor)
  const test = sql`${number} BETWEEN ${integerText(low)} AND ${integerText(high)}`
  return caseWhen([{ when: test, value: whole }])
}

/** Floats from this size on are whole numbers. */
const FIRST_WHOLE = 2 ** 52

/** The nearest whole number, computed as a decimal: casting a float to an integer would change the digits of a large one. */
function nearestWhole(
  words: Words,
  number: SqlExpression,
  type: ValueType | undefined,
  largest: number,
): SqlExpression {
  const nearest = words.nearestWhole(number)
  if (type?.kind !== 'float64' || largest <= FIRST_WHOLE) return nearest
  const isWhole = sql`ABS(${number}) >= ${numberText(FIRST_WHOLE, 0)}`
  return caseWhen([{ when: isWhole, value: cast(number, INT64) }], nearest)
}

/** A whole number as SQL text. */
export function integerText(number: number | bigint): SqlExpression {
  if (typeof number === 'number' && !Number.isSafeInteger(number)) throw new RangeError(`Not a whole number: ${number}`)
  return { kind: 'fragment', strings: [number < 0 ? `(${number})` : String(number)], args: [] }
}

/** A finite number as SQL text, for engines that require constants there. */
export function numberText(constant: Cell | undefined, otherwise: number): SqlExpression {
  const number = constant === undefined || constant === null ? otherwise : Number(constant)
  if (!Number.isFinite(number)) throw new RangeError(`Not a number: ${String(constant)}`)
  return { kind: 'fragment', strings: [String(number)], args: [] }
}

/** The constant as a 32-bit integer, rounded half away from zero and clamped; null when it is not a number. */
export function wholeNumber(constant: Cell | undefined): number | null {
  if (typeof constant !== 'string' && typeof constant !== 'number') return null
  const number = Number(constant)
  if (Number.isNaN(number) || String(constant).trim() === '') return null
  const whole = Math.sign(number) * Math.min(LIMITS[1], Math.round(Math.abs(number)))
  return whole === 0 ? 0 : whole
}
