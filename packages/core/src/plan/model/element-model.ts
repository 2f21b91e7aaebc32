/**
 * The analysed element: its source, its columns with types, levels and problems, and its filters. Everything that does not depend on which
 * rows are requested is decided here, once.
 */

import type { DataElement, DateClock, WorkbookDocument } from '../../document/index.ts'
import type { Expression, FormulaProblem } from '../../formula/index.ts'
import type { ValueType } from '../../types/index.ts'
import type { RequiredSource, StoredRows } from './api.ts'
import type { FilterBody } from './filter-body.ts'
import type {
  JoinCondition,
  JoinStep,
  PlanColumn,
  PlanCondition,
  PlanValue,
  ScanColumn,
  Slot,
  SqlHole,
} from './logical.ts'

export interface SourceColumn {
  id: string
  /** Names that formulas may use, the preferred one first. */
  names: readonly string[]
  /** Names before the slash, when they differ from those of the source: for the legs of a join. */
  prefixes?: readonly string[]
  /** For a leg of a join: the column of the element that is the leg, for bindings. */
  origin?: { documentId?: string; elementId: string; columnId: string }
  /** Type inside the plan, where an instant of the source is a local timestamp. */
  type: ValueType
  nullable: boolean
  /** The viewer may not see the column: its values are null. */
  isRestricted: boolean
  /** A logical slot of the rows that is true where the value is null because it represents several values. */
  several?: Slot
}

/** The source of the rows of an element. */
export interface SourceModel {
  connectionId: string
  dialect: string
  /** Names that may precede the slash, the preferred one first. */
  prefixes: readonly string[]
  /** The element that is the source, for bindings. */
  elementId: string | null
  /** The data model that contains the element; absent when it is in the same document. */
  documentId?: string
  columns: readonly SourceColumn[]
  metrics: readonly SourceMetric[]
  /** The element that is the source, for lookups into it and for its relationships. */
  element?: ElementModel
  required: readonly SourceNeed[]
  /**
   * Slots of the rows in addition to the columns: their values together are unique, and they are an order for unsorted rows that costs the
   * engine little. Empty when the source has no such slots.
   */
  rowKey: readonly Slot[]
  dependsOn: { now: boolean; today: boolean; viewer: boolean }
  /** How its rows are read, with a slot `source/<column id>` for each column. */
  rows: SourceRows
}

/** How the rows of a source are read, as plain data; `readSource` makes steps of it. */
export type SourceRows =
  | ScanRows
  | CustomSqlRows
  | KeptRows
  | LinkedRows
  | ElementRows
  | JoinedRows
  | UnionRows
  | ValuesAsColumns
  | ColumnsAsRows
  | TransferredRows

/** A table or view, without the rows that controls filter out. */
export interface ScanRows {
  kind: 'scan'
  name: string
  path: readonly string[]
  columns: readonly ScanColumn[]
  isStoredInOrder: boolean
  conditions: readonly PlanCondition[]
  /** Marks an uploaded table, whose name is its whole path. */
  isUpload?: true
}

export interface CustomSqlRows {
  kind: 'custom-sql'
  name: string
  sql: BoundSql
  columns: readonly ScanColumn[]
  dependsOn: SourceModel['dependsOn']
}

/** Custom SQL as text and bound values. */
export interface BoundSql {
  strings: readonly string[]
  values: readonly BoundHole[]
}
/** The rows of an element remain a source here; the emitter writes their query into the statement. */
export type BoundHole = Exclude<SqlHole, { kind: 'element' }> | { kind: 'element'; source: SourceModel; key: string }

/** Rows that Octavo stores itself: an uploaded CSV file, or rows that people entered. */
export interface KeptRows {
  kind: 'kept'
  name: string
  stored: StoredRows
  columns: readonly StoredColumn[]
  /** The slot with the entry position of each row; absent when rows have none. */
  place?: Slot
}

/** Rows of another element with the values that people entered for their keys. */
export interface LinkedRows {
  kind: 'linked'
  name: string
  stored: StoredRows
  entered: readonly StoredColumn[]
  parent: SourceModel
  keyColumn: SourceColumn
  linked: readonly { id: string; name: string; from: SourceColumn }[]
}

/** A column of stored rows, under its id in the store. */
export interface StoredColumn {
  id: string
  name: string
  type: ValueType
}

