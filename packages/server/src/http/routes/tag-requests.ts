import {
  approveTagRequest,
  createTagRequest,
  denyTagRequest,
  getTagRequest,
  listTagRequests,
  withdrawTagRequest,
} from '@octavo/core/contract'
import type { TagRequests } from '../../services/tags/tag-requests.ts'
import { handle, type Route } from '../handle.ts'

export const tagRequestRoutes = ({ tagRequests }: { tagRequests: TagRequests }): Route[] => [
  handle(listTagRequests, ({ viewer, query, paged }) => paged((window) => tagRequests.list(viewer, query, window))),
  handle(createTagRequest, ({ viewer, params, body, request }) =>
    tagRequests.create(viewer, params.tagId, body, { baseUrl: request.linkUrl, signal: request.signal }),
  ),
  handle(getTagRequest, ({ viewer, params }) => tagRequests.get(viewer, params.requestId)),
  handle(approveTagRequest, ({ viewer, params, body, request }) =>
    tagRequests.approve(viewer, params.requestId, body.reason ?? '', {
      baseUrl: request.linkUrl,
      signal: request.signal,
    }),
  ),
  handle(denyTagRequest, ({ viewer, params, body, request }) =>
    tagRequests.deny(viewer, params.requestId, body.reason ?? '', request.linkUrl),
  ),
  handle(withdrawTagRequest, async ({ viewer, params }) => {
    await tagRequests.withdraw(viewer, params.requestId)
    return {}
  }),
]
