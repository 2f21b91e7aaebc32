import { AppError } from '@octavo/core/errors'
import { type NamedListing, namedOrders } from '../../store/named-listing.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'

export interface NamedQuery {
  name?: string
  orderBy?: string
}

/** The sort order of a request; by name when it has none. Throws `invalid_request`. */
export function orderOf(orderBy = 'name'): NamedListing['order'] {
  const [word, direction, ...more] = orderBy.trim().split(/\s+/)
  const by = namedOrders.find((name) => name === word)
  const isKnown = more.length === 0 && (direction === undefined || direction === 'desc' || direction === 'asc')
  if (by !== undefined && isKnown) return { by, isDescending: direction === 'desc' }
  const message = `The list cannot be ordered by "${orderBy}".`
  throw new AppError('invalid_request', {
    reason: message,
    problems: [{ path: 'orderBy', message }],
    hint: 'Send name or description, with " desc" after it for the other direction.',
  })
}

export function listingOf(query: NamedQuery, { after, limit }: Window): NamedListing {
  const from = after === null ? null : { key: String(after[0]), id: String(after[1]) }
  return { name: query.name, order: orderOf(query.orderBy), after: from, limit }
}

/** A page of rows that were read for a listing. */
export function namedSlice<Row extends { id: string; name: string; description: string }, Entry>(
  rows: readonly Row[],
  { order, limit }: NamedListing,
  entryOf: (row: Row) => Entry,
): Omit<Slice<Entry>, 'total'> {
  const { page, next } = sliceOfRows(rows, limit, (row) => [row[order.by], row.id])
  return { entries: page.map(entryOf), next }
}
