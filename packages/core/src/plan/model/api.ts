/**
 * What the plan part gives to the server: an element of a document, compiled to statements. Pure and synchronous;
 * the server loads what `requiredSources` names before it compiles.
 */
import type { ControlValue, WorkbookDocument } from '../../document/index.ts'
import type { FormulaProblem, FunctionRegistry } from '../../formula/index.ts'
import type { Cell, LevelName, ResultColumn, Statement, ValueType } from '../../types/index.ts'
import type { PlanFailureCode, Unavailable } from './failure.ts'

/** Columns of a table, view or custom SQL statement, as the catalogue knows them. */
export interface CatalogRelation {
  columns: { name: string; type: ValueType; nullable: boolean }[]
  /** Absent for views, custom SQL, and tables without a key on engines that promise no order. */
  rowOrder?: RowOrder
}

/** An order of the rows of a table that the engine has without sorting them. */
export type RowOrder =
  /**
   * Every plain read of the table, filtered or not, gives the rows in one order, whichever of them it stops at. `column`
   * is the engine's own number of a row in that order, for statements that do more than a plain read.
   */
  | { kind: 'stored'; column: string }
  /** Columns whose values together are unique and never null, in the order of their index. */
  | { kind: 'key'; columns: readonly string[] }

/** A source outside the document, which the server must look up before compiling. */
export type RequiredSource =
  | { kind: 'warehouse-table'; connectionId: string; path: string[] }
  /** Described by the engine with zero rows; control values are replaced by typed nulls. */
  | { kind: 'sql'; connectionId: string; statement: Statement; key: string }
  | { kind: 'data-model'; dataModelId: string; versionTagId?: string }
  /** Rows that Octavo keeps itself: an uploaded file, and what people entered into an input table of the document. */
  | { kind: 'csv'; connectionId: string; csvId: string }
  | { kind: 'input-rows'; elementId: string }

/** Rows that Octavo stores; they go with a statement as one value, or the engine of the connection has them as a table. */
export interface StoredRows {
  /** Equal ids have equal rows. */
  rowsId: string
  /** Of the file; of an input table the element says it. */
  name: string
  /** Of the file; of an input table the element says them. */
  columns: readonly { id: string; name: string; type: ValueType }[]
  /**
   * JSON text: an array with an object for each row, which holds the columns that are asked for as texts under `c_1`,
   * `c_2`, ... A null is left out, and so is what is not of the type.
   */
  json(columns: readonly { id: string; type: ValueType }[]): string
  /** Where the engine has the rows: the name of its table. Its columns are `c_1`, `c_2`, ... and `uploadedRow`. */
  table?: string
}

export interface PlanCatalog {
  /** The dialect of a connection, or null when the viewer may not use it or it does not exist. */
  dialect(connectionId: string): string | null
  /** Null with a reason when it cannot be read. */
  table(connectionId: string, path: readonly string[]): CatalogRelation | Unavailable
  customSql(key: string): CatalogRelation | Unavailable
  dataModel(dataModelId: string, versionTagId?: string): { name: string; document: WorkbookDocument } | Unavailable
  /** Absent: nobody keeps rows. */
  storedRows?(source: Extract<RequiredSource, { kind: 'csv' | 'input-rows' }>): StoredRows | Unavailable
  /** Friendly names of warehouse columns are a setting of the connection; default on. */
  friendlyNames(connectionId: string): boolean
  /** Whether formulas may call functions of the warehouse by name (`CallText`, ...); absent: nowhere. */
  allowsPassthrough?(connectionId: string): boolean
}

/** The values that a list or segmented control offers, from its source column. */
export interface CompiledControlValues {
  controlElementId: string
  connectionId: string
  dialect: string
  /** The value, and what is shown for it where the control names a display column. */
  columns: ResultColumn[]
  /** Distinct values in order, null among them; at most 200 unless the window says otherwise. */
  statement(window?: { offset: number; limit: number }): Statement
  /** How many distinct values there are: one row, one int64. */
  count: Statement
  sources: RequiredSource[]
  usesNow: boolean
  usesToday: boolean
  usesViewer: boolean
}

