import type { Viewer } from '@octavo/core/access'
import { type SearchResult, type SearchResults, searchedTypes } from '@octavo/core/contract'
import type { RawBuilder } from 'kysely'
import type { Access } from '../../access/index.ts'
import type { Clock } from '../../config/index.ts'
import { chunksOf } from '../../store/chunks.ts'
import type { Store } from '../../store/index.ts'
import { findShownInodes, type InodeFilter } from '../../store/inode-listing.ts'
import type { InodeRow } from '../../store/inodes.ts'
import { listFilesUsed } from '../../store/member-files.ts'
import {
  type FoundDocument,
  findAmong,
  findByWords,
  findListed,
  findSearchEntries,
  idsByWords,
  idsOf,
  mostRead,
  type SearchTerms,
} from '../../store/search-documents.ts'
import { inName, searchedWords } from '../../store/search-words.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { Documents } from '../documents/documents.ts'
import { fileEntry } from '../files/files.ts'
import type { Addresses } from '../inodes/addresses.ts'
import type { InodeRecord, Inodes } from '../inodes/inodes.ts'
import { serviceOf } from '../service/service.ts'
import { matchesOf } from './search-matches.ts'
import { type FileUse, ranked, usesByFile } from './search-rank.ts'

export type Search = ReturnType<typeof createSearch>

/** Limits at which the search strategy changes; tests set them low. */
interface Turns {
  /** For a viewer who sees at most this many documents, each of them is checked. */
  few: number
  /** Maximum matching documents that are ranked; beyond it only likely ones are. */
  mostRanked: number
}
const usualTurns: Turns = { few: 1_500, mostRanked: 1_000 }
/**
 * Numbers of candidates: files that the viewer used last, documents that most people opened, documents with the words in their name, and
 * documents with the words anywhere.
 */
const [usedLast, readMost, named, anywhere] = [300, 500, 300, 300]
const mostWords = 12

/** Searches documents by their contents. */
export function createSearch(given: Given, turns: Partial<Turns> = {}) {
  return serviceOf({ ...given, turns: { ...usualTurns, ...turns } }, { find })
}

interface Given {
  store: Store
  clock: Clock
  access: Access
  inodes: Inodes
  documents: Documents
  addresses: Addresses
}
type Parts = Given & { turns: Turns }

export interface SearchFilters {
  query: string
  typeFilters?: (typeof searchedTypes)[number] | (typeof searchedTypes)[number][]
  most?: number
}

/** Values shared by all steps of one search. */
interface Task {
  viewer: Viewer
  terms: SearchTerms
  /** A subquery of the ids that are visible to the viewer. */
  seen: RawBuilder<unknown>
  condition: InodeFilter
  uses: ReadonlyMap<string, FileUse>
  limit: number
  address: Awaited<ReturnType<Addresses['of']>>
}

/** Best matches first. */
async function find(parts: Parts, viewer: Viewer, filters: SearchFilters, baseUrl: string): Promise<SearchResults> {
  const beginnings = searchedWords(filters.query).slice(0, mostWords)
  if (beginnings.length === 0) return { entries: [], hasMore: false }
  const task = await taskOf(parts, viewer, beginnings, filters, baseUrl)
  const { documents, isWhole } = await candidates(parts, task)
  const results = new Map<string, SearchResult>()
  await addResults(parts, task, documents, results)
  if (!isWhole && results.size <= task.limit) {
    // Few of the likely documents are visible to the viewer, so search among the visible ones instead.
    const others = await findByWords(parts.store, viewer.organizationId, task.terms, {
      limit: parts.turns.mostRanked,
      within: task.seen,
    })
    const known = new Set(documents.map(({ id }) => id))
    const rest = others.filter(({ id }) => !known.has(id))
    await addResults(parts, task, rest, results)
  }
  return { entries: [...results.values()].slice(0, task.limit), hasMore: results.size > task.limit }
}

