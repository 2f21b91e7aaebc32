import { cellFormatter, type FormatLocale, type ValueFormat } from '../format/index.ts'
import type { Cell, ResultColumn } from '../types/index.ts'

/** The rows of one level, column by column: the input of every drawing. */
export interface ChartResult {
  columns: ResultColumn[]
  /** One array for each column, in the order of `columns`. */
  values: readonly (readonly Cell[])[]
  rowCount: number
  /** True when the data platform has more rows than these. */
  isPartial: boolean
}

/** The maximum number of marks of a drawing; with more rows the drawing is marked as partial. */
export const maxChartPoints = 25_000

/** A column of the result with everything needed to plot and to label it. */
export interface ChartColumn {
  id: string
  name: string
  column: ResultColumn
  format: ValueFormat | undefined
  formula: string
  cells: readonly Cell[]
  label(cell: Cell): string
}

export interface FormattedColumn {
  id: string
  formula?: string
  format?: ValueFormat
}

export function findColumn(
  result: ChartResult,
  id: string | undefined,
  formats: readonly FormattedColumn[],
  locale: FormatLocale,
): ChartColumn | undefined {
  const index = result.columns.findIndex((column) => column.id === id)
  const column = result.columns[index]
  const cells = result.values[index]
  if (!column || !cells) return undefined
  // The numbers of a box use the format of the measure that they describe.
  const entry = formats.find((known) => known.id === column.id || column.id.startsWith(`${known.id}~`))
  const format = entry?.format
  return {
    id: column.id,
    name: column.name,
    column,
    format,
    formula: entry?.formula ?? '',
    cells,
    label: cellFormatter(column.type, format ?? formatOfUnit(column, entry?.formula), locale),
  }
}

/** Default format of a date that a formula truncates to a unit: as precise as the unit. */
const unitFormats: Readonly<Record<string, string>> = { year: '%Y', quarter: 'Q%q %Y', month: '%b %Y' }

function formatOfUnit(column: ResultColumn, formula = ''): ValueFormat | undefined {
  const unit = /^\s*datetrunc\s*\(\s*"(\w+)"/i.exec(formula)?.[1]?.toLowerCase()
  const formatString = unit === undefined ? undefined : unitFormats[unit]
  return formatString === undefined || !isTemporal(column) ? undefined : { kind: 'datetime', formatString }
}

/** A measure as a float for plotting; null when there is nothing to plot. Labels use the exact cell. */
export function toNumber(cell: Cell | undefined): number | null {
  if (cell === null || cell === undefined || cell === '') return null
  const value = Number(cell)
  return Number.isFinite(value) ? value : null
}

/** Epoch milliseconds of a date, timestamp or instant, read as calendar values without a zone. */
export function toTime(cell: Cell | undefined): number | null {
  if (typeof cell !== 'string') return null
  const time = Date.parse(cell.includes('T') ? (cell.endsWith('Z') ? cell : `${cell}Z`) : `${cell}T00:00:00Z`)
  return Number.isNaN(time) ? null : time
}

export function isNumeric(column: ResultColumn): boolean {
  return column.type.kind === 'int64' || column.type.kind === 'decimal' || column.type.kind === 'float64'
}

export function isTemporal(column: ResultColumn): boolean {
  return column.type.kind === 'date' || column.type.kind === 'timestamp' || column.type.kind === 'instant'
}

/** Distinct values in the order of their first occurrence. */
export function distinct(cells: readonly Cell[]): Cell[] {
  return [...new Set(cells)]
}
