import { useTranslation } from 'react-i18next'
import { controlHole, dynamicLine, useOpenPage } from '../editor/index.ts'

/** A title or label with the present values of the controls it names. */
export function useDynamicText(text: string): string {
  const present = usePresent()
  return text.includes('{{') ? dynamicLine(text, present) : text
}

/** The value of one hole; undefined when its formula is more than a control. */
export function useHole(formula: string, format: string | undefined): string | undefined {
  return controlHole(formula, format, usePresent())
}

function usePresent() {
  const { t } = useTranslation()
  const { document, controlTexts, zone } = useOpenPage()
  return { document, controlTexts, time: { now: new Date().toISOString(), zone }, all: t('control.all') }
}
