/** Messages between server and engine process. Everything survives a structured clone. */
import type { ResultBatch, Statement, ValueType } from '@octavo/core/types'
import type { EngineColumn, LineFormat, QueryBudget } from '../api.ts'

/** A database file with its options; the first opening in a process decides, later ones must match. */
export interface DatabaseFile {
  path: string
  readOnly: boolean
  memoryLimitMb: number
  threads: number
  /** Folder for data that does not fit into memory; null forbids spilling. */
  spillFolder: string | null
  spillLimitMb: number
  /** Folder of uploaded tables; null for none. */
  uploadsFolder: string | null
  /**
   * Folder of files that the views of the database read; null for none. Such a database is a snapshot: a new state is another file, and an
   * unused one is closed.
   */
  partsFolder: string | null
}

export type EngineWork =
  | { kind: 'query'; statement: Statement }
  /** Columns of a statement, without its rows. */
  | { kind: 'describe'; statement: Statement }
  /** The plan of a statement as one row: a key and JSON. */
  | { kind: 'explain'; statement: Statement }
  | { kind: 'lines'; statement: Statement; format: LineFormat }
  /** One of our own statements on the engine's catalogue; not checked by the statement guard. */
  | { kind: 'catalogue'; statement: Statement }
  /** Stores the rows of a statement as a named table in the folder of uploaded tables. */
  | { kind: 'store'; statement: Statement; table: string }
  /** Stores rows of another connection, provided as CSV, as a named table. */
  | { kind: 'transfer'; table: string; types: readonly ValueType[] }
  /** Creates a file with our own statements. */
  | { kind: 'build'; statements: readonly string[] }

export type ToEngine =
  | { type: 'run'; id: number; database: DatabaseFile; work: EngineWork; budget: QueryBudget }
  /** Allows one more batch. */
  | { type: 'credit'; id: number }
  | { type: 'cancel'; id: number }

export interface EngineFailure {
  code: 'query_failed' | 'query_cancelled' | 'query_over_budget' | 'engine_unavailable'
  /** For query_failed and engine_unavailable. */
  reason: string
  /** For query_failed: the kind of the error, as the engine names it. */
  engineCode?: string
  /** For query_over_budget. */
  budget?: 'rows' | 'bytes' | 'time' | 'memory'
  limit?: string
}

export type FromEngine =
  | { type: 'columns'; id: number; columns: EngineColumn[] }
  | { type: 'batch'; id: number; batch: ResultBatch }
  | { type: 'lines'; id: number; rowCount: number; bytes: Uint8Array }
  | { type: 'end'; id: number; rowCount: number; truncated: boolean }
  | { type: 'failed'; id: number; failure: EngineFailure }

/** Maximum batches in transit that the receiver has not read yet. */
export const batchCredit = 4
