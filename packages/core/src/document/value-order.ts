import { isRecord } from './check-schema.ts'

/** A value whose place among the values of its column is set by hand. */
export type OrderedValue = string | number | boolean | null

/** The orders of values that an element has, by the id of their column. */
export function valueOrdersOf({ x }: Readonly<Record<string, unknown>>): Record<string, readonly OrderedValue[]> {
  const orders = isRecord(x) && isRecord(x.valueOrder) ? x.valueOrder : {}
  return Object.fromEntries(
    Object.entries(orders).flatMap(([columnId, values]): [string, OrderedValue[]][] => {
      const known = Array.isArray(values) ? values.filter(isOrderedValue) : []
      return known.length > 0 ? [[columnId, known]] : []
    }),
  )
}

/** The values of a column in the order that was set by hand, before all others; empty without such an order. */
export function valueOrderOf(element: Readonly<Record<string, unknown>>, columnId: string): readonly OrderedValue[] {
  return valueOrdersOf(element)[columnId] ?? []
}

function isOrderedValue(value: unknown): value is OrderedValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
