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

/** Start of the ids of formulas that the author gave to totals; they are no columns of the element. */
const CUSTOM = 'total/'

/** Formulas of `axisTotals`: a value may be computed otherwise on the totals of a dimension. */
export function customTotals(element: DataElement): { id: string; formula: string; isHidden: boolean; path: string }[] {
  const axes = Array.isArray(element.axisTotals) ? element.axisTotals.filter(isRecord) : []
  return axes.flatMap(({ axisId, calculations }, axis) =>
    (Array.isArray(calculations) ? calculations.filter(isRecord) : []).map(({ columnId, formula }, index) => ({
      id: customId(String(axisId), String(columnId)),
      formula: String(formula ?? ''),
      isHidden: true,
      path: `axisTotals[${axis}].calculations[${index}].formula`,
    })),
  )
}

export function isCustomTotal(columnId: string): boolean {
  return columnId.startsWith(CUSTOM)
}

/**
 * How a value is computed on a total: the id of the formula that its author gave it there, the value itself without
 * one, null where the formulas of a row total and of a column total meet and say different things.
 */
export function formulaOfTotal(
  columnId: string,
  { rows, columns }: KeySet,
  all: KeySet,
  formulaOf: (id: string) => string | undefined,
): string | null {
  const axes = [
    ...(rows.length < all.rows.length ? [rows.at(-1) ?? 'grand-row-total'] : []),
    ...(columns.length < all.columns.length ? [columns.at(-1) ?? 'grand-column-total'] : []),
  ]
  const given = axes.map((axis) => customId(axis, columnId)).filter((id) => formulaOf(id) !== undefined)
  const [first, second] = given
  if (first !== undefined && second !== undefined && formulaOf(first) !== formulaOf(second)) return null
  return first ?? columnId
}

function customId(axisId: string, columnId: string): string {
  return `${CUSTOM}${axisId}/${columnId}`
}
