import type { BaseElement, ControlElement, ElementFilter, WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { columnsOf, findElement } from '../lookups.ts'
import { columnNames } from '../names.ts'
import { changeControl, controlTypeFor } from './controls.ts'
import { readersOf } from './remove-elements.ts'

/** The rows that a control filters: of a table of the workbook, or of a table of a data model. */
export type TargetSource =
  | { kind: 'table'; elementId: string }
  | { kind: 'data-model'; dataModelId: string; elementId: string }

/** What a control filters, or where it takes its values from: a column of a table, or of a table of a data model. */
export interface ControlTarget {
  source: TargetSource
  columnId: string
}

export function isSameSource(left: TargetSource, right: TargetSource): boolean {
  const modelOf = (source: TargetSource) => (source.kind === 'data-model' ? source.dataModelId : null)
  return left.elementId === right.elementId && modelOf(left) === modelOf(right)
}

/** The targets of a control. Tables of connections, which only the API can target, are omitted. */
export function targetsOf(control: ControlElement): ControlTarget[] {
  const filters: readonly unknown[] = Array.isArray(control.filters) ? control.filters : []
  return filters.flatMap((filter) => {
    const source = isRecord(filter) ? targetSource(filter.source) : undefined
    return source && isRecord(filter) && typeof filter.columnId === 'string'
      ? [{ source, columnId: filter.columnId }]
      : []
  })
}

export function targetSource(source: unknown): TargetSource | undefined {
  if (!isRecord(source) || typeof source.elementId !== 'string') return undefined
  const { kind, elementId, dataModelId } = source
  if (kind === 'table') return { kind, elementId }
  return kind === 'data-model' && typeof dataModelId === 'string' ? { kind, dataModelId, elementId } : undefined
}

/** Adds a target to a control; rows that it already filters get the new column. */
export function setTarget(document: WorkbookDocument, controlElementId: string, target: ControlTarget): DocumentEdit[] {
  return changeControl(document, controlElementId, (control) => withTarget(control, target))
}

function withTarget(control: ControlElement, target: ControlTarget): ControlElement {
  const before: readonly unknown[] = Array.isArray(control.filters) ? control.filters : []
  const at = before.findIndex((filter) => isTargetOf(filter, target.source))
  const filters = at < 0 ? [...before, target] : before.map((filter, index) => (index === at ? target : filter))
  return { ...control, filters } as ControlElement
}

function isTargetOf(filter: unknown, source: TargetSource): boolean {
  const own = isRecord(filter) ? targetSource(filter.source) : undefined
  return own !== undefined && isSameSource(own, source)
}

export function removeTarget(
  document: WorkbookDocument,
  controlElementId: string,
  source: TargetSource,
): DocumentEdit[] {
  return changeControl(document, controlElementId, (control) => {
    const before: readonly unknown[] = Array.isArray(control.filters) ? control.filters : []
    const filters = before.filter((filter) => !isTargetOf(filter, source))
    const { filters: _before, ...rest } = control
    return (filters.length > 0 ? { ...control, filters } : rest) as ControlElement
  })
}

/** Takes values from a column of a table; the control also filters the table, unless it already does. */
export function takeValuesFrom(
  document: WorkbookDocument,
  elementId: string,
  target: { elementId: string; columnId: string },
): DocumentEdit[] {
  return changeControl(document, elementId, (control) => {
    const source = { kind: 'table', elementId: target.elementId } as const
    const isTarget = targetsOf(control).some((filter) => isSameSource(filter.source, source))
    return {
      ...control,
      source: { kind: 'source', source, columnId: target.columnId },
      ...(isTarget ? {} : { filters: [...(control.filters ?? []), { source, columnId: target.columnId }] }),
    } as ControlElement
  })
}

/** Takes the levels of a hierarchy from a folder of a table; the control also filters the table, unless it already does. */
export function takeHierarchyFrom(
  document: WorkbookDocument,
  elementId: string,
  target: { elementId: string; columnId: string },
): DocumentEdit[] {
  return changeControl(document, elementId, (control) => {
    const entry = { source: { kind: 'table', elementId: target.elementId }, columnId: target.columnId } as const
    return { ...withTarget(control, entry), source: entry } as ControlElement
  })
}

/**
 * The fields of a control that filters by a column, which determines type, values and target. When it replaces a filter by values, it is a
 * list that starts with those values.
 */
export function controlFieldsOf(
  { source, columnId }: ControlTarget,
  valueKind: string,
  name: string,
  filter?: ElementFilter,
): Record<string, unknown> {
  const isListed = filter?.kind === 'list'
  const controlType = isListed ? 'list' : controlTypeFor(valueKind)
  return {
    name,
    controlType,
    ...(controlType === 'list' ? { source: { kind: 'source', source, columnId } } : {}),
    ...(isListed ? { mode: filter.mode, values: filter.values } : {}),
    filters: [{ source, columnId }],
  }
}

/**
 * The most likely target for an element: the table itself, or for a chart the rows that it reads, with the column most likely meant: one
 * with the control's name, then one with the name of an existing target's column, else the first. Undefined for an element without a column
 * that can be filtered.
 */
export function likelyTarget(
  document: WorkbookDocument,
  control: ControlElement,
  elementId: string,
): ControlTarget | undefined {
  const columns = filterableColumns(document, elementId)
  const wanted = namesOfTargets(document, control)
  return (columns.find(({ name }) => wanted.has(name.toLowerCase())) ?? columns[0])?.target
}

/** Every element that the control does not filter yet and that has a column with the right name, one for each source. */
export function fittingTargets(document: WorkbookDocument, control: ControlElement): ControlTarget[] {
  const wanted = namesOfTargets(document, control)
  const found = [...targetsOf(control)]
  const added: ControlTarget[] = []
  for (const { id } of Object.values(document.elements)) {
    const named = filterableColumns(document, id).find(({ name }) => wanted.has(name.toLowerCase()))
    if (!named || found.some(({ source }) => isSameSource(source, named.target.source))) continue
    // Elements that read a filtered table are already filtered.
    if (found.some(({ source }) => reachOf(document, source).includes(id))) continue
    found.push(named.target)
    added.push(named.target)
  }
  return added
}

export function addFittingTargets(document: WorkbookDocument, controlElementId: string): DocumentEdit[] {
  return changeControl(document, controlElementId, (control) =>
    fittingTargets(document, control).reduce(withTarget, control),
  )
}

/** Columns of a source that the workbook knows; for a data model the columns that some element shows. */
export function columnsOfTarget(
  document: WorkbookDocument,
  source: TargetSource,
): { columnId: string; name: string }[] {
  if (source.kind === 'table') {
    const table = findElement(document, source.elementId)
    return table ? [...columnNames(columnsOf(table))].map(([columnId, name]) => ({ columnId, name })) : []
  }
  const names = new Map<string, string>()
  for (const { id } of Object.values(document.elements)) {
    for (const column of modelColumns(document, id)) {
      if (isSameSource(column.target.source, source) && !names.has(column.target.columnId)) {
        names.set(column.target.columnId, column.name)
      }
    }
  }
  return [...names].map(([columnId, name]) => ({ columnId, name }))
}

/** The elements whose rows change when the rows of a source are filtered, in document order. */
export function reachOf(document: WorkbookDocument, source: TargetSource): string[] {
  const direct =
    source.kind === 'table'
      ? [source.elementId]
      : Object.values(document.elements).flatMap(({ id, source: read }) => {
          const own = targetSource(read)
          return own && isSameSource(own, source) ? [id] : []
        })
  const reached = new Set([...direct, ...readersOf(document, direct)])
  return Object.keys(document.elements).filter((id) => reached.has(id))
}

/** Elements whose formulas or SQL read the value of a control, in document order. */
export function readersOfControl(document: WorkbookDocument, controlId: string): string[] {
  return Object.keys(document.elements).filter((id) =>
    Object.values(document.bindings[id] ?? {}).some((bindings) =>
      bindings.some((binding) => binding.kind === 'control' && binding.controlId === controlId),
    ),
  )
}

interface FilterableColumn {
  name: string
  target: ControlTarget
}

function filterableColumns(document: WorkbookDocument, elementId: string): FilterableColumn[] {
  const element = findElement(document, elementId)
  if (!element) return []
  return [...columnNames(columnsOf(element))].flatMap(([columnId, name]) => {
    const target = controlTargetOf(document, elementId, columnId)
    return target ? [{ name, target }] : []
  })
}

/** The columns of an element that show a data model column unchanged. */
function modelColumns(document: WorkbookDocument, elementId: string): FilterableColumn[] {
  const element = findElement(document, elementId)
  if (!element) return []
  return [...columnNames(columnsOf(element))].flatMap(([columnId, name]) => {
    const target = plainTarget(document, element, columnId)
    return target?.source.kind === 'data-model' ? [{ name, target }] : []
  })
}

function namesOfTargets(document: WorkbookDocument, control: ControlElement): Set<string> {
  const ofTargets = targetsOf(control).map(
    ({ source, columnId }) => columnsOfTarget(document, source).find((column) => column.columnId === columnId)?.name,
  )
  return new Set([control.name, ...ofTargets].flatMap((name) => (name ? [name.toLowerCase()] : [])))
}

/**
 * The column that a control has to filter for a column of an element: the same column in a table; in a chart the source column that it
 * shows unchanged. Undefined when there is none, as for a computed column of a chart.
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
  return plainTarget(document, element, columnId)
}

/** The source column that a column shows unchanged, for any kind of element. */
export function plainTarget(
  document: WorkbookDocument,
  element: BaseElement,
  columnId: string,
): ControlTarget | undefined {
  const index = columnsOf(element).findIndex(({ id }) => id === columnId)
  const formula = columnsOf(element)[index]?.formula ?? ''
  const [binding, ...others] = document.bindings[element.id]?.[`columns[${index}].formula`] ?? []
  const isPlain = others.length === 0 && binding?.start === 0 && binding.end === formula.length
  if (!isPlain || binding.kind !== 'column' || binding.columnId === undefined) return undefined
  const source = targetSource(element.source)
  return source && source.elementId === binding.elementId ? { source, columnId: binding.columnId } : undefined
}
