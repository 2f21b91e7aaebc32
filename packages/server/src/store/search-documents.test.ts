import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { newUuid } from './ids.ts'
import { fewIds, findListed, idsByWords, idsWithWords, mostRead, readersOf } from './search-documents.ts'
import type { Store } from './store.ts'
import { describeStores, wholeReads, withPlans } from './testing.ts'

const organizationId = newUuid()
const documents = 20_000
/** The plan of a statement that reads no row of the table, in which the texts of a document come before the other columns. */
const fromIndex = /Index Only Scan (Backward )?using search_documents_|SEARCH search_documents USING COVERING INDEX/
const terms = { beginnings: ['orders'], types: ['workbook', 'data-model'] }

describeStores('documents found by their words', (openStore) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore()
    await addDocuments(store)
  })
  const idOf = (number: number) => `d${number}`

  const ids = (count: number) => Array.from({ length: count }, (_, at) => idOf(at * 16))
  const atOnce = 500
  const isChecked = (plans: readonly string[], count: number) => {
    expect(plans.length).toBe(Math.ceil(count / atOnce))
    expect(plans.filter((plan) => wholeReads.test(plan))).toEqual([])
  }

  test.each([1, 300, 500, 1_200])(
    'the words of %i known ones are looked up, and no table is read whole',
    async (count) => {
      const read = () => idsWithWords(store, organizationId, terms.beginnings, ids(count))
      const { result: found, plans } = await withPlans(store, read)
      // Every second document has the word.
      expect(found.sort()).toEqual(
        ids(count)
          .filter((_, at) => at % 2 === 0)
          .sort(),
      )
      isChecked(plans, count)
    },
  )

  test.each([1, 500, 1_200])('%i listed ones are looked up, and no table is read whole', async (count) => {
    const read = () => findListed(store, organizationId, terms.types, ids(count))
    const { result: found, plans } = await withPlans(store, read)
    expect(found.map(({ id }) => id).sort()).toEqual(ids(count).sort())
    isChecked(plans, count)
  })

  test.each([1, 500, 1_200])('the readers of %i known ones are read from an index alone', async (count) => {
    const { result: readers, plans } = await withPlans(store, () =>
      readersOf(store, organizationId, [...ids(count), 'a folder']),
    )
    expect([...readers].sort()).toEqual(
      ids(count)
        .map((id) => [id, Number(id.slice(1)) % 7])
        .sort(),
    )
    expect(plans.filter((plan) => !fromIndex.test(plan))).toEqual([])
  })

  test('the most opened ones are read from an index alone', async () => {
    const { result: readers, plans } = await withPlans(store, () => mostRead(store.db, organizationId, 3_000))
    expect(readers.size).toBe(3_000)
    const counts = [...readers.values()]
    expect(counts).toEqual(counts.toSorted((one, other) => other - one))
    expect([counts[0], counts.at(-1)]).toEqual([6, 5])
    expect(plans.filter((plan) => !fromIndex.test(plan))).toEqual([])
  })

  test.each([
    {
      texts: ['orders'],
      limit: 1_000,
      found: 625,
      statements: 2,
      what: 'fewer than the limit: beginnings of words are read too',
    },
    { texts: ['orders'], limit: 600, found: 600, statements: 1, what: 'enough whole words: other words are not read' },
    { texts: ['order'], limit: 600, found: 600, statements: 2, what: 'the beginning of a word' },
    { texts: ['order', 'monthly'], limit: 5, found: 5, statements: 2, what: 'a beginning and a whole word' },
    { texts: ['orders', 'stock'], limit: 5, found: 0, statements: 2, what: 'words that no document has together' },
  ])('by $texts up to $limit, $what', async ({ texts, limit, found, statements }) => {
    const { result: ids, plans } = await withPlans(store, () => idsByWords(store, organizationId, texts, limit))
    expect(ids).toHaveLength(found)
    expect(ids.filter((id) => Number(id.slice(1)) % 32 !== 0)).toEqual([])
    expect(plans).toHaveLength(statements)
  })

  test('no ids find nothing', async () => {
    expect(await idsWithWords(store, organizationId, terms.beginnings, [])).toEqual([])
    expect(await findListed(store, organizationId, terms.types, [])).toEqual([])
    expect(await readersOf(store, organizationId, [])).toEqual(new Map())
  })

  test('the ids of a query are read when they are few; each once', async () => {
    const first = sql`select id from inodes where organization_id = ${organizationId} and created_at < 7`
    const expected = Array.from({ length: 7 }, (_, number) => idOf(number))
    expect((await fewIds(store.db, first, 7))?.sort()).toEqual(expected)
    expect(await fewIds(store.db, first, 6)).toBeNull()
    expect((await fewIds(store.db, sql`${first} union all ${first}`, 14))?.sort()).toEqual(expected)
    expect(await fewIds(store.db, sql`select id from inodes where 1 = 0`, 0)).toEqual([])
  })
})

/** Documents d0, d1, ... of one organization; every 32nd from d0 contains "orders", others contain "stock". */
async function addDocuments(store: Store): Promise<void> {
  await store.maintain('test', async (tx) => {
    await tx
      .insertInto('organizations')
      .values({ id: organizationId, slug: 'x', name: '', zone: 'UTC', settings: '{}', created_at: 1, updated_at: 1 })
      .execute()
    const numbers = sql`with recursive numbers (n) as (
      select 0 union all select n + 1 from numbers where n < ${sql.lit(documents - 1)})`
    await sql`insert into inodes (organization_id, id, url_id, type, name, is_home, description, is_archived,
        created_by, updated_by, created_at, updated_at)
      ${numbers} select ${organizationId}, 'd' || n, 'd' || n, 'workbook', 'Document ' || n, 0, '', 0, 'x', 'x', n, n
      from numbers`.execute(tx)
    await sql`insert into documents (organization_id, id, kind, latest_version, draft_revision, published_revision)
      ${numbers} select ${organizationId}, 'd' || n, 'workbook', 1, 1, 1 from numbers`.execute(tx)
    await sql`insert into search_documents (organization_id, document_id, entries, words, readers)
      ${numbers} select ${organizationId}, 'd' || n, '{}', case when n % 32 = 0 then 'monthly orders' else 'stock' end,
        n % 7 from numbers`.execute(tx)
  })
  if (store.engine === 'postgres') await sql`vacuum analyze`.execute(store.db)
}
