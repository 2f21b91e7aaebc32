import { type DocumentElement, parseTemplate } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { controlHole, type FormulaValue, useFormulaValues, useOpenPage, writeFormulaValue } from '../editor/index.ts'

/** A title or label with the present values of the controls and formulas in it. */
export function useDynamicText(element: DocumentElement, text: string): string {
  const present = usePresent()
  const values = useFormulaValues(element)
  if (!text.includes('{{')) return text
  return parseTemplate(text)
    .map((part) => (typeof part === 'string' ? part : holeText(part.formula, part.format, present, values)))
    .join('')
}

function holeText(
  formula: string,
  format: string | undefined,
  present: ReturnType<typeof usePresent>,
  values: (formula: string) => FormulaValue | undefined,
): string {
  const control = controlHole(formula, format, present)
  if (control !== undefined) return control
  const value = values(formula)
  return value ? writeFormulaValue(value, format) : '\u2013'
}

/** One hole of a text: its value, whether that is still on its way, and why there is none. */
export function useHole(
  element: DocumentElement,
  formula: string,
  format: string | undefined,
): { text: string; isWaiting: boolean; problem: string | undefined } {
  const present = usePresent()
  const value = useFormulaValues(element)(formula)
  const { t } = useTranslation()
  const text = holeText(formula, format, present, () => value)
  if (controlHole(formula, format, present) !== undefined) return { text, isWaiting: false, problem: undefined }
  if (!value) return { text, isWaiting: false, problem: t('tile.formulaUnknown', { formula }) }
  const problem = value.status === 'failed' ? (value.message ?? t('tile.formulaFailed', { formula })) : undefined
  return { text, isWaiting: value.status === 'waiting', problem }
}

function usePresent() {
  const { t } = useTranslation()
  const { document, controlTexts, zone } = useOpenPage()
  return { document, controlTexts, time: { now: new Date().toISOString(), zone }, all: t('control.all') }
}
