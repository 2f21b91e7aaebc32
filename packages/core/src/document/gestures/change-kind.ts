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
  'noDataText',
  'x',
])

/**
 * Makes an element one of another kind with the same source and columns. Shelves go where the other kind has the like;
 * what it has no use for waits in `x.kept` under its old kind and returns with that kind.
 */
export function changeKind(document: WorkbookDocument, elementId: string, kind: string): DocumentEdit[] {
  return changeElement(document, elementId, (element) => (element.kind === kind ? element : ofKind(element, kind)))
}

/**
 * Whether an element may become another kind. Only a table is read by other elements and filtered by controls, and only it
 * hides columns from some; one of which any of that is true stays a table.
 */
export function mayChangeKind(document: WorkbookDocument, elementId: string): boolean {
  const element = document.elements[elementId]
  if (element?.kind !== 'table') return element !== undefined
  if (Array.isArray(element.columnSecurities) && element.columnSecurities.length > 0) return false
  return !Object.values(document.elements).some((other) => other.id !== elementId && readsTable(other, elementId))
}

/** Whether a source, a target or a relationship anywhere in a value is the table. */
function readsTable(value: unknown, tableId: string): boolean {
  if (Array.isArray(value)) return value.some((item) => readsTable(item, tableId))
  if (!isRecord(value)) return false
  const isTable = value.kind === 'table' && value.elementId === tableId
  return isTable || value.targetElementId === tableId || Object.values(value).some((each) => readsTable(each, tableId))
}

/**
 * The fields that say something about an element and have no place in what it became: they wait for its old kind. Columns
 * that moved to another shelf have a place.
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

/** Where a table says what its rows are grouped by, and what is computed for them. */
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

/** Names of the fields that a kind has; the schemas of some kinds name only what they require. */
function fieldsOfKind(kind: string): Set<string> {
  const schema: unknown = elementKinds.get(kind)?.schema
  const known = isRecord(schema) && isRecord(schema.properties) ? Object.keys(schema.properties) : []
  return new Set([...known, ...shelvesOfKind(kind).map(({ id }) => id)])
}

const round = new Set(['pie-chart', 'donut-chart'])
const maps = new Set(['point-map', 'region-map', 'geography-map'])
/** Fields that maps have in a shape of their own. */
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

/** Where the columns of one shelf go when a kind does not have that shelf. */
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

/** Fills the empty shelves of the new kind from those of the old one; columns that are taken are not put twice. */
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
