import {
  allElements,
  documentTexts,
  elementName,
  shownTitle,
  type TextPart,
  type WorkbookDocument,
} from '@octavo/core/document'

/** A text of a document with its location; null for an unnamed page, an element without a page, and texts outside columns. */
export type SearchEntry = [
  part: TextPart,
  pageId: string | null,
  elementId: string | null,
  columnId: string | null,
  text: string,
]

/** The stored texts of a document, to show where it contains the words. */
export interface SearchEntries {
  /** Names of pages and overlays, and titles of elements, by their ids. */
  pages: Record<string, string>
  elements: Record<string, string>
  texts: SearchEntry[]
  /** Some viewers of the document may not see all of these texts. */
  isGuarded: boolean
}

/** Maximum characters of one text, and of all texts of a document, that are indexed. */
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
