import {
  boundsOf,
  findGrid,
  findNode,
  type GridAddress,
  type LayoutRoot,
  type Move,
  overlaps,
  placeNodes,
  type Rect,
  rectOf,
  sameGrid,
  swapNodes,
  usualSize,
} from '@octavo/core/document'
import { nearestCell, readGridBox } from './geometry.ts'

export interface DropTarget {
  grid: GridAddress
  /** Where the rectangle around the dragged elements is dropped. */
  rect: Rect
  layout: LayoutRoot[]
}

interface Dragged {
  elementIds: readonly string[]
  /** Distance in pixels from the upper left corner of the dragged rectangle to the pointer. */
  grabbed: { x: number; y: number }
}

/** The grid under a point: of the innermost container there that is not dragged itself, otherwise of the page. */
export function gridAt(
  surface: HTMLElement,
  pageId: string,
  point: { x: number; y: number },
  dragged: readonly string[],
): GridAddress {
  for (const element of document.elementsFromPoint(point.x, point.y)) {
    const grid = element.closest<HTMLElement>('[data-grid]')
    if (!grid || !surface.contains(grid)) continue
    const holders = dragged.map((id) => `[data-element="${CSS.escape(id)}"]`).join(',')
    if (holders !== '' && grid.closest(holders)) continue
    const { grid: name = pageId, tab } = grid.dataset
    if (name === pageId) break
    return tab === undefined ? { container: name } : { container: name, tab: Number(tab) }
  }
  return { root: pageId }
}

/** The cell of the page under a point, and the grid that it belongs to. Null where no grid is drawn. */
export function cellAt(
  surface: HTMLElement,
  layout: readonly LayoutRoot[],
  pageId: string,
  { x, y }: { x: number; y: number },
): { grid: GridAddress; column: number; row: number } | null {
  const grid = gridAt(surface, pageId, { x, y }, [])
  const box = readGridBox(surface, grid, columnsOf(layout, grid))
  return box && { grid, ...nearestCell(box, x - box.columnWidth, y - box.rowHeight) }
}

/** The place of a new element of usual size whose upper left corner is dropped on a cell. */
export function placeOfNew(
  layout: readonly LayoutRoot[],
  kind: string,
  { grid, column, row }: { grid: GridAddress; column: number; row: number },
): { grid: GridAddress } & Rect {
  const columns = columnsOf(layout, grid)
  const { width, height } = usualSize({ id: '', kind }, columns)
  return { grid, ...rectOf(Math.min(column, Math.max(1, columns + 1 - width)), row, width, height) }
}

function columnsOf(layout: readonly LayoutRoot[], grid: GridAddress): number {
  return findGrid(layout, grid)?.grid.columns ?? 24
}

/**
 * The place where a drag would be dropped at a point, and the resulting layout of the page. Null where no grid is
 * drawn.
 */
export function dropTargetAt(
  surface: HTMLElement,
  layout: readonly LayoutRoot[],
  pageId: string,
  point: { x: number; y: number },
  { elementIds, grabbed }: Dragged,
): DropTarget | null {
  const grid = gridAt(surface, pageId, point, elementIds)
  const columns = columnsOf(layout, grid)
  const box = readGridBox(surface, grid, columns)
  const nodes = elementIds.flatMap((id) => findNode(layout, id) ?? [])
  const bounds = boundsOf(nodes.map(({ node }) => node))
  const [first] = nodes
  if (!box || !bounds || !first) return null
  const cell = nearestCell(box, point.x - grabbed.x, point.y - grabbed.y)
  const isSameGrid = sameGrid(first.address, grid)
  const scale = isSameGrid ? 1 : columns / first.grid.columns
  const width = Math.max(1, Math.min(columns, Math.round((bounds.column.end - bounds.column.start) * scale)))
  const column = Math.min(cell.column, columns + 1 - width)
  const moves = nodes.map(({ node }): Move => {
    const share = Math.max(1, Math.round((node.column.end - node.column.start) * scale))
    const right = Math.round((node.column.start - bounds.column.start) * scale)
    const down = node.row.start - bounds.row.start
    const rect = rectOf(column + right, cell.row + down, share, node.row.end - node.row.start)
    return { elementId: node.elementId, grid, rect }
  })
  const rect = rectOf(column, cell.row, width, bounds.row.end - bounds.row.start)
  const [only] = elementIds
  const swapped = isSameGrid && elementIds.length === 1 ? swapTarget(box, layout, grid, only ?? '', point) : undefined
  if (swapped && only !== undefined) {
    return { grid, rect: swapped.rect, layout: swapNodes(layout, only, swapped.elementId) }
  }
  return { grid, rect, layout: placeNodes(layout, moves) }
}

/** The neighbour whose middle third is under the point: dropping there swaps the two. */
function swapTarget(
  box: { left: number; top: number; columnWidth: number; rowHeight: number },
  layout: readonly LayoutRoot[],
  grid: GridAddress,
  dragged: string,
  { x, y }: { x: number; y: number },
): { elementId: string; rect: Rect } | undefined {
  const point = rectOf(
    Math.floor((x - box.left) / box.columnWidth) + 1,
    Math.floor((y - box.top) / box.rowHeight) + 1,
    1,
    1,
  )
  const hit = findGrid(layout, grid)?.grid.children.find(
    (node) => node.elementId !== dragged && node.tag === 'Element' && overlaps(node, point),
  )
  if (!hit) return undefined
  const isMiddle = (value: number, start: number, end: number, size: number) => {
    const share = (value / size + 1 - start) / (end - start)
    return share > 1 / 3 && share < 2 / 3
  }
  const { column, row } = hit
  const isIn =
    isMiddle(x - box.left, column.start, column.end, box.columnWidth) &&
    isMiddle(y - box.top, row.start, row.end, box.rowHeight)
  return isIn ? { elementId: hit.elementId, rect: { column, row } } : undefined
}
