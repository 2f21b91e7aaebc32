import {
  type ByElementKind,
  type DataElement,
  type Grouping,
  partOfKind,
  type SortEntry,
} from '../../document/index.ts'
import {
  type CheckedColumn,
  type ElementModel,
  type ModelColumn,
  type ModelShelves,
  type ModelSort,
  NO_SHELVES,
  ROW_COUNT,
} from '../model/element-model.ts'
import { isRecord } from './controls.ts'

export interface Levels {
  groupings: { id: string; keys: string[]; sort: ModelSort[] }[]
  levels: Map<string, number>
  shown: Set<string> | null
  axis: string | null
  shelves: ModelShelves
}

/** The keys and calculations of an element, which depend on its kind and on where its columns are listed. */
export function levelsOf(
  element: DataElement,
  shape: ElementModel['shape'],
  columns: readonly CheckedColumn[],
  hasAggregate: (columnId: string) => boolean,
): Levels {
  if (typeof element.formulasOf === 'string') return formulaLevels(element, element.formulasOf, columns, hasAggregate)
  if (shape === 'table') return tableLevels(element)
  if (shape === 'kpi') return kpiLevels(element, columns)
  return shape === 'pivot' ? pivotLevels(element, columns, hasAggregate) : chartLevels(element, columns, hasAggregate)
}

/**
 * The levels of an element that computes the displayed formulas of an element of `kind`: the levels of that kind without sorts, with the
 * formulas as summary columns. Only the summary columns are shown.
 */
function formulaLevels(
  element: DataElement,
  kind: string,
  columns: readonly CheckedColumn[],
  hasAggregate: (columnId: string) => boolean,
): Levels {
  const { formulasOf: _formulasOf, ...rest } = element
  const own: DataElement = { ...rest, kind }
  const below = levelsOf(own, shapeOf(own), columns, hasAggregate)
  const levels = new Map(below.levels)
  const summary = Array.isArray(element.summary) ? element.summary.map(String) : []
  for (const id of summary) levels.set(id, 0)
  return {
    groupings: below.groupings.map((grouping) => ({ ...grouping, sort: [] })),
    levels,
    shown: new Set(summary),
    axis: below.axis,
    shelves: NO_SHELVES,
  }
}

/** The list that contains a column decides its level. */
function tableLevels(element: DataElement): Levels {
  const levels = new Map<string, number>()
  const listed = Array.isArray(element.groupings) ? (element.groupings as Grouping[]) : []
  const groupings = listed.map((grouping, index) => {
    const keys = expandFolders(element, grouping.groupBy ?? []).filter((id) => !levels.has(id))
    for (const id of [...keys, ...expandFolders(element, grouping.calculations ?? [])]) {
      if (!levels.has(id)) levels.set(id, index + 1)
    }
    return { id: grouping.id, keys, sort: sortsOf(grouping.sort) }
  })
  const summary = Array.isArray(element.summary) ? element.summary.map(String) : []
  for (const id of summary) if (!levels.has(id)) levels.set(id, 0)
  return { groupings, levels, shown: null, axis: null, shelves: NO_SHELVES }
}

/** Column ids with folders replaced by their columns, at any depth. */
export function expandFolders(element: DataElement, ids: readonly string[], depth = 0): string[] {
  const folders = Array.isArray(element.folders) ? element.folders.filter(isRecord) : []
  return ids.flatMap((id) => {
    const folder = folders.find((candidate) => candidate.id === id)
    if (!folder || depth > 20) return [id]
    return expandFolders(element, Array.isArray(folder.items) ? folder.items.map(String) : [], depth + 1)
  })
}

/** One number over all rows: every column of a KPI is a summary. */
function kpiLevels(element: DataElement, columns: readonly CheckedColumn[]): Levels {
  const shown = new Set([columnIdOf(element.value), columnIdOf(element.comparisonColumn)].filter((id) => id !== null))
  const levels = new Map<string, number>()
  for (const column of columns) if (shown.has(column.id)) levels.set(column.id, 0)
  return { groupings: [], levels, shown, axis: null, shelves: NO_SHELVES }
}

/** Columns on channels that do not aggregate are the keys; columns that aggregate are computed for each combination of keys. */
function chartLevels(
  element: DataElement,
  columns: readonly CheckedColumn[],
  hasAggregate: (columnId: string) => boolean,
): Levels {
  const channels = channelsOf(element)
  const known = new Set(columns.map((column) => column.id))
  const keys = new Set(channels.all.filter((id) => known.has(id) && !hasAggregate(id)))
  const isKey = (id: string) => keys.has(id)
  const levels = new Map<string, number>()
  for (const column of columns) if (isKey(column.id) || hasAggregate(column.id)) levels.set(column.id, 1)
  const shown = new Set([...channels.all, ...levels.keys()].filter((id) => known.has(id)))
  return {
    groupings: [{ id: 'chart', keys: [...keys], sort: chartSort(element, channels, isKey, hasAggregate) }],
    levels,
    shown,
    axis: channels.axis,
    shelves: chartShelves(channels, isKey),
  }
}

