import { type CalculatedLine, calculatedLines, type DataElement, parentsWithValues } from '../../document/index.ts'
import { isRecord } from './controls.ts'

/** The keys of a total: the first keys of the rows and the first keys of the columns. */
export interface KeySet {
  rows: readonly string[]
  columns: readonly string[]
}

/**
 * The totals that a pivot table shows, finest first: every combination of outer row keys and outer column keys, except the combination of
 * all keys, which are the cells themselves.
 */
export function shownTotals(element: DataElement, rows: readonly string[], columns: readonly string[]): KeySet[] {
  const axes = shownAxes(element, rows, columns)
  return axes.rows.flatMap((row) =>
    axes.columns
      .filter((column) => row.length < rows.length || column.length < columns.length)
      .map((column) => ({ rows: row, columns: column })),
  )
}

/** The key sets of each axis that are shown, the full set first. Groups that show their values in their own header row have a total too. */
function shownAxes(element: DataElement, rows: readonly string[], columns: readonly string[]) {
  const isShown = visibility(element)
  const sets = (keys: readonly string[], grand: string, shelf: unknown) => {
    const parents = parentsWithValues(shelf)
    return keys
      .map((_, left) => keys.length - left)
      .concat(0)
      .filter((kept) => kept === keys.length || (kept > 0 && kept <= parents) || isShown(keys[kept - 1] ?? grand))
      .map((kept) => keys.slice(0, kept))
  }
  return {
    rows: sets(rows, 'grand-row-total', element.rowsBy),
    columns: sets(columns, 'grand-column-total', element.columnsBy),
  }
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

/** Cells of one calculated line, or of the crossing of a row line and a column line. */
export interface LineCells {
  set: KeySet
  /** One line, or two that cross: the row line first. */
  lines: readonly CalculatedLine[]
}

/** The cells of calculated lines: each line crosses everything that the other axis shows, including its lines. */
export function shownLines(element: DataElement, rows: readonly string[], columns: readonly string[]): LineCells[] {
  const lines = calculatedLines(element, rows, columns).filter(({ columnIds }) => columnIds.length > 0)
  const axes = shownAxes(element, rows, columns)
  const ofRows = lines.filter(({ axis }) => axis === 'rows')
  const ofColumns = lines.filter(({ axis }) => axis === 'columns')
  return [
    ...ofRows.flatMap((line) =>
      axes.columns.map((column) => ({ set: { rows: rows.slice(0, line.kept), columns: column }, lines: [line] })),
    ),
    ...ofColumns.flatMap((line) =>
      axes.rows.map((row) => ({ set: { rows: row, columns: columns.slice(0, line.kept) }, lines: [line] })),
    ),
    ...ofRows.flatMap((row) =>
      ofColumns.map((column) => ({
        set: { rows: rows.slice(0, row.kept), columns: columns.slice(0, column.kept) },
        lines: [row, column],
      })),
    ),
  ]
}

/** Prefix of the ids of formulas that the author wrote for totals and lines; they are not columns of the element. */
const CUSTOM = 'total/'

/** A formula of `axisTotals` or `adhocCalcs`, which replaces the computation of a value there. */
export interface CustomFormula {
  id: string
  /** The value column that it replaces. */
  columnId: string
  formula: string
  isHidden: boolean
  path: string
}

/** The formulas of values on the totals of a dimension and on calculated lines. */
export function customFormulas(element: DataElement): CustomFormula[] {
  const listed = (name: string, idOf: (entry: Record<string, unknown>, index: number) => string): CustomFormula[] => {
    const entries = element[name]
    return (Array.isArray(entries) ? entries : []).filter(isRecord).flatMap((entry, place) =>
      (Array.isArray(entry.calculations) ? entry.calculations.filter(isRecord) : []).map(
        ({ columnId, formula }, index) => ({
          id: customId(idOf(entry, place), String(columnId)),
          columnId: String(columnId),
          formula: String(formula ?? ''),
          isHidden: true,
          path: `${name}[${place}].calculations[${index}].formula`,
        }),
      ),
    )
  }
  return [
    ...listed('axisTotals', ({ axisId }) => String(axisId)),
    ...listed('adhocCalcs', (_, index) => lineAxis(index)),
  ]
}

export function isCustomFormula(columnId: string): boolean {
  return columnId.startsWith(CUSTOM)
}

/**
 * How a value is computed on a total or a calculated line: the id of the formula that its author wrote for it, or the value itself without
 * one. Null where the cell is empty: on a line without a formula for the value, and where a row line and a column line with different
 * formulas cross.
 */
export function formulaAt(
  columnId: string,
  { set: { rows, columns }, lines }: LineCells,
  all: KeySet,
  formulaOf: (id: string) => string | undefined,
): string | null {
  const given: string[] = []
  for (const axis of ['rows', 'columns'] as const) {
    const line = lines.find((each) => each.axis === axis)
    const kept = axis === 'rows' ? rows : columns
    const grand = axis === 'rows' ? 'grand-row-total' : 'grand-column-total'
    if (!line && kept.length === all[axis].length) continue
    const id = customId(line ? lineAxis(line.index) : (kept.at(-1) ?? grand), columnId)
    if (formulaOf(id) !== undefined) given.push(id)
    else if (line) return null
  }
  const [first, second] = given
  if (first !== undefined && second !== undefined && formulaOf(first) !== formulaOf(second)) return null
  return first ?? columnId
}

function customId(axisId: string, columnId: string): string {
  return `${CUSTOM}${axisId}/${columnId}`
}

/** Calculated lines store their formulas in the same way as the totals of a dimension. */
function lineAxis(index: number): string {
  return `line ${index}`
}
