import type { DrawnWindow } from './row-window.ts'

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

/** Pixels drawn on either side of the view of a grid. */
const beside = 150

/** The number of columns that a grid draws besides the frozen ones: as many as are ever in view, so that the number stays the same. */
export function drawnColumns(edges: readonly number[], frozen: number, available: number): number {
  const count = edges.length - 1
  if (count <= drawnAtOnce) return count - frozen
  const width = available - (edges[frozen] ?? 0) + 2 * beside
  let most = 0
  for (let first = frozen, next = frozen; first < count; first += 1) {
    while (next < count && (edges[next] ?? 0) < (edges[first + 1] ?? 0) + width) next += 1
    most = Math.max(most, next - first)
  }
  return most
}

/** The columns of a grid in view and some beyond, besides the frozen ones. `left` is the number of pixels that are scrolled. */
export function columnWindow(edges: readonly number[], frozen: number, size: number, left: number): DrawnWindow {
  const from = left + (edges[frozen] ?? 0) - beside
  const last = edges.length - 1 - size
  let first = frozen
  while (first < last && (edges[first + 1] ?? 0) <= from) first += 1
  return { first, size }
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
