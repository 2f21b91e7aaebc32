import { type OrderedValue, valueOrdersOf } from '../value-order.ts'
import { type ColumnHolder, withExtra } from './change-element.ts'

/** The element without the orders of some columns. */
export function withoutOrders(element: ColumnHolder, gone: ReadonlySet<string>): ColumnHolder {
  const orders = Object.entries(valueOrdersOf(element))
  const left = orders.filter(([columnId]) => !gone.has(columnId))
  return left.length < orders.length ? withOrders(element, Object.fromEntries(left)) : element
}

export function withOrders(element: ColumnHolder, orders: Record<string, readonly OrderedValue[]>): ColumnHolder {
  return withExtra(element, 'valueOrder', Object.keys(orders).length > 0 ? orders : undefined)
}
