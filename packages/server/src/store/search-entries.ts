import {
  allElements,
  documentTexts,
  elementName,
  shownTitle,
  type TextPart,
  type WorkbookDocument,
} from '@octavo/core/document'

/** A text of a document where it stands; null for a page that has no name, an element of no page, what is no column. */
export type SearchEntry = [
  part: TextPart,
  pageId: string | null,
  elementId: string | null,
  columnId: string | null,
  text: string,
]

/** What the index keeps of a document to show where it holds the words. */
export interface SearchEntries {
  /** Names of pages and overlays, and titles of elements, by their ids. */
  pages: Record<string, string>
  elements: Record<string, string>
  texts: SearchEntry[]
  /** Not everybody who sees the document sees all of these texts. */
  isGuarded: boolean
}

/** Characters of one text, and of all texts of a document, that are looked through. */
const longestText = 10_000
const mostCharacters = 500_000

export function searchEntriesOf(document: WorkbookDocument): SearchEntries {
  const elements = allElements(document)
  const texts: SearchEntry[] = []
  let left = mostCharacters
  for (const { part, pageId, elementId, columnId, text } of documentTexts(document)) {
    const kept = text.slice(0, Math.min(longestText, left))
    if (kept === '') break
    left -= kept.length
    texts.push([part, pageId ?? null, elementId ?? null, columnId ?? null, kept])
  }
  const holders = [...document.pages, ...document.overlays, ...document.panels]
  return {
    pages: Object.fromEntries(holders.flatMap(({ id, name }) => (typeof name === 'string' ? [[id, name]] : []))),
    elements: Object.fromEntries(
      elements.map((element) => [element.id, shownTitle(element) || elementName(element) || '']),
    ),
    texts,
    isGuarded:
      document.pages.some(({ visibility }) => visibility !== undefined) ||
      elements.some((element) => 'columnSecurities' in element),
  }
}
