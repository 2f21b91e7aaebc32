import {
  columnNames,
  columnsOf,
  type DataElement,
  elementName,
  type Grouping,
  isControl,
  type SortEntry,
} from '../document/index.ts'
import { containsAggregate, dependencesOf, type Expression, walkExpression } from '../formula/index.ts'
import type { Analysis, DocumentScope, ModelOutcome } from './analysis.ts'
import type { RequiredSource } from './api.ts'
import { checkColumns } from './check-columns.ts'
import { controlFilter, isRecord } from './controls.ts'
import { failure } from './failure.ts'
import { type FilterBody, filterCondition } from './filters.ts'
import {
  type ElementModel,
  type ModelColumn,
  type ModelFilter,
  type ModelShelves,
  type ModelSort,
  NO_SHELVES,
  type SourceModel,
} from './model.ts'
import { checkLevels } from './passes/check-levels.ts'
import { columnSecuritiesOf, restrictedColumns } from './security.ts'
import { resolveSource } from './sources.ts'
import { topNFilter } from './top-n.ts'

/** Decides all of an element that does not depend on which rows are asked for. */
export function analyseElement(analysis: Analysis, scope: DocumentScope, element: DataElement): ModelOutcome {
  const title = elementName(element)
  const resolved = resolveSource(analysis, scope, element.source, { id: element.id, name: ownTitle(element) })
  if (!resolved.ok) return resolved
  const { source } = resolved
  const isFriendly = analysis.context.catalog.friendlyNames(source.connectionId)
  const names = columnNames(columnsOf(element), { friendly: isFriendly })
  const checked = checkColumns({ analysis, scope, element, source, names })
  const shape = shapeOf(element)
  const securities = columnSecuritiesOf(element)
  const hidden = restrictedColumns(securities, analysis.context.viewer)
  const hasAggregate = aggregationOf(checked.columns, checked.metrics)

  const { groupings, levels, shown, axis, shelves } = levelsOf(element, shape, checked.columns, hasAggregate)
  const base = groupings.length + 1
  const columns = checked.columns.map((column): ModelColumn => {
    const level = levels.get(column.id) ?? base
    const isKey = groupings.some((grouping) => grouping.keys.includes(column.id))
    return { ...column, level, isKey, isRestricted: hidden.has(column.id), isRowLevel: false, hasWindow: false }
  })
  const model: ElementModel = {
    document: scope.document,
    element,
    name: title ?? 'Element',
    source,
    columns,
    byId: new Map(columns.map((column) => [column.id, column])),
    metrics: checked.metrics,
    targets: checked.targets,
    required: allRequired(source, checked.targets),
    clock: analysis.clock,
    groupings,
    sort: sortsOf(element.sort),
    filters: [],
    securities,
    dependsOn: source.dependsOn,
    shape,
    axis,
    shelves,
    timeline: null,
    shown,
  }
  checkLevels(model)
  const keysLeft = groupings.map((grouping) => ({
    ...grouping,
    keys: grouping.keys.filter((key) => model.byId.get(key)?.expression),
  }))
  const { filters, byId } = withRanks(model, filtersOf(analysis, scope, model))
  const timeline = shape === 'kpi' ? timelineOf(element, byId) : null
  const whole: ElementModel = { ...model, groupings: keysLeft, filters, byId, timeline }
  const problem = filterProblem(analysis, whole, filters)
  if (problem) return failure('element_invalid', problem)
  return { ok: true, model: { ...whole, dependsOn: dependencesOfModel(whole) } }
}

function allRequired(source: SourceModel, targets: ReadonlyMap<string, ElementModel>): RequiredSource[] {
  const all = [...source.required, ...[...targets.values()].flatMap((target) => target.required)]
  return [...new Map(all.map((required) => [JSON.stringify(required), required])).values()]
}

/** Name that the element was given, not the one of its source. */
function ownTitle(element: DataElement): string | null {
  const own = elementName({ ...element, source: undefined })
  return own === '' ? null : own
}

