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

/** Steps in which the view moves sideways, in pixels: the columns near the view change before they are seen. */
export const viewStep = 120

/** The frozen columns and those in view, in order. */
export function columnsInView(edges: readonly number[], frozen: number, left: number, available: number): number[] {
  return columnsBetween(edges, frozen, left, left + available + viewStep)
}

/** The same, and the columns beside the view: all columns if there are few. */
export function columnsNearView(edges: readonly number[], frozen: number, left: number, available: number): number[] {
  const count = edges.length - 1
  if (count <= drawnAtOnce) return Array.from({ length: count }, (_, index) => index)
  return columnsBetween(edges, frozen, left - overscan, left + available + overscan)
}

function columnsBetween(edges: readonly number[], frozen: number, from: number, to: number): number[] {
  return Array.from({ length: edges.length - 1 }, (_, index) => index).filter(
    (index) => index < frozen || ((edges[index + 1] ?? 0) > from && (edges[index] ?? 0) < to),
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
