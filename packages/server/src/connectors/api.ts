/**
 * A connector moves statements and rows for one engine; it never builds SQL (that is the dialect's work) and never
 * decides who may read. Batches are columnar and may cross a process boundary.
 */
import type { TableFormat } from '@octavo/core/contract'
import type { Problem } from '@octavo/core/errors'
import type { RowOrder } from '@octavo/core/plan'
import type { ResultBatch, Statement, ValueType } from '@octavo/core/types'
import type { SettingField } from './settings.ts'
import type { EngineWriter } from './writer-api.ts'

/** What one statement may use up. Over any of them the query ends with `query_over_budget`. */
export interface QueryBudget {
  timeoutMs: number
  /** Rows delivered; the stream ends quietly there with `truncated`. Null for all. */
  maxRows: number | null
  /** Bytes of cells delivered; over it the query fails. Absent for no limit. */
  maxBytes?: number
}

export interface EngineColumn {
  name: string
  type: ValueType
  nullable: boolean
}

/** A table or view as its engine describes it. */
export interface EngineTable {
  columns: EngineColumn[]
  /** An order of the rows that the engine has without sorting them; absent where there is none. */
  rowOrder?: RowOrder
}

export interface QueryStream {
  columns: EngineColumn[]
  batches: AsyncIterable<ResultBatch>
  /** What came of it; settled once `batches` has ended. */
  summary(): StreamSummary
}

export interface StreamSummary {
  rowCount: number
  /** The engine had more rows than the budget let through. */
  truncated: boolean
}

/** How finished lines of a flat file are to look. */
export interface LineFormat {
  kind: TableFormat
  /** Keys of JSON objects, one for each column; CSV lines need none. */
  names: readonly string[]
  /** CSV only: text cells that a spreadsheet would run get a leading apostrophe. */
  neutraliseFormulas: boolean
  /** XLSX only: the cell style of each column. */
  styles?: readonly number[]
}

export interface LineStream {
  columns: EngineColumn[]
  /**
   * UTF-8 bytes of whole rows. CSV: every row ends with CRLF, no header. JSON: objects, with `,` and a line feed
   * between rows and none after the last row of a chunk; the writer puts it between chunks. JSONL: a line feed after
   * every object. XLSX: `<row>` elements with a line feed after each and none inside.
   */
  chunks: AsyncIterable<{ rowCount: number; bytes: Uint8Array }>
  summary(): StreamSummary
}

/** One row of the engine's catalogue: a database, schema, table or view. */
export interface EngineObject {
  path: string[]
  kind: 'database' | 'schema' | 'table' | 'view'
}

/** An operation of the engine's own plan, with the rows that it expects. */
export interface EnginePlan {
  /** Name of the common table expression that it makes. */
  relation?: string
  /** Name of the table that it reads, without its path. */
  table?: string
  estimatedRows: number | null
  inputs: EnginePlan[]
}

export interface EngineSession {
  /** The dialect of the server when it is known only after connecting; by default the connector's. */
  readonly dialect?: string
  /** Runs one reading statement. Abort reaches the engine. Throws AppError: query_failed, query_cancelled, query_over_budget, engine_unavailable. */
  query(statement: Statement, budget: QueryBudget, signal: AbortSignal): Promise<QueryStream>
  /** Columns of a statement without running it over rows. */
  describe(statement: Statement, signal: AbortSignal): Promise<EngineColumn[]>
  /** How the engine would run a statement, which it does not run; absent where the engine does not tell. */
  explain?: (statement: Statement, signal: AbortSignal) => Promise<EnginePlan>
  /** A table or view; null when it does not exist. */
  describeTable(path: readonly string[], signal: AbortSignal): Promise<EngineTable | null>
  /** Children of a path, one level down; all databases for an empty path. */
  list(path: readonly string[], signal: AbortSignal): Promise<EngineObject[]>
  /**
   * Finished text lines of a flat file, made in the engine, or undefined where the engine cannot.
   * Equal cell by cell to what render writes from batches.
   */
  formatRows?: (
    statement: Statement,
    format: LineFormat,
    budget: QueryBudget,
    signal: AbortSignal,
  ) => Promise<LineStream>
  /**
   * The same links for statements that run with the rights of another role, which no statement can leave: functions are called by
   * name only where the allow list has them. Closing it does nothing. Throws AppError for what names no role. Absent where the
   * engine has no roles.
   */
  as?: (role: string) => EngineSession
  /** What the account of the connection may do; absent where there are no accounts. */
  role?: (signal: AbortSignal) => Promise<EngineRole>
  /**
   * Makes a table of its own in a schema and removes it. Throws AppError. Absent where a connection does not write.
   */
  tryWrite?: (schema: string, signal: AbortSignal) => Promise<void>
  /** Writes tables of ours into a schema, and nothing else anywhere; absent where a connection does not write. */
  writer?: (schema: string) => EngineWriter
  /** Stored procedures that the account, or the role, may call; absent where the engine has none that are called from here. */
  procedures?: EngineProcedures
  /** Where the engine keeps tables of ours; absent where it has no such place. */
  tables?: EngineTables
  /** Rows of other connections that statements read as tables; absent where rows of several never meet. */
  brought?: BroughtTables
  close(): Promise<void>
}

