import type { DocumentPage, LayoutNode } from './api.ts'
import { inReadingOrder } from './arrange/rects.ts'
import { isRecord } from './check-schema.ts'

/** The order of a page's elements on phones, from `x.mobile`; undefined for reading order. */
export function mobileOrderOf(page: object): string[] | undefined {
  const { x } = page as Pick<DocumentPage, 'x'>
  const mobile = isRecord(x) ? x.mobile : undefined
  if (!isRecord(mobile) || !Array.isArray(mobile.order)) return undefined
  return mobile.order.filter((id): id is string => typeof id === 'string')
}

/**
 * The elements of one grid in the order for phones. An element that the order does not contain follows the element before it in reading
 * order, so that new elements stay near their neighbours.
 */
export function inMobileOrder(nodes: readonly LayoutNode[], order: readonly string[] | undefined): LayoutNode[] {
  const reading = [...nodes].sort(inReadingOrder)
  if (!order) return reading
  const places = new Map(order.map((id, place) => [id, place]))
  const known = reading
    .filter(({ elementId }) => places.has(elementId))
    .sort((a, b) => (places.get(a.elementId) ?? 0) - (places.get(b.elementId) ?? 0))
  for (const [index, node] of reading.entries()) {
    if (places.has(node.elementId)) continue
    const before = reading[index - 1]
    known.splice(before ? known.indexOf(before) + 1 : 0, 0, node)
  }
  return known
}
