import { writeFormulaValue } from '@octavo/core/display'
import type { FormatLocale } from '@octavo/core/format'
import type { Cell, ResultColumn } from '@octavo/core/types'

/**
 * The values of a formula as texts of actions have them: each once, with commas between. Floating-point numbers that are all whole have no
 * decimals unless the hole has a format, since a count or the number of a step is computed as one. Decimals keep the digits of their scale.
 */
export function writtenValues(
  cells: readonly Cell[],
  column: ResultColumn,
  format: string | null | undefined,
  locale: FormatLocale,
): string {
  const type = areWhole(cells) && column.type.kind === 'float64' ? ({ kind: 'int64' } as const) : column.type
  const texts = cells.map((cell) =>
    writeFormulaValue({ status: 'ready', cell, column: { ...column, type } }, format ?? undefined, locale),
  )
  return [...new Set(texts)].join(', ')
}

/** Larger numbers are not exact, and are written with their power of ten. */
const largest = 1e15

const areWhole = (cells: readonly Cell[]): boolean =>
  cells.every((cell) => cell === null || (Number.isInteger(Number(cell)) && Math.abs(Number(cell)) < largest))
