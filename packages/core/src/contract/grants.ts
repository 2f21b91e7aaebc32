import { type Static, Type } from 'typebox'
import { countedPageOf, Empty, Grant, Id, MemberId, pageQuery, RequestedPermission, Words } from './common.ts'
import { operation } from './define.ts'

/** Kinds of files that can have grants here, in the names of the grants API; `scope` is a connection, a database or a schema. */
export const grantedKinds = ['folder', 'workbook', 'template', 'dataset', 'report', 'scope', 'table'] as const

const inodeType = Words(grantedKinds, {
  description:
    'A workspace is reported as a folder, a data model as a dataset, and a connection, database or schema as a scope: the format has no other types.',
})
export type TypedGrant = Static<typeof TypedGrant>
export const TypedGrant = Type.Object({ ...Grant.properties, inodeType }, { $id: 'TypedGrant' })
export const GrantPage = countedPageOf(Grant, 'GrantPage')
export const TypedGrantPage = countedPageOf(TypedGrant, 'TypedGrantPage')

export type Grantee = Static<typeof Grantee>
export const Grantee = Type.Object(
  {
    memberId: Type.Optional(MemberId),
    teamId: Type.Optional(Id),
    isEveryone: Type.Optional(Type.Literal(true, { description: 'Everybody in the organization but guests.' })),
  },
  { $id: 'Grantee', description: 'Exactly one of a member, a team, and everybody.' },
)

const params = Type.Object({ grantId: Type.String() })

export const listGrants = operation({
  id: 'listGrants',
  method: 'GET',
  path: '/v2/grants',
  tag: 'grants',
  summary: 'List the grants on a file, or those of a member or team',
  description: 'Send one of inodeId, teamId and userId.',
  query: Type.Object({
    ...pageQuery,
    inodeId: Type.Optional(Type.String({ description: 'Id of a document, folder or workspace.' })),
    teamId: Type.Optional(Type.String()),
    userId: Type.Optional(Type.String({ description: 'Id of a member.' })),
    directGrantsOnly: Type.Optional(
      Type.Boolean({ description: 'Leave out grants that come from folders above, or through teams of the member.' }),
    ),
  }),
  answers: { 200: TypedGrantPage },
  errors: ['forbidden', 'not_found'],
})

const tagId = Type.Optional(
  Type.String({
    description:
      'Limits the grant to the version of a workbook or data model with this tag; on a folder or workspace, with view or explore, to those versions of all documents below it.',
  }),
)

export type NewGrant = Static<typeof NewGrant>
export const NewGrant = Type.Object(
  {
    grantee: Grantee,
    permission: RequestedPermission,
    inodeId: Id,
    tagId,
  },
  { $id: 'NewGrant' },
)

export const createGrant = operation({
  id: 'createGrant',
  method: 'POST',
  path: '/v2/grants',
  tag: 'grants',
  summary: 'Create or raise a grant on a document, folder or workspace',
  description: 'Only raises: to lower a permission, delete the grant and grant again.',
  body: NewGrant,
  answers: { 200: TypedGrant },
  errors: ['forbidden', 'not_found', 'not_supported'],
})

export const getGrant = operation({
  id: 'getGrant',
  method: 'GET',
  path: '/v2/grants/{grantId}',
  tag: 'grants',
  summary: 'Get a grant',
  params,
  answers: { 200: TypedGrant },
  errors: ['not_found'],
})

export const deleteGrant = operation({
  id: 'deleteGrant',
  method: 'DELETE',
  path: '/v2/grants/{grantId}',
  tag: 'grants',
  summary: 'Delete a grant; returns the deleted grant',
  params,
  answers: { 200: TypedGrant },
  errors: ['forbidden', 'not_found'],
})

function grantsOf<const W extends readonly [string, ...string[]]>(words: W, $id: string) {
  const grant = Type.Object({ grantee: Grantee, permission: Words(words), tagId })
  return Type.Object({ grants: Type.Array(grant, { maxItems: 1000 }) }, { $id })
}
export type GrantsInput = { grants: { grantee: Grantee; permission: string; tagId?: string }[] }
export const WorkspaceGrantsInput = grantsOf(['view', 'explore', 'organize', 'edit'], 'WorkspaceGrantsInput')
export const WorkbookGrantsInput = grantsOf(['view', 'explore', 'edit', 'comment'], 'WorkbookGrantsInput')
export const DatasetGrantsInput = grantsOf(['view', 'edit'], 'DatasetGrantsInput')
export const ConnectionGrantsInput = grantsOf(['annotate', 'usage'], 'ConnectionGrantsInput')

