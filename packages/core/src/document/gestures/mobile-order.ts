import type { WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { setHolderField } from './pages.ts'

/** Sets the order of a page's elements on phones; without one, reading order is used again. */
export function setMobileOrder(
  document: WorkbookDocument,
  pageId: string,
  order: readonly string[] | undefined,
): DocumentEdit[] {
  const page = document.pages.find(({ id }) => id === pageId)
  if (!page) return []
  const { mobile: _mobile, ...rest } = isRecord(page.x) ? page.x : {}
  const x = order ? { ...rest, mobile: { order: [...order] } } : rest
  return setHolderField(document, pageId, 'x', Object.keys(x).length > 0 ? x : undefined)
}
