/** Rows drawn beyond the view on either side. */
const overscan = 5

/** The adjacent rows or columns that are drawn. */
export interface DrawnWindow {
  first: number
  size: number
}

interface RowsInView {
  /** The first pixel in view. */
  top: number
  height: number
  rowHeight: number
  rowCount: number
}

/**
 * The rows in view and some beyond. The number of rows depends on the height of the view and not on its place, so that each row that leaves
 * makes room for one that comes.
 */
export function rowWindow({ top, height, rowHeight, rowCount }: RowsInView): DrawnWindow {
  if (height <= 0) return { first: 0, size: 0 }
  const size = Math.min(rowCount, Math.ceil(height / rowHeight) + 1 + 2 * overscan)
  const first = Math.floor(top / rowHeight) - overscan
  return { first: Math.max(0, Math.min(first, rowCount - size)), size }
}

/** A row or column that is drawn, and the number of the nodes that draw it. */
export interface Placed {
  index: number
  node: number
}

/**
 * The rows or columns of a window in the order of their nodes. One that comes into view is drawn by the nodes of one that left it, at their
 * place among their siblings: moving nodes costs as much as creating them. With `start` equal to the first one, the nodes are in the order
 * of what they draw, in which screen readers read them.
 */
export function placed({ first, size }: DrawnWindow, start: number): Placed[] {
  return Array.from({ length: size }, (_, at) => {
    const node = (start + at) % size
    const offset = (((node - first) % size) + size) % size
    return { index: first + offset, node }
  })
}
