import type { LayoutNode, LayoutRoot } from '../api.ts'
import { type FoundGrid, findGrid, findNode, type GridAddress, growContainers, mapGrids, sameGrid } from './grids.ts'
import { insideColumns, type Rect } from './rects.ts'
import { settle } from './settle.ts'

/** Where one element is to stand, with all that is inside it. */
export interface Move {
  elementId: string
  grid: GridAddress
  rect: Rect
  /** Of a container: columns of its own grid. */
  columns?: number
}

/**
 * Puts elements where they are wanted; everything else gives way downwards, and containers grow with what they hold. An
 * element that is not in the layout, a grid that is not there, and a grid inside the moved element itself are left out.
 */
export function placeNodes(layout: readonly LayoutRoot[], moves: readonly Move[]): LayoutRoot[] {
  const possible = moves.flatMap((move) => {
    const node = findNode(layout, move.elementId)?.node
    const target = findGrid(layout, move.grid)
    return node && target && !target.containers.includes(move.elementId) ? [{ move, node, target }] : []
  })
  const moved = new Set(possible.map(({ move }) => move.elementId))
  const nodes = possible.map(({ move, node, target }) => ({ move, node: nodeAt(node, move, target) }))
  const placed = mapGrids(layout, (grid, address) => {
    const staying = grid.children.filter(({ elementId }) => {
      const own = nodes.find(({ move }) => move.elementId === elementId)
      return !own || sameGrid(own.move.grid, address)
    })
    const here = staying.map((child) => nodes.find(({ move }) => move.elementId === child.elementId)?.node ?? child)
    const coming = nodes.filter(
      ({ move, node }) => sameGrid(move.grid, address) && !here.some(({ elementId }) => elementId === node.elementId),
    )
    return { columns: grid.columns, children: settle([...here, ...coming.map(({ node }) => node)], moved) }
  })
  return growContainers(placed, moved)
}

function nodeAt(node: LayoutNode, { rect, columns }: Move, { grid }: FoundGrid): LayoutNode {
  const { column, row } = insideColumns(rect, grid.columns)
  const placed = { ...node, column, row }
  return placed.tag === 'Container' && columns !== undefined ? { ...placed, columns } : placed
}
