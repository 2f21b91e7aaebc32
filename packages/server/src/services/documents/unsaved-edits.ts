import { createHash } from 'node:crypto'
import type { Viewer } from '@octavo/core/access'
import { applyEdits, checkEdits, type DocumentEdit, type WorkbookDocument } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import { bindDocument } from './document-bindings.ts'
import type { Documents } from './documents.ts'
import type { OpenDocument } from './open-document.ts'

/** A document with unsaved edits applied, and a key that distinguishes it from all other content. */
export interface UnsavedDocument {
  content: WorkbookDocument
  fingerprint: string
}

/** Applies edits, all or none, exactly as saving them would. Throws `invalid_request` for one that cannot be applied. */
export function editedOrThrow(before: WorkbookDocument, edits: readonly DocumentEdit[]): WorkbookDocument {
  const { document, dropped } = applyEdits(before, edits)
  if (dropped.length > 0) {
    const problems = dropped.map(({ edit, message }) => ({ path: `edits[${edits.indexOf(edit)}]`, message }))
    const [first] = problems
    throw new AppError('invalid_request', { reason: `${first?.path}: ${first?.message}`, problems })
  }
  return document
}

/**
 * The draft with unsaved edits. The same checks apply as for saving them: the caller must have the right to edit and to use the sources
 * that they add.
 */
export async function withUnsavedEdits(
  documents: Documents,
  viewer: Viewer,
  open: OpenDocument,
  edits: readonly DocumentEdit[],
): Promise<UnsavedDocument> {
  if (!open.isDraft) {
    throw new AppError('invalid_request', {
      reason:
        'Edits that are not saved apply to a draft; in workbooks also to a custom view and the published version, but not to saved views or other versions.',
    })
  }
  const edited = editedOrThrow(open.content, edits)
  const { problems } = checkEdits(open.content, edited)
  if (problems.length > 0) throw new AppError('invalid_document', { problems })
  await documents.requireOpenSources(viewer, edited, [open.content])
  return {
    content: await bindDocument(documents, viewer.organizationId, edited, edited),
    fingerprint: createHash('sha256').update(JSON.stringify(edits)).digest('hex'),
  }
}
