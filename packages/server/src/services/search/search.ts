import type { Viewer } from '@octavo/core/access'
import { type SearchResult, type SearchResults, searchedTypes } from '@octavo/core/contract'
import type { Access } from '../../access/index.ts'
import type { Clock } from '../../config/index.ts'
import { chunksOf } from '../../store/chunks.ts'
import type { Store } from '../../store/index.ts'
import { findShownInodes, type InodeFilter } from '../../store/inode-listing.ts'
import type { InodeRow } from '../../store/inodes.ts'
import { listFilesUsed } from '../../store/member-files.ts'
import { type FoundDocument, findByWords, findSearchEntries } from '../../store/search-documents.ts'
import { searchedWords } from '../../store/search-words.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { Documents } from '../documents/documents.ts'
import { fileEntry } from '../files/files.ts'
import type { Addresses } from '../inodes/addresses.ts'
import type { InodeRecord, Inodes } from '../inodes/inodes.ts'
import { serviceOf } from '../service/service.ts'
import { candidatesOf, inOrder, type SearchScope, type Turns, usualTurns } from './search-candidates.ts'
import { matchesOf } from './search-matches.ts'
import { type FileUse, usesByFile } from './search-rank.ts'

export type Search = ReturnType<typeof createSearch>

/** Maximum files that the viewer used last which count. */
const usedLast = 300
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
interface Task extends SearchScope {
  condition: InodeFilter
  limit: number
  address: Awaited<ReturnType<Addresses['of']>>
}

/** Best matches first. */
async function find(parts: Parts, viewer: Viewer, filters: SearchFilters, baseUrl: string): Promise<SearchResults> {
  const beginnings = searchedWords(filters.query).slice(0, mostWords)
  if (beginnings.length === 0) return { entries: [], hasMore: false }
  const task = await taskOf(parts, viewer, beginnings, filters, baseUrl)
  const now = parts.clock.now()
  const { candidates, isWhole } = await candidatesOf(parts.store, task, parts.turns, now)
  const results = new Map<string, SearchResult>()
  for await (const documents of inOrder(parts.store, task, candidates, { atLeast: task.limit + 5, now })) {
    await addResults(parts, task, documents, results)
    if (results.size > task.limit) break
  }
  if (!isWhole && results.size <= task.limit) {
    // Few of the likely documents are visible to the viewer, so search among the visible ones instead.
    const others = await findByWords(parts.store, viewer.organizationId, task.terms, {
      limit: parts.turns.mostRanked,
      within: task.seen,
    })
    const known = new Set(candidates.map(({ id }) => id))
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
