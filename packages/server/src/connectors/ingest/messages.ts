/** What the server and the process that reads files of people say to each other. Everything survives a structured clone. */
import type { UploadEncoding, UploadFormat } from '@octavo/core/contract'

/** Names of the files in the folder of an upload; the process reads and writes nothing else. */
export const stagedFiles = {
  /** As it was sent. */
  input: 'input',
  /** As UTF-8 CSV, where the input is something else. */
  text: 'text.csv',
  /** Its rows before they have types. */
  raw: 'raw.parquet',
  /** Its rows as a table. */
  table: 'table.parquet',
  /** The same as JSON that statements take along. */
  rows: 'rows.json',
  spill: 'spill',
} as const

/** A file of any format that is read for the first time: its columns with the types of their values, and its rows. */
export interface ReadTask {
  kind: 'read'
  folder: string
  format: UploadFormat
  encoding: UploadEncoding | null
  sheet: string | null
}

/** The rows that `read` left, as a table of these columns. */
export interface ConvertTask {
  kind: 'convert'
  folder: string
  format: UploadFormat
  columns: readonly ConvertedColumn[]
  /** Rows that the table has already. */
  rowsBefore: number
  /** As one JSON text of at most so many rows and bytes, where the rows go along with statements. */
  asJson: { rows: number; bytes: number } | null
}

export interface ConvertedColumn {
  /** Number of the column in the file, from 1. */
  from: number
  /** As messages name it. */
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

/** Something is wrong with the file, which its sender can correct. */
export interface IngestRefusal {
  kind: 'refused'
  reason: string
  hint?: string
  problems?: { path: string; message: string }[]
}

export type IngestOutcome = ReadOutcome | ConvertOutcome | IngestRefusal

export const ingestLimits = { columns: 500, lineBytes: 16 * 1024 * 1024, previewRows: 50, problems: 20 } as const

/** Throws what the process answers as a refusal. */
export class Refused extends Error {
  readonly refusal: IngestRefusal

  constructor(reason: string, more: Omit<IngestRefusal, 'kind' | 'reason'> = {}) {
    super(reason)
    this.refusal = { kind: 'refused', reason, ...more }
  }
}
