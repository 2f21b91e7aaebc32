import type { Audited } from './audited.ts'
import type { References } from './references.ts'

export interface InputTableTables {
  csv_files: CsvFileTable
  retired_tables: RetiredTableTable
  input_tables: InputTableTable
  input_rows: InputRowTable
  input_edits: InputEditTable
  input_moves: InputMoveTable
  edit_troubles: EditTroubleTable
  input_row_changes: InputRowChangeTable
}

export const inputTableReferences = {
  csv_files: ['organizations'],
  retired_tables: [],
  input_tables: ['documents'],
  input_rows: ['documents'],
  input_edits: ['connections'],
  input_moves: ['connections'],
  edit_troubles: ['connections'],
  input_row_changes: ['documents'],
} as const satisfies References<InputTableTables>

export interface CsvFileTable extends Audited {
  organization_id: string
  id: string
  connection_id: string
  name: string
  /** JSON: id, name and type of each. */
  columns: string
  row_count: number
  /** Size of the content. */
  size_bytes: number
  /** JSON: rows in the form for statements; empty for a table. */
  content: string
  /** Format of the last uploaded file. */
  format: string
  /** Number of times that the rows were replaced or appended to. */
  revision: number
  /** The rows are a table in the engine of the connection. */
  is_table: number
  /** Where that table is in the write schema of the connection; null: its rows are files. */
  write_schema: string | null
  table_name: string | null
}

/** A table of ours in a connection that no row names: not any more, or not yet. */
export interface RetiredTableTable {
  organization_id: string
  connection_id: string
  write_schema: string
  table_name: string
  drop_after: number
}

export interface InputTableTable {
  organization_id: string
  document_id: string
  element_id: string
  /** Incremented by every change of the rows. */
  revision: number
  row_count: number
  size_bytes: number
  /** The connection and schema that contain the rows; null when they are in `input_rows`. */
  connection_id: string | null
  write_schema: string | null
}

/** An edit of rows in a connection, recorded before it is written there and removed when its end is recorded. */
export interface InputEditTable {
  organization_id: string
  id: string
  document_id: string
  element_id: string
  connection_id: string
  write_schema: string
  /** JSON: the audit event without the result of the edit. */
  event: string
  created_at: number
}

/** Rows of an input table that were or are being moved from the store into a connection. */
export interface InputMoveTable {
  organization_id: string
  document_id: string
  element_id: string
  connection_id: string
  write_schema: string
  state: 'moving' | 'done'
  /** Revision of the table at which the rows were copied. */
  revision: number
  row_count: number
  started_at: number
  finished_at: number | null
}

/** A problem that stops edits of the input tables of a connection. */
export interface EditTroubleTable {
  organization_id: string
  connection_id: string
  id: string
  reason: string
  began_at: number
  checked_at: number
}

export interface InputRowTable extends Audited {
  organization_id: string
  document_id: string
  element_id: string
  row_id: string
  /** Order of entry. */
  place: number
  /** JSON: cells by column id. */
  cells: string
  /** Revision of its table at the row's last change; 0 for a row that was not changed since it was copied. */
  revision: number
}

export interface InputRowChangeTable {
  organization_id: string
  document_id: string
  element_id: string
  row_id: string
  /** Revision of its table created by the change. */
  revision: number
  kind: 'inserted' | 'updated' | 'deleted'
  /** JSON: cell values before and after the change, by column id. */
  cells: string
  /** Member id. */
  changed_by: string
  changed_at: number
}
