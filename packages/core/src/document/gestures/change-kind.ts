import type { BaseElement, WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { elementKinds } from '../elements/index.ts'
import { startingElement } from '../new-element.ts'
import { withRequiredShelves } from '../required-shelves.ts'
import { type ColumnHolder, changeElement } from './change-element.ts'
import { groupedColumns, shelvesOfTable, tableOf } from './kind-groupings.ts'
import { columnsOnShelf, type ShelfId, shelvesOfKind, withDetails, withShelf } from './shelves.ts'

/** Fields that every kind with data has. */
const common = new Set([
  'id',
  'kind',
  'source',
  'columns',
  'filters',
  'name',
  'description',
  'style',
  'actions',
  'contextMenu',
  'noDataText',
  'x',
])

/**
 * Changes the kind of an element and keeps its source and columns. Shelves move to the corresponding shelves of the other kind; fields that
 * it does not have are stored in `x.kept` under the old kind and restored when the element returns to that kind.
 */
export function changeKind(document: WorkbookDocument, elementId: string, kind: string): DocumentEdit[] {
  return changeElement(document, elementId, (element) => (element.kind === kind ? element : ofKind(element, kind)))
}

/**
 * Whether an element may change its kind. Only tables can be read by other elements, be filtered by controls or hide columns from some
 * readers, so a table that does any of these stays a table.
 */
export function mayChangeKind(document: WorkbookDocument, elementId: string): boolean {
  const element = document.elements[elementId]
  if (element?.kind !== 'table') return element !== undefined
  if (Array.isArray(element.columnSecurities) && element.columnSecurities.length > 0) return false
  return !Object.values(document.elements).some((other) => other.id !== elementId && readsTable(other, elementId))
}

/** Whether a source, target or relationship anywhere in a value refers to the table. */
function readsTable(value: unknown, tableId: string): boolean {
  if (Array.isArray(value)) return value.some((item) => readsTable(item, tableId))
  if (!isRecord(value)) return false
  const isTable = value.kind === 'table' && value.elementId === tableId
  return isTable || value.targetElementId === tableId || Object.values(value).some((each) => readsTable(each, tableId))
}

/**
 * The fields that have no place in the new kind and are kept for the old one. Columns that moved to another shelf have a place.
 */
export function keptAside(before: BaseElement, after: BaseElement): string[] {
  const shelves = new Map<string, ShelfId>(shelvesOfKind(before.kind).map(({ id }) => [id, id]))
  const placed = new Set([
    ...shelvesOfKind(after.kind).flatMap(({ id }) => columnsOnShelf(after, id)),
    ...groupedColumns(after as ColumnHolder),
  ])
  const columnsIn = (name: string) => {
    const shelf = shelves.get(name)
    if (shelf !== undefined) return columnsOnShelf(before, shelf)
    return groupingFields.has(name) ? groupedColumns({ [name]: before[name] } as unknown as ColumnHolder) : []
  }
  return Object.entries(before).flatMap(([name, content]) => {
    if (common.has(name) || isEmpty(content)) return []
    const columns = columnsIn(name)
    const hasPlace = columns.length > 0 ? columns.every((id) => placed.has(id)) : after[name] !== undefined
    return hasPlace ? [] : [name]
  })
}

/** Fields of a table for grouping its rows and computing values for the groups. */
const groupingFields = new Set(['groupings', 'summary'])

const isEmpty = (content: unknown) =>
  content === undefined || (typeof content === 'object' && Object.keys(content ?? {}).length === 0)

function ofKind(element: BaseElement, kind: string): BaseElement {
  const fields = Object.fromEntries(Object.entries(element).filter(([name]) => common.has(name)))
  const settings = Object.fromEntries(Object.entries(element).filter(([name]) => !common.has(name)))
  const kept = isRecord(element.x) && isRecord(element.x.kept) ? element.x.kept : {}
  const { [kind]: returning, ...others } = kept
  const allowed = fieldsOfKind(kind)
  const shared = Object.fromEntries(
    Object.entries(settings).filter(([name]) => allowed.has(name) && isFitting(element, name, kind)),
  )
  const before = { ...(isRecord(returning) ? returning : {}), ...shared }
  const based: BaseElement = { ...startingElement(element.id, kind), ...fields, ...before, id: element.id, kind }
  const isTable = kind === 'table' && groupedColumns(based as ColumnHolder).length === 0
  const placed = isTable ? tableOf(element, based as ColumnHolder) : withRequiredShelves(carried(element, based))
  return withDetails(placed, 'kept', { ...others, [element.kind]: settings })
}

/** Names of the fields of a kind; the schemas of some kinds name only the required ones. */
function fieldsOfKind(kind: string): Set<string> {
  const schema: unknown = elementKinds.get(kind)?.schema
  const known = isRecord(schema) && isRecord(schema.properties) ? Object.keys(schema.properties) : []
  return new Set([...known, ...shelvesOfKind(kind).map(({ id }) => id)])
}

const round = new Set(['pie-chart', 'donut-chart'])
const maps = new Set(['point-map', 'region-map', 'geography-map'])
/** Fields that have a different shape in maps. */
const ofMaps = new Set(['color', 'tooltip', 'legend', 'size', 'label'])
const plain = new Set(['bar-chart', 'line-chart', 'area-chart', 'combo-chart', 'scatter-chart'])

/** Fields of the same name whose shape or meaning differs between the kinds. */
function isFitting(element: BaseElement, name: string, kind: string): boolean {
  if (maps.has(element.kind) !== maps.has(kind) && ofMaps.has(name)) return false
  if (name === 'color' || name === 'tooltip') return round.has(element.kind) === round.has(kind)
  if (name === 'dataLabel') return element.kind === kind || (round.has(element.kind) && round.has(kind))
  if (name === 'value') return element.kind === 'kpi-chart' ? false : kind !== 'kpi-chart'
  if (name === 'trendlines') return plain.has(kind) && element.color === undefined
  return true
}

/** Where the columns of a shelf go when the new kind does not have that shelf. */
const likes: Readonly<Partial<Record<ShelfId, readonly ShelfId[]>>> = {
  xAxis: ['timeline', 'region', 'color', 'stage', 'stages', 'category', 'rowsBy'],
  region: ['xAxis', 'color', 'stage', 'stages', 'category', 'rowsBy'],
  color: ['xAxis', 'stage', 'stages', 'category', 'columnsBy'],
  stage: ['xAxis', 'color', 'category', 'stages', 'rowsBy'],
  stages: ['xAxis', 'color', 'stage', 'category', 'rowsBy'],
  category: ['xAxis', 'region', 'color', 'stage', 'stages', 'rowsBy'],
  rowsBy: ['xAxis', 'color', 'stage', 'stages', 'category'],
  columnsBy: ['color', 'stages', 'trellisColumn'],
  timeline: ['xAxis', 'rowsBy'],
  yAxis: ['value', 'series', 'values', 'color'],
  value: ['yAxis', 'series', 'values', 'color'],
  series: ['yAxis', 'value', 'values'],
  values: ['yAxis', 'value', 'series'],
}

/** Fills the empty shelves of the new kind from the shelves of the old one; no column is used twice. */
function carried(from: BaseElement, to: BaseElement): BaseElement {
  const shapes = shelvesOfKind(to.kind)
  let next = to
  const filled: [ShelfId, string[]][] =
    from.kind === 'table'
      ? shelvesOfTable(from as ColumnHolder, to.kind)
      : shelvesOfKind(from.kind).map(({ id }) => [id, columnsOnShelf(from, id)])
  for (const [id, columns] of filled) {
    if (columns.length === 0 || columnsOnShelf(next, id).length > 0) continue
    const wanted = shapes.some((shape) => shape.id === id) ? [id] : (likes[id] ?? [])
    const target = wanted
      .flatMap((like) => shapes.find((shape) => shape.id === like) ?? [])
      .find((shape) => shape.id === 'stages' || columnsOnShelf(next, shape.id).length === 0)
    if (!target) continue
    const used = new Set(shapes.flatMap((shape) => columnsOnShelf(next, shape.id)))
    const free = columns.filter((columnId) => !used.has(columnId))
    if (free.length > 0)
      next = withShelf(
        next,
        target.id,
        target.isMany ? [...columnsOnShelf(next, target.id), ...free] : free.slice(0, 1),
      )
  }
  return next
}
