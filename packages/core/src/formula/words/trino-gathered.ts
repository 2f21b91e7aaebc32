import type { SqlExpression } from '../../sql/index.ts'
import { call, pieces } from './ansi.ts'
import type { GatherOrder } from './words.ts'

/**
 * An array of the values of a group that are not null. Distinct values are sorted after the aggregate: inside a distinct aggregate the
 * order must be one of its arguments, and the engine never treats two placeholders as the same expression.
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