export const listWorkspaceGrants = operation({
  id: 'listWorkspaceGrants',
  method: 'GET',
  path: '/v2/workspaces/{workspaceId}/grants',
  tag: 'workspaces',
  summary: 'List the grants on a workspace',
  params: Type.Object({ workspaceId: Type.String() }),
  query: Type.Object(pageQuery),
  answers: { 200: GrantPage },
  errors: ['not_found'],
})

export const createWorkspaceGrant = operation({
  id: 'createWorkspaceGrant',
  method: 'POST',
  path: '/v2/workspaces/{workspaceId}/grants',
  tag: 'workspaces',
  summary: 'Create or change grants on a workspace',
  params: Type.Object({ workspaceId: Type.String() }),
  body: WorkspaceGrantsInput,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const deleteWorkspaceGrant = operation({
  id: 'deleteWorkspaceGrant',
  method: 'DELETE',
  path: '/v2/workspaces/{workspaceId}/grants/{grantId}',
  tag: 'workspaces',
  summary: 'Delete a grant on a workspace',
  params: Type.Object({ workspaceId: Type.String(), grantId: Type.String() }),
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const createWorkbookGrant = operation({
  id: 'createWorkbookGrant',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/grants',
  tag: 'workbooks',
  summary: 'Create or change grants on a workbook',
  params: Type.Object({ workbookId: Type.String() }),
  body: WorkbookGrantsInput,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const deleteWorkbookGrant = operation({
  id: 'deleteWorkbookGrant',
  method: 'DELETE',
  path: '/v2/workbooks/{workbookId}/grants/{grantId}',
  tag: 'workbooks',
  summary: 'Delete a grant on a workbook',
  params: Type.Object({ workbookId: Type.String(), grantId: Type.String() }),
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const listConnectionGrants = operation({
  id: 'listConnectionGrants',
  method: 'GET',
  path: '/v2/connections/{connectionId}/grants',
  tag: 'connections',
  summary: 'List the grants on a connection',
  params: Type.Object({ connectionId: Type.String() }),
  query: Type.Object(pageQuery),
  answers: { 200: GrantPage },
  errors: ['forbidden', 'not_found'],
})

export const createConnectionGrant = operation({
  id: 'createConnectionGrant',
  method: 'POST',
  path: '/v2/connections/{connectionId}/grants',
  tag: 'connections',
  summary: 'Create or change grants on a connection',
  params: Type.Object({ connectionId: Type.String() }),
  body: ConnectionGrantsInput,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found', 'not_supported'],
})

export const deleteConnectionGrant = operation({
  id: 'deleteConnectionGrant',
  method: 'DELETE',
  path: '/v2/connections/{connectionId}/grants/{grantId}',
  tag: 'connections',
  summary: 'Delete a grant on a connection',
  params: Type.Object({ connectionId: Type.String(), grantId: Type.String() }),
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

const pathParams = {
  connectionPathId: Type.String({ description: 'inodeId of the look-up, or urlId of the list of paths.' }),
}

export const listConnectionPathGrants = operation({
  id: 'listConnectionPathGrants',
  method: 'GET',
  path: '/v2/connections/paths/{connectionPathId}/grants',
  tag: 'connections',
  summary: 'List the grants on a database, schema or table',
  params: Type.Object(pathParams),
  query: Type.Object(pageQuery),
  answers: { 200: GrantPage },
  errors: ['forbidden', 'not_found'],
})

export const createConnectionPathGrant = operation({
  id: 'createConnectionPathGrant',
  method: 'POST',
  path: '/v2/connections/paths/{connectionPathId}/grants',
  tag: 'connections',
  summary: 'Create or change grants on a database, schema or table',
  description:
    'They apply to everything below. Grants on the connection still apply: a grant on a path cannot restrict them.',
  params: Type.Object(pathParams),
  body: ConnectionGrantsInput,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found', 'not_supported'],
})

export const deleteConnectionPathGrant = operation({
  id: 'deleteConnectionPathGrant',
  method: 'DELETE',
  path: '/v2/connections/paths/{connectionPathId}/grants/{grantId}',
  tag: 'connections',
  summary: 'Delete a grant on a database, schema or table',
  params: Type.Object({ ...pathParams, grantId: Type.String() }),
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const grantOperations = [
  listGrants,
  createGrant,
  getGrant,
  deleteGrant,
  listWorkspaceGrants,
  createWorkspaceGrant,
  deleteWorkspaceGrant,
  createWorkbookGrant,
  deleteWorkbookGrant,
  listConnectionGrants,
  createConnectionGrant,
  deleteConnectionGrant,
  listConnectionPathGrants,
  createConnectionPathGrant,
  deleteConnectionPathGrant,
] as const
