/** The fields of a new control of each type that the editor offers, so that it is valid from the start. */
const startOf: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  list: { mode: 'include', selectionMode: 'multiple' },
  // Open at both ends: a new control hides no rows.
  'date-range': { mode: 'between' },
  text: { mode: 'contains' },
  'number-range': {},
  segmented: {},
  switch: { mode: 'True/All' },
  checkbox: { mode: 'True/All' },
  date: { mode: '=' },
  number: { mode: '=' },
  slider: { mode: '=', low: 0, high: 100, step: 1 },
  'range-slider': { low: 0, high: 100, step: 1 },
  'text-area': {},
  'top-n': { rankingFunction: 'rank', mode: 'top-n', rowCount: 10 },
  hierarchy: {},
}

/** Types of controls that the editor offers, the most used first. */
export const controlTypes: readonly string[] = Object.keys(startOf)

/** The fields that a control of a type needs besides its name and target; empty for a type that the editor does not offer. */
export function startingControl(controlType: string): Readonly<Record<string, unknown>> {
  return Object.hasOwn(startOf, controlType) ? (startOf[controlType] ?? {}) : {}
}
