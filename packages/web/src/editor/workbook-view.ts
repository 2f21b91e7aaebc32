import { showsPage } from '@octavo/core/access'
import type { DocumentPage, WorkbookDocument } from '@octavo/core/document'

/** The pages a reader has as tabs, as the server shows them; all of them for those who may edit. */
export function visiblePages(
  document: WorkbookDocument,
  reader: { memberId: string; teamIds: readonly string[]; mayEdit: boolean },
): DocumentPage[] {
  return document.pages.filter(({ visibility }) => showsPage(visibility, reader))
}
