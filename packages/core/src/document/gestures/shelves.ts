import type { BaseElement, DocumentColumn, WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { type ByElementKind, partOfKind } from '../elements/by-kind.ts'
import { columnNames } from '../names.ts'
import { withRequiredShelves } from '../required-shelves.ts'
import { type ColumnHolder, changeElement } from './change-element.ts'
import { freeName, type NewColumn } from './columns.ts'

export type ShelfId =
  | 'xAxis'
  | 'yAxis'
  | 'yAxis2'
  | 'color'
  | 'size'
  | 'value'
  | 'category'
  | 'stage'
  | 'series'
  | 'stages'
  | 'splitBy'
  | 'holeValue'
  | 'target'
  | 'minimum'
  | 'maximum'
  | 'timeline'
  | 'comparisonColumn'
  | 'trellisRow'
  | 'trellisColumn'
  | 'rowsBy'
  | 'columnsBy'
  | 'values'
  | 'tooltipColumns'
  | 'region'
  | 'latitude'
  | 'longitude'
  | 'geography'
  | 'label'
  | 'tooltip'

/** A shelf: a place of an element that columns are put on. */
export interface ShelfShape {
  id: ShelfId
  /** Whether it accepts values that divide rows, or numbers over them. */
  role: 'dimension' | 'measure'
  isMany: boolean
  /** How the column that is put on it determines the colors; the element's setting is kept without it. */
  colorsBy?: 'category' | 'scale'
}

const one = (id: ShelfId, role: ShelfShape['role']): ShelfShape => ({ id, role, isMany: false })
const many = (id: ShelfId, role: ShelfShape['role']): ShelfShape => ({ id, role, isMany: true })
const trellis = [one('trellisRow', 'dimension'), one('trellisColumn', 'dimension')]
const cartesian = [one('xAxis', 'dimension'), many('yAxis', 'measure'), one('color', 'dimension')]
const tooltip = many('tooltipColumns', 'measure')
const ofMap = [many('label', 'dimension'), many('tooltip', 'dimension')]
const maps = new Set(['point-map', 'region-map', 'geography-map'])

const shelves = {
  table: null,
  'pivot-table': [many('rowsBy', 'dimension'), many('columnsBy', 'dimension'), many('values', 'measure')],
  'input-table': null,
  'kpi-chart': [one('value', 'measure'), one('timeline', 'dimension'), one('comparisonColumn', 'measure')],
  'bar-chart': [...cartesian, ...trellis, tooltip],
  'line-chart': [...cartesian, ...trellis, tooltip],
  'area-chart': [...cartesian, ...trellis, tooltip],
  'combo-chart': [...cartesian, many('yAxis2', 'measure'), ...trellis, tooltip],
  'scatter-chart': [...cartesian, one('size', 'measure'), ...trellis, tooltip],
  'pie-chart': [one('value', 'measure'), one('color', 'dimension')],
  'donut-chart': [one('value', 'measure'), one('color', 'dimension'), one('holeValue', 'measure'), ...trellis],
  'box-chart': [one('xAxis', 'dimension'), many('yAxis', 'dimension'), one('splitBy', 'dimension')],
  'waterfall-chart': [one('xAxis', 'dimension'), many('yAxis', 'measure'), one('splitBy', 'dimension')],
  'funnel-chart': [one('stage', 'dimension'), one('series', 'measure')],
  'gauge-chart': [
    one('value', 'measure'),
    one('target', 'measure'),
    one('minimum', 'measure'),
    one('maximum', 'measure'),
  ],
  'treemap-chart': [one('category', 'dimension'), one('value', 'measure')],
  'sankey-chart': [many('stages', 'dimension'), one('value', 'measure')],
  'point-map': [
    one('latitude', 'dimension'),
    one('longitude', 'dimension'),
    one('color', 'measure'),
    one('size', 'measure'),
    ...ofMap,
  ],
  'region-map': [one('region', 'dimension'), one('color', 'measure'), ...ofMap],
  'geography-map': [one('geography', 'dimension'), one('color', 'measure'), many('tooltip', 'dimension')],
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
} satisfies ByElementKind<readonly ShelfShape[]>

/** The shelves of a kind, in the order in which a panel shows them. */
export function shelvesOfKind(kind: string): readonly ShelfShape[] {
  return partOfKind<readonly ShelfShape[]>(shelves, kind) ?? []
}

/** Columns on a shelf, in order. */
export function columnsOnShelf(element: BaseElement, id: ShelfId): string[] {
  if (id === 'trellisRow' || id === 'trellisColumn') {
    const by = isRecord(element.trellis) ? element.trellis[id === 'trellisRow' ? 'rowsBy' : 'columnsBy'] : undefined
    return idsOf(by)
  }
  if (id === 'tooltipColumns') return isRecord(element.x) ? idsOf(element.x.tooltipColumns) : []
  const field = element[id]
  if (id === 'yAxis' || id === 'yAxis2') return isRecord(field) ? idsOf(field.columnIds) : []
  if (Array.isArray(field)) return idsOf(field)
  if (!isRecord(field)) return []
  const found = id === 'color' ? (field.column ?? field.columnId) : field.columnId
  return typeof found === 'string' ? [found] : []
}

function idsOf(list: unknown): string[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: unknown) => {
    const id = isRecord(entry) ? entry.columnId : entry
    return typeof id === 'string' ? [id] : []
  })
}

