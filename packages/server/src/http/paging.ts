import { createHash, timingSafeEqual } from 'node:crypto'
import type { CountedPageOf, PageQuery } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { Secrets } from '../secrets/index.ts'
import type { Slice, SortKey, Window } from '../services/answers/slice.ts'

/** Identifies a list: a cursor works only for the same operation, filters and actor. */
export interface ListRequest {
  operation: string
  organizationId: string
  actorId: string
  /** Everything besides paging that determines the list's contents and order; JSON values. */
  filters: unknown
  paging: PageQuery
}

/** Reads one page: converts `page` to a window, and the slice returned by `read` to the envelope of both styles. */
export type Paged = <Entry>(
  list: ListRequest,
  read: (window: Window) => Promise<Slice<Entry>> | Slice<Entry>,
) => Promise<CountedPageOf<Entry>>

const version = 1
const macBytes = 16
/** A `page` below this number is a row offset; cursors are far larger. */
const firstCursor = 10n ** 9n
/** Python parses integers of at most 4,300 digits, and clients of the contract parse `nextPage` as one. */
const mostDigits = 4_300
/** Rows that one read skips on the way to an offset. */
const skippedAtOnce = 1_000

type Mac = (content: Buffer) => Buffer

/**
 * Cursors are signed with a dedicated key of the installation, and written as decimal integers: clients of the contract parse `nextPage` as
 * an integer, start at `page=0`, or add their limit to `page`. All three read every row once.
 */
export function createPaging(secrets: Pick<Secrets, 'mac'>): Paged {
  const mac: Mac = (content) =>
    Buffer.from(secrets.mac('paging cursor', content.toString('base64')), 'base64url').subarray(0, macBytes)
  return async (list, read) => {
    const { page, limit, pageToken, pageSize } = list.paging
    const isTokenStyle = pageToken !== undefined || (pageSize !== undefined && limit === undefined)
    const size = (isTokenStyle ? (pageSize ?? limit) : (limit ?? pageSize)) ?? 50
    const print = fingerprint(list)
    const place = placeOf(page ?? pageToken, page === undefined ? 'pageToken' : 'page')
    const after = 'offset' in place ? null : decode(mac, place.cursor, print, place.parameter)
    const { entries, next, total } =
      'offset' in place && place.offset > 0
        ? await readFromOffset(read, place.offset, size)
        : await read({ after, limit: size })
    const nextPage = next === null ? null : encode(mac, next, print)
    return {
      entries,
      nextPage,
      hasMore: nextPage !== null,
      total,
      ...(isTokenStyle && nextPage !== null ? { nextPageToken: nextPage } : {}),
    }
  }
}

type Place = { offset: number } | { cursor: bigint; parameter: string }

/** Start of a page. Absent and empty mean the first page. */
function placeOf(text: string | undefined, parameter: string): Place {
  if (text === undefined || text === '') return { offset: 0 }
  if (!/^(0|[1-9][0-9]*)$/.test(text) || text.length > mostDigits) throw new AppError('invalid_cursor', { parameter })
  const number = BigInt(text)
  return number < firstCursor ? { offset: Number(number) } : { cursor: number, parameter }
}

/** The page that starts `offset` rows after the start of the list; empty beyond its end. */
async function readFromOffset<Entry>(
  read: (window: Window) => Promise<Slice<Entry>> | Slice<Entry>,
  offset: number,
  limit: number,
): Promise<Slice<Entry>> {
  let after: SortKey | null = null
  for (let left = offset; left > 0; left -= skippedAtOnce) {
    const skipped: Slice<Entry> = await read({ after, limit: Math.min(left, skippedAtOnce) })
    if (skipped.next === null) return { entries: [], next: null, total: skipped.total }
    after = skipped.next
  }
  return read({ after, limit })
}

/** The facts that a cursor is bound to. */
function fingerprint({ operation, organizationId, actorId, filters }: ListRequest): string {
  const facts = canonical([operation, organizationId, actorId, filters ?? null])
  return createHash('sha256').update(facts).digest('base64url').slice(0, 22)
}

/** JSON with the keys of objects in order, so that equal filters print alike. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** MAC and content as one integer; the leading byte keeps zeros that follow it. */
function encode(mac: Mac, sortKey: SortKey, print: string): string {
  const content = Buffer.from(JSON.stringify([version, sortKey, print]))
  return BigInt(`0x01${Buffer.concat([mac(content), content]).toString('hex')}`).toString()
}

function decode(mac: Mac, cursor: bigint, print: string, parameter: string): SortKey {
  const refusal = new AppError('invalid_cursor', { parameter })
  const hex = cursor.toString(16)
  const all = Buffer.from(hex.slice(1), 'hex')
  if (hex[0] !== '1' || hex.length % 2 === 0 || all.length <= macBytes) throw refusal
  const content = all.subarray(macBytes)
  // The MAC is checked first, so that only content of this installation is parsed.
  if (!timingSafeEqual(all.subarray(0, macBytes), mac(content))) throw refusal
  const [sentVersion, sortKey, sentPrint] = JSON.parse(content.toString()) as [number, SortKey, string]
  if (sentVersion !== version || sentPrint !== print) throw refusal
  return sortKey
}
