import { controlHole, dynamicText, holeText, type Present } from '@octavo/core/display'
import { type DocumentElement, sameJson } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { type OpenPage, useFormulaValues, useOfPage } from '../editor/index.ts'
import { documentLocale } from '../formats.ts'

/** A title or label with the present values of the controls and formulas in it. */
export function useDynamicText(element: DocumentElement, text: string): string {
  const presentOf = usePresentOf()
  const values = useFormulaValues(element)
  // Most titles have no placeholders, and the page reports every change of its data to each title.
  const hasHoles = text.includes('{{')
  return useOfPage((page) => (hasHoles ? dynamicText(text, presentOf(page), values) : text))
}

/** One placeholder of a text: its value, whether it is still loading, and why there is none. */
export function useHole(
  element: DocumentElement,
  formula: string,
  format: string | undefined,
): { text: string; isWaiting: boolean; problem: string | undefined } {
  const presentOf = usePresentOf()
  const value = useFormulaValues(element)(formula)
  const { t } = useTranslation()
  const { text, isControl } = useOfPage((page) => {
    const present = presentOf(page)
    return {
      text: holeText(formula, format, present, () => value),
      isControl: controlHole(formula, format, present) !== undefined,
    }
  }, sameJson)
  if (isControl) return { text, isWaiting: false, problem: undefined }
  if (!value) return { text, isWaiting: false, problem: t('tile.formulaUnknown', { formula }) }
  const problem = value.status === 'failed' ? (value.message ?? t('tile.formulaFailed', { formula })) : undefined
  return { text, isWaiting: value.status === 'waiting', problem }
}

function usePresentOf() {
  const { t } = useTranslation()
  const all = t('control.all')
  return ({ document, controlTexts, zone }: OpenPage): Present => ({
    document,
    controlTexts,
    time: { now: new Date().toISOString(), zone },
    all,
    locale: documentLocale(),
  })
}
