import type { WorkbookDocument } from '../api.ts'
import { applyEdits, type DocumentEdit } from '../edits/index.ts'
import { pagesOfPanel } from '../page-panels.ts'
import { editsBetween } from './change-element.ts'
import { setHolderField, setWorkbookSetting } from './pages.ts'

/**
 * Shows the header of the workbook on a page, or no longer. The first page that wants one makes it, with the id `newId`; it
 * stays with what it holds when no page shows it.
 */
export function setPageHeader(
  document: WorkbookDocument,
  pageId: string,
  isShown: boolean,
  newId: string,
): DocumentEdit[] {
  const header = document.panels.find(({ type }) => type === 'header')
  const others = header ? pagesOfPanel(header).filter((id) => id !== pageId) : []
  const pages = isShown ? [...others, pageId] : others
  const changed = header
    ? setHolderField(document, header.id, 'pages', pages)
    : [{ op: 'insert' as const, at: ['panels'], entry: { id: newId, type: 'header', pages }, after: null }]
  const next = applyEdits(document, changed).document
  const switched = isShown ? setWorkbookSetting(next, ['navigation', 'pageHeader'], 'enabled') : []
  return editsBetween(document, applyEdits(next, switched).document)
}
