import type { OrderedValue } from '@octavo/core/document'

/** The values of a column in order: first those with a set position, then the others ascending, empty ones last. */
export function inOwnOrder(found: readonly OrderedValue[], order: readonly OrderedValue[]): OrderedValue[] {
  const known = new Set(order)
  const others = found.filter((value) => !known.has(value))
  return [...order, ...others.sort(ascending)]
}

/** The values after one of them was moved. */
export function movedValue(values: readonly OrderedValue[], from: number, to: number): OrderedValue[] {
  const moved = values.slice(from, from + 1)
  const rest = values.filter((_value, index) => index !== from)
  return [...rest.slice(0, to), ...moved, ...rest.slice(to)]
}

function ascending(left: OrderedValue, right: OrderedValue): number {
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
  const [first, second] = [Number(left), Number(right)]
  if (!Number.isNaN(first) && !Number.isNaN(second)) return first - second
  return String(left).localeCompare(String(right))
}
