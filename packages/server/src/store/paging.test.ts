import { randomBytes } from 'node:crypto'
import type { PageQuery } from '@octavo/core/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPaging, type ListRequest } from './paging.ts'
import { describeStores } from './testing.ts'

const clock = { now: () => 1_000 }
const secretKey = randomBytes(32)
const paging = createPaging({ secretKey, clock })
const list = (query: PageQuery = {}, changes: Partial<ListRequest> = {}): ListRequest => ({
  operation: 'listThings',
  organizationId: 'o',
  actorId: 'm',
  filters: { kind: 'x', deep: { a: 1, b: 2 } },
  paging: query,
  ...changes,
})
const letters = [...'abcdefghij']
const pageOf = (query: PageQuery, changes: Partial<ListRequest> = {}, entries = letters) =>
  paging.paginateArray(list(query, changes), entries, (entry) => entry)

describe('cursors', () => {
  const { nextPage } = pageOf({ limit: 4 })
  const cursor = nextPage ?? ''

  test('need no escaping in an address', () => {
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
  })
  test('lead through the list once, the last page says so', () => {
    expect(pageOf({ limit: 4 })).toMatchObject({ entries: letters.slice(0, 4), hasMore: true, total: 10 })
    const second = pageOf({ limit: 4, page: cursor })
    expect(second).toMatchObject({ entries: letters.slice(4, 8), hasMore: true })
    expect(pageOf({ limit: 4, page: second.nextPage ?? '' })).toEqual({
      entries: ['i', 'j'],
      nextPage: null,
      hasMore: false,
      total: 10,
    })
  })
  test('go on behind an entry that was deleted', () => {
    expect(pageOf({ limit: 4, page: cursor }, {}, [...'abcefghij']).entries).toEqual([...'efgh'])
  })
  test('work in both styles, each answering in its own', () => {
    const first = pageOf({ pageSize: 4 })
    expect(first.nextPageToken).toBe(first.nextPage)
    expect(pageOf({ limit: 4 }).nextPageToken).toBeUndefined()
    expect(pageOf({ pageSize: 4, pageToken: cursor }).entries).toEqual([...'efgh'])
    expect(pageOf({ pageSize: 40, pageToken: cursor })).not.toHaveProperty('nextPageToken')
  })
  test('an empty cursor is the first page', () => {
    expect(pageOf({ limit: 4, page: '' }).entries).toEqual([...'abcd'])
  })
  test('the order of filter keys does not matter', () => {
    const filters = { deep: { b: 2, a: 1 }, kind: 'x' }
    expect(pageOf({ limit: 4, page: cursor }, { filters }).entries).toEqual([...'efgh'])
  })

  test.each<[string, Partial<ListRequest>]>([
    ['another operation', { operation: 'listOthers' }],
    ['another actor', { actorId: 'n' }],
    ['another organization', { organizationId: 'p' }],
    ['other filters', { filters: { kind: 'y' } }],
  ])('are refused for %s', (_title, changes) => {
    expect(() => pageOf({ page: cursor }, changes)).toThrow(expect.objectContaining({ code: 'invalid_cursor' }))
  })
  test('are refused from another installation', () => {
    const other = createPaging({ secretKey: randomBytes(32), clock })
    const read = () => other.paginateArray(list({ page: cursor }), letters, (entry) => entry)
    expect(read).toThrow(expect.objectContaining({ code: 'invalid_cursor', details: { parameter: 'page' } }))
  })
  test('are refused when any character is another, or for any other text', () => {
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.constantFrom(...'aZ09_-'), (at, character) => {
        fc.pre(cursor[at] !== character && at < cursor.length - 1)
        const forged = cursor.slice(0, at) + character + cursor.slice(at + 1)
        expect(() => pageOf({ page: forged })).toThrow(expect.objectContaining({ code: 'invalid_cursor' }))
      }),
    )
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        expect(() => pageOf({ pageToken: text })).toThrow(
          expect.objectContaining({ code: 'invalid_cursor', details: { parameter: 'pageToken' } }),
        )
      }),
    )
  })
})

describeStores('paginate', (openStore) => {
  test('every row comes once, in order, whatever the page size and the doubles in the sort column', async () => {
    const store = await openStore()
    const rows = Array.from({ length: 23 }, (_, index) => ({
      id: `o${index}`,
      slug: `s${String(index).padStart(2, '0')}`,
      name: `n${index % 4}`,
      zone: 'UTC',
      settings: '{}',
      created_at: index % 3,
      updated_at: 0,
    }))
    await store.maintain('test rows', (tx) => tx.insertInto('organizations').values(rows).execute())
    const query = store.db
      .selectFrom('organizations')
      .select(['id', 'slug', 'name', 'created_at'])
      .where('zone', '=', 'UTC')
    const expected = rows
      .toSorted(
        (a, b) =>
          b.created_at - a.created_at || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.slug < b.slug ? -1 : 1),
      )
      .map((row) => row.slug)
    for (const limit of [1, 5, 22, 23, 24]) {
      const seen: string[] = []
      let page: string | null | undefined
      do {
        const result = await paging.paginate(store.db, list(page ? { limit, page } : { limit }), {
          query,
          order: [
            { column: 'created_at', direction: 'desc', value: (row) => row.created_at },
            { column: 'name', value: (row) => row.name },
            { column: 'slug', value: (row) => row.slug },
          ],
        })
        expect(result.total).toBe(23)
        expect(result.hasMore).toBe(result.nextPage !== null)
        seen.push(...result.entries.map((entry) => entry.slug))
        page = result.nextPage
      } while (page)
      expect(seen).toEqual(expected)
    }
  })

  test('more than 10,000 rows are counted once a minute', async () => {
    const store = await openStore()
    let now = 0
    const counting = createPaging({ secretKey, clock: { now: () => now } })
    const insert = (from: number, to: number) =>
      store.maintain('test rows', async (tx) => {
        for (let start = from; start < to; start += 500) {
          const values = Array.from({ length: Math.min(500, to - start) }, (_, i) => ({
            name: `k${String(start + i).padStart(6, '0')}`,
            value: 'v',
          }))
          await tx.insertInto('instance').values(values).execute()
        }
      })
    const read = () =>
      counting.paginate(store.db, list({ limit: 2 }), {
        query: store.db.selectFrom('instance').selectAll().where('value', '=', 'v'),
        order: [{ column: 'name', value: (row) => row.name }],
      })
    await insert(0, 10_000)
    expect((await read()).total).toBe(10_000)
    await insert(10_000, 10_005)
    expect((await read()).total).toBe(10_005)
    await insert(10_005, 10_006)
    expect((await read()).total).toBe(10_005)
    now = 60_000
    expect((await read()).total).toBe(10_006)
  })
})
