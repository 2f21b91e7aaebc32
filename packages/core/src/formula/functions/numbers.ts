import { caseWhen, cast, type SqlExpression, sql } from '../../sql/index.ts'
import type { Cell, ValueType } from '../../types/index.ts'
import { FLOAT64 } from '../value-types.ts'
import type { Words } from '../words/index.ts'

/** The number as a float, for functions that engines have for floats only. */
export function float(expression: SqlExpression, type: ValueType | undefined): SqlExpression {
  return type?.kind === 'float64' ? expression : cast(expression, FLOAT64)
}

/** Remainder in the type of the call; null when the divisor is 0. */
export function remainder(
  words: Words,
  left: SqlExpression,
  right: SqlExpression,
  types: readonly ValueType[],
  returns: ValueType,
): SqlExpression {
  const isFloat = returns.kind === 'float64'
  const [x, y] = isFloat ? [float(left, types[0]), float(right, types[1])] : [left, right]
  return words.remainder(x, sql`NULLIF(${y}, 0)`, returns)
}

/** The number where it is no less than a least one. Null stays null, which GREATEST does not promise. */
export function noLessThan(least: number, number: SqlExpression): SqlExpression {
  return caseWhen([{ when: sql`${number} < ${integerText(least)}`, value: integerText(least) }], number)
}

/** A constant count as program text, any other made an integer by the words. */
export function count(words: Words, expression: SqlExpression, constant: Cell | undefined): SqlExpression {
  const literal = wholeNumber(constant)
  return literal === null ? words.integer(expression) : integerText(literal)
}

/** A 32-bit integer, which PostgreSQL wants for positions and counts; a constant becomes program text. */
export function integer(expression: SqlExpression, constant?: Cell): SqlExpression {
  const literal = wholeNumber(constant)
  return literal === null ? sql`CAST(ROUND(${expression}) AS INTEGER)` : integerText(literal)
}

/** A whole number as program text. */
export function integerText(number: number): SqlExpression {
  if (!Number.isSafeInteger(number)) throw new RangeError(`Not a whole number: ${number}`)
  return { kind: 'fragment', strings: [number < 0 ? `(${number})` : String(number)], args: [] }
}

/** A finite number as program text, for engines that want constants there. */
export function numberText(constant: Cell | undefined, otherwise: number): SqlExpression {
  const number = constant === undefined || constant === null ? otherwise : Number(constant)
  if (!Number.isFinite(number)) throw new RangeError(`Not a number: ${String(constant)}`)
  return { kind: 'fragment', strings: [String(number)], args: [] }
}

/** The constant as a whole number that fits 32 bits, or null. */
export function wholeNumber(constant: Cell | undefined): number | null {
  if (typeof constant !== 'string' && typeof constant !== 'number') return null
  const number = Math.round(Number(constant))
  return Math.abs(number) < 2 ** 31 && String(constant).trim() !== '' ? number : null
}
