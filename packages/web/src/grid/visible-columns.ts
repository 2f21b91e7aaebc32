/** With so many columns or fewer all are drawn; with more only those in view. */
export const drawnAtOnce = 40
/** Pixels drawn on either side of the view. */
const overscan = 300

/** Left edge of each column, and of the end. */
export function edgesOf(widths: readonly number[]): number[] {
  const edges = [0]
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + width)
  return edges
}

/** Columns that stay in view: as many of those asked for as leave room for others. */
export function frozenCount(asked: number, edges: readonly number[], available: number): number {
  let count = Math.min(asked, edges.length - 1)
  while (count > 0 && (edges[count] ?? 0) > available * 0.6) count--
  return count
}

/** The columns to draw, in order: the frozen ones and those in view. */
export function columnsInView(edges: readonly number[], frozen: number, left: number, available: number): number[] {
  const count = edges.length - 1
  const all = Array.from({ length: count }, (_, index) => index)
  if (count <= drawnAtOnce) return all
  return all.filter(
    (index) =>
      index < frozen ||
      ((edges[index + 1] ?? 0) > left - overscan && (edges[index] ?? 0) < left + available + overscan),
  )
}

/** Where a column is in a row: its left edge and its width. */
export interface ColumnPlace {
  left: number
  width: number
}

/**
 * Each cell has a place of its own instead of a track of a grid: cells that were there before stay as they are while others come into view,
 * and the browser lays out only what is new.
 */
export function placeOf(edges: readonly number[], column: number): ColumnPlace {
  const left = edges[column] ?? 0
  return { left, width: (edges[column + 1] ?? left) - left }
}