/** Replaces the columns of a shelf. Settings that the shelf has for a column stay with the column. */
export function setShelf(
  document: WorkbookDocument,
  elementId: string,
  id: ShelfId,
  columnIds: readonly string[],
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => withRequiredShelves(withShelf(element, id, columnIds)))
}

export function withShelf<E extends BaseElement>(element: E, id: ShelfId, columnIds: readonly string[]): E {
  switch (id) {
    case 'yAxis': {
      const axis = isRecord(element.yAxis) ? element.yAxis : {}
      const next = {
        ...element,
        yAxis: { ...axis, columnIds: entriesOf(axis.columnIds, columnIds, (columnId) => columnId) },
      }
      return next.yAxis2 === undefined
        ? next
        : withShelf(
            next,
            'yAxis2',
            columnsOnShelf(next, 'yAxis2').filter((each) => columnIds.includes(each)),
          )
    }
    case 'yAxis2':
      return withSecondAxis(element, columnIds)
    case 'trellisRow':
    case 'trellisColumn':
      return withTrellis(element, id === 'trellisRow' ? 'rowsBy' : 'columnsBy', columnIds)
    case 'tooltipColumns':
      return withDetails(element, 'tooltipColumns', columnIds.length > 0 ? [...columnIds] : undefined)
    case 'color':
      return { ...element, color: colorOf(element, columnIds[0]) }
    case 'values':
      return { ...element, values: [...columnIds] }
    case 'rowsBy':
    case 'columnsBy':
    case 'stages':
    case 'label':
    case 'tooltip':
      return {
        ...element,
        [id]:
          columnIds.length > 0 || id === 'stages'
            ? entriesOf(element[id], columnIds, (columnId) => ({ columnId }))
            : undefined,
      }
    default: {
      const [columnId] = columnIds
      const before = isRecord(element[id]) ? element[id] : {}
      return { ...element, [id]: columnId === undefined ? undefined : { ...before, columnId } }
    }
  }
}

/** Existing entries keep their sort, type and other settings. */
function entriesOf(before: unknown, columnIds: readonly string[], fresh: (columnId: string) => unknown): unknown[] {
  const known = Array.isArray(before) ? before : []
  return columnIds.map(
    (columnId) =>
      known.find((entry: unknown) => (isRecord(entry) ? entry.columnId : entry) === columnId) ?? fresh(columnId),
  )
}

/** The second axis repeats columns of the first list, which contains every measure. */
function withSecondAxis<E extends BaseElement>(element: E, columnIds: readonly string[]): E {
  const axis = isRecord(element.yAxis2) ? element.yAxis2 : {}
  const onFirst = columnsOnShelf(element, 'yAxis')
  const all = [...onFirst, ...columnIds.filter((id) => !onFirst.includes(id))]
  const first = isRecord(element.yAxis) ? element.yAxis : {}
  return {
    ...element,
    yAxis: { ...first, columnIds: entriesOf(first.columnIds, all, (columnId) => columnId) },
    yAxis2: columnIds.length > 0 ? { ...axis, columnIds: [...columnIds] } : undefined,
  }
}

function withTrellis<E extends BaseElement>(element: E, side: 'rowsBy' | 'columnsBy', columnIds: readonly string[]): E {
  const { series: _series, ...before } = isRecord(element.trellis) ? element.trellis : {}
  const { [side]: known, ...rest } = before
  const trellis =
    columnIds.length > 0
      ? { ...rest, [side]: entriesOf(known, columnIds.slice(0, 1), (columnId) => ({ columnId })) }
      : rest
  return { ...element, trellis: Object.keys(trellis).length > 0 ? trellis : undefined }
}

/** Slices refer to their column directly; other charts also store how the column determines the colour. */
function colorOf(element: BaseElement, columnId: string | undefined): unknown {
  const before = isRecord(element.color) ? element.color : {}
  if (element.kind === 'pie-chart' || element.kind === 'donut-chart')
    return columnId === undefined ? undefined : { ...before, columnId }
  if (columnId === undefined) return undefined
  const isScale = before.by === 'scale' || (maps.has(element.kind) && before.by !== 'category')
  return isScale
    ? { ...(before.by === 'scale' ? before : { by: 'scale' }), column: columnId }
    : { by: 'category', column: columnId, ...(Array.isArray(before.scheme) ? { scheme: before.scheme } : {}) }
}

