import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { newUuid } from './ids.ts'
import { findAmong, findListed, idsByWords, idsOf } from './search-documents.ts'
import type { Store } from './store.ts'
import { describeStores, wholeReads, withPlans } from './testing.ts'

const organizationId = newUuid()
const documents = 20_000
const terms = { beginnings: ['orders'], types: ['workbook', 'data-model'] }

describeStores('documents found by their words', (openStore) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore()
    await addDocuments(store)
  })
  const idOf = (number: number) => `d${number}`

  test.each([1, 300, 500, 1_200])('%i known ones are looked up, and no table is read whole', async (count) => {
    const ids = Array.from({ length: count }, (_, at) => idOf(at * 16))
    const { result: found, plans } = await withPlans(store, () => findAmong(store, organizationId, terms, ids))
    // Every second document has the word.
    expect(found.map(({ id }) => id).sort()).toEqual(ids.filter((_, at) => at % 2 === 0).sort())
    expect(plans.length).toBe(Math.ceil(count / 500))
    expect(plans.filter((plan) => wholeReads.test(plan))).toEqual([])
  })

  test.each([1, 500, 1_200])('%i listed ones are looked up, and no table is read whole', async (count) => {
    const ids = Array.from({ length: count }, (_, at) => idOf(at * 16))
    const { result: found, plans } = await withPlans(store, () => findListed(store, organizationId, terms.types, ids))
    expect(found.map(({ id }) => id).sort()).toEqual(ids.sort())
    expect(plans.filter((plan) => wholeReads.test(plan))).toEqual([])
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
    expect(await findAmong(store, organizationId, terms, [])).toEqual([])
    expect(await findListed(store, organizationId, terms.types, [])).toEqual([])
  })

  test('ids of a query are read up to a limit', async () => {
    const all = sql`select id from inodes where organization_id = ${organizationId}`
    expect(await idsOf(store.db, all, 7)).toHaveLength(7)
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
