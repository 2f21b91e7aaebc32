import { createWebQuery, deleteWebQuery, listWebQueries, readWebQuery } from '@octavo/core/contract'
import type { WebQueries } from '../../services/exports/web-queries.ts'
import type { WebQueryReads } from '../../services/exports/web-query-reads.ts'
import { answer, bytes, handle, type Route } from '../handle.ts'

export const webQueryRoutes = ({
  webQueries,
  webQueryReads,
}: {
  webQueries: WebQueries
  webQueryReads: WebQueryReads
}): Route[] => [
  handle(listWebQueries, ({ viewer, params, paged }) =>
    paged((window) => webQueries.list(viewer, params.workbookId, window)),
  ),
  handle(createWebQuery, async ({ viewer, params, body, request }) =>
    answer(201, await webQueries.create(viewer, params.workbookId, body, request.baseUrl, request.signal)),
  ),
  handle(deleteWebQuery, async ({ viewer, params }) => {
    await webQueries.remove(viewer, params.workbookId, params.webQueryId)
    return {}
  }),
  handle(readWebQuery, async ({ params, query, request }) => {
    const by = { token: query.token, address: request.address }
    const { content, mediaType } = await webQueryReads.read(params.webQueryId, by, request.signal)
    return bytes(content, mediaType, { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
  }),
]
