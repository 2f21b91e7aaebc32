import { type Static, Type } from 'typebox'
import { AuditFields, countedPageOf, Empty, Id, nameOfMost, pageOrArray, pageQuery, UrlId } from './common.ts'
import { operation } from './define.ts'

export type Workspace = Static<typeof Workspace>
export const Workspace = Type.Object(
  { workspaceId: Id, workspaceUrlId: UrlId, name: Type.String(), ...AuditFields },
  { $id: 'Workspace' },
)
export const WorkspacePage = countedPageOf(Workspace, 'WorkspacePage')

export type WorkspacesOfName = Static<typeof WorkspacesOfName>
export const WorkspacesOfName = Type.Object(
  { workspaceIds: Type.Array(Id), workspaceUrlIds: Type.Array(UrlId) },
  { $id: 'WorkspacesOfName', description: 'Existing files with the same name, in the same order in both lists.' },
)

export type WorkspaceInput = Static<typeof WorkspaceInput>
export const WorkspaceInput = Type.Object(
  {
    name: nameOfMost(255),
    noDuplicates: Type.Optional(
      Type.Boolean({ description: 'Refuse a name that another workspace has, in any case.' }),
    ),
  },
  { $id: 'WorkspaceInput' },
)

const workspaceQuery = {
  ...pageQuery,
  name: Type.Optional(Type.String({ description: 'A part of the name, any case.' })),
  exactName: Type.Optional(Type.String({ description: 'The whole name, any case; takes precedence over name.' })),
}
const params = Type.Object({
  workspaceId: Type.String({ description: 'Id of the workspace; its urlId is accepted too.' }),
})

export const listWorkspaces = operation({
  id: 'listWorkspaces',
  method: 'GET',
  path: '/v2/workspaces',
  tag: 'workspaces',
  summary: 'List the workspaces that you can reach',
  query: Type.Object(workspaceQuery),
  answers: { 200: pageOrArray(WorkspacePage, Workspace) },
})

export const listWorkspacesPaged = operation({
  id: 'v2_1_listWorkspaces',
  method: 'GET',
  path: '/v2.1/workspaces',
  tag: 'workspaces',
  summary: 'List the workspaces that you can reach, always in pages',
  query: Type.Object(workspaceQuery),
  answers: { 200: WorkspacePage },
})

export const createWorkspace = operation({
  id: 'createWorkspace',
  method: 'POST',
  path: '/v2/workspaces',
  tag: 'workspaces',
  summary: 'Create a workspace',
  body: WorkspaceInput,
  answers: { 200: Type.Union([Workspace, WorkspacesOfName]) },
  errors: ['forbidden'],
})

export const getWorkspace = operation({
  id: 'getWorkspace',
  method: 'GET',
  path: '/v2/workspaces/{workspaceId}',
  tag: 'workspaces',
  summary: 'Get a workspace',
  params,
  answers: { 200: Workspace },
  errors: ['forbidden', 'not_found'],
})

export const updateWorkspace = operation({
  id: 'updateWorkspace',
  method: 'PATCH',
  path: '/v2/workspaces/{workspaceId}',
  tag: 'workspaces',
  summary: 'Rename a workspace',
  params,
  body: WorkspaceInput,
  answers: { 200: Workspace },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const deleteWorkspace = operation({
  id: 'deleteWorkspace',
  method: 'DELETE',
  path: '/v2/workspaces/{workspaceId}',
  tag: 'workspaces',
  summary: 'Delete a workspace permanently; its contents move into a folder of your My Documents',
  params,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const workspaceOperations = [
  listWorkspaces,
  listWorkspacesPaged,
  createWorkspace,
  getWorkspace,
  updateWorkspace,
  deleteWorkspace,
] as const
