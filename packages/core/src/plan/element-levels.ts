import type { DataElement, Grouping, SortEntry } from '../document/index.ts'
import type { CheckedColumn } from './check-columns.ts'
import { isRecord } from './controls.ts'
import { type ElementModel, type ModelShelves, type ModelSort, NO_SHELVES } from './model.ts'

export interface Levels {
  groupings: { id: string; keys: string[]; sort: ModelSort[] }[]
  levels: Map<string, number>
  shown: Set<string> | null
  axis: string | null
  shelves: ModelShelves
}

/** Which keys and calculations an element has, by its kind and where columns are listed. */
export function levelsOf(
  element: DataElement,
  shape: ElementModel['shape'],
  columns: readonly CheckedColumn[],
  hasAggregate: (columnId: string) => boolean,
): Levels {
  if (shape === 'table') return tableLevels(element)
  if (shape === 'kpi') return kpiLevels(element, columns)
  return shape === 'pivot' ? pivotLevels(element, columns, hasAggregate) : chartLevels(element, columns, hasAggregate)
}

/** Where a column is listed decides its level. */
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

/** Column ids with folders replaced by what they hold, at any depth. */
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

/** Columns on channels that do not aggregate are the keys; those that aggregate are computed for each of them. */
function chartLevels(
  element: DataElement,
  columns: readonly CheckedColumn[],
  hasAggregate: (columnId: string) => boolean,
): Levels {
  const shelves = channelsOf(element)
  const keys = shelves.all.filter((id, at) => shelves.all.indexOf(id) === at && !hasAggregate(id))
  const known = new Set(columns.map((column) => column.id))
  const levels = new Map<string, number>()
  for (const column of columns) if (keys.includes(column.id) || hasAggregate(column.id)) levels.set(column.id, 1)
  const shown = new Set([...shelves.all, ...levels.keys()].filter((id) => known.has(id)))
  return {
    groupings: [
      { id: 'chart', keys: keys.filter((id) => known.has(id)), sort: chartSort(element, shelves.axis, hasAggregate) },
    ],
    levels,
    shown,
    axis: shelves.axis,
    shelves: chartShelves(element, (id) => id !== null && keys.includes(id)),
  }
}

/** Keys of the rows and of the columns; all else on a shelf is a value of each cell. */
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

/** Each key of a shelf by itself, or by the total that a value has for it. */
function pivotSort(
  shelf: readonly { id: string; sort: unknown }[],
  hasAggregate: (columnId: string) => boolean,
): ModelSort[] {
  return shelf.flatMap(({ id, sort }, index): ModelSort[] => {
    const wish = isRecord(sort) ? sort : {}
    const direction = wish.direction === 'descending' ? 'descending' : 'ascending'
    const by = typeof wish.by === 'string' && wish.by !== id ? wish.by : null
    const keys = shelf.slice(0, index + 1).map((key) => key.id)
    const own: ModelSort = { columnId: id, direction: by === null ? direction : 'ascending', nulls: 'last' }
    if (by === null) return [own]
    return [{ columnId: by, direction, nulls: 'last', ...(hasAggregate(by) ? { totalBy: keys } : {}) }, own]
  })
}

function chartShelves(element: DataElement, isKey: (id: string | null) => boolean): ModelShelves {
  const trellis = isRecord(element.trellis) ? element.trellis : {}
  const color = isRecord(element.color) ? element.color : {}
  const shelf = (id: string | null) => (id !== null && isKey(id) ? [id] : [])
  return {
    ...NO_SHELVES,
    xAxis: shelf(columnIdOf(element.xAxis)),
    color: shelf(typeof color.column === 'string' ? color.column : columnIdOf(color)),
    trellisRow: shelf(columnIdOf(trellis.row) ?? columnIdOf(trellis)),
    trellisColumn: shelf(columnIdOf(trellis.column)),
  }
}

/** Saved order of the axis, else its values ascending. */
function chartSort(
  element: DataElement,
  axis: string | null,
  hasAggregate: (columnId: string) => boolean,
): ModelSort[] {
  const shelf = isRecord(element.xAxis) ? element.xAxis : isRecord(element.color) ? element.color : null
  const sort = shelf && isRecord(shelf.sort) ? shelf.sort : null
  if (!sort) return axis === null ? [] : [{ columnId: axis, direction: 'ascending', nulls: 'last' }]
  const columnId = typeof sort.by === 'string' ? sort.by : axis
  if (columnId === null) return []
  const direction = sort.direction === 'descending' ? 'descending' : 'ascending'
  const wished: ModelSort = { columnId, direction, nulls: 'last' }
  if (axis === null || columnId === axis || !hasAggregate(columnId)) return [wished]
  // Values of the axis stand in the order of their totals, whatever colours divide them.
  return [
    { ...wished, totalBy: [axis] },
    { columnId: axis, direction: 'ascending', nulls: 'last' },
  ]
}

/** Columns on the channels of a chart, the axis first. */
function channelsOf(element: DataElement): { axis: string | null; all: string[] } {
  const axis = columnIdOf(element.xAxis) ?? columnIdOf(element.category) ?? columnIdOf(element.stage) ?? null
  const ids: (string | null)[] = [axis]
  const trellis = isRecord(element.trellis) ? element.trellis : {}
  ids.push(columnIdOf(trellis.row), columnIdOf(trellis.column), columnIdOf(trellis))
  const color = isRecord(element.color) ? element.color : {}
  ids.push(typeof color.column === 'string' ? color.column : columnIdOf(color))
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
  return { axis: axis ?? ids.find((id) => id !== null) ?? null, all: ids.filter((id) => id !== null) }
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
    // Nulls go last in both directions unless the sort says first: engines disagree, readers should not.
    nulls: entry.nulls === 'first' ? 'first' : 'last',
  }))
}

export function shapeOf(element: DataElement): ElementModel['shape'] {
  if (element.kind === 'table' || element.kind === 'input-table') return 'table'
  if (element.kind === 'pivot-table') return 'pivot'
  return element.kind === 'kpi-chart' ? 'kpi' : 'chart'
}
