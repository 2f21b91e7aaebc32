import type { DataElement } from '../document/index.ts'
import { isRecord } from './controls.ts'

/** Keys that remain in a total: the first so many of the rows and of the columns. */
export interface KeySet {
  rows: readonly string[]
  columns: readonly string[]
}

/**
 * The totals that a pivot table shows, finest first: every combination of outer row keys and outer column keys but
 * that of all keys, which are the cells themselves.
 */
export function shownTotals(element: DataElement, rows: readonly string[], columns: readonly string[]): KeySet[] {
  const isShown = visibility(element)
  const sets: KeySet[] = []
  for (let row = rows.length; row >= 0; row -= 1) {
    for (let column = columns.length; column >= 0; column -= 1) {
      if (row === rows.length && column === columns.length) continue
      if (row < rows.length && !isShown(row === 0 ? 'grand-row-total' : rows[row - 1])) continue
      if (column < columns.length && !isShown(column === 0 ? 'grand-column-total' : columns[column - 1])) continue
      sets.push({ rows: rows.slice(0, row), columns: columns.slice(0, column) })
    }
  }
  return sets
}

function visibility(element: DataElement): (axisId: string | undefined) => boolean {
  const totals = isRecord(element.totals) ? element.totals : {}
  const listed = Array.isArray(element.axisTotals) ? element.axisTotals.filter(isRecord) : []
  return (axisId) => {
    const isGrand = axisId === 'grand-row-total' || axisId === 'grand-column-total'
    if ((isGrand ? totals.showGrandTotals : totals.showSubtotals) === 'hidden') return false
    return listed.find((entry) => entry.axisId === axisId)?.visibility !== 'hidden'
  }
}
