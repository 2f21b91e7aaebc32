import { writeFormulaValue } from '@octavo/core/display'
import type { FormatLocale } from '@octavo/core/format'
import type { Cell, ResultColumn } from '@octavo/core/types'

/**
 * The values of a formula as a text: distinct values, separated by commas. Floating-point values that are all whole are
 * written without decimals unless the placeholder has a format, because counts and step numbers are computed as floats.
 * Decimals keep the digits of their scale.
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

/** Larger numbers are not exact, and are written with an exponent. */
const largest = 1e15

const areWhole = (cells: readonly Cell[]): boolean =>
  cells.every((cell) => cell === null || (Number.isInteger(Number(cell)) && Math.abs(Number(cell)) < largest))
