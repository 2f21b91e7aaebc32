/**
 * Writing through a connection: only Octavo's own tables, in one schema that an administrator names. Nothing else writes there under such
 * names, and nothing is written elsewhere. The platform's administrator creates the schema.
 */
import type { Statement, ValueType } from '@octavo/core/types'

/** Prefix of the names of own tables, so that no write statement can touch another table. */
const ownPrefix = 'octavo_'

export const isOwnTable = (name: string): boolean => /^octavo_[a-z0-9_]{1,56}$/.test(name) && name.startsWith(ownPrefix)

export interface OwnTable {
  name: string
  columns: readonly { name: string; type: ValueType; nullable?: boolean }[]
  /** Columns that identify a row. */
  key: readonly string[]
}

/** A cell in the text form of the engine, which is exact for every type. */
export type OwnCell = string | null

export interface OwnRead {
  /** Each column has one of these values. */
  where?: readonly { column: string; values: readonly string[] }[]
  /** Only rows before a value of a column. */
  below?: { column: string; value: string }
  /** Only rows after a value of a column. */
  above?: { column: string; value: string }
  orderBy?: readonly { column: string; descending?: boolean }[]
  limit?: number
  /** Locks the rows until the transaction ends. */
  locks?: boolean
}

export interface ReadTransaction {
  has(name: string): Promise<boolean>
  /** Cells in the order of the columns of the table. */
  read(table: OwnTable, what: OwnRead): Promise<OwnCell[][]>
  /** The distinct values of these text columns, in one list. */
  values(table: OwnTable, columns: readonly string[]): Promise<string[]>
  /** Number of rows, counted up to `atMost`. */
  count(table: OwnTable, what: Pick<OwnRead, 'where'>, atMost: number | null): Promise<number>
}

export interface WriteTransaction extends ReadTransaction {
  /**
   * Creates the table if it does not exist. Call it before every other operation of the transaction, because some
   * platforms then commit everything before it.
   */
  ensure(table: OwnTable): Promise<void>
  /** Inserts new rows; cells in the order of the columns. An existing key fails the transaction. */
  insert(table: OwnTable, rows: readonly (readonly OwnCell[])[]): Promise<void>
  /** Inserts rows, skipping those whose key exists. */
  add(table: OwnTable, rows: readonly (readonly OwnCell[])[]): Promise<void>
  /** Inserts rows or replaces those with the same key. Keys must be unique in `rows`. */
  put(table: OwnTable, rows: readonly (readonly OwnCell[])[]): Promise<void>
  /** Deletes rows; all of them without `where` and `below`. */
  remove(table: OwnTable, what: Pick<OwnRead, 'where' | 'below'>): Promise<void>
  /** Inserts the result of a reading statement with the table's columns; returns the number of rows. */
  fill(table: OwnTable, statement: Statement): Promise<number>
  /**
   * Adds a row for each line: the cells of all columns in their order, with tabs between them. A null is `\N`; a
   * backslash, tab, line feed or carriage return of a text is `\\`, `\t`, `\n` or `\r`. Returns the number of rows.
   * Throws `RowRefused` for a row that the platform refuses.
   */
  load(table: OwnTable, lines: AsyncIterable<Buffer>): Promise<number>
  /** Drops the table, at the latest after the commit. */
  drop(name: string): Promise<void>
}

export interface EngineWriter {
  /** The platform does not roll back the creation of tables: a failed transaction may leave an empty table. */
  readonly leavesTables?: true
  /**
   * Runs `work` completely or not at all. Throws AppError like a session's `query` when nothing was written, the errors of `work`, and
   * `WriteUncertain` when the connection broke during the commit.
   */
  write<R>(work: (tx: WriteTransaction) => Promise<R>, timeoutMs: number): Promise<R>
  /** All reads see the same snapshot. */
  read<R>(work: (tx: ReadTransaction) => Promise<R>, timeoutMs: number): Promise<R>
  /** The same work as `write`, rolled back at its end, to check whether it is possible. */
  attempt(work: (tx: WriteTransaction) => Promise<unknown>, timeoutMs: number): Promise<void>
}

/** The platform refused a row of `load`. */
export class RowRefused extends Error {
  override readonly name = 'RowRefused'
  /** Number of the row among the loaded ones, from 1. */
  readonly row: number
  /** Null when the platform does not name a column. */
  readonly column: string | null

  constructor(reason: string, { row, column, cause }: { row: number; column: string | null; cause: unknown }) {
    super(reason, { cause })
    this.row = row
    this.column = column
  }
}

/** Thrown when it is unknown whether the transaction was committed; the writer checks over another connection. */
export class WriteUncertain extends Error {
  override readonly name = 'WriteUncertain'
}
