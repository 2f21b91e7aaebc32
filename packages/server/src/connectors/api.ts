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

/** Limits of one statement. Exceeding any of them ends the query with `query_over_budget`. */
export interface QueryBudget {
  timeoutMs: number
  /** Maximum rows delivered; the stream then ends with `truncated`. Null for all. */
  maxRows: number | null
  /** Maximum bytes of delivered cells; exceeding it fails the query. Absent for no limit. */
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
  /** An order in which the engine returns rows without sorting; absent when there is none. */
  rowOrder?: RowOrder
}

export interface QueryStream {
  columns: EngineColumn[]
  batches: AsyncIterable<ResultBatch>
  /** The result; settled when `batches` has ended. */
  summary(): StreamSummary
}

export interface StreamSummary {
  rowCount: number
  /** The engine had more rows than the budget allowed. */
  truncated: boolean
}

/** The format of finished lines of a flat file. */
export interface LineFormat {
  kind: TableFormat
  /** Keys of JSON objects, one for each column; CSV lines need none. */
  names: readonly string[]
  /** CSV only: text cells that a spreadsheet would evaluate get a leading apostrophe. */
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

/** An operation of the engine's own plan, with its estimated rows. */
export interface EnginePlan {
  /** Name of the common table expression that it computes. */
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
  /** Columns of a statement without reading rows. */
  describe(statement: Statement, signal: AbortSignal): Promise<EngineColumn[]>
  /** The engine's plan of a statement without running it; absent when the engine provides none. */
  explain?: (statement: Statement, signal: AbortSignal) => Promise<EnginePlan>
  /** A table or view; null when it does not exist. */
  describeTable(path: readonly string[], signal: AbortSignal): Promise<EngineTable | null>
  /** Children of a path, one level down; all databases for an empty path. */
  list(path: readonly string[], signal: AbortSignal): Promise<EngineObject[]>
  /**
   * Finished text lines of a flat file, made in the engine, or undefined when the engine cannot. Each cell equals what render writes from
   * batches.
   */
  formatRows?: (
    statement: Statement,
    format: LineFormat,
    budget: QueryBudget,
    signal: AbortSignal,
  ) => Promise<LineStream>
  /**
   * The same connections with the rights of another role, which statements cannot change: passthrough functions must be on the allow list.
   * Closing it does nothing. Throws AppError for a text that is not a role. Absent when the engine has no roles.
   */
  as?: (role: string) => EngineSession
  /** The rights of the connection's account; absent for engines without accounts. */
  role?: (signal: AbortSignal) => Promise<EngineRole>
  /**
   * Creates and removes a table in a schema, of a catalog where `capabilities` has `rowTables`. Throws AppError. Absent when a connection
   * does not write.
   */
  tryWrite?: (schema: string, signal: AbortSignal, catalog?: string) => Promise<void>
  /** Writes Octavo's own tables into a schema, and nothing else; absent when a connection does not write. */
  writer?: (schema: string) => EngineWriter
  /** Tables with the rows of queries in a schema of a catalog; absent for engines that have a writer and for those that never write. */
  rowTables?: (catalog: string, schema: string) => RowTables
  /** Stored procedures that the account, or the role, may call; absent when the engine has none that are supported. */
  procedures?: EngineProcedures
  /** Storage of Octavo's own tables in the engine; absent when it has none. */
  tables?: EngineTables
  /** Rows of other connections as tables for statements; absent when the engine does not combine connections. */
  transferred?: TransferredTables
  close(): Promise<void>
}

export interface EngineProcedures {
  /** Throws AppError as `list` of a session does. */
  list(signal: AbortSignal): Promise<EngineProcedure[]>
  /**
   * Calls a procedure in its own transaction, which applies everything or nothing. `values` are the input arguments in
   * order, in the engine's text form. Undefined when there is no such procedure. Throws AppError, and `WriteUncertain`
   * when the connection broke during the commit.
   */
  call(
    procedure: Pick<EngineProcedure, 'path' | 'signature'>,
    values: readonly (string | null)[],
    timeoutMs: number,
  ): Promise<{ name: string; type: string; value: string | null }[] | undefined>
}

export interface EngineProcedure {
  path: string[]
  /** Distinguishes procedures with the same name. */
  signature: string
  parameters: { name: string; type: string; mode: 'in' | 'out' | 'inout' }[]
}

/** Octavo's own tables in the write place of an engine, readable only by statements that name them in `uploads`. */
export interface EngineTables {
  /**
   * Creates a table from the rows of a statement, in order: columns `c_1`, `c_2`, ... and `uploadedRow`. The table is created completely or
   * not at all. Throws AppError as `query` does; over `budget.maxBytes` the table is removed.
   */
  store(name: string, statement: Statement, budget: QueryBudget, signal: AbortSignal): Promise<StoredTable>
  /** A key of the state of the connection's data: equal keys mean that no table has changed. */
  dataState(): string
}

/** Rows of other connections as tables for the statements that name them in `sides`. */
export interface TransferredTables {
  /** Creates a table with columns `c_1`, `c_2`, ... of these types. Throws AppError as `query` does. */
  store(
    name: string,
    types: readonly ValueType[],
    batches: AsyncIterable<ResultBatch>,
    budget: QueryBudget,
    signal: AbortSignal,
  ): Promise<void>
  remove(name: string): void
}

/** Tables of one schema with the rows of statements, on engines that change several tables in no transaction. */
export interface RowTables {
  /**
   * Creates a table of a new name with the rows of a reading statement in their order: columns `c_1`, `c_2`, ... and `uploadedRow`, the
   * number of the row. Returns the number of rows. Throws AppError as a session's `query` does; the table of a failed statement is dropped.
   */
  create(
    name: string,
    types: readonly ValueType[],
    statement: Statement,
    budget: QueryBudget,
    signal: AbortSignal,
  ): Promise<number>
  /** Drops one of Octavo's own tables if it exists. */
  drop(name: string): Promise<void>
}

export interface StoredTable {
  rowCount: number
  sizeBytes: number
}

export interface EngineRole {
  /** Rights beyond tables: reading files, running programs or bypassing row security. */
  privileges: string[]
  mayWrite: boolean
  /** Tables exist, but the account may read none of them. */
  readsNothing: boolean
}

export interface Connector {
  /** As the contract's connection `type`. */
  kind: string
  label: string
  /** Name of the dialect in core `sql`. */
  dialect: string
  /** The settings form. Absent when people cannot create such connections. */
  fields?: readonly SettingField[]
  /**
   * `write`: sessions have a writer. `queryLog`: the platform shows statements in a log, so a comment identifies their origin. `uploads`:
   * the engine reads uploaded tables directly. `rowTables`: sessions store rows in a catalog and schema, but nothing else.
   */
  capabilities: {
    cancel: boolean
    write: boolean
    formatRows: boolean
    queryLog: boolean
    uploads: boolean
    rowTables?: true
  }
  /** People can sign in with their own token, which is sent as the password. */
  takesTokens?: true
  /** All problems of the settings at once; empty for valid ones. */
  validate(settings: unknown): Problem[]
  open(settings: unknown, options?: OpenOptions): Promise<EngineSession>
  /** A session without a database, to combine rows of several connections; absent when not supported. */
  openAcross?: () => EngineSession
}

export interface OpenOptions {
  /** Maximum concurrent statements. */
  links?: number
  /** Formulas may call functions by name. */
  allowsPassthrough?: boolean
  /** Time limit for opening a connection to the platform. */
  connectMs?: number
  /** Time limit of statements about tables and columns. */
  catalogTimeoutMs?: number
}
