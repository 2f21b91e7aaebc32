/** Messages between the server and the process that reads uploaded files. Everything survives a structured clone. */
import type { UploadEncoding, UploadFormat } from '@octavo/core/contract'

/** Names of the files in the folder of an upload; the process accesses nothing else. */
export const stagedFiles = {
  /** The file as it was sent. */
  input: 'input',
  /** The input converted to UTF-8 CSV, when it has another format. */
  text: 'text.csv',
  /** The rows before they have types. */
  raw: 'raw.parquet',
  /** The rows as a table. */
  table: 'table.parquet',
  /** The rows as JSON for statements. */
  rows: 'rows.json',
  /** The same as lines that a data platform loads. */
  lines: 'rows.txt',
  spill: 'spill',
} as const

/** Reads an uploaded file for the first time: determines its columns, their types and its rows. */
export interface ReadTask {
  kind: 'read'
  folder: string
  format: UploadFormat
  encoding: UploadEncoding | null
  sheet: string | null
}

/** Converts the rows left by `read` to a table with these columns. */
export interface ConvertTask {
  kind: 'convert'
  folder: string
  format: UploadFormat
  columns: readonly ConvertedColumn[]
  /** Number of rows already in the table. */
  rowsBefore: number
  /**
   * A table of the embedded engine; lines that a data platform loads (`WriteTransaction.load`), with the number of each row first; or one JSON
   * text of at most so many rows and bytes.
   */
  as: 'table' | 'lines' | { rows: number; bytes: number }
}

export interface ConvertedColumn {
  /** Number of the column in the file, from 1. */
  from: number
  /** Name in messages. */
  name: string
  /** As text. */
  type: string
}

/** Where a row of the file is. */
export interface PlaceTask {
  kind: 'place'
  folder: string
  format: UploadFormat
  /** From 1. */
  row: number
}

export type IngestTask = ReadTask | ConvertTask | PlaceTask

export interface ReadOutcome {
  kind: 'read'
  columns: { name: string; type: string }[]
  rows: number
  /** The first rows as texts. */
  preview: (string | null)[][]
}

export interface ConvertOutcome {
  kind: 'converted'
  rows: number
}

export interface PlaceOutcome {
  kind: 'placed'
  /** `line 7`, or `row 6` where the file has no lines. */
  place: string
}

/** A problem of the file that its uploader can fix. */
export interface IngestRefusal {
  kind: 'refused'
  reason: string
  hint?: string
  problems?: { path: string; message: string }[]
}

export type IngestOutcome = ReadOutcome | ConvertOutcome | PlaceOutcome | IngestRefusal

export const ingestLimits = { columns: 500, lineBytes: 16 * 1024 * 1024, previewRows: 50, problems: 20 } as const

/** Thrown for a refusal by the process. */
export class Refused extends Error {
  readonly refusal: IngestRefusal

  constructor(reason: string, more: Omit<IngestRefusal, 'kind' | 'reason'> = {}) {
    super(reason)
    this.refusal = { kind: 'refused', reason, ...more }
  }
}
