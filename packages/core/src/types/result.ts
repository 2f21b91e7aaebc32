import type { ValueType } from './value-type.ts'

/**
 * One value in its canonical form, the same in batches, page data, statement values and exports:
 * - text, geography: string
 * - int64, decimal: string of digits (exact), for example `"-12.50"`
 * - float64: number; the strings `"NaN"`, `"Infinity"`, `"-Infinity"` where it is not finite
 * - logical: boolean
 * - date: `"2024-05-20"`; timestamp: `"2024-05-20T13:45:00"` with up to six decimals of a second when they are
 *   not zero; instant: the same in UTC with `Z`
 * - variant, array: JSON text
 * - null of any type: null
 */
export type Cell = string | number | boolean | null

/**
 * The state of a cell that is not a plain value: `several` is the mark `*` for several values, `restricted` a column that the viewer may
 * not see.
 */
export type CellState = 'several' | 'restricted' | 'error'

/**
 * Levels of a result, from the coarsest: `summary`, `g1` (outermost grouping) to `gN`, `base`. Totals of a pivot table are named like
 * `r1c0`: grouped by the first key of its rows and none of its columns. Cells of the calculated line with index 2 there are `r1c0a2`, and
 * `r1c0a2a3` where two lines cross.
 */
export type LevelName = 'summary' | `g${number}` | 'base' | `r${number}c${number}` | `r${number}c${number}a${string}`

export interface ResultColumn {
  id: string
  name: string
  type: ValueType
  nullable: boolean
}

export interface BatchColumn {
  /** One cell for each row, in row order. */
  values: Cell[]
  /** Present only when some cell is not a plain value: one state for each row, null for a plain value. */
  states?: (CellState | null)[]
}

/** Rows of one level, column by column, in the order of the result's columns. Can be sent to a thread or process. */
export interface ResultBatch {
  rowCount: number
  columns: BatchColumn[]
}

export interface StatementValue {
  type: ValueType
  value: Cell
}

/** SQL text with the placeholders of its dialect, `$1`, `$2`, ... or `?`, and its values in order. */
export interface Statement {
  text: string
  values: StatementValue[]
  /** Names of the uploaded tables that the text reads, with their schemas where they have one; absent for none. An engine refuses to read any other. */
  uploads?: readonly string[]
  /** When the oldest of the rows that come from a materialization were read, as an ISO time. Absent: all rows are live. */
  materializedAt?: string
  /** Rows of other connections that the text reads as tables; absent for none. */
  sides?: readonly StatementSide[]
}

/** Rows that another connection computes for a statement. */
export interface StatementSide {
  /** Name of the table in the text; its columns are `c_1`, `c_2`, ... */
  table: string
  /** Display name of the rows. */
  name: string
  connectionId: string
  columns: readonly ResultColumn[]
  statement: Statement
  /** The table in which its rows are stored, once they were read. */
  storedAs?: string
}

/** The column of an uploaded table with the row numbers; the others are `c_1`, `c_2`, ... */
export const uploadedRow = 'octavo_row'
