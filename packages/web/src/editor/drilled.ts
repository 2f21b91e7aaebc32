import {
  type BaseElement,
  controlsOf,
  controlValueFromText,
  drilledElement,
  drillLevel,
  type WorkbookDocument,
} from '@octavo/core/document'
import { useMemo } from 'react'
import { useElementData, useOpenPage } from './use-element-data.ts'

/** The element as drill controls showed it when its rows were asked for, so that it fits the rows it is drawn with. */
export function useDrilled<E extends BaseElement>(element: E): E {
  const { document } = useOpenPage()
  const { controls } = useElementData(element.id)
  return useMemo(() => drilledBy(document, element, controls ?? {}), [document, element, controls])
}

export function drilledBy<E extends BaseElement>(
  document: WorkbookDocument,
  element: E,
  texts: Readonly<Record<string, string>>,
): E {
  return controlsOf(document).reduce((shown, control) => {
    if (control.controlType !== 'drill') return shown
    const text = texts[control.controlId]
    // The text is the id of a column: neither time nor zone matters.
    const read = text === undefined ? undefined : controlValueFromText(control, text, { now: '', zone: 'UTC' })
    const chosen = read?.ok ? (read.value ?? { kind: 'scalar' as const, value: null }) : undefined
    return drilledElement(shown, control, drillLevel(control, chosen))
  }, element)
}
