import { controlHole, dynamicText, holeText } from '@octavo/core/display'
import type { DocumentElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useFormulaValues, useOpenPage } from '../editor/index.ts'
import { documentLocale } from '../formats.ts'

/** A title or label with the present values of the controls and formulas in it. */
export function useDynamicText(element: DocumentElement, text: string): string {
  const present = usePresent()
  const values = useFormulaValues(element)
  return dynamicText(text, present, values)
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
  const time = { now: new Date().toISOString(), zone }
  return { document, controlTexts, time, all: t('control.all'), locale: documentLocale() }
}
