import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { CountedPageOf, PageQuery } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { type SelectQueryBuilder, type StringReference, sql } from 'kysely'
import type { Clock } from '../config/index.ts'
import type { Queryable } from './store.ts'

/** Which list is read: a cursor works only for the same operation, filters, order and actor. */
export interface ListRequest {
  operation: string
  organizationId: string
  actorId: string
  /** Everything beside the paging that decides what the list holds; JSON values. */
  filters: unknown
  paging: PageQuery
}

/** One column to order by. Its values are never null; text compares as bytes on both stores. */
export interface OrderColumn<DB, TB extends keyof DB, Row> {
  column: StringReference<DB, TB>
  direction?: 'asc' | 'desc'
  value: (row: Row) => string | number
}

export interface KeysetList<DB, TB extends keyof DB, Row> {
  /** Filtered, with its columns selected, neither ordered nor limited. */
  query: SelectQueryBuilder<DB, TB, Row>
  /** The last one is unique, so that the order is total. */
  order: readonly OrderColumn<DB, TB, Row>[]
}

/** Rows that a repository fetches itself. */
export interface FetchedList<Row> {
  /** The order, named: a cursor of another order is refused. */
  order: string
  /** Up to `limit` rows after the tuple, in order; from the start for null. */
  fetch(after: Tuple | null, limit: number): Promise<Row[]>
  /** How many rows there are in all, counted no further than `limit` where it is given. */
  count(limit?: number): Promise<number>
  /** The place of a row in the order; the last value is unique. */
  tupleOf(row: Row): Tuple
}

export type Tuple = readonly (string | number)[]

export interface Paging {
  /** One page of rows straight from the store. */
  paginate<DB, TB extends keyof DB, Row>(
    db: Queryable,
    list: ListRequest,
    from: KeysetList<DB, TB, Row>,
  ): Promise<CountedPageOf<Row>>
  /** The same for a repository that makes its own query. */
  paginateBy<Row>(list: ListRequest, from: FetchedList<Row>): Promise<CountedPageOf<Row>>
  /** One page of a list that is in memory anyway; its entries are in their final order, `keyOf` is unique. */
  paginateArray<Entry>(
    list: ListRequest,
    entries: readonly Entry[],
    keyOf: (entry: Entry) => string,
  ): CountedPageOf<Entry>
}

const version = 1
const exactUpTo = 10_000
const countAgeMs = 60_000
const countsKept = 1_000

/** Keyset paging (WALLS 25, 26). `secretKey` is the key of the installation; cursors are signed with one derived from it. */
export function createPaging({ secretKey, clock }: { secretKey: Uint8Array; clock: Clock }): Paging {
  const key = Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), 'octavo paging cursor', 32))
  const counts = new Map<string, { total: number; at: number }>()

  function readCursor(list: ListRequest, order: string): { limit: number; after: Tuple | null; isTokenStyle: boolean } {
    const { page, limit, pageToken, pageSize } = list.paging
    const isTokenStyle = pageToken !== undefined || (pageSize !== undefined && limit === undefined)
    const size = (isTokenStyle ? (pageSize ?? limit) : (limit ?? pageSize)) ?? 50
    const parameter = page !== undefined ? 'page' : 'pageToken'
    const text = page ?? pageToken
    // Clients send an empty cursor for the first page.
    const after = text === undefined || text === '' ? null : decode(key, text, fingerprint(list, order), parameter)
    return { limit: size, after, isTokenStyle }
  }

  function envelope<Entry>(
    entries: Entry[],
    total: number,
    cursor: string | null,
    isTokenStyle: boolean,
  ): CountedPageOf<Entry> {
    return {
      entries,
      nextPage: cursor,
      hasMore: cursor !== null,
      total,
      ...(isTokenStyle && cursor !== null ? { nextPageToken: cursor } : {}),
    }
  }

  async function countOf(count: (limit?: number) => Promise<number>, print: string): Promise<number> {
    const known = counts.get(print)
    if (known !== undefined && clock.now() - known.at < countAgeMs) return known.total
    const near = await count(exactUpTo + 1)
    if (near <= exactUpTo) return near
    const total = await count()
    if (counts.size >= countsKept) counts.delete(counts.keys().next().value ?? '')
    counts.set(print, { total, at: clock.now() })
    return total
  }

  async function paginateBy<Row>(list: ListRequest, from: FetchedList<Row>): Promise<CountedPageOf<Row>> {
    const { limit, after, isTokenStyle } = readCursor(list, from.order)
    const rows = await from.fetch(after, limit + 1)
    const print = fingerprint(list, from.order)
    // A first page that is not full is the whole list.
    const isWhole = after === null && rows.length <= limit
    const total = isWhole ? rows.length : await countOf(from.count, print)
    const entries = rows.slice(0, limit)
    const last = entries.at(-1)
    const hasMore = rows.length > limit && last !== undefined
    return envelope(entries, total, hasMore ? encode(key, from.tupleOf(last), print) : null, isTokenStyle)
  }

  return {
    paginateBy,
    paginate(db, list, { query, order }) {
      return paginateBy(list, {
        order: order.map(({ column, direction }) => `${column} ${direction ?? 'asc'}`).join(),
        fetch(after, limit) {
          let page = after === null ? query : query.where(isAfter(order, after))
          for (const { column, direction } of order) page = page.orderBy(column, direction ?? 'asc')
          return page.limit(limit).execute()
        },
        count: (limit) => rowCount(db, limit === undefined ? query : query.limit(limit)),
        tupleOf: (row) => order.map(({ value }) => value(row)),
      })
    },
    paginateArray(list, entries, keyOf) {
      const { limit, after, isTokenStyle } = readCursor(list, 'array')
      let start = 0
      if (after !== null) {
        const [lastKey, lastIndex] = after
        const found = entries.findIndex((entry) => keyOf(entry) === lastKey)
        // The entry that the page before ended with may be gone; then its place is the best guess.
        start = found >= 0 ? found + 1 : Math.min(Number(lastIndex), entries.length)
      }
      const shown = entries.slice(start, start + limit)
      const last = shown.at(-1)
      const hasMore = last !== undefined && start + limit < entries.length
      const cursor = hasMore ? encode(key, [keyOf(last), start + shown.length - 1], fingerprint(list, 'array')) : null
      return envelope(shown, entries.length, cursor, isTokenStyle)
    },
  }
}

