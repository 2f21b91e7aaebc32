import type { LayoutGrid, LayoutNode, LayoutRoot } from '../api.ts'
import { inOtherGrid } from './free-place.ts'
import { type FoundGrid, findGrid, findNode, type GridAddress, growContainers, mapGrids, sameGrid } from './grids.ts'
import { insideColumns, type Rect } from './rects.ts'
import { settle } from './settle.ts'

/** The wanted place of one element; its content moves with it. */
export interface Move {
  elementId: string
  grid: GridAddress
  rect: Rect
  /** For a container: columns of its own grid. Its content keeps its share of the width. */
  columns?: number
}

/**
 * Places elements where they are wanted; all others move down as needed, and containers grow with their content. Moves of unknown elements,
 * into unknown grids, and into the moved element itself are ignored.
 */
export function placeNodes(before: readonly LayoutRoot[], moves: readonly Move[]): LayoutRoot[] {
  const allowed = moves.filter(({ elementId, grid }) => {
    const target = findGrid(before, grid)
    return target && !target.containers.includes(elementId)
  })
  const layout = withColumnsOf(before, allowed)
  const possible = allowed.flatMap((move) => {
    const node = findNode(layout, move.elementId)?.node
    const target = findGrid(layout, move.grid)
    return node && target ? [{ move, node, target }] : []
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

/** The layout with the column counts that moves set for the grids of containers. */
function withColumnsOf(layout: readonly LayoutRoot[], moves: readonly Move[]): readonly LayoutRoot[] {
  const wanted = new Map(
    moves.flatMap(({ elementId, columns }) => (columns === undefined ? [] : [[elementId, columns]])),
  )
  if (wanted.size === 0) return layout
  return mapGrids(layout, (grid, address) => {
    const columns = 'container' in address && address.tab === undefined ? wanted.get(address.container) : undefined
    return columns === undefined ? grid : inColumns(grid, columns)
  })
}

/** A grid with another number of columns: its elements keep their share of the width and never overlap. */
export function inColumns(grid: LayoutGrid, columns: number): LayoutGrid {
  const children = grid.children.map((node) => {
    const { column, row } = inOtherGrid(node, grid.columns, columns)
    return { ...node, column, row }
  })
  return { columns, children: settle(children) }
}

function nodeAt(node: LayoutNode, { rect }: Move, { grid }: FoundGrid): LayoutNode {
  const { column, row } = insideColumns(rect, grid.columns)
  return { ...node, column, row }
}
