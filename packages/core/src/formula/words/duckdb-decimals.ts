import { cast, type SqlExpression } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { INT64, MAX_PRECISION } from '../value-types.ts'
import { pieces } from './ansi.ts'
import type { Computation } from './words.ts'

type Sign = '+' | '-' | '*'
type Short = NonNullable<SqlExpression['short']>

/** The engine computes decimals with at most this many digits in 64 bits. */
const DIGITS_OF_64_BITS = 18

/** A sum, difference or product that has room for every digit of its type, and is of this type. */
export function withRoom(sign: Sign, left: SqlExpression, right: SqlExpression, operation: Computation): SqlExpression {
  const { types, returns } = operation
  const result = pieces(['', ` ${sign} `, ''], ...widened(left, right, operation))
  const isWider = isLong(returns) && types.every((type) => type.kind === 'decimal' && !isLong(type))
  return isWider ? cast(result, returns) : result
}

/**
 * The operands of a result with more digits than 64 bits have. If both have fewer, the engine expects a result that has fewer too, and aborts
 * the statement at any other. It chooses a type from what it reads: that of a table column or of a branch may be shorter than ours.
 */
export function widened(
  left: SqlExpression,
  right: SqlExpression,
  { types: [a = INT64, b = INT64], returns }: Computation,
): [SqlExpression, SqlExpression] {
  if (!isLong(returns) || isCertainlyLong(left, a) || isCertainlyLong(right, b)) return [left, right]
  return a.kind !== 'int64' && b.kind === 'int64' ? [left, long(right, b)] : [long(left, a), right]
}

/** The same number computed in 64 bits; undefined if it fits them anyway, or if it is made of longer ones. */
export function shortForm(
  sign: Sign,
  left: SqlExpression,
  right: SqlExpression,
  { types, returns, isOfRow }: Computation,
): Short | undefined {
  if (!isOfRow || returns.kind !== 'decimal' || !isLong(returns) || returns.scale >= DIGITS_OF_64_BITS) return undefined
  const [a, b] = [shortOperand(left, types[0]), shortOperand(right, types[1])]
  return a && b ? { expression: pieces(['', ` ${sign} `, ''], a.expression, b.expression) } : undefined
}

function shortOperand(operand: SqlExpression, given: ValueType = INT64): Short | undefined {
  if (operand.short) return operand.short
  // An integer literal may already be a decimal with few digits.
  const type = operand.kind === 'value' ? operand.type : given
  if (isLong(type)) return undefined
  return { expression: type.kind === 'int64' ? cast(operand, ofDigits(DIGITS_OF_64_BITS, type)) : operand }
}

const isLong = (type: ValueType): boolean => type.kind === 'decimal' && type.precision > DIGITS_OF_64_BITS

/** Decimals with the most digits are totals, or computed from them, and are so in the engine too. */
const isCertainlyLong = (operand: SqlExpression, type: ValueType): boolean =>
  operand.short !== undefined ||
  (type.kind === 'decimal' && type.precision === MAX_PRECISION) ||
  ((operand.kind === 'cast' || operand.kind === 'value') && isLong(operand.type))

const long = (operand: SqlExpression, type: ValueType): SqlExpression =>
  cast(operand, ofDigits(isLong(type) && type.kind === 'decimal' ? type.precision : DIGITS_OF_64_BITS + 1, type))

const ofDigits = (precision: number, type: ValueType): ValueType => ({
  kind: 'decimal',
  precision,
  scale: type.kind === 'decimal' ? type.scale : 0,
})
