import {
  approveAccessRequest,
  createAccessRequest,
  createAccountTypeRequest,
  denyAccessRequest,
  listAccessRequests,
  withdrawAccessRequest,
} from '@octavo/core/contract'
import type { AccessRequests } from '../../services/sharing/access-requests.ts'
import { handle, type Route } from '../handle.ts'

export const accessRequestRoutes = ({ accessRequests }: { accessRequests: AccessRequests }): Route[] => [
  handle(listAccessRequests, ({ viewer, query, paged }) =>
    paged((window) => accessRequests.list(viewer, query, window)),
  ),
  handle(createAccessRequest, ({ viewer, params, body, request }) =>
    accessRequests.create(viewer, params.inodeId, body, request.linkUrl),
  ),
  handle(createAccountTypeRequest, ({ viewer, body, request }) =>
    accessRequests.createForType(viewer, body?.message ?? '', request.linkUrl),
  ),
  handle(approveAccessRequest, ({ viewer, params, body, request }) =>
    accessRequests.approve(viewer, params.accessRequestId, body, request.linkUrl),
  ),
  handle(denyAccessRequest, ({ viewer, params, body, request }) =>
    accessRequests.deny(viewer, params.accessRequestId, body.reason ?? '', request.linkUrl),
  ),
  handle(withdrawAccessRequest, async ({ viewer, params }) => {
    await accessRequests.withdraw(viewer, params.accessRequestId)
    return {}
  }),
]
