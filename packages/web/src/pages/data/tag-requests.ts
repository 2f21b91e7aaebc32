import type { TagRequest } from '@octavo/core/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { listAll, type PageOf } from './list-all.ts'

export const tagRequestStates = ['pending', 'approved', 'denied', 'withdrawn', 'all'] as const
export type TagRequestState = (typeof tagRequestStates)[number]

export const tagRequestsQuery = (state: TagRequestState) =>
  queryOptions({
    queryKey: ['tag-requests', state],
    queryFn: ({ signal }) =>
      listAll<TagRequest>('/v2/tags/requests', { signal, query: state === 'all' ? {} : { state } }),
  })

/** How many requests concern the reader, and how many of them wait. */
export const tagRequestCountQuery = queryOptions({
  queryKey: ['tag-requests', 'count'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const count = async (query: Record<string, string>) =>
      (await call<PageOf<TagRequest>>('/v2/tags/requests', { signal, query: { limit: 1, ...query } })).total ?? 0
    const all = await count({})
    return { all, pending: all === 0 ? 0 : await count({ state: 'pending' }) }
  },
})
