import type { SqlExpression } from '../../sql/index.ts'
import { call, pieces } from './ansi.ts'
import type { GatherOrder } from './words.ts'

/**
 * An array of the values of a group that are not null. Different values are sorted by themselves, after the aggregate: in it, an order must
 * be one of its arguments, and two placeholders are never the same expression to the engine.
 */
export function gatheredOnTrino(value: SqlExpression, order: GatherOrder | null, isDistinct: boolean): SqlExpression {
  if (order && !isDistinct) {
    const close = order.isDescending ? ' DESC) FILTER (WHERE ' : ') FILTER (WHERE '
    return pieces(['ARRAY_AGG(', ' ORDER BY ', close, ' IS NOT NULL)'], value, order.by, value)
  }
  const all = pieces(
    [isDistinct ? 'ARRAY_AGG(DISTINCT ' : 'ARRAY_AGG(', ') FILTER (WHERE ', ' IS NOT NULL)'],
    value,
    value,
  )
  if (!order) return all
  const sorted = call('ARRAY_SORT', all)
  return order.isDescending ? call('REVERSE', sorted) : sorted
}
