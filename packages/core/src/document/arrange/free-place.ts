import { heightOf, insideColumns, overlaps, type Rect, rectOf } from './rects.ts'

/**
 * The first gap of a grid with room for so many columns and rows, searched from a row on, from left to right; below everything when there
 * is none.
 */
export function freePlace(
  taken: readonly Rect[],
  columns: number,
  size: { width: number; height: number },
  fromRow = 1,
): Rect {
  const width = Math.min(size.width, columns)
  const last = Math.max(fromRow, ...taken.map(({ row }) => row.end))
  for (let row = fromRow; row < last; row++) {
    for (let column = 1; column <= columns + 1 - width; column++) {
      const place = rectOf(column, row, width, size.height)
      if (!taken.some((other) => overlaps(other, place))) return place
    }
  }
  return rectOf(1, last, width, size.height)
}

/** Places an element on the right of another one when there is room, else directly below it; elements in the way move down. */
export function placeBeside(
  taken: readonly Rect[],
  columns: number,
  size: { width: number; height: number },
  anchor: Rect,
): Rect {
  const beside = rectOf(anchor.column.end, anchor.row.start, size.width, size.height)
  const isFree = beside.column.end <= columns + 1 && !taken.some((other) => overlaps(other, beside))
  if (isFree) return beside
  return insideColumns(rectOf(anchor.column.start, anchor.row.end, size.width, size.height), columns)
}

/** Converts a rectangle to a grid with more or fewer columns: it keeps its share of the width, at least one column. */
export function inOtherGrid(rect: Rect, from: number, to: number): Rect {
  if (from === to) return insideColumns(rect, to)
  const start = Math.round(((rect.column.start - 1) * to) / from) + 1
  const end = Math.round(((rect.column.end - 1) * to) / from) + 1
  const width = Math.max(1, end - start)
  return insideColumns(rectOf(start, rect.row.start, width, heightOf(rect)), to)
}
