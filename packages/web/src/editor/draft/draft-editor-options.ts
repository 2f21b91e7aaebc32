import type { WorkbookDraft } from '@octavo/core/contract'
import type { Selection } from './draft-state.ts'
import type { DraftClock, DraftTransport, UnsentEdits } from './draft-transport.ts'

export interface DraftEditorOptions {
  draft: WorkbookDraft
  /** Absent: the draft of the workbook. */
  stored?: StoredDocument
  memberId: string
  transport: DraftTransport
  unsent: UnsentEdits
  clock: DraftClock
  pageId?: string | undefined
  /** Absent where the document is edited. */
  reading?: ReadingLimits | undefined
}

/** The document is open for reading: only menus of columns use the editor, and their changes become a custom view of the reader. */
export interface ReadingLimits {
  /** The reader may change filters, sorting, formats and existing columns for themselves. */
  mayExplore: boolean
}

/** What is open, as requests about it name it: the draft, a custom or saved view, or the published version. */
export type StoredDocument = { draft: true } | { exploreKey: string } | { bookmarkId: string } | Record<string, never>

export interface ApplyOptions {
  /** Names one field that is being typed into: steps of one name within a second are one undo step. */
  gather?: string
  select?: Selection
  pageId?: string
}

/** Result of a request to undo or redo. `isBlocked`: another editor has changed the same object since. */
export type StepOutcome =
  | { isDone: true; word: string; elementIds: readonly string[] }
  | { isDone: false; word: string; isBlocked: boolean; by: string | undefined }
