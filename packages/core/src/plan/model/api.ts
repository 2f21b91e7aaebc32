/**
 * The interface of the plan part for the server: an element of a document, compiled to statements. Pure and synchronous; the server loads
 * what `requiredSources` returns before it compiles.
 */
import type { ControlValue, WorkbookDocument } from '../../document/index.ts'
import type { FormulaProblem, FunctionRegistry } from '../../formula/index.ts'
import type { Cell, LevelName, ResultColumn, Statement, ValueType } from '../../types/index.ts'
import type { PlanFailure, PlanFailureCode, Unavailable } from './failure.ts'

/** Columns of a table, view or custom SQL statement, as the catalogue knows them. */
export interface CatalogRelation {
  columns: { name: string; type: ValueType; nullable: boolean }[]
  /** Absent for views, custom SQL, and tables without a key on engines that promise no order. */
  rowOrder?: RowOrder
}

/** An order in which the engine returns the rows of a table without sorting them. */
export type RowOrder =
  /**
   * Every plain read of the table, filtered or not, returns the rows in the same order, wherever it stops. `column` is the engine's own row
   * number in that order, for statements that do more than a plain read.
   */
  | { kind: 'stored'; column: string }
  /** Columns whose values together are unique and never null, in the order of their index. */
  | { kind: 'key'; columns: readonly string[] }

/** A source outside the document, which the server must look up before compiling. */
export type RequiredSource =
  | { kind: 'warehouse-table'; connectionId: string; path: string[] }
  /** The engine describes it without reading rows; control values are replaced by typed nulls. */
  | { kind: 'sql'; connectionId: string; statement: Statement; key: string }
  | { kind: 'data-model'; dataModelId: string; versionTagId?: string }
  /** Rows that Octavo stores itself: an uploaded file, or the rows that people entered into an input table of the document. */
  | { kind: 'csv'; connectionId: string; csvId: string }
  /** `travels`: the rows themselves, for a place other than the connection that has them as a table. */
  | { kind: 'input-rows'; elementId: string; travels?: true }

/** Rows that Octavo stores. They are sent with a statement as one value, or the engine of the connection has them as a table. */
export interface StoredRows {
  /** Equal ids mean equal rows. */
  rowsId: string
  /** Name of the file; for an input table the element has the name. */
  name: string
  /** Columns of the file; for an input table the element has them. */
  columns: readonly { id: string; name: string; type: ValueType }[]
  /**
   * JSON text: an array with an object for each row, which holds the requested columns as texts under `c_1`, `c_2`, ... Nulls and values
   * that are not of the type are omitted.
   */
  json(columns: readonly { id: string; type: ValueType }[]): string
  /** Name of the table, when the engine has the rows. Its columns are `c_1`, `c_2`, ... and `uploadedRow`. */
  table?: string
  /** The schema of that table; absent where the engine keeps tables of ours in a place of its own. */
  schema?: string
  /**
   * The table, if entered rows are stored in a connection. Then `json` must not be called; a plan on another connection requests `travels`.
   */
  entries?: EntriesTable
}

/**
 * Entered rows as a table of a connection. Its columns are `row_id`, `place`, `cells` (JSON text: cells by column id), `created_by` and
 * `updated_by` (member ids), `created_at` and `updated_at` (milliseconds).
 */
export interface EntriesTable {
  connectionId: string
  path: readonly string[]
  /** JSON text: the email addresses of the members who wrote rows, by member id. */
  people: string
}

export interface PlanCatalog {
  /** The dialect of a connection; null when it does not exist or the viewer may not use it. */
  dialect(connectionId: string): string | null
  /** Returns the reason when the table cannot be read. */
  table(connectionId: string, path: readonly string[]): CatalogRelation | Unavailable
  customSql(key: string): CatalogRelation | Unavailable
  dataModel(dataModelId: string, versionTagId?: string): { name: string; document: WorkbookDocument } | Unavailable
  /** Absent when the host stores no rows. */
  storedRows?(source: Extract<RequiredSource, { kind: 'csv' | 'input-rows' }>): StoredRows | Unavailable
  /** Whether warehouse column names are shown as friendly names: a setting of the connection, on by default. */
  friendlyNames(connectionId: string): boolean
  /** Whether formulas may call functions of the warehouse by name (`CallText`, ...); absent means never. */
  allowsPassthrough?(connectionId: string): boolean
}

/** The values that a list or segmented control offers, from its source column. */
export interface CompiledControlValues {
  controlElementId: string
  connectionId: string
  dialect: string
  /** The value, and the text to display for it when the control has a display column. */
  columns: ResultColumn[]
  /** Distinct values in order, including null; at most 200 unless the window says otherwise. */
  statement(window?: { offset: number; limit: number }): Statement
  /** The number of distinct values: one row, one int64. */
  count: Statement
  sources: RequiredSource[]
  usesNow: boolean
  usesToday: boolean
  usesViewer: boolean
}

