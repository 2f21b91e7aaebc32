import type { Viewer } from '@octavo/core/access'
import type { ExportRequest } from '@octavo/core/contract'
import { diffDocuments } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import type { Documents } from '../documents/documents.ts'
import { shownContent } from '../documents/shown-content.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import type { ViewReader } from '../views/view-reader.ts'
import type { ExportedDocument } from './exports.ts'

/**
 * Opens the content to export: the published version, the one with a tag, a view of either, or the current draft. Control values of the
 * request override those of the view. Throws `not_found` for a view that the viewer cannot open, and `forbidden` for a draft that they may
 * not edit.
 */
export async function openExported(
  { documents, viewReader }: { documents: Documents; viewReader: ViewReader },
  viewer: Viewer,
  workbookId: string,
  request: ExportRequest,
): Promise<{ document: ExportedDocument; request: ExportRequest }> {
  const { tag, bookmarkId, exploreKey, draft } = request
  if (draft === true && tag !== undefined) {
    const reason = 'A tagged version has no draft: send draft or tag, not both.'
    throw new AppError('invalid_request', { reason, problems: [{ path: 'draft', message: reason }] })
  }
  const { open, controls } = await viewReader.readInUtc(viewer, workbookId, { tag, bookmarkId, exploreKey, draft })
  const { content, isDraft, record, version } = open
  const fingerprint = isDraft ? `draft ${record.document.draft_revision}` : open.fingerprint
  const document: ExportedDocument = {
    ...queriedDocument(open),
    name: record.inode.name,
    shown: shownContent(viewer, record.facts, content),
  }
  if (fingerprint === undefined) return { document, request }
  // A tagged version is stored as a document with a single version.
  const stored = record.sourceId === null ? { version } : { tag }
  const base = await documents.read(viewer, 'workbook', workbookId, stored)
  return {
    document: { ...document, view: { fingerprint, edits: diffDocuments(base.content, content) } },
    request: { ...request, parameters: { ...controls, ...request.parameters } },
  }
}
