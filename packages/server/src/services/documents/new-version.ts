import type { Viewer } from '@octavo/core/access'
import { serializeDocument, type WorkbookDocument } from '@octavo/core/document'

/** The row of a version that the viewer publishes. */
export function newVersion(viewer: Viewer, id: string, version: number, content: WorkbookDocument, now: number) {
  return {
    organization_id: viewer.organizationId,
    document_id: id,
    version,
    content: serializeDocument(content),
    format_version: content.formatVersion,
    published_by: viewer.memberId,
    published_at: now,
  }
}