function shapeOf(element: DataElement): ElementModel['shape'] {
  if (element.kind === 'table' || element.kind === 'input-table') return 'table'
  if (element.kind === 'pivot-table') return 'pivot'
  return element.kind === 'kpi-chart' ? 'kpi' : 'chart'
}

type CheckedColumn = ReturnType<typeof checkColumns>['columns'][number]

/** Whether a column aggregates, itself or through the columns that it reads. */
function aggregationOf(
  columns: readonly CheckedColumn[],
  metrics: ElementModel['metrics'],
): (columnId: string) => boolean {
  const byId = new Map(columns.map((column) => [column.id, column]))
  const known = new Map<string, boolean>()
  const hasAggregate = (columnId: string): boolean => {
    const before = known.get(columnId)
    if (before !== undefined) return before
    known.set(columnId, false)
    const column = byId.get(columnId)
    const own = column?.expression
    const result =
      !!own && (containsAggregate(own) || readsMetric(own, metrics) || column.reads.some((read) => hasAggregate(read)))
    known.set(columnId, result)
    return result
  }
  return hasAggregate
}

function readsMetric(expression: Expression, metrics: ElementModel['metrics']): boolean {
  let found = false
  walkExpression(expression, (node) => {
    if (node.kind === 'reference' && node.target.kind === 'metric' && metrics.has(node.target.metricId)) found = true
    return undefined
  })
  return found
}

interface Levels {
  groupings: { id: string; keys: string[]; sort: ModelSort[] }[]
  levels: Map<string, number>
  shown: Set<string> | null
  axis: string | null
  shelves: ModelShelves
}

