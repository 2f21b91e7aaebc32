import type { Viewer } from '@octavo/core/access'
import type { RawBuilder } from 'kysely'
import type { Store } from '../../store/index.ts'
import {
  type FoundDocument,
  fewIds,
  findListed,
  idsByWords,
  idsWithWords,
  mostRead,
  readersOf,
  type SearchTerms,
} from '../../store/search-documents.ts'
import { inName } from '../../store/search-words.ts'
import { type FileUse, highestScore, scoreOf } from './search-rank.ts'

/** Limits at which the search strategy changes; tests set them low. */
export interface Turns {
  /** For a viewer who sees at most this many documents, each of them is checked. */
  few: number
  /** Maximum matching documents that are all candidates; beyond it only likely ones are. */
  mostRanked: number
  /** Documents that most people opened whose words are checked first. If many of them match, the words are frequent. */
  sampled: number
}
export const usualTurns: Turns = { few: 1_500, mostRanked: 1_000, sampled: 50 }
/** If this part of the sample contains the words, more documents contain them than can be ranked. */
const frequentFrom = 0.2
/** Numbers of candidates: documents that most people opened, documents with the words in their name, and with the words anywhere. */
const [readMost, namesRead, anywhere] = [500, 300, 300]
/** Candidates whose names are read first, and up to which all of them are read. */
const [readFirst, readAnyway] = [50, 200]

/** What is searched, and by whom. */
export interface SearchScope {
  viewer: Viewer
  terms: SearchTerms
  /** A subquery of the ids that are visible to the viewer. */
  seen: RawBuilder<unknown>
  uses: ReadonlyMap<string, FileUse>
}

/** A document that may be a result. */
export interface Candidate {
  id: string
  /** Members who have opened it. */
  readers: number
  /** Its score is at most this. */
  highest: number
  /** The index returned it for the words; others may not contain them. */
  hasWords: boolean
}

/** Candidates with the highest possible scores first; `isWhole` when no other document can be a result. */
export async function candidatesOf(
  store: Store,
  scope: SearchScope,
  { few, mostRanked, sampled }: Turns,
  now: number,
): Promise<{ candidates: Candidate[]; isWhole: boolean }> {
  const { seen, terms, uses, viewer } = scope
  const { organizationId } = viewer
  const { beginnings } = terms
  const bounded = (
    readersById: ReadonlyMap<string, number>,
    withWords: ReadonlySet<string>,
    named: ReadonlySet<string> | null,
  ): Candidate[] =>
    [...readersById]
      .map(([id, readers]) => {
        const mayBeNamed = named === null || named.has(id)
        const highest = highestScore({ readers, mayBeNamed }, beginnings.length, uses.get(id), now)
        return { id, readers, hasWords: withWords.has(id), highest }
      })
      .sort((one, other) => other.highest - one.highest)
  const wholeOf = async (
    ids: readonly string[],
    withWords: ReadonlySet<string>,
    named: ReadonlySet<string> | null,
  ) => ({
    candidates: bounded(await readersOf(store, organizationId, ids), withWords, named),
    isWhole: true,
  })

  const visible = await fewIds(store.db, seen, few)
  // To look up so few documents is faster than to search the index, for the words or for names.
  if (visible !== null && visible.length <= readAnyway) return wholeOf(visible, new Set(), null)
  const readers = await mostRead(store.db, organizationId, readMost)
  const frequent = await frequentWords(store, scope, readers, sampled)
  if (frequent !== null) {
    const { withWords, named } = frequent
    await addOthers(store, organizationId, [...withWords, ...uses.keys()], readers)
    return { candidates: bounded(readers, withWords, named), isWhole: false }
  }
  const found = await idsByWords(store, organizationId, beginnings, mostRanked + 1)
  const withWords = new Set(found)
  const isAll = found.length <= mostRanked
  if (visible !== null) return wholeOf(isAll ? visible.filter((id) => withWords.has(id)) : visible, withWords, null)
  if (isAll && found.length <= readAnyway) return wholeOf(found, withWords, null)
  const namesAtMost = isAll ? mostRanked + 1 : namesRead
  const inNames = await idsByWords(store, organizationId, beginnings.map(inName), namesAtMost)
  const named = inNames.length < namesAtMost ? new Set(inNames) : null
  if (isAll) return wholeOf(found, withWords, named)
  await addOthers(store, organizationId, [...inNames, ...found.slice(0, anywhere), ...uses.keys()], readers)
  return { candidates: bounded(readers, new Set([...withWords, ...inNames]), named), isWhole: false }
}