/** Sets a field of `x`, which holds what the published forms have no field for. */
export function withDetails<E extends BaseElement>(element: E, name: string, value: unknown): E {
  const { [name]: _before, ...rest } = isRecord(element.x) ? element.x : {}
  const x = value === undefined ? rest : { ...rest, [name]: value }
  return { ...element, x: Object.keys(x).length > 0 ? x : undefined }
}

/** Adds a column to the element, if it is new, and puts it on a shelf at a position; it is removed from other shelves. */
export function addToShelf(
  document: WorkbookDocument,
  elementId: string,
  shelf: ShelfShape,
  column: NewColumn,
  at?: number,
): DocumentEdit[] {
  return changeElement(document, elementId, (element) =>
    withRequiredShelves(placedOnShelf(withColumn(element, column), shelf, column.id, at)),
  )
}

export function withColumn(element: ColumnHolder, column: NewColumn): ColumnHolder {
  if (element.columns.some(({ id }) => id === column.id)) return element
  const taken = new Set(columnNames(element.columns).values())
  const named: DocumentColumn = column.name === undefined ? column : { ...column, name: freeName(column.name, taken) }
  return { ...element, columns: [...element.columns, named] }
}

/** A column is on one shelf only; the second axis and the tooltip repeat columns of other shelves. */
function placedOnShelf(element: ColumnHolder, shelf: ShelfShape, columnId: string, at?: number): ColumnHolder {
  const repeats = (id: ShelfId) => id === 'yAxis2' || id === 'tooltipColumns'
  const others = shelvesOfKind(element.kind).filter(({ id }) => id !== shelf.id && !repeats(id))
  const cleared = repeats(shelf.id)
    ? element
    : others.reduce((next, { id }) => {
        const held = columnsOnShelf(next, id)
        return held.includes(columnId)
          ? withShelf(
              next,
              id,
              held.filter((each) => each !== columnId),
            )
          : next
      }, element)
  const held = columnsOnShelf(cleared, shelf.id).filter((each) => each !== columnId)
  const place = Math.min(at ?? held.length, held.length)
  const placed = withShelf(
    cleared,
    shelf.id,
    shelf.isMany ? [...held.slice(0, place), columnId, ...held.slice(place)] : [columnId],
  )
  return shelf.colorsBy ? withColorsOf(placed, shelf.colorsBy, columnId) : placed
}

function withColorsOf(element: ColumnHolder, by: 'category' | 'scale', column: string): ColumnHolder {
  const isKept = isRecord(element.color) && element.color.by === by
  return isKept ? element : { ...element, color: { by, column } }
}

/**
 * A shelf for a column: the color of a map accepts texts and logical values too, as they are. Each of their values has a
 * color; measures have a scale.
 */
export function shelfFor(
  kind: string,
  shelf: ShelfShape,
  column: { kind: string; isMetric?: boolean | undefined; isAggregate?: boolean | undefined },
): ShelfShape {
  const isPlain = !column.isMetric && !column.isAggregate && ['text', 'logical'].includes(column.kind)
  if (shelf.id !== 'color' || !maps.has(kind)) return shelf
  return isPlain ? { ...shelf, role: 'dimension', colorsBy: 'category' } : { ...shelf, colorsBy: 'scale' }
}

/** Swaps X with the colour of a chart, or the rows with the columns of a pivot table. */
export function swapShelves(
  document: WorkbookDocument,
  elementId: string,
  left: ShelfId,
  right: ShelfId,
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => {
    const [from, to] = [columnsOnShelf(element, left), columnsOnShelf(element, right)]
    return withShelf(withShelf(element, left, to), right, from)
  })
}

/** Sets a field anywhere in an element, by its path; undefined removes it, and objects that become empty. */
export function setElementField(
  document: WorkbookDocument,
  elementId: string,
  path: readonly string[],
  value: unknown,
): DocumentEdit[] {
  const element = document.elements[elementId]
  if (!element) return []
  const [field = '', ...inner] = path
  return [
    {
      op: 'set',
      at: ['elements', { id: elementId }, field],
      ...valueOrNothing(withPath(element[field], inner, value)),
    },
  ]
}

function valueOrNothing(value: unknown): { value?: unknown } {
  return value === undefined ? {} : { value }
}

export function withPath(before: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...inner] = path
  if (name === undefined) return value
  const { [name]: known, ...rest } = isRecord(before) ? before : {}
  const next = withPath(known, inner, value)
  if (next !== undefined) return { ...(isRecord(before) ? before : {}), [name]: next }
  return Object.keys(rest).length > 0 ? rest : undefined
}

/** A field anywhere in an element, by its path. */
export function fieldAt(element: object, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), element)
}
