import type { DraftChanges, DraftSaved, WorkbookDraft } from '@octavo/core/contract'
import type { DocumentEdit } from '@octavo/core/document'
import type { Failure } from '../element-data.ts'
import type { EditBatch } from './draft-state.ts'

/** Why a request about the draft failed, as far as it decides what happens to the edits. */
export interface DraftFailure {
  kind: 'offline' | 'conflict' | 'refused' | 'signed-out' | 'forbidden'
  failure: Failure
}

/** The requests of the draft. Every method throws what `failureOf` understands. */
export interface DraftTransport {
  read(): Promise<WorkbookDraft>
  save(edits: readonly DocumentEdit[], baseRevision: number): Promise<DraftSaved>
  since(revision: number): Promise<DraftChanges>
  failureOf(error: unknown): DraftFailure
}

/** Keeps unsent edits over a reload of the page. */
export interface UnsentEdits {
  read(): Promise<readonly EditBatch[]>
  write(batches: readonly EditBatch[]): Promise<void>
}

export interface DraftClock {
  now(): number
  /** Runs once after the time; the function that it returns prevents it. */
  after(milliseconds: number, run: () => void): () => void
}
