import { type GridAddress, insideColumns, type Rect, rectOf } from '@octavo/core/document'

/** A grid on screen, in pixels of the window. */
export interface GridBox {
  left: number
  top: number
  columnWidth: number
  rowHeight: number
  columns: number
}

/** Height of a row of a page; the style sheet has the same number. */
const pageRowHeight = 24

/** Measures the grid of a page or container as it is drawn; null where it is not drawn, as in a tab behind others. */
export function readGridBox(surface: HTMLElement, grid: GridAddress, columns: number): GridBox | null {
  const element = surface.querySelector<HTMLElement>(gridSelector(grid))
  if (!element) return null
  const style = getComputedStyle(element)
  const pixels = (value: string) => Number.parseFloat(value) || 0
  const box = element.getBoundingClientRect()
  const width = box.width - pixels(style.paddingLeft) - pixels(style.paddingRight)
  const rowHeight = 'root' in grid ? pageRowHeight : pixels(style.gridTemplateRows.split(' ')[0] ?? '')
  return {
    left: box.left + pixels(style.paddingLeft),
    top: box.top + pixels(style.paddingTop),
    columnWidth: width / columns,
    rowHeight: rowHeight > 0 ? rowHeight : pageRowHeight,
    columns,
  }
}

function gridSelector(grid: GridAddress): string {
  if ('root' in grid) return `[data-grid="${CSS.escape(grid.root)}"]`
  const tab = grid.tab === undefined ? '' : `[data-tab="${grid.tab}"]`
  return `[data-grid="${CSS.escape(grid.container)}"]${tab}`
}

/** The column and row whose upper left corner is nearest to a point. */
export function nearestCell(box: GridBox, x: number, y: number): { column: number; row: number } {
  return {
    column: Math.max(1, Math.round((x - box.left) / box.columnWidth) + 1),
    row: Math.max(1, Math.round((y - box.top) / box.rowHeight) + 1),
  }
}

/** The first whole row of a page that is below the upper edge of what scrolls it. */
export function firstRowInView(surface: HTMLElement, pageId: string): number {
  const box = readGridBox(surface, { root: pageId }, 1)
  const edge = surface.closest('main')?.getBoundingClientRect().top
  return box && edge !== undefined ? Math.max(1, Math.ceil((edge - box.top) / box.rowHeight) + 1) : 1
}

/** A rectangle of cells in pixels of the window. */
export function pixelsOf(box: GridBox, rect: Rect): { left: number; top: number; width: number; height: number } {
  return {
    left: box.left + (rect.column.start - 1) * box.columnWidth,
    top: box.top + (rect.row.start - 1) * box.rowHeight,
    width: (rect.column.end - rect.column.start) * box.columnWidth,
    height: (rect.row.end - rect.row.start) * box.rowHeight,
  }
}

/** Which edges of a rectangle a handle moves: -1 the first one, 1 the last one, 0 none. */
export interface Handle {
  x: -1 | 0 | 1
  y: -1 | 0 | 1
}

export const handles: readonly Handle[] = [
  { x: -1, y: -1 },
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
  { x: -1, y: 1 },
  { x: -1, y: 0 },
]

/** A rectangle whose handle was dragged by columns and rows: at least one cell, inside the grid. */
export function resized(rect: Rect, handle: Handle, columns: number, rows: number, gridColumns: number): Rect {
  const { column, row } = rect
  const left = handle.x === -1 ? clamp(column.start + columns, 1, column.end - 1) : column.start
  const right = handle.x === 1 ? clamp(column.end + columns, column.start + 1, gridColumns + 1) : column.end
  const top = handle.y === -1 ? clamp(row.start + rows, 1, row.end - 1) : row.start
  const bottom = handle.y === 1 ? Math.max(row.end + rows, row.start + 1) : row.end
  return insideColumns(rectOf(left, top, right - left, bottom - top), gridColumns)
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

/** A line at which an edge of one rectangle meets the same edge of another one. */
export interface Guide {
  axis: 'column' | 'row'
  line: number
}

/** Edges that a rectangle has in common with its neighbours. */
export function guidesOf(rect: Rect, neighbours: readonly Rect[]): Guide[] {
  return (['column', 'row'] as const).flatMap((axis) =>
    [rect[axis].start, rect[axis].end]
      .filter((line) => neighbours.some((other) => other[axis].start === line || other[axis].end === line))
      .map((line): Guide => ({ axis, line })),
  )
}
