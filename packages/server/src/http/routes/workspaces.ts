import {
  createWorkspace,
  deleteWorkspace,
  getWorkspace,
  listWorkspaces,
  listWorkspacesPaged,
  updateWorkspace,
} from '@octavo/core/contract'
import type { Workspaces } from '../../services/files/workspaces.ts'
import type { ListOrArray } from '../bare-lists.ts'
import { handle, type Route } from '../handle.ts'

export const workspaceRoutes = ({
  workspaces,
  listOrArray,
}: {
  workspaces: Workspaces
  listOrArray: ListOrArray
}): Route[] => [
  handle(listWorkspaces, (context) =>
    listOrArray(context, (window) => workspaces.list(context.viewer, context.query, window)),
  ),
  handle(listWorkspacesPaged, ({ viewer, query, paged }) => paged((window) => workspaces.list(viewer, query, window))),
  handle(createWorkspace, ({ viewer, body }) => workspaces.create(viewer, body)),
  handle(getWorkspace, ({ viewer, params }) => workspaces.get(viewer, params.workspaceId)),
  handle(updateWorkspace, ({ viewer, params, body }) => workspaces.rename(viewer, params.workspaceId, body)),
  handle(deleteWorkspace, async ({ viewer, params }) => {
    await workspaces.remove(viewer, params.workspaceId)
    return {}
  }),
]
