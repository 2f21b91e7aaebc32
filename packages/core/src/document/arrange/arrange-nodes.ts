import type { LayoutNode, LayoutRoot } from '../api.ts'
import { pageColumns } from '../layout.ts'
import { inOtherGrid } from './free-place.ts'
import { findNode, type GridAddress, gridsIn, growContainers, mapGrids, sameGrid } from './grids.ts'
import { inColumns, type Move, placeNodes } from './place-nodes.ts'
import { boundsOf, heightOf, inReadingOrder, insideColumns, movedTo, type Rect, rectOf, widthOf } from './rects.ts'

export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom'
export type Axis = 'column' | 'row'

interface Standing {
  node: LayoutNode
  grid: GridAddress
  columns: number
}

/** The elements of the list that are in the same grid as the first of them, in reading order. */
export function standingTogether(layout: readonly LayoutRoot[], elementIds: readonly string[]): Standing[] {
  const found = elementIds.flatMap((id) => findNode(layout, id) ?? [])
  const [first] = found
  if (!first) return []
  return found
    .filter(({ address }) => sameGrid(address, first.address))
    .map(({ node, address, grid }) => ({ node, grid: address, columns: grid.columns }))
    .sort((a, b) => inReadingOrder(a.node, b.node))
}

/** Aligns elements of one grid to the same edge or middle of the rectangle around them. */
export function alignNodes(
  layout: readonly LayoutRoot[],
  elementIds: readonly string[],
  alignment: Alignment,
): LayoutRoot[] {
  const standing = standingTogether(layout, elementIds)
  const bounds = boundsOf(standing.map(({ node }) => node))
  if (!bounds) return [...layout]
  return placeNodes(
    layout,
    standing.map(({ node, grid }) => ({ elementId: node.elementId, grid, rect: aligned(node, bounds, alignment) })),
  )
}

function aligned(rect: Rect, bounds: Rect, alignment: Alignment): Rect {
  const { column, row } = rect
  const middle = (span: Rect['row'], size: number) => span.start + Math.floor((span.end - span.start - size) / 2)
  switch (alignment) {
    case 'left':
      return movedTo(rect, bounds.column.start, row.start)
    case 'right':
      return movedTo(rect, bounds.column.end - widthOf(rect), row.start)
    case 'center':
      return movedTo(rect, middle(bounds.column, widthOf(rect)), row.start)
    case 'top':
      return movedTo(rect, column.start, bounds.row.start)
    case 'bottom':
      return movedTo(rect, column.start, bounds.row.end - heightOf(rect))
    case 'middle':
      return movedTo(rect, column.start, middle(bounds.row, heightOf(rect)))
  }
}

/** Moves elements of one grid so that the gaps between them are equal; the outer ones stay. */
export function distributeNodes(
  layout: readonly LayoutRoot[],
  elementIds: readonly string[],
  axis: Axis,
): LayoutRoot[] {
  const standing = standingTogether(layout, elementIds).sort((a, b) => a.node[axis].start - b.node[axis].start)
  const bounds = boundsOf(standing.map(({ node }) => node))
  if (!bounds || standing.length < 3) return [...layout]
  const size = (node: LayoutNode) => node[axis].end - node[axis].start
  const free = bounds[axis].end - bounds[axis].start - standing.reduce((sum, { node }) => sum + size(node), 0)
  const gap = Math.max(0, free) / (standing.length - 1)
  let start: number = bounds[axis].start
  const moves = standing.map(({ node, grid }): Move => {
    const line = Math.round(start)
    start += size(node) + gap
    const rect = axis === 'column' ? movedTo(node, line, node.row.start) : movedTo(node, node.column.start, line)
    return { elementId: node.elementId, grid, rect }
  })
  return placeNodes(layout, moves)
}

/** Resizes elements of one grid to the width or the height of the first one in the list. */
export function sameSize(layout: readonly LayoutRoot[], elementIds: readonly string[], axis: Axis): LayoutRoot[] {
  const model = findNode(layout, elementIds[0] ?? '')?.node
  if (!model) return [...layout]
  return placeNodes(
    layout,
    standingTogether(layout, elementIds).map(({ node, grid }) => ({
      elementId: node.elementId,
      grid,
      rect:
        axis === 'column'
          ? rectOf(node.column.start, node.row.start, widthOf(model), heightOf(node))
          : rectOf(node.column.start, node.row.start, widthOf(node), heightOf(model)),
    })),
  )
}

/** Two elements swap places and sizes, within a grid or between two. Changes nothing when one contains the other. */
export function swapNodes(layout: readonly LayoutRoot[], first: string, second: string): LayoutRoot[] {
  const a = findNode(layout, first)
  const b = findNode(layout, second)
  if (!a || !b || first === second || a.containers.includes(second) || b.containers.includes(first)) return [...layout]
  return placeNodes(layout, [
    { elementId: first, grid: b.address, rect: b.node },
    { elementId: second, grid: a.address, rect: a.node },
  ])
}

/** Columns of the grid of a container around a selection: medium for up to half of the page, else high. */
export function groupColumns(bounds: Rect): number {
  return widthOf(bounds) <= 12 ? 12 : 24
}

/**
 * Moves elements of one grid into a container that is already in the layout. The container takes the place of the rectangle around them,
 * and they keep their share of its width.
 */