/** Another element at one of its levels. */
export interface ElementRows {
  kind: 'element'
  model: ElementModel
  level: number
  columnIds: readonly string[]
  rowKey: readonly Slot[]
}

export interface JoinedRows {
  kind: 'join'
  first: JoinLeg
  joins: readonly SourceJoin[]
}

/** One side of a join: a source under the name that formulas use; `index` makes its column ids unique. */
export interface JoinLeg {
  index: number
  name: string
  source: SourceModel
}

export interface SourceJoin {
  left: JoinLeg
  right: JoinLeg
  type: JoinStep['join']
  /** The right side has at most one row for each key, so that the join adds no rows. */
  isLookup: boolean
  on: readonly JoinCondition[]
}

export interface UnionRows {
  kind: 'union'
  name: string
  /** For each column a slot of each input; null when the input does not have the column. */
  inputs: readonly { source: SourceModel; slots: readonly (string | null)[] }[]
  columns: readonly Slot[]
}

/** A transpose that turns each listed value into a column. */
export interface ValuesAsColumns {
  kind: 'values-as-columns'
  name: string
  input: SourceModel
  keys: readonly Slot[]
  measures: readonly PlanColumn[]
}

/** A transpose that turns each merged column into a row. */
export interface ColumnsAsRows {
  kind: 'columns-as-rows'
  name: string
  input: SourceModel
  merged: readonly { name: string; slot: string }[]
  /** Slots of the other columns of the input. */
  others: readonly string[]
  label: Slot
  /** The other columns, the label and the value. */
  columns: readonly Slot[]
}

/** Rows of a source that are copied to another place, because the element that reads them looks up elements on other connections. */
export interface TransferredRows {
  kind: 'brought'
  source: SourceModel
}

/** What the catalogue must load before an element can be compiled; custom SQL is bound but not yet a statement. */
export type SourceNeed =
  | Exclude<RequiredSource, { kind: 'sql' }>
  | { kind: 'sql'; connectionId: string; dialect: string; sql: BoundSql; key: string }

export interface SourceMetric {
  id: string
  name: string
  formula: string
  /** The format as stored in the document; absent when there is none. */
  format?: unknown
  timeline?: unknown
}

export interface ModelColumn {
  id: string
  name: string
  formula: string
  isHidden: boolean
  /** 0 for the summary, 1 to N for the groupings, N + 1 for the rows. */
  level: number
  /** A key is computed for each row and has its value at its own level and all finer ones. */
  isKey: boolean
  /** References are own columns, source columns, controls and metrics. Null when an error makes the formula invalid. */
  expression: Expression | null
  type: ValueType | null
  nullable: boolean
  problems: FormulaProblem[]
  /** The viewer sees null, because of a column policy of the element or of its source. */
  isRestricted: boolean
  /** Own columns that the formula reads. */
  reads: readonly string[]
  /** A value of a single row: no aggregate, window function or coarser level is involved. */
  isRowLevel: boolean
  /** Uses a window function, itself or through another column. */
  hasWindow: boolean
}

/** A column before its level is known. */
export type CheckedColumn = Omit<ModelColumn, 'level' | 'isKey' | 'isRestricted' | 'isRowLevel' | 'hasWindow'>

export interface ModelFilter {
  columnId: string
  body: FilterBody
  /** The control that the filter comes from; null for a filter of the element. */
  controlId: string | null
}

export interface ModelSort {
  columnId: string
  direction: 'ascending' | 'descending'
  nulls: 'first' | 'last'
  /** Sorts by the total of the column over these keys; when absent, by its value at the level. */
  totalBy?: readonly string[]
  /** Sorts by this aggregate of the column, or by the number of rows, in place of the column itself. */
  aggregation?: string
}

/** The aggregation of a sort by the number of rows, which needs no column. */
export const ROW_COUNT = 'row-count'

/** Keys by shelf, outermost first; for charts and pivot tables. */
export interface ModelShelves {
  rows: readonly string[]
  columns: readonly string[]
  xAxis: readonly string[]
  color: readonly string[]
  trellisRow: readonly string[]
  trellisColumn: readonly string[]
}

/** A published column security; loosely typed, because a rule that cannot be read must hide its columns. */
export type ColumnSecurity = { restrictedColumns: readonly string[]; criteria: unknown }

