import type { Viewer } from '@octavo/core/access'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { chunksOf } from '../../store/chunks.ts'
import { newUuid, type Store } from '../../store/index.ts'
import { indexedWords } from '../../store/search-words.ts'
import { describeStores, withPlans } from '../../store/testing.ts'
import { candidatesOf, inOrder, type SearchScope, usualTurns } from './search-candidates.ts'
import { type FileUse, scoreOf } from './search-rank.ts'

const organizationId = newUuid()
const now = 1_000_000_000
const atLeast = 25

interface Document {
  id: string
  name: string
  text: string
  readers: number
  updatedAt: number
}

/** Half of them contain `otter`, a third `badger`, every seventh has one of the words in its name, every fifth was opened. */
const documents: Document[] = Array.from({ length: 1_200 }, (_, number) => ({
  id: `d${`${number}`.padStart(4, '0')}`,
  name: ['Report', 'Otters', 'Badger', 'Otter and badger'][number % 7] ?? `Report ${number}`,
  text: [number % 2 === 0 ? 'otter' : 'stoat', number % 3 === 0 ? 'badgers' : 'weasel', 'ermine'].join(' '),
  readers: number % 5 === 0 ? (number * 13) % 101 : 0,
  updatedAt: (number * 7) % 50,
}))

const uses = new Map<string, FileUse>(
  documents
    .filter((_, number) => number % 40 === 3)
    .map(({ id }, at) => [id, { openedAt: now - at * 40_000_000, uses: 1 + (at % 6), isFavorite: at % 9 === 0 }]),
)

describeStores('candidates of a search', (openStore) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore()
    await addDocuments(store)
  })
  const scope = (beginnings: string[], seen = sql`select id from inodes`): SearchScope => ({
    viewer: { organizationId } as Viewer,
    terms: { beginnings, types: ['workbook'] },
    ...{ seen, uses },
  })
  /** Without a sample unless `turns` has one. */
  const read = async (search: SearchScope, turns: Partial<typeof usualTurns> = {}) => {
    const all = { ...usualTurns, sampled: documents.length, ...turns }
    const { candidates, isWhole } = await candidatesOf(store, search, all, now)
    const groups: string[][] = []
    for await (const group of inOrder(store, search, candidates, { atLeast, now }))
      groups.push(group.map(({ id }) => id))
    return { candidates, groups, isWhole }
  }
  const ranked = (beginnings: string[], among: (document: Document) => boolean) =>
    documents
      .filter((document) => among(document) && beginnings.every((each) => holds(document, each)))
      .map((document) => ({ document, score: scoreOf(document, beginnings, uses.get(document.id), now) }))
      .sort(
        (one, other) =>
          other.score - one.score ||
          other.document.updatedAt - one.document.updatedAt ||
          (one.document.id < other.document.id ? -1 : 1),
      )
      .map(({ document }) => document.id)

  const searches = [['otter'], ['badg'], ['otter', 'badger'], ['o', 'b', 'report'], ['ermine'], ['report']]
  test.each(searches.map((beginnings) => ({ beginnings })))(
    '$beginnings: groups are in the order of their scores, however the candidates are found',
    async ({ beginnings }) => {
      const everything = await read(scope(beginnings), { few: 0, mostRanked: 2_000 })
      expect(everything.groups.flat()).toEqual(ranked(beginnings, () => true))
      expect(everything.isWhole).toBe(true)
      const few = await read(scope(beginnings, sql`select id from inodes where created_at < 350`))
      expect(few.groups.flat()).toEqual(ranked(beginnings, ({ id }) => id < 'd0350'))
      expect(few.isWhole).toBe(true)
      const veryFew = await read(scope(beginnings, sql`select id from inodes where created_at < 150`))
      expect(veryFew.groups.flat()).toEqual(ranked(beginnings, ({ id }) => id < 'd0150'))
      const likely = await read(scope(beginnings), { few: 0, mostRanked: 3 })
      const known = new Set(likely.candidates.map(({ id }) => id))
      expect(likely.groups.flat()).toEqual(ranked(beginnings, ({ id }) => known.has(id)))
      expect(likely.isWhole).toBe(false)
    },
  )

  test.each([
    { beginnings: ['ermine'], isFrequent: true, searches: 2 },
    { beginnings: ['badger'], isFrequent: true, searches: 0 },
    { beginnings: ['otter'], isFrequent: true, searches: 0 },
    { beginnings: ['lynx'], isFrequent: false, searches: 4 },
  ])(
    '$beginnings: words of many of the most opened documents are not looked up in the index of words',
    async ({ beginnings, isFrequent, searches }) => {
      const turns = { few: 0, mostRanked: 2_000, sampled: 20 }
      const { result, plans } = await withPlans(store, () => read(scope(beginnings), turns))
      expect(result.isWhole).toBe(!isFrequent)
      expect(plans.filter((plan) => /search_words|lexemes @@/.test(plan)).length).toBeLessThanOrEqual(searches)
      // A page of the best ones is the same as if all documents were ranked.
      const best = result.groups.flat().slice(0, atLeast)
      expect(best).toEqual(ranked(beginnings, () => true).slice(0, best.length))
      expect(best.length).toBe(isFrequent ? atLeast : 0)
    },
  )

  test('the first group needs the names and words of a few candidates only', async () => {
    const search = scope(['ermine'])
    const turns = { few: 0, mostRanked: 2_000, sampled: documents.length }
    const { candidates } = await candidatesOf(store, search, turns, now)
    expect(candidates).toHaveLength(documents.length)
    const { result: first, plans } = await withPlans(store, async () => {
      for await (const group of inOrder(store, search, candidates, { atLeast, now })) return group
      return []
    })
    expect(first.length).toBeGreaterThanOrEqual(atLeast)
    expect(first.length).toBeLessThan(100)
    expect(plans).toHaveLength(1)
  })

  test('words that no document contains have no candidates', async () => {
    expect(await read(scope(['otter', 'lynx']), { few: 0 })).toEqual({ candidates: [], groups: [], isWhole: true })
  })
})

const holds = ({ name, text }: Document, beginning: string): boolean =>
  `${name} ${text}`
    .toLowerCase()
    .split(' ')
    .some((word) => word.startsWith(beginning))

async function addDocuments(store: Store): Promise<void> {
  await store.maintain('test', async (tx) => {
    await tx
      .insertInto('organizations')
      .values({ id: organizationId, slug: 'x', name: '', zone: 'UTC', settings: '{}', created_at: 1, updated_at: 1 })
      .execute()
    const owned = (id: string) => ({ organization_id: organizationId, id })
    const at = new Map(documents.map(({ id }, number) => [id, number]))
    for (const some of chunksOf(documents, 200)) {
      const files = some.map(({ id, name, updatedAt }) => ({
        ...owned(id),
        ...{ url_id: id, type: 'workbook' as const, name, is_home: 0, description: '', is_archived: 0 },
        ...{ created_by: 'x', updated_by: 'x', created_at: at.get(id) ?? 0, updated_at: updatedAt },
      }))
      await tx.insertInto('inodes').values(files).execute()
      const versions = { kind: 'workbook' as const, latest_version: 1, draft_revision: 1, published_revision: 1 }
      await tx
        .insertInto('documents')
        .values(some.map(({ id }) => ({ ...owned(id), ...versions })))
        .execute()
      const rows = some.map(({ id, name, readers, text }) => {
        const words = indexedWords(name, [text])
        return { organization_id: organizationId, document_id: id, entries: '{}', words, readers }
      })
      await tx.insertInto('search_documents').values(rows).execute()
    }
  })
}