export function groupNodes(
  layout: readonly LayoutRoot[],
  elementIds: readonly string[],
  containerId: string,
): LayoutRoot[] {
  const standing = standingTogether(layout, elementIds)
  const bounds = boundsOf(standing.map(({ node }) => node))
  const [first] = standing
  if (!bounds || !first) return [...layout]
  const isTabbed = findNode(layout, containerId)?.node.tag === 'TabbedContainer'
  const columns = isTabbed ? pageColumns : groupColumns(bounds)
  const grid: GridAddress = isTabbed ? { container: containerId, tab: 0 } : { container: containerId }
  const inside = standing.map(({ node }): Move => {
    const { start } = bounds.column
    const rect = movedTo(node, node.column.start - start + 1, node.row.start - bounds.row.start + 1)
    return { elementId: node.elementId, grid, rect: inOtherGrid(rect, widthOf(bounds), columns) }
  })
  return placeNodes(layout, [{ elementId: containerId, grid: first.grid, rect: bounds, columns }, ...inside])
}

/** Moves the content of a container to the grid that contains it, at the place and with the share of the width that it has on screen. */
export function ungroupNodes(layout: readonly LayoutRoot[], containerId: string): LayoutRoot[] {
  const found = findNode(layout, containerId)
  if (!found) return [...layout]
  const { node, address } = found
  const width = widthOf(node)
  const moves = gridsIn(node).flatMap(({ columns, children }) =>
    children.map((child): Move => {
      const share = inOtherGrid(child, columns, width)
      const rect = movedTo(share, node.column.start + share.column.start - 1, node.row.start + child.row.start - 1)
      return { elementId: child.elementId, grid: address, rect }
    }),
  )
  const bare = mapGrids(layout, (grid, at) =>
    sameGrid(at, address)
      ? {
          ...grid,
          children: grid.children.map((child) =>
            child.elementId === containerId ? below(child, grid.children) : child,
          ),
        }
      : grid,
  )
  return placeNodes(bare, moves)
}

/** Moves the container that will be removed below the elements that come out of it. */
function below(node: LayoutNode, siblings: readonly LayoutNode[]): LayoutNode {
  const line = Math.max(...siblings.map(({ row }) => row.end)) + 1_000
  return { ...node, row: { start: line, end: line + heightOf(node) } }
}

/** Changes the density of a grid: elements keep their share of the width, at least one column, and never overlap. */
export function setGridColumns(layout: readonly LayoutRoot[], address: GridAddress, columns: number): LayoutRoot[] {
  const changed = mapGrids(layout, (grid, at) => (sameGrid(at, address) ? inColumns(grid, columns) : grid))
  return growContainers(changed)
}

/** Removes the empty rows of a grid. */
export function trimSpace(layout: readonly LayoutRoot[], address: GridAddress): LayoutRoot[] {
  return mapGrids(layout, (grid, at) => {
    if (!sameGrid(at, address)) return grid
    const used = new Set<number>()
    for (const { row } of grid.children) for (let line = row.start; line < row.end; line++) used.add(line)
    const emptyAbove = (line: number) => {
      let count = 0
      for (let each = 1; each < line; each++) if (!used.has(each)) count++
      return count
    }
    return {
      columns: grid.columns,
      children: grid.children.map((node) => {
        const start = node.row.start - emptyAbove(node.row.start)
        return start === node.row.start ? node : { ...node, row: { start, end: start + heightOf(node) } }
      }),
    }
  })
}

/** Moves everything in a grid that begins at or below a row by the given number of rows, but not up into the elements above it. */
export function shiftBelow(
  layout: readonly LayoutRoot[],
  address: GridAddress,
  fromRow: number,
  by: number,
): LayoutRoot[] {
  const shifted = mapGrids(layout, (grid, at) => {
    if (!sameGrid(at, address)) return grid
    const above = Math.max(1, ...grid.children.filter(({ row }) => row.start < fromRow).map(({ row }) => row.end))
    const least = Math.min(...grid.children.filter(({ row }) => row.start >= fromRow).map(({ row }) => row.start))
    const step = Math.max(by, above - least)
    return {
      columns: grid.columns,
      children: grid.children.map((node) =>
        node.row.start < fromRow ? node : { ...node, row: { start: node.row.start + step, end: node.row.end + step } },
      ),
    }
  })
  return growContainers(shifted)
}

/** Moves elements of one grid together by columns and rows, as far as the edges of the grid allow. */
export function moveBy(
  layout: readonly LayoutRoot[],
  elementIds: readonly string[],
  columns: number,
  rows: number,
): LayoutRoot[] {
  const standing = standingTogether(layout, elementIds)
  const bounds = boundsOf(standing.map(({ node }) => node))
  const [first] = standing
  if (!bounds || !first) return [...layout]
  const right = Math.min(Math.max(columns, 1 - bounds.column.start), first.columns + 1 - bounds.column.end)
  const down = Math.max(rows, 1 - bounds.row.start)
  return placeNodes(
    layout,
    standing.map(({ node, grid }) => ({
      elementId: node.elementId,
      grid,
      rect: movedTo(node, node.column.start + right, node.row.start + down),
    })),
  )
}

/** Changes the size of an element by columns and rows at its right and lower edge. */
export function resizeBy(
  layout: readonly LayoutRoot[],
  elementId: string,
  columns: number,
  rows: number,
): LayoutRoot[] {
  const found = findNode(layout, elementId)
  if (!found) return [...layout]
  const { node, address, grid } = found
  const width = Math.min(Math.max(1, widthOf(node) + columns), grid.columns + 1 - node.column.start)
  const height = Math.max(1, heightOf(node) + rows)
  const rect = insideColumns(rectOf(node.column.start, node.row.start, width, height), grid.columns)
  return placeNodes(layout, [{ elementId, grid: address, rect }])
}
