import { heightOf, inReadingOrder, movedTo, overlaps, type Rect } from './rects.ts'

export type Placed = Rect & { elementId: string }

/**
 * Resolves overlaps: the elements of `fixed` are placed first. All others keep their place too, unless an element above or a fixed one
 * covers them; then they move down just as far as needed. Nothing moves up or sideways, and nothing overlaps afterwards. The order of the
 * list is kept.
 */
export function settle<Node extends Placed>(nodes: readonly Node[], fixed: ReadonlySet<string> = new Set()): Node[] {
  const settled: Rect[] = []
  const rows = new Map<string, number>()
  const isFixed = ({ elementId }: Node) => fixed.has(elementId)
  const first = nodes.filter(isFixed).sort(inReadingOrder)
  const others = nodes.filter((node) => !isFixed(node)).sort(inReadingOrder)
  for (const node of [...first, ...others]) {
    let place: Rect = node
    for (let hit = covering(settled, place); hit; hit = covering(settled, place)) {
      place = movedTo(place, place.column.start, hit.row.end)
    }
    settled.push(place)
    rows.set(node.elementId, place.row.start)
  }
  return nodes.map((node) => {
    const start = rows.get(node.elementId)
    if (start === undefined || start === node.row.start) return node
    return { ...node, row: { start, end: start + heightOf(node) } }
  })
}

function covering(settled: readonly Rect[], place: Rect): Rect | undefined {
  return settled.find((other) => overlaps(other, place))
}
