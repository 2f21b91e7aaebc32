import { parseTemplate } from '../document/index.ts'
import { type FormatLocale, formatCell, type ValueFormat } from '../format/index.ts'
import type { Cell, ResultColumn } from '../types/index.ts'
import { controlHole, type Present } from './dynamic-text.ts'

/** The state of a formula that an element shows. */
export interface FormulaValue {
  status: 'waiting' | 'ready' | 'failed'
  cell: Cell
  column: ResultColumn | undefined
  /** Why it could not be computed. */
  message?: string | undefined
}

/** The value as text, in the format of its hole; a dash when there is none. */
export function writeFormulaValue(
  { status, cell, column }: FormulaValue,
  formatString: string | undefined,
  locale: FormatLocale,
): string {
  if (status !== 'ready' || cell === null || !column) return '\u2013'
  const isNumber = ['int64', 'decimal', 'float64'].includes(column.type.kind)
  const format: ValueFormat | undefined =
    formatString === undefined ? undefined : { kind: isNumber ? 'number' : 'datetime', formatString }
  return formatCell(cell, column.type, format, locale)
}

/** The text of one hole: the value of a control or of a formula; a dash when there is none. */
export function holeText(
  formula: string,
  format: string | undefined,
  present: Present,
  values: (formula: string) => FormulaValue | undefined,
): string {
  const control = controlHole(formula, format, present)
  if (control !== undefined) return control
  const value = values(formula)
  return value ? writeFormulaValue(value, format, present.locale) : '\u2013'
}

/** A title or label with the current values of its controls and formulas. */
export function dynamicText(
  text: string,
  present: Present,
  values: (formula: string) => FormulaValue | undefined,
): string {
  if (!text.includes('{{')) return text
  return parseTemplate(text)
    .map((part) => (typeof part === 'string' ? part : holeText(part.formula, part.format, present, values)))
    .join('')
}
