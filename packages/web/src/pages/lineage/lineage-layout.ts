import type { Lineage } from '@octavo/core/document'

const smallestWidth = 208
const largestWidth = 480
export const boxHeight = 44
const columnGap = 72
const rowGap = 12
const margin = 24

export interface PlacedLineage {
  /** Upper left corner of each box by its id, in pixels. */
  places: Map<string, { x: number; y: number }>
  boxWidth: number
  width: number
  height: number
}

export interface BoxSizes {
  /** May depend on the number of columns. */
  width: number | ((columns: number) => number)
  heightOf: (id: string) => number
}

/**
 * Boxes that are as wide as the longest name, while all columns fit into the available pixels. Names are cut only where there is no room.
 */
export function widthOfBoxes(longestName: number, available: number): (columns: number) => number {
  return (columns) => {
    const room = (available - 2 * margin + columnGap) / Math.max(1, columns) - columnGap
    return Math.max(smallestWidth, Math.floor(Math.min(largestWidth, room, longestName)))
  }
}

/**
 * Positions of the boxes: each is to the right of everything it depends on, and near the middle of its neighbours. Takes time proportional
 * to boxes and edges, so that a thousand boxes need a few milliseconds.
 */
export function placeLineage(
  { nodes, edges }: { nodes: readonly { id: string }[]; edges: Lineage['edges'] },
  { width, heightOf }: BoxSizes,
): PlacedLineage {
  const before = neighbours(edges, 'to', 'from')
  const after = neighbours(edges, 'from', 'to')
  const ranks = ranksOf(
    nodes.map(({ id }) => id),
    before,
  )
  const columns: string[][] = []
  for (const { id } of nodes) {
    const rank = ranks.get(id) ?? 0
    columns[rank] = [...(columns[rank] ?? []), id]
  }
  const rows = new Map<string, number>()
  const count = (column: readonly string[]) => {
    for (const [row, id] of column.entries()) rows.set(id, row)
  }
  columns.forEach(count)
  for (const [near, order] of [
    [before, columns],
    [after, columns.toReversed()],
    [before, columns],
  ] as const) {
    for (const column of order) {
      const middles = new Map(column.map((id, row) => [id, middleOf(near.get(id), rows) ?? row]))
      column.sort((a, b) => (middles.get(a) ?? 0) - (middles.get(b) ?? 0))
      count(column)
    }
  }
  const heights = columns.map((column) => column.reduce((sum, id) => sum + heightOf(id) + rowGap, -rowGap))
  const tallest = Math.max(0, ...heights)
  const boxWidth = typeof width === 'number' ? width : width(columns.length)
  const places = new Map<string, { x: number; y: number }>()
  for (const [rank, column] of columns.entries()) {
    let y = margin + (tallest - (heights[rank] ?? 0)) / 2
    for (const id of column) {
      places.set(id, { x: margin + rank * (boxWidth + columnGap), y })
      y += heightOf(id) + rowGap
    }
  }
  return {
    places,
    boxWidth,
    width: 2 * margin + columns.length * (boxWidth + columnGap) - columnGap,
    height: 2 * margin + tallest,
  }
}

function neighbours(edges: Lineage['edges'], here: 'from' | 'to', there: 'from' | 'to'): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const edge of edges) {
    const list = found.get(edge[here])
    if (list) list.push(edge[there])
    else found.set(edge[here], [edge[there]])
  }
  return found
}

/** The length of the longest path from a source to each box. An edge that closes a cycle is left out. */
function ranksOf(ids: readonly string[], before: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const ranks = new Map<string, number>()
  const open = new Set<string>()
  const rankOf = (id: string): number => {
    const known = ranks.get(id)
    if (known !== undefined) return known
    open.add(id)
    const rank = (before.get(id) ?? []).reduce(
      (highest, read) => (open.has(read) ? highest : Math.max(highest, rankOf(read) + 1)),
      0,
    )
    open.delete(id)
    ranks.set(id, rank)
    return rank
  }
  for (const id of ids) rankOf(id)
  return ranks
}

function middleOf(ids: readonly string[] | undefined, rows: ReadonlyMap<string, number>): number | undefined {
  if (!ids || ids.length === 0) return undefined
  return ids.reduce((sum, id) => sum + (rows.get(id) ?? 0), 0) / ids.length
}

interface Corner {
  x: number
  y: number
}

/**
 * The line from a box to a box, as the path of an SVG element: from the right side of the one to the left side of the other. A line that
 * closes a cycle leads back, and leaves and enters on the other sides, so that it does not cross its own boxes.
 */
export function lineBetween(start: Corner, end: Corner, boxWidth: number): string {
  const isBack = end.x < start.x
  const [x1, x2] = isBack ? [start.x, end.x + boxWidth] : [start.x + boxWidth, end.x]
  const [y1, y2] = [start.y + boxHeight / 2, end.y + boxHeight / 2]
  const bend = isBack ? (x2 - x1) / 2 : Math.max(24, (x2 - x1) / 2)
  return `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`
}
