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

export interface Tracks {
  /** The CSS tracks of a row. */
  template: string
  /** The track of each drawn column, from 1. */
  trackOf: ReadonlyMap<number, number>
}

/**
 * A track for each drawn column, and one for all that is not drawn between two of them: a row with a track for each of 200 columns takes
 * the browser 1.5 ms to lay out, and scrolling lays out twenty.
 */
export function tracksOf(edges: readonly number[], shown: readonly number[]): Tracks {
  const sizes: number[] = []
  const trackOf = new Map<number, number>()
  let end = 0
  for (const column of shown) {
    const [left = 0, right = 0] = edges.slice(column, column + 2)
    if (left > end) sizes.push(left - end)
    sizes.push(right - left)
    trackOf.set(column, sizes.length)
    end = right
  }
  return { template: [...sizes.map((size) => `${size}px`), 'minmax(0, 1fr)'].join(' '), trackOf }
}
