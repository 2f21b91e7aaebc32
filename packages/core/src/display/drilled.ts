import {
  type BaseElement,
  controlsOf,
  controlValueFromText,
  drilledElement,
  drillLevel,
  type WorkbookDocument,
} from '../document/index.ts'

/** The element as drill controls with these values show it. */
export function drilledBy<E extends BaseElement>(
  document: WorkbookDocument,
  element: E,
  texts: Readonly<Record<string, string>>,
): E {
  return controlsOf(document).reduce((shown, control) => {
    if (control.controlType !== 'drill') return shown
    const text = texts[control.controlId]
    // The text is the id of a column, so time and zone are irrelevant.
    const read = text === undefined ? undefined : controlValueFromText(control, text, { now: '', zone: 'UTC' })
    const chosen = read?.ok ? (read.value ?? { kind: 'scalar' as const, value: null }) : undefined
    return drilledElement(shown, control, drillLevel(control, chosen))
  }, element)
}
