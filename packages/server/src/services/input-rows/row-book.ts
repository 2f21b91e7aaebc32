import type { Queryable } from '../../store/index.ts'
import {
  allInputRows,
  deleteInputRows,
  findInputRows,
  type InputRow,
  type InputRowChange,
  insertInputRowChanges,
  lastInputPlace,
  putInputRows,
} from '../../store/input-rows.ts'

export interface TablePlace {
  organizationId: string
  documentId: string
  elementId: string
}

/** The rows of one input table and their history, within one transaction of the database that stores them. */
export interface RowBook {
  all(): Promise<Map<string, InputRow>>
  find(rowIds: readonly string[]): Promise<Map<string, InputRow>>
  lastPlace(): Promise<number>
  remove(rowIds: readonly string[]): Promise<void>
  put(rows: readonly InputRow[]): Promise<void>
  note(changes: readonly InputRowChange[]): Promise<void>
}

/** Access to rows that are in the store. */
export function storeBook(tx: Queryable, place: TablePlace): RowBook {
  return {
    all: () => allInputRows(tx, place),
    find: (rowIds) => findInputRows(tx, place, rowIds),
    lastPlace: () => lastInputPlace(tx, place),
    remove: (rowIds) => deleteInputRows(tx, place, rowIds),
    put: (rows) => putInputRows(tx, rows),
    note: (changes) => insertInputRowChanges(tx, changes),
  }
}
