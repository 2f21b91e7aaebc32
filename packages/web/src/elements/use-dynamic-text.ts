import {
  type AddressPart,
  controlHole,
  type DynamicAddress,
  dynamicAddress,
  dynamicText,
  holeText,
  type Present,
} from '@octavo/core/display'
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

/** Formulas of pages and overlays over data are not computed. */
const noElement: DocumentElement = { id: '~', kind: 'divider' }

type Address = string | readonly AddressPart[]

const notComputed: DynamicAddress = { status: 'failed' }

/** An address with the present values of the controls and formulas in it; without an element those of controls only. */
export function useDynamicAddress(element: DocumentElement | undefined, address: Address): DynamicAddress {
  return useDynamicAddresses(element, [address])[0] ?? notComputed
}

/** The same for several addresses of an element, in their order. */
export function useDynamicAddresses(
  element: DocumentElement | undefined,
  addresses: readonly Address[],
): readonly DynamicAddress[] {
  const presentOf = usePresentOf()
  const values = useFormulaValues(element ?? noElement)
  return useOfPage((page) => {
    const present = presentOf(page)
    return addresses.map((address) => dynamicAddress(address, present, values))
  }, sameJson)
}

/** Why there is no address, for its readers. */
export function useAddressProblem(): (address: DynamicAddress) => string | undefined {
  const { t } = useTranslation()
  return (address) => {
    if (address.status !== 'failed') return undefined
    const { formula, message } = address
    return formula === undefined ? t('tile.addressRefused') : (message ?? t('tile.addressFormula', { formula }))
  }
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