export type ControlValuesOutcome = { ok: true; values: CompiledControlValues } | ({ ok: false } & PlanFailure)

/** Columns of an element without statements, or the failure of the whole element. */
export interface CompiledColumns {
  columns: CompiledColumn[]
  failure: PlanFailure | null
}

/** The viewer of a result, whose properties policies and viewer functions use. Without a viewer, row policies return no rows. */
export interface PlanViewer {
  memberId: string
  /** Null for a reader without an account, for whom every viewer function returns null or false. */
  email: string | null
  firstName: string
  lastName: string
  teams: { id: string; name: string }[]
  attributes: Record<string, string>
}

export type { ControlValue, PlanFailure, PlanFailureCode }

export interface CompileContext {
  catalog: PlanCatalog
  viewer: PlanViewer
  /** By controlId; a control without an entry uses its saved value. */
  controls: Readonly<Record<string, ControlValue>>
  zone: string
  /** ISO instant with `Z`, to the second. */
  now: string
  /** Sort chosen by the reader instead of the saved one, for the base level or a grouping level. */
  sort?: { level: LevelName; columnId: string; direction: 'ascending' | 'descending' }[]
  /** Built-in functions and the functions of the organization; only the built-in ones when absent. */
  functions?: FunctionRegistry
  /** Leading comment of every statement; null for none. */
  comment?: string | null
  /** Stored rows of materialized elements; when absent, everything is read live. */
  materialized?: MaterializedTables
}

/** Finds the rows of an element that are stored as a table. */
export interface MaterializedTables {
  /** Whether any rows of the element are stored: a cheap check before its statement is written. */
  has(elementId: string): boolean
  /** The table that holds the rows of exactly this statement on the connection. */
  find(connectionId: string, statement: Statement): StoredPlace | null
}

/** A table with stored rows: one of the engine's own, or one in a schema of the connection. `at`: when the rows were read. */
export interface StoredPlace {
  table: string
  schema?: string
  /** The catalog of the schema, on engines that have several. */
  catalog?: string
  at: string
}

/** One relation of an element that a materialization stores. */
export interface RelationToStore {
  /** The name of the level, or `rows` for the rows that other elements read. */
  name: LevelName | 'rows'
  /** Identifies the relation: equal statements have equal rows. */
  identity: Statement
  /** Types of its columns, which are stored as `c_1`, `c_2`, ... */
  types: readonly ValueType[]
  /** The rows in their order, up to the limit. */
  statement(limit: number): Statement
}

export interface CompiledColumn {
  id: string
  name: string
  /** The formula as text, with current names. */
  formula: string
  level: LevelName
  /** Null when the column has an error. */
  type: ValueType | null
  hidden: boolean
  problems: FormulaProblem[]
}

export interface StatementWindow {
  offset: number
  /** Null for all rows. */
  limit: number | null
  /** Cells of the keys of the outer groupings (all key columns up to the level above), to read one group's children. */
  parentKey?: Cell[]
  /** The rows may have any order, for a statement that only counts them. */
  isUnordered?: boolean
}

export interface CompiledLevel {
  level: LevelName
  /** Key columns of this level and the levels above, outermost first. */
  keyColumnIds: string[]
  columns: ResultColumn[]
  /** Pivot tables only: the row keys and column keys that this level groups by; all keys for the cells. */
  keySet?: { rows: string[]; columns: string[] }
  /** Pivot tables only: ids of the calculated lines (`adhocCalcs`) whose cells these are; two where lines cross. */
  lines?: string[]
  /**
   * Cell states that no value can express. `restricted`: every cell of the column. `several`: the statement returns an additional logical
   * column at this index, after `columns`; true marks the cell. `applyCellStates` converts the engine's result into the batch that readers
   * get.
   */
  stateColumns: StateColumn[]
  /**
   * Columns that belong to `columns` but have an error: the statement does not return them, and readers must see the error. In display
   * order.
   */
  failedColumns: FailedColumn[]
  /** Statement for a window of the rows of this level, in the order of the element. */
  statement(window: StatementWindow): Statement
}

/** The first rows of every level of an element in one statement, so that totals and cells come from the same data. */
export interface CompiledWhole {
  /**
   * The first rows of each level in the level's own order, up to the limit. The first cell of a row is the index of its level in `parts`,
   * an int64.
   */
  statement(limit: number): Statement
  /** For each level the positions of its columns in a row, followed by their companions as in the level's own statement. */
  parts: { level: LevelName; columns: number[] }[]
}

