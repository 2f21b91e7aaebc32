import type { AccessRequest } from '@octavo/core/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { listAll, type PageOf } from './list-all.ts'

/**
 * Access requests by the reader and for files of the reader. With a file: all pending requests for it, for members who
 * can share it.
 */
export const accessRequestsQuery = (inodeId?: string) =>
  queryOptions({
    queryKey: ['access-requests', 'of', inodeId ?? null],
    queryFn: ({ signal }) =>
      listAll<AccessRequest>('/v2/accessRequests', {
        signal,
        query: inodeId === undefined ? {} : { inodeId, state: 'pending' },
      }),
  })

/** How many requests concern the reader, and how many of them wait. */
export const accessRequestCountQuery = queryOptions({
  queryKey: ['access-requests', 'count'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const count = async (query: Record<string, string>) =>
      (await call<PageOf<AccessRequest>>('/v2/accessRequests', { signal, query: { limit: 1, ...query } })).total ?? 0
    const all = await count({})
    return { all, pending: all === 0 ? 0 : await count({ state: 'pending' }) }
  },
})
