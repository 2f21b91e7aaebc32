import type { BaseElement, ControlElement, ControlValue, WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { namedColumns } from './input-columns.ts'
import { controlsOf, findElement } from './lookups.ts'
import { columnNames } from './names.ts'

/** Columns of the source of a drill control, outermost first. */
export function drillCategories(control: ControlElement): string[] {
  const { categories } = control
  if (!Array.isArray(categories)) return []
  return categories.flatMap((entry: unknown) =>
    isRecord(entry) && typeof entry.columnId === 'string' ? [entry.columnId] : [],
  )
}

/** The display name of a category, as far as the document contains it. */
export function drillCategoryName(document: WorkbookDocument, control: ControlElement, columnId: string): string {
  const source = isRecord(control.source) && isRecord(control.source.source) ? control.source.source : {}
  const places: [unknown, unknown][] = [[source.kind === 'table' ? source.elementId : undefined, columnId]]
  const position = drillCategories(control).indexOf(columnId)
  for (const { elementId, columnIds } of drillTargets(control)) places.push([elementId, columnIds[position]])
  for (const [elementId, id] of places) {
    const element = typeof elementId === 'string' ? findElement(document, elementId) : undefined
    const name = element && columnNames(namedColumns(document, element)).get(String(id))
    if (name !== undefined) return name
  }
  return columnId
}

/** Whether a drill control acts on the element. The document must not be changed in place afterwards. */
export function isDrillTarget(document: WorkbookDocument, elementId: string): boolean {
  let ids = drilledIds.get(document)
  if (!ids) {
    ids = new Set(controlsOf(document).flatMap((control) => drillTargets(control).map((target) => target.elementId)))
    drilledIds.set(document, ids)
  }
  return ids.has(elementId)
}

/** Each element of a page asks for itself after each edit, so the controls of a document are read once. */
const drilledIds = new WeakMap<WorkbookDocument, ReadonlySet<string>>()

/** The current level of a drill control: the chosen one, else the saved one, else the outermost category. */
export function drillLevel(control: ControlElement, chosen?: ControlValue): string | null {
  const categories = drillCategories(control)
  const wanted = chosen?.kind === 'scalar' ? chosen.value : chosen ? null : control.value
  return categories.find((columnId) => columnId === wanted) ?? categories[0] ?? null
}

/**
 * The element as it is shown at a level of a drill control: the column of the level and the target's first other column swap places, so
 * that no column is used twice. Null in the target leaves the element unchanged.
 */
export function drilledElement<E extends BaseElement>(element: E, control: ControlElement, level: string | null): E {
  const position = drillCategories(control).indexOf(level ?? '')
  const columnIds = targetOf(control, element.id) ?? []
  const to = columnIds[position]
  const placed = idsOnShelves(element)
  const from = columnIds.find((id) => typeof id === 'string' && placed.has(id))
  if (typeof to !== 'string' || typeof from !== 'string' || from === to) return element
  return withSwappedColumns(element, from, to)
}

/** An element that a drill control acts on, with its column for each category; null leaves the element unchanged. */
export interface DrillTarget {
  elementId: string
  columnIds: readonly unknown[]
}

/**
 * The elements that a drill control acts on. A target lists a column for each category. `filters` do the same with one entry for each
 * category, in order; levels without an entry leave the element unchanged.
 */
export function drillTargets(control: ControlElement): DrillTarget[] {
  if (control.controlType !== 'drill') return []
  const found = new Map<string, unknown[]>()
  for (const { elementId, columnIds } of entriesOf(control.targets)) {
    if (Array.isArray(columnIds) && !found.has(elementId)) found.set(elementId, columnIds)
  }
  const listed = new Set(found.keys())
  for (const { elementId, columnId } of entriesOf(control.filters)) {
    if (!listed.has(elementId)) found.set(elementId, [...(found.get(elementId) ?? []), columnId])
  }
  return [...found].map(([elementId, columnIds]) => ({ elementId, columnIds }))
}

function entriesOf(list: unknown): { elementId: string; columnId?: unknown; columnIds?: unknown }[] {
  return (Array.isArray(list) ? list.filter(isRecord) : []).flatMap(({ source, columnId, columnIds }) =>
    isRecord(source) && source.kind === 'table' && typeof source.elementId === 'string'
      ? [{ elementId: source.elementId, columnId, columnIds }]
      : [],
  )
}

function targetOf(control: ControlElement, elementId: string): readonly unknown[] | undefined {
  return drillTargets(control).find((target) => target.elementId === elementId)?.columnIds
}

/** Fields that contain columns as keys, whatever the kind of the element. */
const shelves = [
  'xAxis',
  'category',
  'stage',
  'stages',
  'series',
  'splitBy',
  'color',
  'region',
  'geography',
  'timeline',
  'trellis',
  'rowsBy',
  'columnsBy',
  'groupings',
] as const

/** Fields that refer to columns of the shelves again. */
const followers = ['yAxis', 'size', 'value', 'values', 'tooltip', 'label', 'order', 'summary', 'axisTotals'] as const

/** Columns by which an element divides its rows. */
export function idsOnShelves(element: BaseElement): Set<string> {
  const found = new Set<string>()
  for (const shelf of shelves) {
    mapIds(element[shelf], keyFields, (id) => {
      found.add(id)
      return id
    })
  }
  return found
}

/** The element with two columns swapped wherever they are used; filters are unchanged. */
export function withSwappedColumns<E extends BaseElement>(element: E, from: string, to: string): E {
  const swap = (id: string) => (id === from ? to : id === to ? from : id)
  const fields = [...shelves, ...followers].flatMap((field) =>
    element[field] === undefined ? [] : [[field, mapIds(element[field], allFields, swap)]],
  )
  return { ...element, ...Object.fromEntries(fields), columns: withSwappedVisibility(element.columns, from, to) }
}

/** A column that replaces another one on a shelf also takes over its visibility. */
function withSwappedVisibility(columns: unknown, from: string, to: string): unknown {
  if (!Array.isArray(columns)) return columns
  const hidden = new Map(columns.filter(isRecord).map((column) => [column.id, column.hidden === true]))
  return columns.map((column: unknown) => {
    if (!isRecord(column) || (column.id !== from && column.id !== to)) return column
    const { hidden: _, ...rest } = column
    return hidden.get(column.id === from ? to : from) ? { ...rest, hidden: true } : rest
  })
}

/** Fields inside a shelf that are the id of a column, and fields that contain lists and records of such ids. */
interface IdFields {
  ids: readonly string[]
  holders: readonly string[]
}
const keyFields: IdFields = { ids: ['columnId', 'column'], holders: ['groupBy', 'rowsBy', 'columnsBy'] }
const allFields: IdFields = {
  ids: [...keyFields.ids, 'axisId', 'by'],
  holders: [...keyFields.holders, 'columnIds', 'calculations', 'sort'],
}

/** Maps the column ids in a field, whatever its form: a pointer, a list of pointers or ids, an axis, a grouping. */
function mapIds(value: unknown, fields: IdFields, map: (id: string) => string): unknown {
  if (Array.isArray(value)) {
    return value.map((entry: unknown) => (typeof entry === 'string' ? map(entry) : mapIds(entry, fields, map)))
  }
  if (!isRecord(value)) return value
  const mapped = Object.entries(value).map(([name, field]): [string, unknown] => {
    // The `by` of a colour is a mode, not a column.
    const isId = fields.ids.includes(name) && !(name === 'by' && value.direction === undefined)
    if (typeof field === 'string') return [name, isId ? map(field) : field]
    return [name, fields.holders.includes(name) ? mapIds(field, fields, map) : field]
  })
  return Object.fromEntries(mapped)
}
