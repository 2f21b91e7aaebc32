import {
  createConnectionGrant,
  createConnectionPathGrant,
  createGrant,
  createWorkbookGrant,
  createWorkspaceGrant,
  deleteConnectionGrant,
  deleteConnectionPathGrant,
  deleteGrant,
  deleteWorkbookGrant,
  deleteWorkspaceGrant,
  getGrant,
  listConnectionGrants,
  listConnectionPathGrants,
  listGrants,
  listWorkspaceGrants,
} from '@octavo/core/contract'
import type { Grants } from '../../services/sharing/grants.ts'
import { handle, type Route } from '../handle.ts'

export const grantRoutes = ({ grants }: { grants: Grants }): Route[] => [
  handle(listGrants, ({ viewer, query, paged }) => paged((window) => grants.list(viewer, query, window))),
  handle(createGrant, ({ viewer, body }) => grants.create(viewer, body)),
  handle(getGrant, ({ viewer, params }) => grants.get(viewer, params.grantId)),
  handle(deleteGrant, ({ viewer, params }) => grants.remove(viewer, params.grantId)),
  handle(listWorkspaceGrants, ({ viewer, params, paged }) =>
    paged((window) => grants.listOnFile(viewer, 'workspace', params.workspaceId, window)),
  ),
  handle(createWorkspaceGrant, async ({ viewer, params, body }) => {
    await grants.grantOnFile(viewer, 'workspace', params.workspaceId, body)
    return {}
  }),
  handle(deleteWorkspaceGrant, async ({ viewer, params }) => {
    await grants.revokeOnFile(viewer, 'workspace', params.workspaceId, params.grantId)
    return {}
  }),
  handle(createWorkbookGrant, async ({ viewer, params, body }) => {
    await grants.grantOnFile(viewer, 'workbook', params.workbookId, body)
    return {}
  }),
  handle(deleteWorkbookGrant, async ({ viewer, params }) => {
    await grants.revokeOnFile(viewer, 'workbook', params.workbookId, params.grantId)
    return {}
  }),
  handle(listConnectionPathGrants, ({ viewer, params, paged }) =>
    paged((window) => grants.listOnPath(viewer, params.connectionPathId, window)),
  ),
  handle(createConnectionPathGrant, async ({ viewer, params, body }) => {
    await grants.grantOnPath(viewer, params.connectionPathId, body)
    return {}
  }),
  handle(deleteConnectionPathGrant, async ({ viewer, params }) => {
    await grants.revokeOnPath(viewer, params.connectionPathId, params.grantId)
    return {}
  }),
  handle(listConnectionGrants, ({ viewer, params, paged }) =>
    paged((window) => grants.listOnConnection(viewer, params.connectionId, window)),
  ),
  handle(createConnectionGrant, async ({ viewer, params, body }) => {
    await grants.grantOnConnection(viewer, params.connectionId, body)
    return {}
  }),
  handle(deleteConnectionGrant, async ({ viewer, params }) => {
    await grants.revokeOnConnection(viewer, params.connectionId, params.grantId)
    return {}
  }),
]