export interface EngineProcedures {
  /** Throws AppError as `list` of a session does. */
  list(signal: AbortSignal): Promise<EngineProcedure[]>
  /**
   * Calls one in a transaction of its own: all that it does, or nothing. `values` go to the arguments that take one, in their order, as
   * texts of the engine. Undefined where there is none such. Throws AppError, and `WriteUncertain` where the link broke at the end.
   */
  call(
    procedure: Pick<EngineProcedure, 'path' | 'signature'>,
    values: readonly (string | null)[],
    timeoutMs: number,
  ): Promise<{ name: string; value: string | null }[] | undefined>
}

export interface EngineProcedure {
  path: string[]
  /** Tells those of one name apart. */
  signature: string
  parameters: { name: string; type: string; mode: 'in' | 'out' | 'inout' }[]
}

/** Tables of ours in the write place of an engine, which only statements that name them in `uploads` read. */
export interface EngineTables {
  /**
   * Makes the table of the name from the rows of a statement, in their order: columns `c_1`, `c_2`, ... and `uploadedRow`. The
   * table is there whole or not at all. Throws AppError as `query` does; over `budget.maxBytes` the table is removed.
   */
  store(name: string, statement: Statement, budget: QueryBudget, signal: AbortSignal): Promise<StoredTable>
  /** Names the state of the data below the connection: equal names mean that no table has changed. */
  dataState(): string
}

/** Rows of other connections, each a table for the statements that name it in `sides`. */
export interface BroughtTables {
  /** Makes the table of the name; its columns are `c_1`, `c_2`, ... of these types. Throws AppError as `query` does. */
  store(
    name: string,
    types: readonly ValueType[],
    batches: AsyncIterable<ResultBatch>,
    budget: QueryBudget,
    signal: AbortSignal,
  ): Promise<void>
  remove(name: string): void
}

export interface StoredTable {
  rowCount: number
  sizeBytes: number
}

export interface EngineRole {
  /** Rights that reach further than tables: they read files, run programs or pass by row security. */
  privileges: string[]
  mayWrite: boolean
  /** There are tables, and the account may read none of them. */
  readsNothing: boolean
}

export interface Connector {
  /** As the contract's connection `type`. */
  kind: string
  label: string
  /** Name of the dialect in core `sql`. */
  dialect: string
  /** The form of its settings. Absent where connections are not made by people. */
  fields?: readonly SettingField[]
  /**
   * `write`: sessions have a writer. `queryLog`: the platform shows statements in a log, so a comment identifies their origin. `uploads`:
   * the engine reads uploaded tables directly.
   */
  capabilities: { cancel: boolean; write: boolean; formatRows: boolean; queryLog: boolean; uploads: boolean }
  /** People can sign in with a token of their own, which is sent as the password; absent where not. */
  takesTokens?: true
  /** All problems of the settings at once; empty when they are good. */
  validate(settings: unknown): Problem[]
  open(settings: unknown, options?: OpenOptions): Promise<EngineSession>
  /** A session over no database, in which rows of several connections meet; absent where they cannot. */
  openAcross?: () => EngineSession
}

export interface OpenOptions {
  /** How many statements may run at once. */
  links?: number
  /** Formulas may call functions by name. */
  allowsPassthrough?: boolean
  /** How long the platform may take to answer a new link. */
  connectMs?: number
  /** How long a statement about tables and columns may take. */
  catalogTimeoutMs?: number
}
