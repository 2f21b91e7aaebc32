import type { Cell, ValueType } from '@octavo/core/types'

/** A cell for the host: whole numbers and decimals, which travel as text, as numbers where a number can hold them. */
export function hostValue(cell: Cell, type: ValueType | undefined): Cell {
  const isNumber = type?.kind === 'int64' || type?.kind === 'decimal' || type?.kind === 'float64'
  return isNumber && typeof cell === 'string' ? exactNumber(cell) : cell
}

/** The number that a text writes; the text itself where a number would be another one. */
export function exactNumber(text: string): number | string {
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) return text
  const isWhole = /^-?\d+$/.test(text)
  return isWhole && !Number.isSafeInteger(number) ? text : number
}