async function addOthers(store: Store, organizationId: string, ids: readonly string[], readers: Map<string, number>) {
  const others = new Set(ids.filter((id) => !readers.has(id)))
  for (const [id, count] of await readersOf(store, organizationId, [...others])) readers.set(id, count)
}

/**
 * For words that many of the documents contain which most people opened: the candidates are these documents and those with the words in
 * their names. Searching the index would mean to intersect lists of most documents. Null for other words. Documents of the sample without
 * the words are removed from `readers`.
 */
async function frequentWords(
  store: Store,
  { terms: { beginnings }, viewer: { organizationId } }: SearchScope,
  readers: Map<string, number>,
  sampled: number,
): Promise<{ withWords: Set<string>; named: Set<string> | null } | null> {
  const sample = [...readers.keys()].slice(0, sampled)
  if (sample.length < sampled) return null
  const withWords = new Set(await idsWithWords(store, organizationId, beginnings, sample))
  if (withWords.size < sampled * frequentFrom) return null
  for (const id of sample) if (!withWords.has(id)) readers.delete(id)
  const names = beginnings.map(inName)
  const namedOfSample = await idsWithWords(store, organizationId, names, [...withWords])
  if (namedOfSample.length >= sampled * frequentFrom) return { withWords, named: null }
  const inNames = await idsByWords(store, organizationId, names, namesRead)
  for (const id of inNames) withWords.add(id)
  return { withWords, named: inNames.length < namesRead ? new Set(inNames) : null }
}

interface Scored {
  document: FoundDocument
  score: number
}

const bestFirst = (one: Scored, other: Scored): number =>
  other.score - one.score ||
  other.document.updated_at - one.document.updated_at ||
  (one.document.id < other.document.id ? -1 : 1)

/**
 * The listed candidates with the words, best first, in groups of `atLeast` while there are so many. A group is returned when no later
 * candidate can have a higher score than its last one. Callers that have enough stop, so that the names and words of most candidates are
 * never read.
 */
export async function* inOrder(
  store: Store,
  { terms: { beginnings, types }, uses, viewer: { organizationId } }: SearchScope,
  candidates: readonly Candidate[],
  { atLeast, now }: { atLeast: number; now: number },
): AsyncGenerator<FoundDocument[]> {
  let waiting: Scored[] = []
  for (let start = 0, step = readFirst; start < candidates.length; step *= 2) {
    const end = endOfStep(candidates, start, step)
    const some = new Map(candidates.slice(start, end).map((candidate) => [candidate.id, candidate]))
    const unchecked = [...some.values()].flatMap(({ hasWords, id }) => (hasWords ? [] : [id]))
    const checked = new Set(await idsWithWords(store, organizationId, beginnings, unchecked))
    const ids = [...some.values()].flatMap(({ hasWords, id }) => (hasWords || checked.has(id) ? [id] : []))
    for (const document of await findListed(store, organizationId, types, ids)) {
      const readers = some.get(document.id)?.readers ?? 0
      const score = scoreOf({ name: document.name, readers }, beginnings, uses.get(document.id), now)
      waiting.push({ document, score })
    }
    start = end
    const next = candidates[end]?.highest ?? Number.NEGATIVE_INFINITY
    const isReady = ({ score }: { score: number }) => score > next
    const ready = waiting.filter(isReady)
    if (ready.length < atLeast && end < candidates.length) continue
    waiting = waiting.filter((each) => !isReady(each))
    yield ready.sort(bestFirst).map(({ document }) => document)
  }
}

/** Candidates with equal possible scores are read together, because the latest of them comes first. */
function endOfStep(candidates: readonly Candidate[], start: number, step: number): number {
  const isSame = (one: number, other: number) => candidates[one]?.highest === candidates[other]?.highest
  let end = Math.min(start + step, candidates.length)
  if (end === candidates.length || !isSame(end - 1, end)) return end
  const last = end - 1
  while (end > start && isSame(end - 1, last)) end -= 1
  if (end > start) return end
  while (end < candidates.length && isSame(end, start)) end += 1
  return Math.max(end, start + 1)
}
