import { caseWhen, type SqlExpression, sql } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { FLOAT64 } from '../value-types.ts'
import type { Words } from '../words/index.ts'
import { type FloatSign, floatOperation, isFiniteFloat, isOfKnownSize } from './float-arithmetic.ts'

/** Float operations and functions that return null when the result is not a finite float. */
export interface FloatWords {
  words: Words
  by(sign: FloatSign, x: SqlExpression, y: SqlExpression): SqlExpression
  /** The result for finite operands: engines raise errors for infinity and NaN, which their tables may contain. */
  ofNumbers(result: SqlExpression, ...operands: readonly SqlExpression[]): SqlExpression
}

/** The words for operands of these types; everything that is computed from them is a float. */
export function floatWords(
  operands: readonly SqlExpression[],
  types: readonly (ValueType | undefined)[],
  words: Words,
): FloatWords {
  const typeOf = (operand: SqlExpression) => types[operands.indexOf(operand)] ?? FLOAT64
  return {
    words,
    by: (sign, x, y) => floatOperation(sign, x, y, [typeOf(x), typeOf(y)], words),
    ofNumbers: (result, ...of) => ofNumbers(result, of, of.map(typeOf), words),
  }
}

/** Null where a float is infinite or NaN, on engines whose tables may contain such floats. */
export function ofNumbers(
  result: SqlExpression,
  operands: readonly SqlExpression[],
  types: readonly ValueType[],
  words: Words,
): SqlExpression {
  const tests = holdsAny(words)
    ? operands.filter((operand, at) => !isOfKnownSize(operand, types[at] ?? FLOAT64)).map(isFiniteFloat)
    : []
  const [first, ...others] = tests
  if (!first) return result
  return caseWhen([{ when: others.reduce((all, test) => sql`${all} AND ${test}`, first), value: result }])
}

/** Whether the engine's floats may be infinite or NaN. */
function holdsAny(words: Words): boolean {
  return words.floatErrors === 'none' || words.floatErrors === 'both'
}
