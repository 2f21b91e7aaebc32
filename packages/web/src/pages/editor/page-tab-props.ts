import type { DocumentOverlay, DocumentPage } from '@octavo/core/document'

export interface PageTabProps {
  page: DocumentPage | DocumentOverlay
  /** Absent for overlays, which have no order. */
  index?: number
  count?: number
}
