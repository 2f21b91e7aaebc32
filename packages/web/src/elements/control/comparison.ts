import type { ControlElement } from '@octavo/core/document'

const comparisons = {
  '=': { sign: '=', word: 'equal' },
  '<=': { sign: '≤', word: 'atMost' },
  '>=': { sign: '≥', word: 'atLeast' },
} as const

/** How a number or a date is compared with the column; equality where the document says nothing. */
export function comparisonOf(element: ControlElement) {
  const mode = String(element.mode)
  return Object.hasOwn(comparisons, mode) ? comparisons[mode as keyof typeof comparisons] : comparisons['=']
}