export type ControlValuesOutcome =
  | { ok: true; values: CompiledControlValues }
  | {
      ok: false
      code: PlanFailureCode
      message: string
      hint?: string
      signIn?: string
    }

/** Columns of an element without statements; whole-element failures beside them. */
export interface CompiledColumns {
  columns: CompiledColumn[]
  failure: {
    code: PlanFailureCode
    message: string
    hint?: string
    signIn?: string
  } | null
}

/** Who reads. Policies and viewer functions bind these; no viewer, no rows. */
export interface PlanViewer {
  memberId: string
  /** Null for a reader without an account, of whom every function of the viewer is null or false. */
  email: string | null
  firstName: string
  lastName: string
  teams: { id: string; name: string }[]
  attributes: Record<string, string>
}

export type { ControlValue, PlanFailureCode }

export interface CompileContext {
  catalog: PlanCatalog
  viewer: PlanViewer
  /** By controlId; a control that is absent uses its saved value. */
  controls: Readonly<Record<string, ControlValue>>
  zone: string
  /** ISO instant with `Z`, to the second. */
  now: string
  /** Sort chosen by the reader instead of the saved one, for the base level or a grouping level. */
  sort?: { level: LevelName; columnId: string; direction: 'ascending' | 'descending' }[]
  /** Built-in functions with those of the organization; absent: the built-in ones. */
  functions?: FunctionRegistry
  /** Leading comment of every statement; null for none. */
  comment?: string | null
  /** Rows of elements that materializations have stored; absent: everything is read live. */
  materialized?: MaterializedTables
}

/** Finds the rows of an element that are stored as a table. */
export interface MaterializedTables {
  /** Whether rows of the element are stored at all: a cheap question before its statement is written. */
  has(elementId: string): boolean
  /** The table that holds the rows of exactly this statement on the connection. */
  find(connectionId: string, statement: Statement): StoredPlace | null
}

/** A table with stored rows: one of the engine's own, or one in a schema of the connection. `at`: when the rows were read. */
export interface StoredPlace {
  table: string
  schema?: string
  at: string
}

/** One relation of an element that a materialization stores. */
export interface RelationToStore {
  /** The level that it is, or `rows` for what other elements read. */
  name: LevelName | 'rows'
  /** Equal statements have equal rows: the relation is found again by it. */
  identity: Statement
  /** Types of its columns, which are stored as `c_1`, `c_2`, ... */
  types: readonly ValueType[]
  /** The rows in their order, at most so many. */
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
}

export interface CompiledLevel {
  level: LevelName
  /** Key columns of this level and the levels above, outermost first. */
  keyColumnIds: string[]
  columns: ResultColumn[]
  /** Pivot tables only: the keys of rows and of columns that are left; all of them for the cells. */
  keySet?: { rows: string[]; columns: string[] }
  /** Pivot tables only: ids of the calculated lines (`adhocCalcs`) whose cells these are; two where they cross. */
  lines?: string[]
  /**
   * States that no value can say. `restricted`: every cell of the column. `several`: the statement gives one more
   * logical column at this index, after `columns`; true marks the cell. `applyCellStates` turns what the engine gave
   * into the batch that readers get.
   */
  stateColumns: StateColumn[]
  /**
   * Columns that belong among `columns` and have an error: the statement has nothing for them, and readers must be told.
   * In the order in which they would be shown.
   */
  failedColumns: FailedColumn[]
  /** Statement for a window of the rows of this level, in the order of the element. */
  statement(window: StatementWindow): Statement
}