/** A column that cannot be computed, and why. */
export interface FailedColumn {
  id: string
  name: string
  code: string
  message: string
  hint?: string
}

export type StateColumn =
  | { columnId: string; state: 'restricted' }
  | { columnId: string; state: 'several'; index: number }

export type CellOrder = '=' | '!=' | '<' | '<=' | '>' | '>='

/** The value that a cell is compared with. A `date` is an ISO day, or with a time an instant; numbers are decimal texts. */
export type CellTestValue =
  | { kind: 'logical'; value: boolean }
  | { kind: 'number'; value: string }
  | { kind: 'text'; value: string }
  | { kind: 'date'; value: string }

/** A test of one cell of each row. A null cell passes only `is-null`; a cell that cannot be compared passes only `!=`. */
export type CellTest = { columnId: string } & (
  | { operator: 'is-null' | 'is-not-null' }
  | { operator: 'contains' | 'starts-with' | 'ends-with'; value: string }
  | { operator: CellOrder; value: CellTestValue }
)

export interface CompiledElement {
  elementId: string
  /** The connection that runs the statements; `acrossConnections` when the sources are on several connections. */
  connectionId: string
  dialect: string
  columns: CompiledColumn[]
  /**
   * Levels, outermost first: summary (only when the element has summary columns), g1 ... gN, base. A chart has one level, `base`. A KPI has
   * `base` with one row, and with a timeline also `g1`: a row for each date with the value, the comparison column, and for a comparison of
   * periods a column `<value id>/previous-<period>`; the KPI then shows the last row. A pivot table has its cells as `base`, then a level
   * `r<i>c<j>` for each total that it shows, grouped by the first i row keys and the first j column keys, which `keySet` lists; whether
   * values are on rows or columns is layout. Next come the cells of calculated lines, `r<i>c<j>a<n>`: that total with the formulas of line
   * n, only for the members beside which the line is placed, and `r<i>c<j>a<n>a<m>` where a row line and a column line cross.
   */
  levels: CompiledLevel[]
  /** All levels of a pivot table in one statement; null for other elements, and on engines without grouping sets. */
  whole: CompiledWhole | null
  /**
   * One relation with the visible columns of every level, coarser values repeated on each row, as flat files contain them. For a pivot
   * table it has the cells, and below them the cells of calculated lines in separate columns.
   */
  flat: CompiledLevel
  /** One row for each group of a level (`g1`, `g2`, ...), with the columns down to it; null when the level has no groups. */
  flatTo(level: LevelName): CompiledLevel | null
  /**
   * The rows of the flat relation whose cell passes the test or, with `isPassing` false, does not pass it; unordered. For a pivot table
   * these are its cells, without calculated lines. Null when the relation does not have the column.
   */
  rowsWhere(tested: { test: CellTest; isPassing: boolean }): CompiledLevel | null
  /** The relations that a materialization of the element stores; those with a column whose type cannot be stored are omitted. */
  toStore(): RelationToStore[]
  /** True when a result depends on Now or on the viewer; part of the cache key. */
  usesNow: boolean
  usesToday: boolean
  usesViewer: boolean
  /** Warehouse tables and custom SQL statements that the statements read. */
  sources: RequiredSource[]
}

export type CompileOutcome =
  | { ok: true; element: CompiledElement }
  /** The whole element cannot be computed; errors in single columns do not cause this. */
  | ({ ok: false; columns: CompiledColumn[] } & PlanFailure)

/** One relation of a plan and its inputs. */
export interface ExplainNode {
  /** Unique in its tree. */
  id: string
  /** Display names of element and level: `Orders`, `Orders by Channel`, `Stores lookup`. */
  name: string
  /** The operations of this node, innermost first: `read`, `filter`, `compute`, `group`, `window`, `join`, `limit`, ... */
  operations: string[]
  /** Names of the columns that it returns. */
  columns: string[]
  /** Path of the table, for a node that reads one. */
  table?: string[]
  /** The connection that computes everything below this node, when it differs from the connection of the whole. */
  connectionId?: string
  /** Names of the statement's common table expressions that contain it, by which the engine's own plan refers to it. */
  relations: string[]
  /** True when the same relation, with its inputs, appears elsewhere in the tree. */
  isShared: boolean
  /** The number of rows that the engine estimates; filled in by the server. */
  estimatedRows: number | null
  inputs: ExplainNode[]
}

export interface Explanation {
  elementId: string
  name: string
  connectionId: string
  dialect: string
  levels: { level: LevelName; statement: Statement; root: ExplainNode }[]
}

export type ExplainOutcome = { ok: true; explanation: Explanation } | ({ ok: false } & PlanFailure)
