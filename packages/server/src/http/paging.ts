import { createHash, timingSafeEqual } from 'node:crypto'
import type { CountedPageOf, PageQuery } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { Secrets } from '../secrets/index.ts'
import type { Slice, SortKey, Window } from '../services/answers/slice.ts'

/** Which list is read: a cursor works only for the same operation, filters and actor (WALLS 25). */
export interface ListRequest {
  operation: string
  organizationId: string
  actorId: string
  /** Everything beside the paging that decides what the list holds and how it is ordered; JSON values. */
  filters: unknown
  paging: PageQuery
}

/** Reads one page: turns the cursor into a window, and the slice that `read` gives into the envelope of both styles. */
export type Paged = <Entry>(
  list: ListRequest,
  read: (window: Window) => Promise<Slice<Entry>> | Slice<Entry>,
) => Promise<CountedPageOf<Entry>>

const version = 1
const macBytes = 16

type Mac = (content: Buffer) => Buffer

/** Cursors are signed with a key of the installation that serves nothing else. */
export function createPaging(secrets: Pick<Secrets, 'mac'>): Paged {
  const mac: Mac = (content) =>
    Buffer.from(secrets.mac('paging cursor', content.toString('base64')), 'base64url').subarray(0, macBytes)
  return async (list, read) => {
    const { page, limit, pageToken, pageSize } = list.paging
    const isTokenStyle = pageToken !== undefined || (pageSize !== undefined && limit === undefined)
    const size = (isTokenStyle ? (pageSize ?? limit) : (limit ?? pageSize)) ?? 50
    const print = fingerprint(list)
    const cursor = page ?? pageToken
    // Clients send an empty cursor for the first page.
    const isFirst = cursor === undefined || cursor === ''
    const after = isFirst ? null : decode(mac, cursor, print, page === undefined ? 'pageToken' : 'page')
    const { entries, next, total } = await read({ after, limit: size })
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

/** What a cursor is bound to. */
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

function encode(mac: Mac, sortKey: SortKey, print: string): string {
  const content = Buffer.from(JSON.stringify([version, sortKey, print]))
  return Buffer.concat([mac(content), content]).toString('base64url')
}

function decode(mac: Mac, text: string, print: string, parameter: string): SortKey {
  const refusal = new AppError('invalid_cursor', { parameter })
  if (!/^[\w-]{24,4096}$/.test(text)) throw refusal
  const all = Buffer.from(text, 'base64url')
  const content = all.subarray(macBytes)
  // Base64url has spare bits at its end; only the one spelling that we write is taken.
  if (all.toString('base64url') !== text || all.length <= macBytes) throw refusal
  // The MAC comes first: what passes it was written by this installation.
  if (!timingSafeEqual(all.subarray(0, macBytes), mac(content))) throw refusal
  const [sentVersion, sortKey, sentPrint] = JSON.parse(content.toString()) as [number, SortKey, string]
  if (sentVersion !== version || sentPrint !== print) throw refusal
  return sortKey
}
