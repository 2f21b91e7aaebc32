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

export const tagRequestRoutes = ({ requests }: { requests: TagRequests }): Route[] => [
  handle(listTagRequests, ({ viewer, query, paged }) => paged((window) => requests.list(viewer, query, window))),
  handle(createTagRequest, ({ viewer, params, body, request }) =>
    requests.create(viewer, params.tagId, body, request.baseUrl),
  ),
  handle(getTagRequest, ({ viewer, params }) => requests.get(viewer, params.requestId)),
  handle(approveTagRequest, ({ viewer, params, body, request }) =>
    requests.approve(viewer, params.requestId, body.reason ?? '', request.baseUrl),
  ),
  handle(denyTagRequest, ({ viewer, params, body, request }) =>
    requests.deny(viewer, params.requestId, body.reason ?? '', request.baseUrl),
  ),
  handle(withdrawTagRequest, async ({ viewer, params }) => {
    await requests.withdraw(viewer, params.requestId)
    return {}
  }),
]
