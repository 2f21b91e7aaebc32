/** Columns that each row draws, and where the view was sideways when they were chosen. */
export interface RowColumns {
  columns: readonly number[]
  left: number
}

export interface ColumnsToDraw {
  /** Columns in view, with the frozen ones. */
  tight: readonly number[]
  /** The same, and those beside the view. */
  wide: readonly number[]
  left: number
  /** Rows in view. */
  firstRow: number
  lastRow: number
  isScrolling: boolean
}

/** Rows outside of the view, and rows that get the columns beside the view, that are drawn in one frame. */
export const rowsDrawnAtOnce = 4

const none: readonly number[] = []

/** What is still to be drawn: `rows` without any cell, and `sides` without those beside the view. */
export interface ToDraw {
  rows: boolean
  sides: boolean
}

/**
 * Chooses the columns of each row; `known` has the previous choices and is updated. Rows that come into view are drawn at once, those
 * ahead of the view a few in each frame. While the grid scrolls, a new row draws only the columns in view, and rows outside of the view do
 * not follow sideways: half of the cells would be drawn for nothing. The others are drawn when the scrolling pauses, a few rows in each frame.
 */
export function chooseColumns(known: Map<number, RowColumns>, rows: readonly number[], to: ColumnsToDraw): ToDraw {
  const present = new Set(rows)
  for (const row of known.keys()) if (!present.has(row)) known.delete(row)
  const inView = (row: number) => row >= to.firstRow && row <= to.lastRow
  const toDraw: ToDraw = { rows: false, sides: false }
  let left = rowsDrawnAtOnce
  for (const row of [...rows.filter(inView), ...rows.filter((each) => !inView(each))]) {
    const before = known.get(row)
    const next = nextColumns(before, inView(row), left > 0, to)
    if (next !== before && !inView(row)) left -= 1
    else if (next !== before && next.columns === to.wide && !to.isScrolling) left -= 1
    known.set(row, next)
    if (next.columns === none) toDraw.rows = true
    else if (next.columns !== to.wide) toDraw.sides = true
  }
  return toDraw
}

function nextColumns(
  before: RowColumns | undefined,
  isInView: boolean,
  canDraw: boolean,
  { tight, wide, left, isScrolling }: ColumnsToDraw,
): RowColumns {
  if (!before || before.columns === none) return { columns: isInView || canDraw ? tight : none, left }
  if (before.columns === wide) return before
  const isDue = isScrolling ? isInView && before.left !== left : canDraw
  return isDue ? { columns: wide, left } : before
}
