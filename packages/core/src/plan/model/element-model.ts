/**
 * The analysed element: its source, its columns with types, levels and problems, its filters. Everything that does
 * not depend on which rows are asked for is decided here, once.
 */

import type { DataElement, DateClock, WorkbookDocument } from '../../document/index.ts'
import type { Expression, FormulaProblem } from '../../formula/index.ts'
import type { ValueType } from '../../types/index.ts'
import type { RequiredSource, StoredRows } from './api.ts'
import type { FilterBody } from './filter-body.ts'
import type { JoinCondition, JoinStep, PlanColumn, PlanCondition, ScanColumn, Slot, SqlHole } from './logical.ts'

export interface SourceColumn {
  id: string
  /** Names a formula may use, the preferred one first. */
  names: readonly string[]
  /** Names before the slash where they differ from those of the source: legs of a join. */
  prefixes?: readonly string[]
  /** Of a leg of a join: the column of the element that the leg is, for bindings. */
  origin?: { documentId?: string; elementId: string; columnId: string }
  /** Type inside the plan: an instant of the source is a local timestamp here. */
  type: ValueType
  nullable: boolean
  /** The viewer may not see it: it is null. */
  isRestricted: boolean
  /** A logical slot that the rows have too: true where the value stands for several values and is null. */
  several?: Slot
}

