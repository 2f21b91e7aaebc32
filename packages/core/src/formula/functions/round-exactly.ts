import { caseWhen, type SqlExpression, sql } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import type { Computation, Words } from '../words/index.ts'
import type { Way } from './round-floats.ts'

export interface ExactFactor {
  expression: SqlExpression
  type: ValueType
  /** True when it is known to be positive: a negative factor swaps up and down. */
  isPositive: boolean
}

/**
 * A whole number or decimal rounded to a multiple of another one, which is not 0. Nothing is divided: the remainder is subtracted, and one
 * factor is added when the result is on the wrong side.
 */
export function roundedExactly(
  x: SqlExpression,
  type: ValueType,
  factor: ExactFactor,
  way: Way,
  words: Words,
  computation: Pick<Computation, 'returns' | 'isOfRow' | 'isOfTotals'>,
): SqlExpression {
  const rest = words.remainder(x, factor.expression, type)
  const typeOfRest = type.kind === 'decimal' ? type : factor.type
  const cut = words.computed('-', x, rest, { ...computation, types: [type, typeOfRest] })
  if (way === 'towards zero') return cut
  const types = [computation.returns, factor.type]
  return words.computed(way === 'down' ? '-' : '+', cut, step(rest, factor, way), { ...computation, types })
}

/** What is added to a number without its remainder, or subtracted when rounding down: a factor or nothing. */
function step(rest: SqlExpression, { expression: factor, isPositive }: ExactFactor, way: Way): SqlExpression {
  const [above, below] = [sql`${rest} > 0`, sql`${rest} < 0`]
  if (way === 'nearest') {
    const size = isPositive ? factor : sql`ABS(${factor})`
    // Compares without doubling the remainder and without a difference that could be too large for its type.
    const isFar = (own: SqlExpression) => sql`${own} >= ${sql`${size} - ${own}`}`
    return caseWhen(
      [
        { when: sql`${rest} > 0`, value: caseWhen([{ when: isFar(rest), value: size }], sql`0`) },
        { when: sql`${rest} < 0`, value: caseWhen([{ when: isFar(sql`(-${rest})`), value: sql`-${size}` }], sql`0`) },
      ],
      caseWhen([{ when: sql`${rest} = 0`, value: sql`0` }]),
    )
  }
  const isUp = way === 'up'
  if (isPositive) return caseWhen([{ when: isUp ? above : below, value: factor }], sql`0`)
  const [first, second] = isUp ? [above, below] : [below, above]
  return caseWhen(
    [
      { when: sql`${factor} > 0`, value: caseWhen([{ when: first, value: factor }], sql`0`) },
      { when: second, value: factor },
    ],
    sql`0`,
  )
}
