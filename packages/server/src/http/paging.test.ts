import { createHmac } from 'node:crypto'
import type { PageQuery } from '@octavo/core/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sliceOfList } from '../services/answers/slice.ts'
import { createPaging, type ListRequest } from './paging.ts'

const keyed = (key: string) => ({
  mac: (purpose: string, text: string) =>
    createHmac('sha256', key + purpose)
      .update(text)
      .digest('base64url'),
})
const paged = createPaging(keyed('a'))
const list = (query: PageQuery = {}, changes: Partial<ListRequest> = {}): ListRequest => ({
  operation: 'listThings',
  organizationId: 'o',
  actorId: 'm',
  filters: { kind: 'x', deep: { a: 1, b: 2 } },
  paging: query,
  ...changes,
})
const letters = [...'abcdefghij']
const read = (query: PageQuery, changes: Partial<ListRequest> = {}, reader = paged) =>
  reader(list(query, changes), (window) => sliceOfList(letters, window))

const cursor = (await read({ limit: 4 })).nextPage ?? ''
const invalid = (parameter = 'page') => expect.objectContaining({ code: 'invalid_cursor', details: { parameter } })

describe('paging', () => {
  test('a cursor is a decimal integer that is larger than any offset', () => {
    expect(cursor).toMatch(/^[1-9][0-9]+$/)
    expect(BigInt(cursor)).toBeGreaterThan(10n ** 9n)
  })
  test('the longest name in a cursor still results in an integer that Python parses', async () => {
    const key = ['\u{1f600}'.repeat(255), '00000000-0000-4000-8000-000000000000']
    const { nextPage } = await paged(list(), () => ({ entries: [], next: key, total: 2 }))
    expect(nextPage?.length).toBeLessThanOrEqual(4_300)
  })
  test.each<[string, (answer: { nextPage: string | null }, before: number, limit: number) => string | null]>([
    ['follow nextPage', ({ nextPage }) => nextPage],
    ['read nextPage as an integer', ({ nextPage }) => (nextPage === null ? null : BigInt(nextPage).toString())],
    ['add the limit to page', ({ nextPage }, before, limit) => (nextPage === null ? null : String(before + limit))],
  ])('clients that start at page=0 and %s read every row once', async (_habit, nextOf) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 12 }), async (count, limit) => {
        const rows = Array.from({ length: count }, (_row, index) => index)
        const seen: number[] = []
        let page: string | null = '0'
        for (let offset = 0; page !== null; offset += limit) {
          const answer = await paged(list({ page, limit }), (window) => sliceOfList(rows, window))
          seen.push(...answer.entries)
          page = nextOf(answer, offset, limit)
        }
        expect(seen).toEqual(rows)
      }),
    )
  })
  test('an offset may skip more rows than one read, and the page beyond the end is empty', async () => {
    const rows = Array.from({ length: 2_500 }, (_row, index) => index)
    const from = (page: string) => paged(list({ page, limit: 2 }), (window) => sliceOfList(rows, window))
    expect((await from('2300')).entries).toEqual([2300, 2301])
    expect(await from('999999999')).toMatchObject({ entries: [], nextPage: null, hasMore: false, total: 2_500 })
  })
  test('cursors visit every entry of the list once, and the last page has no next one', async () => {
    expect(await read({ limit: 4 })).toEqual({ entries: [...'abcd'], nextPage: cursor, hasMore: true, total: 10 })
    const second = await read({ limit: 4, page: cursor })
    expect(second).toMatchObject({ entries: [...'efgh'], hasMore: true })
    const last = { entries: ['i', 'j'], nextPage: null, hasMore: false, total: 10 }
    expect(await read({ limit: 4, page: second.nextPage ?? '' })).toEqual(last)
  })
  test('both styles are accepted, and each gets its own form of response', async () => {
    const first = await read({ pageSize: 4 })
    expect(first.nextPageToken).toBe(first.nextPage)
    expect(await read({ limit: 4 })).not.toHaveProperty('nextPageToken')
    expect((await read({ pageSize: 4, pageToken: cursor })).entries).toEqual([...'efgh'])
    expect(await read({ pageSize: 40, pageToken: cursor })).not.toHaveProperty('nextPageToken')
  })
  test('without a size a page has 50 entries', async () => {
    await paged(list(), (window) => {
      expect(window).toEqual({ after: null, limit: 50 })
      return { entries: [], next: null, total: 0 }
    })
  })
  test('an empty cursor is the first page', async () => {
    expect((await read({ limit: 4, page: '' })).entries).toEqual([...'abcd'])
  })
  test('the order of filter keys does not matter', async () => {
    const filters = { deep: { b: 2, a: 1 }, kind: 'x' }
    expect((await read({ limit: 4, page: cursor }, { filters })).entries).toEqual([...'efgh'])
  })

  test.each<[string, Partial<ListRequest>]>([
    ['another operation', { operation: 'listOthers' }],
    ['another actor', { actorId: 'n' }],
    ['another organization', { organizationId: 'p' }],
    ['other filters', { filters: { kind: 'y' } }],
  ])('a cursor is refused for %s', async (_title, changes) => {
    await expect(read({ page: cursor }, changes)).rejects.toEqual(invalid())
  })
  test('a cursor of another installation is refused', async () => {
    await expect(read({ page: cursor }, {}, createPaging(keyed('b')))).rejects.toEqual(invalid())
  })
  test('a cursor with one changed character, and any text that is not an integer, is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(cursor.length - 1), fc.constantFrom(...'aZ0159_-'), async (at, character) => {
        fc.pre(cursor[at] !== character)
        const forged = cursor.slice(0, at) + character + cursor.slice(at + 1)
        await expect(read({ page: forged })).rejects.toEqual(invalid())
      }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1 }).filter((text) => !/^(0|[1-9]\d{0,8})$/.test(text)),
        async (text) => {
          await expect(read({ pageToken: text })).rejects.toEqual(invalid('pageToken'))
        },
      ),
    )
  })
})