/** Rows after the tuple: (a > x) or (a = x and b > y) or ..., and a >= x so that an index finds where to start. */
function isAfter(order: readonly { column: string; direction?: 'asc' | 'desc' }[], after: Tuple) {
  const beyond = (direction: 'asc' | 'desc' = 'asc') => sql.raw(direction === 'desc' ? '<' : '>')
  const cases = order.map(({ column, direction }, index) => {
    const equal = order.slice(0, index).map((before, i) => sql`${sql.ref(before.column)} = ${after[i]}`)
    return sql`(${sql.join([...equal, sql`${sql.ref(column)} ${beyond(direction)} ${after[index]}`], sql` and `)})`
  })
  const [first] = order
  const start = sql`${sql.ref(first?.column ?? '')} ${beyond(first?.direction)}= ${after[0]}`
  return sql<boolean>`(${start} and (${sql.join(cases, sql` or `)}))`
}

/** Counts inside the store; the query keeps its limit. */
async function rowCount<DB, TB extends keyof DB, Row>(
  db: Queryable,
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const rows = query.clearSelect().select(sql<number>`1`.as('one'))
  const { rows: counted } = await sql<{
    count: number | string
  }>`select count(*) as count from (${rows}) as counted`.execute(db)
  return Number(counted[0]?.count ?? 0)
}

/** What a cursor is bound to, as 16 bytes of SHA-256. */
function fingerprint(list: ListRequest, order: string): string {
  const facts = [list.operation, list.organizationId, list.actorId, list.filters ?? null, order]
  return createHash('sha256').update(canonical(facts)).digest('base64url').slice(0, 22)
}

/** JSON with the keys of objects in order, so that equal filters print alike. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

function encode(key: Buffer, tuple: Tuple, print: string): string {
  const content = Buffer.from(JSON.stringify([version, tuple, print]))
  return Buffer.concat([macOf(key, content), content]).toString('base64url')
}

const macBytes = 16

function macOf(key: Buffer, content: Buffer): Buffer {
  return createHmac('sha256', key).update(content).digest().subarray(0, macBytes)
}

function decode(key: Buffer, text: string, print: string, parameter: string): Tuple {
  const refuse = () => new AppError('invalid_cursor', { parameter })
  if (!/^[\w-]{24,4096}$/.test(text)) throw refuse()
  const all = Buffer.from(text, 'base64url')
  const content = all.subarray(macBytes)
  // The MAC is checked first: what follows was written by this server.
  if (all.length <= macBytes || !timingSafeEqual(all.subarray(0, macBytes), macOf(key, content))) throw refuse()
  const [sentVersion, tuple, sentPrint] = JSON.parse(content.toString()) as [number, Tuple, string]
  if (sentVersion !== version || sentPrint !== print) throw refuse()
  return tuple
}
