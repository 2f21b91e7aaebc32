import type { GridSource } from './grid-types.ts'
import { textWidth } from './text-width.ts'

export const minimumWidth = 64
const maximumAutomaticWidth = 320
/** Rows looked at to guess a width; the first screens decide. With many columns fewer rows are, so that hundreds of widths take no longer. */
const sampledRows = 40
const sampledCells = 4_000
const fewestSampledRows = 8
/** Width besides the text: padding, sort mark. */
const cellPadding = 28
const headerExtra = 20
/** The first cell of a row keeps this much more distance from the edge of the table. */
const firstExtra = 4

/** Totals are semibold, about this much wider. */
const totalWeight = 1.05

/** How much wider than its content a column of text becomes where there is space. */
const mostStretch = 1.25

/**
 * Widths in pixels: chosen ones as they are, the others from the longest text in the first rows. Columns of text grow by
 * up to a quarter into free space; numbers do not, since they would move away from their names. The rest stays free.
 */
export function columnWidths(source: GridSource, chosen: ReadonlyMap<string, number>, available: number): number[] {
  const isFixed = source.columns.map((column) => chosen.has(column.id) || column.width !== undefined)
  const widths = source.columns.map(
    (column, index) => chosen.get(column.id) ?? column.width ?? automaticWidth(source, index),
  )
  const total = widths.reduce((sum, width) => sum + width, 0)
  const free = available - total
  const grows = source.columns.map(({ align }, index) => !isFixed[index] && align === 'start')
  const stretchable = widths.reduce((sum, width, index) => sum + (grows[index] ? width : 0), 0)
  if (free <= 0 || stretchable === 0) return widths
  const factor = Math.min(mostStretch, 1 + free / stretchable)
  return widths.map((width, index) => (grows[index] ? Math.floor(width * factor) : width))
}

/** The width that fits the header, the first rows and the total. */
export function automaticWidth(source: GridSource, columnIndex: number): number {
  const padding = cellPadding + (columnIndex === 0 ? firstExtra : 0)
  const header = textWidth(source.columns[columnIndex]?.name ?? '') + padding + headerExtra
  const total = source.totals?.[columnIndex]
  let longest = total ? textWidth(total.text) * totalWeight + padding : 0
  const affordable = Math.max(fewestSampledRows, Math.floor(sampledCells / source.columns.length))
  const rows = Math.min(source.rowCount, sampledRows, affordable)
  for (let index = 0; index < rows; index++) {
    const row = source.row(index)
    if (row.placeholder) continue
    const indent = row.toggle?.columnIndex === columnIndex ? 22 : 0
    longest = Math.max(longest, textWidth(source.cell(index, columnIndex).text) + padding + indent)
  }
  return Math.round(Math.min(maximumAutomaticWidth, Math.max(minimumWidth, header, longest)))
}
