import type { ControlElement, ControlValue, WorkbookDocument } from '../api.ts'
import type { ControlTime } from '../control-dates.ts'
import { type ControlScalarType, controlShape } from '../control-shape.ts'
import { controlValueFromText } from '../control-values.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { isControl } from '../lookups.ts'
import { changeControl, setControlFields } from './controls.ts'

/**
 * Saves a value, in its text form, as the default of a control. Dates relative to today stay relative. `columnType` is the type of the values of
 * a list over a column, which the document does not contain.
 */
export function setDefault(
  document: WorkbookDocument,
  elementId: string,
  text: string,
  time: ControlTime,
  columnType?: ControlScalarType,
): DocumentEdit[] {
  const control = document.elements[elementId]
  if (!control || !isControl(control)) return []
  const read = controlValueFromText(control, text, time, columnType)
  return read.ok ? setControlFields(document, elementId, fieldsOf(control, read.value, text)) : []
}

/** Removes the default of a control: nothing is selected until a reader selects something. */
export function clearDefault(document: WorkbookDocument, elementId: string): DocumentEdit[] {
  return changeControl(document, elementId, (control) => {
    const cleared = { ...control, ...fieldsOf(control, null, '') }
    return Object.fromEntries(Object.entries(cleared).filter(([, value]) => value !== undefined)) as ControlElement
  })
}

function fieldsOf(control: ControlElement, value: ControlValue | null, text: string): Record<string, unknown> {
  const { form, type } = controlShape(control)
  if (control.controlType === 'date-range') return dateRangeFields(value, text)
  if (control.controlType === 'top-n') {
    return { [control.percentile === undefined ? 'rowCount' : 'percentile']: scalarOf(value) }
  }
  if (form === 'range') {
    const { min, max } = value?.kind === 'range' ? value : { min: null, max: null }
    return { min: min === null ? undefined : Number(min), max: max === null ? undefined : Number(max) }
  }
  if (form === 'scalar') return { value: type === 'date' ? (relativeDate(text) ?? scalarOf(value)) : scalarOf(value) }
  const values = value?.kind === 'list' ? value.values : []
  const saved = control.controlType === 'hierarchy' ? values.map((path) => JSON.parse(String(path))) : values
  return { values: saved.length > 0 ? saved : undefined }
}

function scalarOf(value: ControlValue | null): unknown {
  return value?.kind === 'scalar' ? (value.value ?? undefined) : undefined
}

/** The ends as days, or relative to today when one of them is relative. */
function dateRangeFields(value: ControlValue | null, text: string): Record<string, unknown> {
  const none = { value: undefined, unit: undefined, includeToday: undefined, date: undefined }
  const { min, max } = value?.kind === 'range' ? value : { min: null, max: null }
  const [from, to] = ['min|start', 'max|end'].map((side) => new RegExp(`(?:^|,)(?:${side}):([^,]*)`).exec(text)?.[1])
  const [start, end] = [relativeDate(from), relativeDate(to)]
  return {
    ...none,
    mode: start || end ? 'custom' : 'between',
    startDate: start ?? min ?? undefined,
    endDate: end ?? max ?? undefined,
  }
}

function relativeDate(text = ''): { op: string; unit: string; value: number } | undefined {
  const [, direction, unit = '', count] =
    /^(prior|next)-(year|quarter|month|week|isoWeek|day|hour|minute)-(\d{1,6})$/.exec(text) ?? []
  if (direction === undefined) return undefined
  const weeks = { week: 'week-starting-sunday', isoWeek: 'week-starting-monday' }
  return {
    op: direction === 'prior' ? 'now-minus' : 'now-plus',
    unit: Object.hasOwn(weeks, unit) ? weeks[unit as keyof typeof weeks] : unit,
    value: Number(count),
  }
}