export interface ElementModel {
  document: WorkbookDocument
  element: DataElement
  /** Name of the element in aliases and messages. */
  name: string
  source: SourceModel
  columns: readonly ModelColumn[]
  byId: ReadonlyMap<string, ModelColumn>
  /** For each grouping its own keys, outermost first. */
  groupings: readonly { id: string; keys: readonly string[]; sort: readonly ModelSort[] }[]
  sort: readonly ModelSort[]
  /** Orders of values set by hand, by column: each value before the next, and all others after them. Null is the empty value. */
  valueOrders: ReadonlyMap<string, readonly (PlanValue | null)[]>
  filters: readonly ModelFilter[]
  securities: readonly ColumnSecurity[]
  /** Everything that the statements read, through its source and the elements that it looks up. */
  required: readonly SourceNeed[]
  /** Other elements that formulas look up, by the id in the references. */
  targets: ReadonlyMap<string, ElementModel>
  clock: DateClock
  dependsOn: { now: boolean; today: boolean; viewer: boolean }
  /** How the levels appear in a result: a chart has one level, the innermost grouping; a KPI has the summary. */
  shape: 'table' | 'chart' | 'pivot' | 'kpi'
  /** Charts only: the column along which window functions run. */
  axis: string | null
  shelves: ModelShelves
  /** KPIs only: the date column of the trend, and the column with the value of the previous period. */
  timeline: { columnId: string; previousId: string | null } | null
  /** The outermost key that cannot be computed, and its level. There are no groups at this level and finer ones, only rows. */
  brokenKey: { level: number; name: string } | null
  /** Charts and formula elements only: columns that are part of the result. */
  shown: ReadonlySet<string> | null
}

/** Level of the rows. */
export function baseLevel(model: ElementModel): number {
  return model.groupings.length + 1
}

/** Keys of the level and of all outer ones, outermost first. */
export function keysOf(model: ElementModel, level: number): string[] {
  return model.groupings.slice(0, level).flatMap((grouping) => grouping.keys)
}

export const NO_SHELVES: ModelShelves = {
  rows: [],
  columns: [],
  xAxis: [],
  color: [],
  trellisRow: [],
  trellisColumn: [],
}

/**
 * The element grouped only by the given keys: every calculation of a grouping is at level 1, computed again from the rows. The other keys
 * become columns of the rows.
 */
export function totalModel(model: ElementModel, keys: readonly string[]): ElementModel {
  const base = baseLevel(model)
  const kept = new Set(keys)
  const isKey = (id: string) => kept.has(id)
  const atTotals = (column: ModelColumn): ModelColumn => {
    if (isKey(column.id)) return { ...column, level: 1, isKey: true }
    if (column.isKey || column.level === base) return { ...column, level: 2, isKey: false }
    // The value of a KPI is computed for each period too; summaries of other elements remain at their level.
    return { ...column, level: model.shape === 'kpi' ? 1 : Math.min(column.level, 1) }
  }
  const byId = new Map([...model.byId].map(([id, column]) => [id, atTotals(column)]))
  const columns = model.columns.map((column) => byId.get(column.id) ?? column)
  const shelves = shelvesWith(model.shelves, isKey)
  const sort = model.groupings
    .flatMap((grouping) => grouping.sort)
    .filter(({ columnId, totalBy }) =>
      totalBy ? totalBy.every(isKey) : isKey(columnId) || !model.byId.get(columnId)?.isKey,
    )
  return {
    ...model,
    columns,
    byId,
    groupings: [{ id: 'total', keys, sort }],
    axis: model.axis !== null && isKey(model.axis) ? model.axis : (shelves.rows.at(-1) ?? keys.at(-1) ?? null),
    shelves,
  }
}

/** The shelves with some of their keys. */
export function shelvesWith(
  { rows, columns, xAxis, color, trellisRow, trellisColumn }: ModelShelves,
  isKept: (key: string) => boolean,
): ModelShelves {
  return {
    rows: rows.filter(isKept),
    columns: columns.filter(isKept),
    xAxis: xAxis.filter(isKept),
    color: color.filter(isKept),
    trellisRow: trellisRow.filter(isKept),
    trellisColumn: trellisColumn.filter(isKept),
  }
}
