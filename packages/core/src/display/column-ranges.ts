import { cellAt, columnPlace, type LevelRows } from './level-rows.ts'

/** The minimum and maximum of a column among the loaded rows. */
export type ColumnRange = (columnId: string) => { min: number; max: number } | undefined

/** The ranges of columns over all given rows. Each is computed once: rules ask for it at every cell. */
export function columnRanges(parts: readonly LevelRows[]): ColumnRange {
  const known = new Map<string, ReturnType<ColumnRange>>()
  return (columnId) => {
    if (!known.has(columnId)) known.set(columnId, rangeOf(parts, columnId))
    return known.get(columnId)
  }
}

function rangeOf(parts: readonly LevelRows[], columnId: string): ReturnType<ColumnRange> {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (const rows of parts) {
    const place = columnPlace(rows, columnId)
    for (let row = 0; place >= 0 && row < rows.rowCount; row++) {
      const cell = cellAt(rows, place, row)
      const value = cell === null || cell === '' ? Number.NaN : Number(cell)
      if (value < min) min = value
      if (value > max) max = value
    }
  }
  return min <= max ? { min, max } : undefined
}
