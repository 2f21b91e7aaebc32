import type { ControlElement, WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import { controlTypes, startingControl } from '../control-types.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { columnsOf, findElement, isControl } from '../lookups.ts'
import { columnNames } from '../names.ts'
import { editsBetween, withElement } from './change-element.ts'

/** Kinds of values that a control of a type filters; a target of another kind does not fit. */
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

/** The control that suits a column: dates get ranges, numbers ranges, logical values a switch, all else a list. */
export function controlTypeFor(valueKind: string): string {
  if (valueKind === 'date') return 'date-range'
  if (valueKind === 'number') return 'number-range'
  return valueKind === 'logical' ? 'switch' : 'list'
}

const shared = ['id', 'kind', 'controlId', 'name', 'filters', 'parameters', 'style', 'x'] as const

/** Another type of control with the same id, name and targets; a value goes on where the new type has the like. */
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

/** Sets fields of a control; undefined takes a field away. */
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

/** Values from a column of a table; the table is filtered by it too, if it is not yet. */
export function takeValuesFrom(
  document: WorkbookDocument,
  elementId: string,
  target: { elementId: string; columnId: string },
): DocumentEdit[] {
  return changeControl(document, elementId, (control) => {
    const source = { kind: 'table', elementId: target.elementId }
    const filters = targetsOf(control)
    const isTarget = filters.some((filter) => filter.elementId === target.elementId)
    return {
      ...control,
      source: { kind: 'source', source, columnId: target.columnId },
      ...(isTarget ? {} : { filters: [...(control.filters ?? []), { source, columnId: target.columnId }] }),
    } as ControlElement
  })
}

/** Tables of the document that a control filters. */
export function targetsOf(control: ControlElement): { elementId: string; columnId: string }[] {
  const filters: readonly unknown[] = Array.isArray(control.filters) ? control.filters : []
  return filters.flatMap((filter) => {
    if (!isRecord(filter) || !isRecord(filter.source) || typeof filter.columnId !== 'string') return []
    const { kind, elementId } = filter.source
    return kind === 'table' && typeof elementId === 'string' ? [{ elementId, columnId: filter.columnId }] : []
  })
}

/** Filters a table by a control; a table that it filters already gets the other column. */
export function setTarget(
  document: WorkbookDocument,
  controlElementId: string,
  target: { elementId: string; columnId: string },
): DocumentEdit[] {
  return changeControl(document, controlElementId, (control) => {
    const before: readonly unknown[] = Array.isArray(control.filters) ? control.filters : []
    const entry = { source: { kind: 'table', elementId: target.elementId }, columnId: target.columnId }
    const at = before.findIndex(
      (filter) => isRecord(filter) && isRecord(filter.source) && filter.source.elementId === target.elementId,
    )
    const filters = at < 0 ? [...before, entry] : before.map((filter, index) => (index === at ? entry : filter))
    return { ...control, filters } as ControlElement
  })
}

export function removeTarget(document: WorkbookDocument, controlElementId: string, elementId: string): DocumentEdit[] {
  return changeControl(document, controlElementId, (control) => {
    const before: readonly unknown[] = Array.isArray(control.filters) ? control.filters : []
    const filters = before.filter(
      (filter) => !(isRecord(filter) && isRecord(filter.source) && filter.source.elementId === elementId),
    )
    const { filters: _before, ...rest } = control
    return (filters.length > 0 ? { ...control, filters } : rest) as ControlElement
  })
}

/** The column of a table that a control most likely means: the same name, then the column of its first target. */
export function likelyTarget(
  document: WorkbookDocument,
  control: ControlElement,
  elementId: string,
): string | undefined {
  const element = findElement(document, elementId)
  if (!element) return undefined
  const columns = columnsOf(element)
  const names = columnNames(columns)
  const wanted = new Set(
    [control.name, ...namesOfTargets(document, control)].flatMap((name) => (name ? [name.toLowerCase()] : [])),
  )
  return columns.find(({ id }) => wanted.has((names.get(id) ?? '').toLowerCase()))?.id ?? columns[0]?.id
}

function namesOfTargets(document: WorkbookDocument, control: ControlElement): (string | undefined)[] {
  return targetsOf(control).map(({ elementId, columnId }) => {
    const element = findElement(document, elementId)
    return element ? columnNames(columnsOf(element)).get(columnId) : undefined
  })
}

/** The fields of a control that filters by a column: type, values and target follow the column. */
export function controlFieldsOf(
  { source, columnId }: ControlTarget,
  valueKind: string,
  name: string,
): Record<string, unknown> {
  const controlType = controlTypeFor(valueKind)
  return {
    name,
    controlType,
    ...(controlType === 'list' ? { source: { kind: 'source', source, columnId } } : {}),
    filters: [{ source, columnId }],
  }
}

/** What a control filters, or takes its values from: a column of a table, or of a table of a data model. */
export interface ControlTarget {
  source: { kind: 'table'; elementId: string } | { kind: 'data-model'; dataModelId: string; elementId: string }
  columnId: string
}

/**
 * The column that a control would filter for a column of an element: its own in a table; in a chart the column of the
 * source that it shows as it is. Undefined where there is none, as for a computed column of a chart.
 */
export function controlTargetOf(
  document: WorkbookDocument,
  elementId: string,
  columnId: string,
): ControlTarget | undefined {
  const element = findElement(document, elementId)
  if (!element) return undefined
  if (element.kind === 'table' || element.kind === 'input-table') {
    return { source: { kind: 'table', elementId }, columnId }
  }
  const index = columnsOf(element).findIndex(({ id }) => id === columnId)
  const formula = columnsOf(element)[index]?.formula ?? ''
  const [binding, ...others] = document.bindings[elementId]?.[`columns[${index}].formula`] ?? []
  const isPlain = others.length === 0 && binding?.start === 0 && binding.end === formula.length
  if (!isPlain || binding.kind !== 'column' || binding.columnId === undefined) return undefined
  const { source } = element
  if (!isRecord(source) || source.elementId !== binding.elementId) return undefined
  const read = String(source.elementId)
  if (source.kind === 'table') return { source: { kind: 'table', elementId: read }, columnId: binding.columnId }
  if (source.kind !== 'data-model') return undefined
  const dataModelId = String(source.dataModelId)
  return { source: { kind: 'data-model', dataModelId, elementId: read }, columnId: binding.columnId }
}

function changeControl(
  document: WorkbookDocument,
  elementId: string,
  change: (control: ControlElement) => ControlElement,
): DocumentEdit[] {
  const element = findElement(document, elementId)
  return element && isControl(element) ? editsBetween(document, withElement(document, change(element))) : []
}
