/**
 * How anything is written through a connection: tables of ours, in one schema that an administrator names for it. Nobody
 * else writes there under such names, and nothing is written anywhere else. The schema itself is made by who administers the platform.
 */
import type { Statement, ValueType } from '@octavo/core/types'

/** Names of tables of ours begin with it, so that no statement of ours can touch another table. */
const ownPrefix = 'octavo_'

export const isOwnTable = (name: string): boolean => /^octavo_[a-z0-9_]{1,56}$/.test(name) && name.startsWith(ownPrefix)

export interface OwnTable {
  name: string
  columns: readonly { name: string; type: ValueType; nullable?: boolean }[]
  /** Columns that name a row. */
  key: readonly string[]
}

/** A cell in the text form of the engine, which is exact for every type. */
export type OwnCell = string | null

export interface OwnRead {
  /** Each column has one of its values. */
  where?: readonly { column: string; values: readonly string[] }[]
  /** Only rows before a value of a column. */
  below?: { column: string; value: string }
  /** Only rows after a value of a column. */
  above?: { column: string; value: string }
  orderBy?: readonly { column: string; descending?: boolean }[]
  limit?: number
  /** Others who lock these rows wait until the transaction ends. */
  locks?: boolean
}

export interface ReadTransaction {
  has(name: string): Promise<boolean>
  /** Cells in the order of the columns of the table. */
  read(table: OwnTable, what: OwnRead): Promise<OwnCell[][]>
  /** How many rows there are, counted up to a number. */
  count(table: OwnTable, what: Pick<OwnRead, 'where'>, atMost: number | null): Promise<number>
}

export interface WriteTransaction extends ReadTransaction {
  /** Makes the table unless there is one of its name. */
  ensure(table: OwnTable): Promise<void>
  /** Rows that must be new; cells in the order of the columns. A key that is there fails the transaction. */
  insert(table: OwnTable, rows: readonly (readonly OwnCell[])[]): Promise<void>
  /** Rows that stay away where their key is there already. */
  add(table: OwnTable, rows: readonly (readonly OwnCell[])[]): Promise<void>
  /** Inserts rows or replaces those with the same key. Keys must be unique in `rows`. */
  put(table: OwnTable, rows: readonly (readonly OwnCell[])[]): Promise<void>
  /** Takes rows away; all of them without `where` and `below`. */
  remove(table: OwnTable, what: Pick<OwnRead, 'where' | 'below'>): Promise<void>
  /** Inserts the result of a reading statement with the table's columns; returns the number of rows. */
  fill(table: OwnTable, statement: Statement): Promise<number>
  /** Drops the table `name` and renames the table `by` to it. */
  replace(name: string, by: string): Promise<void>
  drop(name: string): Promise<void>
}

export interface EngineWriter {
  /**
   * All that `work` does, or nothing. Throws AppError as `query` of a session does where nothing was written, what `work`
   * throws, and `WriteUncertain` where the link broke while the transaction was brought to its end.
   */
  write<R>(work: (tx: WriteTransaction) => Promise<R>, timeoutMs: number): Promise<R>
  /** Everything that is read is of one moment. */
  read<R>(work: (tx: ReadTransaction) => Promise<R>, timeoutMs: number): Promise<R>
  /** The same work as `write`, undone at its end: whether it could be done. */
  attempt(work: (tx: WriteTransaction) => Promise<unknown>, timeoutMs: number): Promise<void>
}

/** Thrown when it is unknown whether the transaction was committed; the writer checks over another connection. */
export class WriteUncertain extends Error {
  override readonly name = 'WriteUncertain'
}