function levelsOf(
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
    groupings: [{ id: 'chart', keys: keys.filter((id) => known.has(id)), sort: chartSort(element, shelves.axis) }],
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

/** The trend of a KPI; with a comparison of periods each date has the value of the period before beside it. */
function timelineOf(element: DataElement, byId: Map<string, ModelColumn>): ElementModel['timeline'] {
  const date = byId.get(columnIdOf(element.timeline) ?? '')
  if (!date?.expression || !date.type || date.level === 0) return null
  const value = byId.get(columnIdOf(element.value) ?? '')
  const period = typeof element.periodComparison === 'string' ? element.periodComparison : null
  if (period === null || !value?.expression || !value.type) return { columnId: date.id, previousId: null }
  const span = { start: 0, end: 0 }
  const read = (column: ModelColumn): Expression => ({
    kind: 'reference',
    target: { kind: 'column', columnId: column.id },
    type: column.type ?? { kind: 'text' },
    nullable: true,
    span,
  })
  const args: Expression[] = [
    read(value),
    read(date),
    { kind: 'literal', value: '1', type: { kind: 'int64' }, span },
    { kind: 'literal', value: period, type: { kind: 'text' }, span },
  ]
  const previousId = `${value.id}/previous-${period}`
  byId.set(previousId, {
    ...value,
    id: previousId,
    name: `${value.name} (previous ${period})`,
    formula: '',
    expression: { kind: 'call', name: 'DateLookback', class: 'lookup', args, type: value.type, span },
    problems: [],
    reads: [value.id, date.id],
    isRowLevel: false,
  })
  return { columnId: date.id, previousId }
}

/** Saved order of the axis, else its values ascending. */
function chartSort(element: DataElement, axis: string | null): ModelSort[] {
  const shelf = isRecord(element.xAxis) ? element.xAxis : isRecord(element.color) ? element.color : null
  const sort = shelf && isRecord(shelf.sort) ? shelf.sort : null
  if (!sort) return axis === null ? [] : [{ columnId: axis, direction: 'ascending', nulls: 'last' }]
  const columnId = typeof sort.by === 'string' ? sort.by : axis
  if (columnId === null) return []
  return [{ columnId, direction: sort.direction === 'descending' ? 'descending' : 'ascending', nulls: 'last' }]
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

function columnIdOf(pointer: unknown): string | null {
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

/** Filters of the element and of the controls that aim at it. */
function filtersOf(analysis: Analysis, scope: DocumentScope, model: ElementModel): ModelFilter[] {
  const own = (model.element.filters ?? [])
    .filter((filter) => filter.state !== 'disabled')
    .map((filter): ModelFilter => ({ columnId: filter.columnId, body: filter, controlId: null }))
  return [...own, ...controlFilters(analysis, scope, model.element.id)]
}

function controlFilters(analysis: Analysis, scope: DocumentScope, elementId: string): ModelFilter[] {
  const filters: ModelFilter[] = []
  const aim = (from: DocumentScope, fits: (source: Record<string, unknown>) => boolean) => {
    const values = analysis.controlValues(from)
    for (const control of Object.values(from.document.elements)) {
      if (!isControl(control) || !Array.isArray(control.filters)) continue
      for (const target of control.filters) {
        if (!isRecord(target.source) || !fits(target.source)) continue
        const body = controlFilter(control, values)
        if (body) filters.push({ columnId: target.columnId, body, controlId: control.controlId })
      }
    }
  }
  aim(scope, (source) => source.kind === 'table' && source.elementId === elementId)
  const { dataModelId } = scope
  if (dataModelId !== null) {
    aim(
      analysis.root,
      (source) => source.kind === 'data-model' && source.dataModelId === dataModelId && source.elementId === elementId,
    )
  }
  return filters
}

/** Top-n filters as ranges of hidden ranks, which stand beside the columns of the element but are none of them. */
function withRanks(
  model: ElementModel,
  filters: readonly ModelFilter[],
): { filters: ModelFilter[]; byId: Map<string, ModelColumn> } {
  const byId = new Map(model.byId)
  const result = filters.flatMap((filter, index) => {
    const column = byId.get(filter.columnId)
    if (filter.body.kind !== 'top-n' || !column?.expression) return [filter]
    const ranked = topNFilter(column, filter, `top-n/${index}/${column.id}`)
    if (!ranked) return []
    byId.set(ranked.column.id, ranked.column)
    return ranked.filters
  })
  return { filters: result, byId }
}

/** What is wrong with a filter that takes rows away; without it more would be shown than was meant. */
function filterProblem(analysis: Analysis, model: ElementModel, filters: readonly ModelFilter[]): string | null {
  for (const { columnId, body, controlId } of filters) {
    const origin = controlId === null ? 'A filter' : `The control "${controlId}"`
    const column = model.byId.get(columnId)
    const outcome = filterCondition(body, columnId, column?.type ?? { kind: 'text' }, analysis.clock)
    if (outcome.ok && outcome.condition === null) continue
    if (!column) return `${origin} aims at the column "${columnId}", which is not there.`
    if (!column.expression) return `${origin} aims at the column "${column.name}", which has an error.`
    if (!outcome.ok) return outcome.reason
  }
  return null
}

function dependencesOfModel(model: ElementModel): ElementModel['dependsOn'] {
  const found = { ...model.source.dependsOn }
  for (const { dependsOn } of model.targets.values()) {
    found.now ||= dependsOn.now
    found.today ||= dependsOn.today
    found.viewer ||= dependsOn.viewer
  }
  const add = (expression: Expression | null) => {
    if (!expression) return
    const own = dependencesOf(expression)
    found.now ||= own.now
    found.today ||= own.today
    found.viewer ||= own.viewer
  }
  for (const column of model.columns) add(column.expression)
  for (const metric of model.metrics.values()) add(metric.expression)
  found.viewer ||= model.securities.length > 0
  for (const { body } of model.filters) {
    const units = relativeUnits(body)
    found.today ||= units.length > 0
    found.now ||= units.some((unit) => unit === 'hour' || unit === 'minute')
  }
  return found
}

/** Units of a date filter that moves with the clock. */
function relativeUnits(body: FilterBody): unknown[] {
  if (body.kind !== 'date-range') return []
  const ends = [body.startDate, body.endDate].filter(isRecord).map((end) => end.unit)
  return body.mode === 'last' || body.mode === 'next' || body.mode === 'current' ? [body.unit, ...ends] : ends
}
