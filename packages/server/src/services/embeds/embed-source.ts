import {
  type EmbeddedPart,
  elementLabel,
  embeddedContent,
  findElement,
  type WorkbookDocument,
} from '@octavo/core/document'
import type { EmbedRow } from '../../store/embeds.ts'

export type EmbedSource = Pick<EmbedRow, 'source_type' | 'source_id'>

export const partOf = ({ source_type, source_id }: EmbedSource): EmbeddedPart => ({ type: source_type, id: source_id })

/** The name of the page or element; null for a whole workbook and for an unnamed element. */
export function sourceName(content: WorkbookDocument, { source_type, source_id }: EmbedSource): string | null {
  if (source_id === null) return null
  if (source_type === 'page') return content.pages.find(({ id }) => id === source_id)?.name ?? null
  const element = findElement(content, source_id)
  return element === undefined ? null : elementLabel(element)
}

/** The embeds of a document that show any of the elements. */
export function embedsShowing<Embed extends EmbedSource>(
  content: WorkbookDocument,
  embeds: readonly Embed[],
  elementIds: ReadonlySet<string>,
): Embed[] {
  return embeds.filter((embed) => {
    const shown = embeddedContent(content, partOf(embed))
    return shown !== null && Object.keys(shown.elements).some((id) => elementIds.has(id))
  })
}
