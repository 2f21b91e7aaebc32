import { permissionOn, type Viewer } from '@octavo/core/access'
import type { SearchMatch, SearchPart } from '@octavo/core/contract'
import { findElement, type WorkbookDocument } from '@octavo/core/document'
import { columnsHiddenFrom } from '@octavo/core/plan'
import type { SearchEntries, SearchEntry } from '../../store/search-entries.ts'
import { searchWords } from '../../store/search-words.ts'
import { planViewerOf } from '../documents/plan-viewer.ts'
import { shownContent } from '../documents/shown-content.ts'
import type { InodeRecord } from '../inodes/inodes.ts'

/** Maximum matches of one document in a response, and characters of each. */
const named = 8
const shownCharacters = 160

/** For matches with equally many of the words, the earlier kind comes first. */
const order: readonly SearchPart[] = [
  'name',
  'title',
  'page',
  'column',
  'control',
  'description',
  'text',
  'formula',
  'sql',
]

interface Found {
  match: SearchMatch
  held: readonly string[]
}

/**
 * Where a document contains the words, within the parts that are visible to the viewer; null when these do not contain all of them.
 * `content` is the document of guarded entries.
 */
export function matchesOf(
  viewer: Viewer,
  { inode, facts }: InodeRecord,
  entries: SearchEntries,
  content: WorkbookDocument | undefined,
  beginnings: readonly string[],
): { matches: SearchMatch[]; matchCount: number } | null {
  const own: [SearchPart, string][] = [
    ['name', inode.name],
    ['description', inode.description ?? ''],
  ]
  const isKnown = entries.isGuarded ? knownTo(viewer, facts, content) : () => true
  const found: Found[] = [
    ...own.flatMap(([part, text]) => foundIn(text, beginnings, (shown) => ({ part, text: shown }))),
    ...entries.texts
      .filter(isKnown)
      .flatMap((entry) => foundIn(entry[4], beginnings, (text) => matchOf(entry, text, entries))),
  ]
  if (new Set(found.flatMap(({ held }) => held)).size < beginnings.length) return null
  found.sort(
    (one, other) =>
      other.held.length - one.held.length || order.indexOf(one.match.part) - order.indexOf(other.match.part),
  )
  return { matches: found.slice(0, named).map(({ match }) => match), matchCount: found.length }
}

/** The visible parts of a guarded document: as in its lists, and without the names of columns with rules. */
function knownTo(
  viewer: Viewer,
  facts: InodeRecord['facts'],
  content: WorkbookDocument | undefined,
): (entry: SearchEntry) => boolean {
  if (content === undefined) return () => false
  const shown = shownContent(viewer, facts, content)
  const places = new Set([...shown.pages, ...shown.overlays, ...shown.panels].map(({ id }) => id))
  const mayEdit = permissionOn(viewer, facts) === 'edit' && facts.isTagged !== true
  const hasRules = Object.values(content.elements).some((element) => 'columnSecurities' in element)
  return ([part, pageId, elementId, columnId]) => {
    if (pageId !== null && !places.has(pageId)) return false
    if (elementId === null) return true
    const element = findElement(shown, elementId)
    if (!element) return false
    if (!hasRules || mayEdit) return true
    // A formula or statement may name a column that is hidden from the viewer.
    if (part === 'formula' || part === 'sql') return false
    return columnId === null || !columnsHiddenFrom(element, planViewerOf(viewer)).has(columnId)
  }
}

function foundIn(text: string, beginnings: readonly string[], matchWith: (text: string) => SearchMatch): Found[] {
  const words = searchWords(text)
  const held = beginnings.filter((beginning) => words.some((word) => word.startsWith(beginning)))
  return held.length === 0 ? [] : [{ match: matchWith(around(text, held)), held }]
}

/** A short text unchanged; the surroundings of the first found word for a long one. */
function around(text: string, held: readonly string[]): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  if (plain.length <= shownCharacters) return plain
  const places = held.map((word) => plain.toLowerCase().indexOf(word)).filter((place) => place >= 0)
  const start = Math.max(0, Math.min(...places, plain.length) - shownCharacters / 4)
  const from = start >= plain.length - shownCharacters ? plain.length - shownCharacters : start
  const part = plain.slice(from, from + shownCharacters).trim()
  return `${from > 0 ? '…' : ''}${part}${from + shownCharacters < plain.length ? '…' : ''}`
}

function matchOf([part, pageId, elementId, columnId]: SearchEntry, text: string, entries: SearchEntries): SearchMatch {
  const pageName = pageId === null ? undefined : entries.pages[pageId]
  const elementName = elementId === null ? undefined : entries.elements[elementId]
  return {
    part: part === 'name' ? 'title' : part,
    text,
    ...(pageId === null ? {} : { pageId }),
    ...(pageName ? { pageName } : {}),
    ...(elementId === null ? {} : { elementId }),
    ...(elementName ? { elementName } : {}),
    ...(columnId === null ? {} : { columnId }),
  }
}