/** Columns on the shelves are keys of the rows and of the columns; all other columns are values of each cell. */
function pivotLevels(
  element: DataElement,
  columns: readonly CheckedColumn[],
  hasAggregate: (columnId: string) => boolean,
): Levels {
  const known = new Set(columns.map((column) => column.id))
  const shelf = (listed: unknown) =>
    (Array.isArray(listed) ? listed : []).flatMap((entry) => {
      const id = columnIdOf(entry)
      return id !== null && known.has(id) ? [{ id, sort: isRecord(entry) ? entry.sort : undefined }] : []
    })
  const rows = shelf(element.rowsBy)
  const across = shelf(element.columnsBy).filter(({ id }) => !rows.some((row) => row.id === id))
  const keys = [...rows, ...across].map(({ id }) => id)
  const values = Array.isArray(element.values) ? element.values.filter((id) => typeof id === 'string') : []
  const levels = new Map<string, number>()
  for (const { id } of columns) if (keys.includes(id) || values.includes(id) || hasAggregate(id)) levels.set(id, 1)
  const rowIds = rows.map(({ id }) => id)
  const columnIds = across.map(({ id }) => id)
  return {
    groupings: [{ id: 'pivot', keys, sort: [...pivotSort(rows, hasAggregate), ...pivotSort(across, hasAggregate)] }],
    levels,
    shown: new Set([...keys, ...values].filter((id) => known.has(id))),
    axis: rowIds.at(-1) ?? columnIds.at(-1) ?? null,
    shelves: { ...NO_SHELVES, rows: rowIds, columns: columnIds },
  }
}

/** Each key of a shelf is sorted by itself, or by the total of a value for the key. */
function pivotSort(
  shelf: readonly { id: string; sort: unknown }[],
  hasAggregate: (columnId: string) => boolean,
): ModelSort[] {
  return shelf.flatMap(({ id, sort }, index) => {
    const keys = shelf.slice(0, index + 1).map((key) => key.id)
    return keySort(id, axisSortSetting(sort), keys, hasAggregate)
  })
}

/** The saved order of a shelf; it sorts by the key itself when `by` is absent. */
interface SortSetting {
  direction: ModelSort['direction']
  by: string | null
  aggregation: string | null
}

function axisSortSetting(sort: unknown): SortSetting {
  const { direction, by, aggregation } = isRecord(sort) ? sort : {}
  return {
    direction: direction === 'descending' ? 'descending' : 'ascending',
    by: typeof by === 'string' ? by : null,
    aggregation: typeof aggregation === 'string' ? aggregation : null,
  }
}

/** The sort of a trellis uses a `type` where the sort of an axis uses separate fields. */
function trellisSortSetting(sort: unknown): SortSetting {
  const { type, columnId, aggregation, direction } = isRecord(sort) ? sort : {}
  const by = type === 'column' ? columnId : type === ROW_COUNT ? ROW_COUNT : undefined
  return axisSortSetting({ direction, by, aggregation })
}

/** The order of a key: by itself, or by the total of a value over `keys` alone, with ties broken by the key itself. */
function keySort(
  key: string,
  { direction, by, aggregation }: SortSetting,
  keys: readonly string[],
  hasAggregate: (columnId: string) => boolean,
): ModelSort[] {
  const nulls = 'last' as const
  if (by === null || by === key) return [{ columnId: key, direction, nulls }]
  const own: ModelSort = { columnId: key, direction: 'ascending', nulls }
  if (by === ROW_COUNT) return [{ columnId: by, direction, nulls, totalBy: keys, aggregation: ROW_COUNT }, own]
  if (hasAggregate(by)) return [{ columnId: by, direction, nulls, totalBy: keys }, own]
  if (aggregation !== null) return [{ columnId: by, direction, nulls, totalBy: keys, aggregation }, own]
  return [{ columnId: by, direction, nulls }, own]
}

/** Columns on the channels of a chart, each from the field that the format uses for it. */
interface Channels {
  /** The column along which window functions run. */
  axis: string | null
  xAxis: string | null
  color: string | null
  trellisRow: string | null
  trellisColumn: string | null
  all: string[]
}

function chartShelves(
  { xAxis, color, trellisRow, trellisColumn }: Channels,
  isKey: (id: string) => boolean,
): ModelShelves {
  const shelf = (id: string | null) => (id !== null && isKey(id) ? [id] : [])
  return {
    ...NO_SHELVES,
    xAxis: shelf(xAxis),
    color: shelf(color),
    trellisRow: shelf(trellisRow),
    trellisColumn: shelf(trellisColumn),
  }
}

