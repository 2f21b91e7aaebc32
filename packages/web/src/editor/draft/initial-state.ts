import type { WorkbookDraft } from '@octavo/core/contract'
import type { WorkbookDocument } from '@octavo/core/document'
import { type EditorState, nothingSelected } from './draft-state.ts'

/** The contract types the document loosely; it is what the server checked and stored. */
export function documentOf(draft: WorkbookDraft): WorkbookDocument {
  return draft.document as unknown as WorkbookDocument
}

/** What the editor shows of a draft that was just opened, at this page or else at the first one. */
export function initialState(draft: WorkbookDraft, pageId: string | undefined): EditorState {
  const document = documentOf(draft)
  return {
    document,
    revision: draft.revision,
    baseVersion: draft.baseVersion,
    hasChanges: draft.hasChanges,
    pageId: pageId ?? document.pages[0]?.id ?? '',
    selection: nothingSelected,
    save: { kind: 'saved' },
    undoWords: [],
    redoWords: [],
    refused: [],
    conflicts: [],
    others: [],
  }
}
