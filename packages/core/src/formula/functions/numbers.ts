import { cast, type SqlExpression, sql } from '../../sql/index.ts'
import type { Cell, ValueType } from '../../types/index.ts'
import { FLOAT64 } from '../value-types.ts'

/** The number as a float, for functions that engines have for floats only. */
export function float(expression: SqlExpression, type: ValueType | undefined): SqlExpression {
  return type?.kind === 'float64' ? expression : cast(expression, FLOAT64)
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