async function taskOf(
  { access, addresses, store }: Parts,
  viewer: Viewer,
  beginnings: readonly string[],
  { typeFilters, most: limit = 20 }: SearchFilters,
  baseUrl: string,
): Promise<Task> {
  const asked: readonly string[] = typeFilters === undefined ? searchedTypes : [typeFilters].flat()
  const given = await access.givenTaggedTypes(viewer)
  const tagged = given.filter((type) => asked.includes(type.replace('tagged-', '')))
  const types = [...asked, ...tagged]
  return {
    viewer,
    terms: { beginnings, types },
    seen: access.visibleIds(viewer, types),
    condition: tagged.length > 0 ? access.visibleWithTagged(viewer) : access.visibleInodes(viewer),
    uses: usesByFile(await listFilesUsed(store.db, viewer.organizationId, viewer.memberId, usedLast)),
    limit,
    address: await addresses.of(viewer, baseUrl),
  }
}

/** Documents that contain the words, ranked; `isWhole` when these are all that the viewer can see. */
async function candidates(
  { clock, store, turns }: Parts,
  { viewer, terms, seen, uses }: Task,
): Promise<{ documents: FoundDocument[]; isWhole: boolean }> {
  const { organizationId } = viewer
  const { few, mostRanked } = turns
  const rank = (lists: readonly (readonly FoundDocument[])[]) => {
    const distinct = new Map(lists.flat().map((document) => [document.id, document]))
    return ranked([...distinct.values()], terms.beginnings, uses, clock.now())
  }
  const { beginnings, types } = terms
  const found = await idsByWords(store, organizationId, beginnings, mostRanked + 1)
  if (found.length <= mostRanked) {
    return { documents: rank([await findListed(store, organizationId, types, found)]), isWhole: true }
  }
  const visible = await idsOf(store.db, seen, few + 1)
  if (visible.length <= few) {
    return { documents: rank([await findAmong(store, organizationId, terms, visible)]), isWhole: true }
  }
  const inNames = await idsByWords(store, organizationId, beginnings.map(inName), named)
  const likely = [...new Set([...(await mostRead(store.db, organizationId, readMost)), ...uses.keys()])]
  const lists = [
    await findListed(store, organizationId, types, [...new Set([...inNames, ...found.slice(0, anywhere)])]),
    await findAmong(store, organizationId, terms, likely),
  ]
  return { documents: rank(lists), isWhole: false }
}

/** Adds the documents visible to the viewer, in their order, until there is one more than requested. */
async function addResults(
  parts: Parts,
  task: Task,
  found: readonly FoundDocument[],
  results: Map<string, SearchResult>,
): Promise<void> {
  const { condition, limit, viewer } = task
  const page = limit + 5
  for (let start = 0, step = page; start < found.length; start += step, step *= 2) {
    const ids = found.slice(start, start + step).map(({ id }) => id)
    const rows = await findShownInodes(parts.store.db, viewer.organizationId, ids, condition)
    const seen = ids.flatMap((id) => rows.get(id) ?? [])
    for (const some of chunksOf(seen, page)) {
      if (results.size > limit) return
      for (const result of await resultsOf(parts, task, some)) results.set(result.id, result)
    }
  }
}

async function resultsOf(
  { documents, inodes, store }: Parts,
  { address, terms, uses, viewer }: Task,
  seen: readonly InodeRow[],
): Promise<SearchResult[]> {
  const { organizationId } = viewer
  const records = await inodes.recordsOf(viewer, seen)
  const entries = await findSearchEntries(
    store.db,
    organizationId,
    records.map(({ inode }) => inode.id),
  )
  const guarded = [...entries].flatMap(([id, { isGuarded }]) => (isGuarded ? [id] : []))
  const contents = await documents.readLatest(organizationId, guarded)
  return records.flatMap((record) => {
    const { id } = record.inode
    const own = entries.get(id)
    const matches = own ? matchesOf(viewer, record, own, contents.get(id), terms.beginnings) : null
    if (matches === null) return []
    return [resultOf(record, matches, uses.get(record.sourceId ?? id), address(record.inode))]
  })
}

function resultOf(
  record: InodeRecord,
  matches: Pick<SearchResult, 'matches' | 'matchCount'>,
  use: FileUse | undefined,
  url: string,
): SearchResult {
  const openedAt = use?.openedAt ?? null
  return {
    ...fileEntry(record),
    url,
    ...(openedAt === null ? {} : { lastOpenedAt: timestamp(openedAt) }),
    ...matches,
  }
}
