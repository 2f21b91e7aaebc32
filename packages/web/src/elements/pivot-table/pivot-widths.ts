import type { PivotHead, PivotLine } from '@octavo/core/display'
import { textWidth } from '../../grid/index.ts'

interface WidthsInput {
  columns: readonly PivotLine[]
  rows: readonly PivotLine[]
  /** The headers of each column, level by level. */
  heads: readonly (readonly (PivotHead | null)[])[]
  textOf: (row: PivotLine, column: PivotLine) => string
  /** The width that the document or a frozen column sets. */
  widthOf: (column: PivotLine, at: number) => number | undefined
  /** The size of the text in cells relative to the usual one. */
  scale: number
}

const minimumWidth = 88
const maximumWidth = 400
const maximumHeadWidth = 256
/** Padding, the line beside a cell and some reserve. */
const besideText = 27
const besideToggle = 18
/** Headers are smaller than cells, and totals are semibold. */
const headScale = 0.88
const totalScale = 1.02

const sampledCells = 1_500
const fewestSampledRows = 12

/**
 * The width of each column from its headers, its totals and a sample of its cells. Widths must not depend on the rows in view: columns
 * would move while the reader scrolls.
 */
export function pivotColumnWidths({ columns, rows, heads, textOf, widthOf, scale }: WidthsInput): number[] {
  const sample = sampleOf(rows, Math.max(fewestSampledRows, Math.floor(sampledCells / Math.max(1, columns.length))))
  const isFixed = columns.map((column, at) => widthOf(column, at) !== undefined)
  const widths = columns.map((column, at) => {
    const fixed = widthOf(column, at)
    if (fixed !== undefined) return fixed
    let longest = 0
    for (const row of sample) {
      const isTotal = row.scope !== 'values' || column.scope !== 'values'
      longest = Math.max(longest, textWidth(textOf(row, column)) * (isTotal ? totalScale : 1))
    }
    return Math.round(Math.min(maximumWidth, Math.max(minimumWidth, longest * scale + besideText)))
  })
  for (const [at, levels] of heads.entries()) for (const head of levels) if (head) widen(widths, isFixed, at, head)
  return widths
}

/** Makes room for a header by widening the columns below it evenly. */
function widen(widths: number[], isFixed: readonly boolean[], start: number, { header, count }: PivotHead): void {
  const text = textWidth(header.text) * headScale + besideText + (header.group ? besideToggle : 0)
  const below = Array.from({ length: count }, (_, index) => start + index)
  const missing = Math.min(maximumHeadWidth, text) - below.reduce((sum, at) => sum + (widths[at] ?? 0), 0)
  const growing = below.filter((at) => !isFixed[at])
  if (missing <= 0 || growing.length === 0) return
  for (const at of growing) widths[at] = Math.ceil((widths[at] ?? 0) + missing / growing.length)
}

/** Grand totals, which have the longest numbers, and rows at even distances. */
function sampleOf(rows: readonly PivotLine[], most: number): PivotLine[] {
  const step = Math.max(1, Math.ceil(rows.length / most))
  return rows.filter((row, index) => index % step === 0 || row.scope === 'grandTotals')
}