/** The saved order of the panels and then of the axis; without one, their values ascending. */
function chartSort(
  element: DataElement,
  { axis, trellisRow, trellisColumn }: Channels,
  isKey: (columnId: string) => boolean,
  hasAggregate: (columnId: string) => boolean,
): ModelSort[] {
  const panels = [trellisEntry(element, 'rowsBy'), trellisEntry(element, 'columnsBy')]
  const sorts = [trellisRow, trellisColumn].flatMap((id, index) =>
    id !== null && isKey(id) ? keySort(id, trellisSortSetting(panels[index]?.sort), [id], hasAggregate) : [],
  )
  if (axis === null) return sorts
  const shelf = isRecord(element.xAxis) ? element.xAxis : isRecord(element.color) ? element.color : {}
  const setting = axisSortSetting(shelf.sort)
  if (isKey(axis)) return [...sorts, ...keySort(axis, setting, [axis], hasAggregate)]
  return [...sorts, { columnId: setting.by ?? axis, direction: setting.direction, nulls: 'last' }]
}

function trellisEntry(element: DataElement, side: 'rowsBy' | 'columnsBy'): Record<string, unknown> | null {
  const listed = isRecord(element.trellis) ? element.trellis[side] : null
  const [first] = Array.isArray(listed) ? listed.filter(isRecord) : []
  return first ?? null
}

/** Columns on the channels of a chart: the panels, then the axis, then all others. */
function channelsOf(element: DataElement): Channels {
  const xAxis = columnIdOf(element.xAxis)
  const color =
    isRecord(element.color) && typeof element.color.column === 'string'
      ? element.color.column
      : columnIdOf(element.color)
  const trellisRow = columnIdOf(trellisEntry(element, 'rowsBy'))
  const trellisColumn = columnIdOf(trellisEntry(element, 'columnsBy'))
  const named = xAxis ?? columnIdOf(element.category) ?? columnIdOf(element.stage)
  const ids: (string | null)[] = [named, color]
  for (const shelf of [element.yAxis, element.yAxis2]) {
    const listed = isRecord(shelf) && Array.isArray(shelf.columnIds) ? shelf.columnIds : []
    for (const entry of listed) ids.push(typeof entry === 'string' ? entry : columnIdOf(entry))
  }
  for (const shelf of [
    element.value,
    element.size,
    element.splitBy,
    element.series,
    element.holeValue,
    element.latitude,
    element.longitude,
    element.region,
    element.geography,
  ]) {
    ids.push(columnIdOf(shelf))
  }
  if (Array.isArray(element.values)) ids.push(...element.values.filter((id) => typeof id === 'string'))
  for (const list of [element.stages, element.rowsBy, element.columnsBy, element.tooltip, element.label]) {
    if (Array.isArray(list)) for (const entry of list) ids.push(columnIdOf(entry))
  }
  const axis = named ?? ids.find((id) => id !== null) ?? null
  const all = [trellisRow, trellisColumn, ...ids].filter((id) => id !== null)
  return { axis, xAxis, color, trellisRow, trellisColumn, all }
}

export function columnIdOf(pointer: unknown): string | null {
  if (!isRecord(pointer)) return null
  if (typeof pointer.columnId === 'string') return pointer.columnId
  return typeof pointer.id === 'string' ? pointer.id : null
}

export function sortsOf(entries: unknown): ModelSort[] {
  if (!Array.isArray(entries)) return []
  return (entries as SortEntry[]).filter(isRecord).map((entry) => ({
    columnId: String(entry.columnId),
    direction: entry.direction === 'descending' ? 'descending' : 'ascending',
    // Nulls are last in both directions unless the sort sets `first`, because the defaults of engines differ.
    nulls: entry.nulls === 'first' ? 'first' : 'last',
  }))
}

/** `order` of the element first, all other columns after them. */
export function inDisplayOrder(model: ElementModel): ModelColumn[] {
  const listed = Array.isArray(model.element.order) ? expandFolders(model.element, model.element.order.map(String)) : []
  const first = listed.flatMap((id) => model.byId.get(id) ?? [])
  return [...new Set([...first, ...model.columns])]
}

/** How the levels of a kind are planned; null for kinds that have no query of their own. */
const shapes = {
  table: 'table',
  'pivot-table': 'pivot',
  'input-table': 'table',
  'kpi-chart': 'kpi',
  'bar-chart': 'chart',
  'line-chart': 'chart',
  'area-chart': 'chart',
  'combo-chart': 'chart',
  'scatter-chart': 'chart',
  'pie-chart': 'chart',
  'donut-chart': 'chart',
  'box-chart': 'chart',
  'waterfall-chart': 'chart',
  'funnel-chart': 'chart',
  'gauge-chart': 'chart',
  'treemap-chart': 'chart',
  'sankey-chart': 'chart',
  'point-map': 'chart',
  'region-map': 'chart',
  'geography-map': 'chart',
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
  'repeated-container': 'chart',
  'single-row-container': null,
  form: null,
  navigation: null,
} as const satisfies ByElementKind<ElementModel['shape']>

/** The shape of an element with data; kinds without a shape of their own are planned as charts. */
export function shapeOf(element: DataElement): ElementModel['shape'] {
  return partOfKind<ElementModel['shape']>(shapes, element.kind) ?? 'chart'
}
