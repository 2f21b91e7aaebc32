import type { LayoutSpan } from '../api.ts'

/** A rectangle of grid cells. Lines count from 1, the end lines are exclusive. */
export interface Rect {
  column: LayoutSpan
  row: LayoutSpan
}

export function rectOf(column: number, row: number, width: number, height: number): Rect {
  return { column: { start: column, end: column + width }, row: { start: row, end: row + height } }
}

export const widthOf = ({ column }: Rect): number => column.end - column.start
export const heightOf = ({ row }: Rect): number => row.end - row.start

export function overlaps(a: Rect, b: Rect): boolean {
  return spansMeet(a.column, b.column) && spansMeet(a.row, b.row)
}

export function spansMeet(a: LayoutSpan, b: LayoutSpan): boolean {
  return a.start < b.end && b.start < a.end
}

export function sameRect(a: Rect, b: Rect): boolean {
  return (
    a.column.start === b.column.start &&
    a.column.end === b.column.end &&
    a.row.start === b.row.start &&
    a.row.end === b.row.end
  )
}

/** The rectangle at another first column and row, as large as before. */
export function movedTo(rect: Rect, column: number, row: number): Rect {
  return rectOf(column, row, widthOf(rect), heightOf(rect))
}

/** The smallest rectangle around the given ones; null for none. */
export function boundsOf(rects: readonly Rect[]): Rect | null {
  if (rects.length === 0) return null
  return {
    column: {
      start: Math.min(...rects.map(({ column }) => column.start)),
      end: Math.max(...rects.map(({ column }) => column.end)),
    },
    row: { start: Math.min(...rects.map(({ row }) => row.start)), end: Math.max(...rects.map(({ row }) => row.end)) },
  }
}

/** The rectangle moved inside a grid with so many columns; it is cut only when it is wider than the grid. */
export function insideColumns(rect: Rect, columns: number): Rect {
  const width = Math.max(1, Math.min(widthOf(rect), columns))
  const column = Math.min(Math.max(1, rect.column.start), columns + 1 - width)
  return rectOf(column, Math.max(1, rect.row.start), width, Math.max(1, heightOf(rect)))
}

/** Compares in reading order: from top to bottom, then from left to right. */
export function inReadingOrder(a: Rect, b: Rect): number {
  return a.row.start - b.row.start || a.column.start - b.column.start
}
