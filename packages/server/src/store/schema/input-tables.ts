import type { Audited } from './audited.ts'

export interface InputTableTables {
  csv_files: CsvFileTable
  input_tables: InputTableTable
  input_rows: InputRowTable
  input_edits: InputEditTable
  input_moves: InputMoveTable
  edit_troubles: EditTroubleTable
  input_row_changes: InputRowChangeTable
}

export interface CsvFileTable extends Audited {
  organization_id: string
  id: string
  connection_id: string
  name: string
  /** JSON: id, name and type of each. */
  columns: string
  row_count: number
  /** Of the content. */
  size_bytes: number
  /** JSON: rows as statements take them along; empty for a table. */
  content: string
  /** Of the file that was uploaded last. */
  format: string
  /** How often the rows were replaced or appended to. */
  revision: number
  /** The engine of the connection has the rows as a table of its own. */
  is_table: number
}

export interface InputTableTable {
  organization_id: string
  document_id: string
  element_id: string
  /** Grows with every change of the rows. */
  revision: number
  row_count: number
  size_bytes: number
  /** The connection and its schema in which the rows stand; null: in `input_rows`. */
  connection_id: string | null
  write_schema: string | null
}

/** An edit of rows that stand in a connection, from before it is written there until its end is noted. */
export interface InputEditTable {
  organization_id: string
  id: string
  document_id: string
  element_id: string
  connection_id: string
  write_schema: string
  /** JSON: the audit event without what the edit came to. */
  event: string
  created_at: number
}

/** Rows of an input table that moved, or are moving, from the store into a connection. */
export interface InputMoveTable {
  organization_id: string
  document_id: string
  element_id: string
  connection_id: string
  write_schema: string
  state: 'moving' | 'done'
  /** Of the table, of which the rows are. */
  revision: number
  row_count: number
  started_at: number
  finished_at: number | null
}

/** What stops edits of the input tables of a connection. */
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
  /** Of its table, when the row was changed last; 0 for a row that was not changed since it was copied. */
  revision: number
}

export interface InputRowChangeTable {
  organization_id: string
  document_id: string
  element_id: string
  row_id: string
  /** Of its table, which the change made. */
  revision: number
  kind: 'inserted' | 'updated' | 'deleted'
  /** JSON: by column id what the cell held before and after. */
  cells: string
  /** Member id. */
  changed_by: string
  changed_at: number
}
