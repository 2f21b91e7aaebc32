import type { BaseElement, DocumentColumn } from './api.ts'
import { isRecord } from './check-schema.ts'
import { type ByElementKind, partOfKind } from './elements/by-kind.ts'
import { columnsOf } from './lookups.ts'
import { placeColumn, regionTypeOf } from './map-columns.ts'
import { columnName } from './names.ts'

interface Required {
  measure?: string
  dimension?: string
  /** A field that must list at least one column; it gets two when there are enough of them. */
  dimensions?: string
  /** Fields of a map whose columns are recognized by their names. */
  places?: readonly string[]
}

/** Fields that must refer to a column; null for kinds that are valid without any. */
const required = {
  table: null,
  'pivot-table': null,
  'input-table': null,
  'kpi-chart': { measure: 'value' },
  'bar-chart': null,
  'line-chart': null,
  'area-chart': null,
  'combo-chart': null,
  'scatter-chart': null,
  'pie-chart': { measure: 'value', dimension: 'color' },
  'donut-chart': { measure: 'value', dimension: 'color' },
  'box-chart': null,
  'waterfall-chart': null,
  'funnel-chart': { measure: 'series', dimension: 'stage' },
  'gauge-chart': { measure: 'value' },
  'treemap-chart': { measure: 'value', dimension: 'category' },
  'sankey-chart': { measure: 'value', dimensions: 'stages' },
  'point-map': { places: ['latitude', 'longitude'] },
  'region-map': { places: ['region'] },
  'geography-map': { places: ['geography'] },
  progress: null,
  control: null,
  text: null,
  image: null,
  embed: null,
  button: null,
  divider: null,
  'page-break': null,
  plugin: null,
  chat: null,
  container: null,
  'tabbed-container': null,
  'repeated-container': null,
  'single-row-container': null,
  form: null,
  navigation: null,
} satisfies ByElementKind<Required>

/** Placeholder columns until the author chooses one: the number of rows, and one category for all of them. */
const rowCount = { id: 'row-count', formula: 'Count()', name: 'Row Count' }
const allRows = { id: 'all-rows', formula: '"All rows"', name: 'All rows' }

/** Whether a column is only a placeholder. */
export function isStandIn(columnId: string): boolean {
  return columnId === rowCount.id || columnId === allRows.id
}

/**
 * The element with a column in every field that its kind requires: the number of rows for a missing measure, the most likely of its columns
 * for a missing category. Placeholders that are no longer used are removed.
 */
export function withRequiredShelves<E extends BaseElement>(element: E): E {
  const { measure, dimension, dimensions, places = [] } = partOfKind<Required>(required, element.kind) ?? {}
  let next = element
  for (const place of places) next = withPlace(next, place)
  if (dimensions !== undefined) next = withPointers(next, dimensions)
  if (dimension !== undefined && isMissing(next, dimension)) {
    const taken = namedColumns(next)
    const likely = likelyCategory(columnsOf(next).filter(({ id }) => !taken.has(id)))
    next = withPointer(next, dimension, likely ?? allRows)
  }
  if (measure !== undefined && isMissing(next, measure)) next = withPointer(next, measure, rowCount)
  return withoutUnused(next, [measure, dimension, dimensions, ...places])
}

function columnAt(element: BaseElement, field: string): unknown {
  const pointer = element[field]
  return isRecord(pointer) ? pointer.columnId : undefined
}

/** Whether a field is absent, or refers to a column that the element does not have. */
function isMissing(element: BaseElement, field: string): boolean {
  const columnId = columnAt(element, field)
  return (
    element[field] === undefined || (columnId !== undefined && !columnsOf(element).some(({ id }) => id === columnId))
  )
}

function withPointer<E extends BaseElement>(element: E, field: string, column: DocumentColumn): E {
  const columns = columnsOf(element)
  const isThere = columns.some(({ id }) => id === column.id)
  const before = isRecord(element[field]) ? element[field] : {}
  return { ...element, columns: isThere ? columns : [...columns, column], [field]: { ...before, columnId: column.id } }
}

/** The element with its most likely categories in a field that lists none of its columns. */
function withPointers<E extends BaseElement>(element: E, field: string): E {
  const columns = columnsOf(element)
  const listed = columnsIn(element, field).filter((id) => columns.some((column) => column.id === id))
  const chosen = listed.filter((id) => !isStandIn(id))
  if (chosen.length > 0 && chosen.length === columnsIn(element, field).length) return element
  const kept = chosen.length > 0 ? chosen : likelyCategories(element, 2).map(({ id }) => id)
  const added = kept.length > 0 || columns.some(({ id }) => id === allRows.id) ? columns : [...columns, allRows]
  const ids = kept.length > 0 ? kept : [allRows.id]
  return { ...element, columns: added, [field]: ids.map((columnId) => ({ columnId })) }
}

function columnsIn(element: BaseElement, field: string): string[] {
  const listed = element[field]
  if (!Array.isArray(listed)) return []
  return listed.flatMap((entry: unknown) =>
    isRecord(entry) && typeof entry.columnId === 'string' ? [entry.columnId] : [],
  )
}

function likelyCategories(element: BaseElement, count: number): DocumentColumn[] {
  const taken = namedColumns(element)
  const free = columnsOf(element).filter(({ id }) => !taken.has(id))
  const found: DocumentColumn[] = []
  for (let next = likelyCategory(free); next && found.length < count; ) {
    found.push(next)
    next = likelyCategory(free.filter((column) => !found.includes(column)))
  }
  return found
}

/** The element with a column for places; a placeholder when no name fits and the map requires one. */
function withPlace<E extends BaseElement>(element: E, field: string): E {
  const before = isRecord(element[field]) ? element[field] : {}
  if (!isMissing(element, field) && (field !== 'region' || typeof before.regionType === 'string')) return element
  const known = columnsOf(element).find(({ id }) => id === before.columnId)
  const taken = namedColumns(element)
  const free = columnsOf(element).filter(({ id }) => !taken.has(id) && !isStandIn(id))
  const column = known ?? placeColumn(field, free) ?? allRows
  const placed = withPointer(element, field, column)
  if (field !== 'region' || typeof before.regionType === 'string') return placed
  return { ...placed, [field]: { columnId: column.id, regionType: regionTypeOf(columnName(column)) } }
}

/** Columns that fields of the element already use: a column is on one channel only. */
function namedColumns(element: BaseElement): Set<unknown> {
  return new Set(Object.keys(element).flatMap((field) => columnAt(element, field) ?? []))
}

const unlikely = /(^|[\s_-])(id|key|code|date|day|month|quarter|year|time|number|count|amount|price|cost|quantity)s?$/i

/** A plain column of the source whose name does not suggest an id, a date or a number; else any plain column. */
function likelyCategory(columns: readonly DocumentColumn[]): DocumentColumn | undefined {
  const plain = columns.filter(({ formula }) => /^\[[^[\]]+\]$/.test(formula.trim()))
  return plain.find((column) => !unlikely.test(columnName(column))) ?? plain[0]
}

function withoutUnused<E extends BaseElement>(element: E, fields: readonly (string | undefined)[]): E {
  const columns = columnsOf(element)
  const used = new Set(
    fields.flatMap((field) => (field === undefined ? [] : [columnAt(element, field), ...columnsIn(element, field)])),
  )
  const isUnused = (column: DocumentColumn) =>
    isStandIn(column.id) && !used.has(column.id) && !JSON.stringify({ ...element, columns: [] }).includes(column.id)
  return columns.some(isUnused) ? { ...element, columns: columns.filter((column) => !isUnused(column)) } : element
}
