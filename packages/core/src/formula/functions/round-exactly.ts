import { caseWhen, type SqlExpression, sql } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import type { Computation, Words } from '../words/index.ts'
import type { Way } from './round-floats.ts'

export interface ExactFactor {
  expression: SqlExpression
  type: ValueType
  /** True when it is known to be above 0: a factor below 0 turns up and down round. */
  isPositive: boolean
}

/**
 * A whole number or a decimal as a multiple of another, which is not 0. Nothing is divided: what the number has too much is
 * taken away, and one factor is added where that leaves it on the wrong side.
 */
export function roundedExactly(
  x: SqlExpression,
  type: ValueType,
  factor: ExactFactor,
  way: Way,
  words: Words,
  computation: Pick<Computation, 'returns' | 'isOfRow'>,
): SqlExpression {
  const rest = words.remainder(x, factor.expression, type)
  const operation = { ...computation, types: [type, factor.type] }
  const cut = words.computed('-', x, rest, operation)
  if (way === 'towards zero') return cut
  return words.computed('+', cut, step(rest, factor, way), operation)
}

/** What is added to a number without its rest: a factor, or the negative of one, or nothing. */
function step(rest: SqlExpression, { expression: factor, isPositive }: ExactFactor, way: Way): SqlExpression {
  const [above, below] = [sql`${rest} > 0`, sql`${rest} < 0`]
  if (way === 'nearest') {
    const size = isPositive ? factor : sql`ABS(${factor})`
    // Twice the rest could be too large for its type.
    return caseWhen(
      [
        { when: sql`${rest} >= ${sql`${size} - ${rest}`}`, value: size },
        { when: sql`${rest} <= ${sql`-${size} - ${rest}`}`, value: sql`-${size}` },
      ],
      sql`0`,
    )
  }
  const isUp = way === 'up'
  const own = isUp ? factor : sql`-${factor}`
  if (isPositive) return caseWhen([{ when: isUp ? above : below, value: own }], sql`0`)
  const [first, second] = isUp ? [above, below] : [below, above]
  return caseWhen(
    [
      { when: sql`${factor} > 0`, value: caseWhen([{ when: first, value: own }], sql`0`) },
      { when: second, value: own },
    ],
    sql`0`,
  )
}