/** The first rows of every level of an element in one statement, so that its totals are those of its cells. */
export interface CompiledWhole {
  /**
   * Rows of each level in its own order, at most so many. The first cell of a row is the place of its level in `parts`, an
   * int64.
   */
  statement(limit: number): Statement
  /** Where a row has the cells of the level, companions after them as in its own statement. */
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

/** What a cell is compared with. A `date` is an ISO day or, with a time, a moment; numbers are written out. */
export type CellTestValue =
  | { kind: 'logical'; value: boolean }
  | { kind: 'number'; value: string }
  | { kind: 'text'; value: string }
  | { kind: 'date'; value: string }

/** A test of one cell of each row. Null passes `is-null` alone; a cell that cannot be compared passes `!=` alone. */
export type CellTest = { columnId: string } & (
  | { operator: 'is-null' | 'is-not-null' }
  | { operator: 'contains' | 'starts-with' | 'ends-with'; value: string }
  | { operator: CellOrder; value: CellTestValue }
)

export interface CompiledElement {
  elementId: string
  /** Where it runs; `acrossConnections` where its sources are on several. */
  connectionId: string
  dialect: string
  columns: CompiledColumn[]
  /**
   * Outermost first: summary (only when the element has summary columns), g1 ... gN, base. A chart has one level,
   * `base`. A KPI has `base`, one row, and with a timeline `g1`: a row for each date with the value, the comparison
   * column, and for a comparison of periods a column `<value id>/previous-<period>`; the KPI shows the last row then.
   * A pivot table has its cells as `base`, then a level for each total that it shows, `r<i>c<j>`: grouped by the first i
   * keys of its rows and the first j of its columns. `keySet` names them; values on rows or columns is layout. Behind
   * them come the cells of calculated lines, `r<i>c<j>a<n>`: that total with the formulas of the line at place n, for
   * the members alone that it stands beside; `r<i>c<j>a<n>a<m>` where a row and a column of them cross.
   */
  levels: CompiledLevel[]
  /** All levels of a pivot table together; null for other elements, and on engines that cannot group in several ways. */
  whole: CompiledWhole | null
  /**
   * One relation with the visible columns of every level, coarser values repeated down: what flat files hold. That of a
   * pivot table has its cells, and below them those of calculated lines in columns of their own.
   */
  flat: CompiledLevel
  /** One row for each group of a level (`g1`, `g2`, ...), with the columns down to it; null where there are no such groups. */
  flatTo(level: LevelName): CompiledLevel | null
  /**
   * The rows of the flat relation whose cell passes the test or, with `isPassing` false, does not; in no order. Of a pivot
   * table they are its cells, without calculated lines. Null where the relation does not have the column.
   */
  rowsWhere(tested: { test: CellTest; isPassing: boolean }): CompiledLevel | null
  /** What a materialization of the element stores; relations with a column whose type cannot be stored are left out. */
  toStore(): RelationToStore[]
  /** True when a result depends on Now or the viewer, for the cache key. */
  usesNow: boolean
  usesToday: boolean
  usesViewer: boolean
  /** Warehouse tables and custom SQL that the statements read. */
  sources: RequiredSource[]
}

export type CompileOutcome =
  | { ok: true; element: CompiledElement }
  /** The element as a whole cannot be computed; columns with errors alone do not cause this. */
  | {
      ok: false
      code: PlanFailureCode
      message: string
      hint?: string
      signIn?: string
      columns: CompiledColumn[]
    }

/** One relation of a plan and what it is made of. */
export interface ExplainNode {
  /** Unique in its tree. */
  id: string
  /** Names of element and level as people know them: `Orders`, `Orders by Channel`, `Stores lookup`. */
  name: string
  /** What is done here, from the rows upwards: `read`, `filter`, `compute`, `group`, `window`, `join`, `limit`, ... */
  operations: string[]
  /** Columns that it gives. */
  columns: string[]
  /** Path of the table that is read. */
  table?: string[]
  /** The connection on which everything below is computed, where it is another one than that of the whole. */
  connectionId?: string
  /** Names of common table expressions of the statement that hold it; the engine's own plan speaks of them. */
  relations: string[]
  /** True where the same relation stands elsewhere in the tree, with its inputs. */
  isShared: boolean
  /** Rows that the engine expects; the server fills it in. */
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

export type ExplainOutcome =
  | { ok: true; explanation: Explanation }
  | {
      ok: false
      code: PlanFailureCode
      message: string
      hint?: string
      signIn?: string
    }
