import { type SqlExpression, sql } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { FLOAT64 } from '../value-types.ts'
import type { Words } from '../words/index.ts'
import { ofNumbers } from './float-words.ts'
import { float } from './numbers.ts'

export const NO_ROOM =
  'Null when an operand is null or the divisor is 0, and for a number that has no room for the decimals of the other in 38 digits.'

/** Remainder in the type of the call; null when the divisor is 0. */
export function remainder(
  words: Words,
  left: SqlExpression,
  right: SqlExpression,
  types: readonly ValueType[],
  returns: ValueType,
): SqlExpression {
  const isFloat = returns.kind === 'float64'
  if (!isFloat) return words.remainder(left, sql`NULLIF(${right}, 0)`, returns)
  const [x, y] = [float(left, types[0]), float(right, types[1])]
  return ofNumbers(
    words.remainder(x, sql`NULLIF(${y}, 0)`, returns),
    [x, y],
    [types[0] ?? FLOAT64, types[1] ?? FLOAT64],
    words,
  )
}
