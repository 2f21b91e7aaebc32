import { showsPage } from '@octavo/core/access'
import {
  type DocumentPage,
  elementName,
  elementsOfPage,
  findElement,
  type WorkbookDocument,
} from '@octavo/core/document'
import type { EmbedRow } from '../../store/embeds.ts'

export type EmbedSource = Pick<EmbedRow, 'source_type' | 'source_id'>

/** Somebody without an account: no member, in no team. */
const anybody = { memberId: '', teamIds: [], mayEdit: false }

/** The pages of an embed, as somebody without an account sees them; null when there is none to show any more. */
export function pagesOfEmbed(
  content: WorkbookDocument,
  { source_type, source_id }: EmbedSource,
): readonly DocumentPage[] | null {
  const shown = content.pages.filter(({ visibility }) => showsPage(visibility, anybody))
  const pages = shown.filter(({ id }) => {
    if (source_type === 'workbook') return true
    if (source_type === 'page') return id === source_id
    return elementsOfPage(content, id).some((element) => element.id === source_id)
  })
  return pages.length === 0 ? null : pages
}

/** The name of the page or element; null for a whole workbook, and for an element without one. */
export function sourceName(content: WorkbookDocument, { source_type, source_id }: EmbedSource): string | null {
  if (source_id === null) return null
  if (source_type === 'page') return content.pages.find(({ id }) => id === source_id)?.name ?? null
  const element = findElement(content, source_id)
  return element === undefined ? null : elementName(element)
}
