import type { LayoutNode, LayoutRoot } from '../api.ts'
import { findNode } from './grids.ts'
import { type Move, placeNodes } from './place-nodes.ts'
import type { Rect } from './rects.ts'

type Axis = 'column' | 'row'
type Side = 'start' | 'end'
interface Edge {
  axis: Axis
  side: Side
}

/** The new rectangle of an element, and all elements that are resized with it. */
export interface Resized {
  layout: LayoutRoot[]
  rect: Rect
  elementIds: string[]
}

/**
 * Resizes an element. An edge that it shares with neighbours, which together do not extend beyond it, moves for all of them, at most until
 * one of them is a single cell wide or high; everything else moves down as needed.
 */
export function resizeNode(layout: readonly LayoutRoot[], elementId: string, wanted: Rect): Resized {
  const found = findNode(layout, elementId)
  if (!found) return { layout: [...layout], rect: wanted, elementIds: [] }
  const { node, address, grid } = found
  const siblings = grid.children.filter((other) => other.elementId !== elementId)
  let rect = wanted
  const moves: Move[] = []
  for (const edge of movedEdges(node, wanted)) {
    const { axis, side } = edge
    const sharing = neighboursAt(node, siblings, edge)
    if (sharing.length === 0) continue
    const line = within(wanted[axis][side], sharing, edge)
    rect = { ...rect, [axis]: { ...rect[axis], [side]: line } }
    for (const { elementId: id, column, row } of sharing) {
      const other = { column, row }
      const moved = { ...other, [axis]: { ...other[axis], [opposite(side)]: line } }
      moves.push({ elementId: id, grid: address, rect: moved })
    }
  }
  const elementIds = [elementId, ...moves.map((move) => move.elementId)]
  return { layout: placeNodes(layout, [{ elementId, grid: address, rect }, ...moves]), rect, elementIds }
}

/** The one edge that moved; a corner moves two edges, and no neighbour shares both. */
function movedEdges(before: Rect, after: Rect): Edge[] {
  const edges = (['column', 'row'] as const).flatMap((axis) =>
    (['start', 'end'] as const)
      .filter((side) => before[axis][side] !== after[axis][side])
      .map((side) => ({ axis, side })),
  )
  return edges.length === 1 ? edges : []
}

const opposite = (side: Side): Side => (side === 'start' ? 'end' : 'start')

/** Elements that touch an edge; none when one of them extends beyond it, because its other part would have to move too. */
function neighboursAt(node: Rect, siblings: readonly LayoutNode[], { axis, side }: Edge): LayoutNode[] {
  const across: Axis = axis === 'column' ? 'row' : 'column'
  const touching = siblings.filter(
    (other) =>
      other[axis][opposite(side)] === node[axis][side] &&
      other[across].start < node[across].end &&
      node[across].start < other[across].end,
  )
  const isInside = touching.every(
    (other) => other[across].start >= node[across].start && other[across].end <= node[across].end,
  )
  return isInside ? touching : []
}

/** Limits the new position of the line so that every neighbour keeps at least one cell. */
function within(line: number, sharing: readonly Rect[], { axis, side }: Edge): number {
  return side === 'end'
    ? Math.min(line, ...sharing.map((other) => other[axis].end - 1))
    : Math.max(line, ...sharing.map((other) => other[axis].start + 1))
}