/** Where the rows of an element come from. */
export interface SourceModel {
  connectionId: string
  dialect: string
  /** Names that may stand before the slash, the preferred one first. */
  prefixes: readonly string[]
  /** Element that this is, for bindings. */
  elementId: string | null
  /** The data model that holds the element; absent where it is in the same document. */
  documentId?: string
  columns: readonly SourceColumn[]
  metrics: readonly SourceMetric[]
  /** The element that is read, for lookups into it and for its relationships. */
  element?: ElementModel
  required: readonly SourceNeed[]
  /**
   * Slots of its rows beside those of the columns: together unique, and an order of rows that nobody sorted which
   * costs the engine little. Empty where the source has no such slots.
   */
  rowKey: readonly Slot[]
  dependsOn: { now: boolean; today: boolean; viewer: boolean }
  /** Where its rows come from, with a slot `source/<column id>` for each column. */
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
  | BroughtRows

/** A table or view, without the rows that controls which aim at it filter out. */
export interface ScanRows {
  kind: 'scan'
  name: string
  path: readonly string[]
  columns: readonly ScanColumn[]
  isStoredInOrder: boolean
  conditions: readonly PlanCondition[]
  /** A table that was uploaded: its name is its whole path. */
  isUpload?: true
}

export interface CustomSqlRows {
  kind: 'custom-sql'
  name: string
  sql: BoundSql
  columns: readonly ScanColumn[]
  dependsOn: SourceModel['dependsOn']
}

/** Custom SQL as its text between bound values. */
export interface BoundSql {
  strings: readonly string[]
  values: readonly BoundHole[]
}
/** The rows of an element stay a source here: the emitter writes them into the statement. */
export type BoundHole = Exclude<SqlHole, { kind: 'element' }> | { kind: 'element'; source: SourceModel; key: string }

/** Rows that Octavo stores itself: an uploaded CSV, or what people entered. */
export interface KeptRows {
  kind: 'kept'
  name: string
  stored: StoredRows
  columns: readonly StoredColumn[]
  /** The slot with the place of each row among those that people entered; absent where rows have none. */
  place?: Slot
}

/** Rows of another element beside what people entered for their keys. */
export interface LinkedRows {
  kind: 'linked'
  name: string
  stored: StoredRows
  entered: readonly StoredColumn[]
  parent: SourceModel
  keyColumn: SourceColumn
  linked: readonly { id: string; name: string; from: SourceColumn }[]
}

/** A column of rows that Octavo stores, under the id that it has there. */
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

/** One side of a join: a source under the name that formulas use, its column ids made unique by `index`. */
export interface JoinLeg {
  index: number
  name: string
  source: SourceModel
}

export interface SourceJoin {
  left: JoinLeg
  right: JoinLeg
  type: JoinStep['join']
  /** The right side has one row for each key, so that it adds no rows. */
  isLookup: boolean
  on: readonly JoinCondition[]
}

export interface UnionRows {
  kind: 'union'
  name: string
  /** A slot of each input for each column; null where it has none. */
  inputs: readonly { source: SourceModel; slots: readonly (string | null)[] }[]
  columns: readonly Slot[]
}

/** A transpose that makes a column of each listed value. */
export interface ValuesAsColumns {
  kind: 'values-as-columns'
  name: string
  input: SourceModel
  keys: readonly Slot[]
  measures: readonly PlanColumn[]
}

/** A transpose that makes a row of each merged column. */
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

/** Rows of a source whose reader is computed elsewhere: it looks into elements on other connections. */
export interface BroughtRows {
  kind: 'brought'
  source: SourceModel
}

/** What the catalogue must know before an element can be compiled; custom SQL as it is bound, not yet as a statement. */
export type SourceNeed =
  | Exclude<RequiredSource, { kind: 'sql' }>
  | { kind: 'sql'; connectionId: string; dialect: string; sql: BoundSql; key: string }

export interface SourceMetric {
  id: string
  name: string
  formula: string
  /** As the document has it; absent where it says nothing. */
  format?: unknown
  timeline?: unknown
}

export interface ModelColumn {
  id: string
  name: string
  formula: string
  isHidden: boolean
  /** 0 the summary, 1 to N the groupings, N + 1 the rows. */
  level: number
  /** A key is computed on the rows and has its value at its level and all finer ones. */
  isKey: boolean
  /** References are own columns, source columns, controls and metrics. Null when an error makes it unusable. */
  expression: Expression | null
  type: ValueType | null
  nullable: boolean
  problems: FormulaProblem[]
  /** Null for the viewer, as a policy of the element or of its source says. */
  isRestricted: boolean
  /** Own columns that the formula reads. */
  reads: readonly string[]
  /** A value of the row alone: no aggregate, window or coarser level below it. */
  isRowLevel: boolean
  /** Reads a window function, itself or through another column. */
  hasWindow: boolean
}

/** A column before its place among the levels is known. */
export type CheckedColumn = Omit<ModelColumn, 'level' | 'isKey' | 'isRestricted' | 'isRowLevel' | 'hasWindow'>

export interface ModelFilter {
  columnId: string
  body: FilterBody
  /** The control that it comes from; null for a filter of the element. */
  controlId: string | null
}

export interface ModelSort {
  columnId: string
  direction: 'ascending' | 'descending'
  nulls: 'first' | 'last'
  /** Orders by the total of the column over these keys; absent for its value at the level. */
  totalBy?: readonly string[]
  /** Orders by this aggregate of the column, or by the number of rows, and not by the column itself. */
  aggregation?: string
}

/** As an aggregation of a sort: how many rows there are. It is of no column. */
export const ROW_COUNT = 'row-count'

/** Keys by the shelf they lie on, outermost first; charts and pivot tables. */
export interface ModelShelves {
  rows: readonly string[]
  columns: readonly string[]
  xAxis: readonly string[]
  color: readonly string[]
  trellisRow: readonly string[]
  trellisColumn: readonly string[]
}

/** A published column security; loosely typed, because what cannot be read must hide rather than show. */
export type ColumnSecurity = { restrictedColumns: readonly string[]; criteria: unknown }

export interface ElementModel {
  document: WorkbookDocument
  element: DataElement
  /** Name of the element for aliases and messages. */
  name: string
  source: SourceModel
  columns: readonly ModelColumn[]
  byId: ReadonlyMap<string, ModelColumn>
  /** Keys of each grouping alone, outermost first. */
  groupings: readonly { id: string; keys: readonly string[]; sort: readonly ModelSort[] }[]
  sort: readonly ModelSort[]
  filters: readonly ModelFilter[]
  securities: readonly ColumnSecurity[]
  /** All that the statements read, through its source and the elements it looks into. */
  required: readonly SourceNeed[]
  /** Other elements that formulas look into, by the id that references carry. */
  targets: ReadonlyMap<string, ElementModel>
  clock: DateClock
  dependsOn: { now: boolean; today: boolean; viewer: boolean }
  /** How the levels show in a result: a chart has one, the innermost grouping, a KPI the summary. */
  shape: 'table' | 'chart' | 'pivot' | 'kpi'
  /** Charts only: the column along which windows run. */
  axis: string | null
  shelves: ModelShelves
  /** KPIs only: the dates that a trend runs along, and the value of the period before beside each. */
  timeline: { columnId: string; previousId: string | null } | null
  /** The outermost key that cannot be computed, and its level: there are no groups from there to the rows. */
  brokenKey: { level: number; name: string } | null
  /** Charts only: columns that are part of the result. */
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
 * The element grouped by these of its keys alone: every calculation of a grouping is one of level 1, computed afresh
 * from the rows. Keys that are left out are columns of the rows.
 */
export function totalModel(model: ElementModel, keys: readonly string[]): ElementModel {
  const base = baseLevel(model)
  const kept = new Set(keys)
  const isKey = (id: string) => kept.has(id)
  const atTotals = (column: ModelColumn): ModelColumn => {
    if (isKey(column.id)) return { ...column, level: 1, isKey: true }
    if (column.isKey || column.level === base) return { ...column, level: 2, isKey: false }
    // The one value of a KPI is a value of each period too; summaries of other elements stay what they are.
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
