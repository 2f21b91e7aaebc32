import type { ControlElement, WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import { controlTypes, startingControl } from '../control-types.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { findElement, isControl } from '../lookups.ts'
import { editsBetween, withElement } from './change-element.ts'

/** Kinds of values that each type of control can filter. */
const fitting: Readonly<Record<string, readonly string[]>> = {
  list: ['text', 'number', 'date', 'logical'],
  segmented: ['text', 'number', 'date', 'logical'],
  text: ['text'],
  'text-area': ['text'],
  number: ['number'],
  'number-range': ['number'],
  slider: ['number'],
  'range-slider': ['number'],
  date: ['date'],
  'date-range': ['date'],
  checkbox: ['logical'],
  switch: ['logical'],
  'top-n': ['number'],
  hierarchy: ['text'],
}

export function fitsControl(controlType: string, valueKind: string): boolean {
  return fitting[controlType]?.includes(valueKind) ?? true
}

/** The type of control for a kind of values: a range for dates and numbers, a switch for logical values, a list for all others. */
export function controlTypeFor(valueKind: string): string {
  if (valueKind === 'date') return 'date-range'
  if (valueKind === 'number') return 'number-range'
  return valueKind === 'logical' ? 'switch' : 'list'
}

const shared = ['id', 'kind', 'controlId', 'name', 'filters', 'parameters', 'style', 'actions', 'x'] as const

/** Changes the type of a control and keeps its id, name and targets; the value is kept when the new type supports it. */
export function changeControlType(document: WorkbookDocument, elementId: string, controlType: string): DocumentEdit[] {
  return changeControl(document, elementId, (control) => {
    if (!controlTypes.includes(controlType) || control.controlType === controlType) return control
    const start = startingControl(controlType)
    const kept = Object.fromEntries(
      shared.flatMap((name) => (control[name] === undefined ? [] : [[name, control[name]]])),
    )
    const values = isListed(control.controlType) && isListed(controlType) ? listFields(control, controlType) : {}
    const range =
      isRange(control.controlType) && isRange(controlType) ? pick(control, ['min', 'max', 'includeNulls']) : {}
    return { ...kept, controlType, ...start, ...values, ...range } as ControlElement
  })
}

const isListed = (type: string) => type === 'list' || type === 'segmented'
const isRange = (type: string) => type === 'number-range' || type === 'range-slider'

function listFields(control: ControlElement, controlType: string): Record<string, unknown> {
  const first = Array.isArray(control.values) ? control.values[0] : control.value
  return controlType === 'segmented'
    ? { ...pick(control, ['source']), ...(first === undefined ? {} : { value: first }) }
    : { ...pick(control, ['source']), ...(first === undefined ? {} : { values: [first] }) }
}

function pick(control: ControlElement, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (control[name] === undefined ? [] : [[name, control[name]]])))
}

/** Sets fields of a control; undefined removes a field. */
export function setControlFields(
  document: WorkbookDocument,
  elementId: string,
  fields: Readonly<Record<string, unknown>>,
): DocumentEdit[] {
  return changeControl(document, elementId, (control) => {
    const next: Record<string, unknown> = { ...control, ...fields }
    return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)) as ControlElement
  })
}

/** Whether nothing is computed until a reader chooses a value. */
export function isRequired({ x }: ControlElement): boolean {
  return isRecord(x) && x.required === true
}

export function setRequired(document: WorkbookDocument, elementId: string, isOn: boolean): DocumentEdit[] {
  return changeControl(document, elementId, (control) => {
    const { x, ...fields } = control
    const { required: _before, ...details } = isRecord(x) ? x : {}
    const next = isOn ? { ...details, required: true } : details
    return (Object.keys(next).length > 0 ? { ...fields, x: next } : fields) as ControlElement
  })
}

/** The edits that replace a control by a changed one. */
export function changeControl(
  document: WorkbookDocument,
  elementId: string,
  change: (control: ControlElement) => ControlElement,
): DocumentEdit[] {
  const element = findElement(document, elementId)
  return element && isControl(element) ? editsBetween(document, withElement(document, change(element))) : []
}
