import type { DocumentEdit, WorkbookDocument } from '@octavo/core/document'
import type { Failure } from '../element-data.ts'

export interface Selection {
  elementIds: readonly string[]
  /** Columns of the one selected element; empty while no or several elements are selected. */
  columnIds: readonly string[]
}

export const nothingSelected: Selection = { elementIds: [], columnIds: [] }

/** The edits of one gesture, named by the words that undo and the history show. */
export interface EditBatch {
  id: string
  word: string
  edits: readonly DocumentEdit[]
}

/** A batch that the server refused. It is no longer part of the document, but is stored so that it can be sent again. */
export interface RefusedBatch extends EditBatch {
  failure: Failure
}

/**
 * How an unsent batch conflicts with another editor's change: both changed the same object, the other editor removed what the batch
 * changes, or the batch removes what the other editor changed.
 */
export type ConflictKind = 'same' | 'gone' | 'removed'

/** An unsent batch that conflicts with another editor's change. The document shows the other change. */
export interface ConflictingBatch extends EditBatch {
  /** Member who made the other change; undefined where the draft was replaced as a whole. */
  by: string | undefined
  elementIds: readonly string[]
  kind: ConflictKind
  /** Edits that bring back what the other person removed; the batch is made on top of them. Empty unless it is gone. */
  restoring: readonly DocumentEdit[]
}

export type SaveState =
  | { kind: 'saved' }
  | { kind: 'saving' }
  /** The server cannot be reached; this many changes are stored in this browser. */
  | { kind: 'offline'; count: number }
  | { kind: 'refused'; count: number; message: string }
  | { kind: 'signed-out' }
  /** The right to edit was taken away. */
  | { kind: 'forbidden' }

/** Another member who has the draft open. */
export interface Presence {
  clientId: string
  memberId: string
  name: string
  pageId: string | null
  elementIds: readonly string[]
}

/** What the editor shows. A new object whenever something changes; parts that did not change keep their identity. */
export interface EditorState {
  /** The draft as the server has it, with the edits on top that were not sent yet. */
  document: WorkbookDocument
  /** Revision of the draft without the unsent edits. */
  revision: number
  /** The published version that the draft changes. */
  baseVersion: number
  hasChanges: boolean
  /** The page, overlay or panel that is shown. */
  pageId: string
  selection: Selection
  save: SaveState
  /** Words of the steps that can be undone and redone, the next one last. */
  undoWords: readonly string[]
  redoWords: readonly string[]
  refused: readonly RefusedBatch[]
  conflicts: readonly ConflictingBatch[]
  others: readonly Presence[]
}
