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
  /** Writes one JSON text with at most this many rows and bytes, for rows that are sent with statements. */
  asJson: { rows: number; bytes: number } | null
}

export interface ConvertedColumn {
  /** Number of the column in the file, from 1. */
  from: number
  /** Name in messages. */
  name: string
  /** As text. */
  type: string
}

export type IngestTask = ReadTask | ConvertTask

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

/** A problem of the file that its uploader can fix. */
export interface IngestRefusal {
  kind: 'refused'
  reason: string
  hint?: string
  problems?: { path: string; message: string }[]
}

export type IngestOutcome = ReadOutcome | ConvertOutcome | IngestRefusal

export const ingestLimits = { columns: 500, lineBytes: 16 * 1024 * 1024, previewRows: 50, problems: 20 } as const

/** Thrown for a refusal by the process. */
export class Refused extends Error {
  readonly refusal: IngestRefusal

  constructor(reason: string, more: Omit<IngestRefusal, 'kind' | 'reason'> = {}) {
    super(reason)
    this.refusal = { kind: 'refused', reason, ...more }
  }
}
