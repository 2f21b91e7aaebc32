import { grantTo, post, toTeam } from '../bodies.ts'
import { resource } from '../resource.ts'

export const grants = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listGrants                        404     404     404     200     200     200     200     200     200
createGrant                       404     404     404     403     403     200     200     403     200
getGrant                          404     404     404     200     200     200     200     200     200
deleteGrant                       404     404     404     403     403     200     200     403     200
listWorkspaceGrants               404     404     404     200     200     200     200     200     -
createWorkspaceGrant              404     404     404     403     403     200     200     403     -
deleteWorkspaceGrant              404     404     404     403     403     200     200     403     -
createWorkbookGrant               404     404     404     403     403     200     200     403     404
deleteWorkbookGrant               404     404     404     403     403     200     200     403     404
listConnectionGrants              404     404     404     403     403     200     200     -       -
createConnectionGrant             404     404     404     403     403     200     200     -       -
deleteConnectionGrant             404     404     404     403     403     200     200     -       -
listConnectionPathGrants          404     404     404     403     403     200     200     -       -
createConnectionPathGrant         404     404     404     403     403     200     200     -       -
deleteConnectionPathGrant         404     404     404     403     403     200     200     -       -
`,
  ids: {
    grantId: (things) => things.grantOn('workbook'),
    connectionPathId: (_, world) => world.tableId,
  },
  alsoIds: {
    grantId: [(things) => things.grantOn('path'), (things) => things.grantOn('connection')],
  },
  objectOf: {
    listGrants: 'document',
    createGrant: 'document',
    getGrant: 'document',
    deleteGrant: 'document',
  },
  requests: {
    listGrants: async (things) => ({ query: `?inodeId=${await things.workbook()}` }),
    createGrant: async (things) => ({
      body: { grantee: { memberId: await things.member() }, permission: 'view', inodeId: await things.workbook() },
    }),
    createWorkspaceGrant: async (things) => ({ body: await grantTo(things, 'view') }),
    createWorkbookGrant: async (things) => ({ body: await grantTo(things, 'view') }),
    createConnectionGrant: async (things) => ({ body: await grantTo(things, 'usage') }),
    createConnectionPathGrant: async (things) => ({ body: await grantTo(things, 'usage') }),
    deleteWorkspaceGrant: async (things) => ({ ids: { grantId: await things.grantOn('workspace') } }),
    deleteConnectionGrant: async (things) => ({ ids: { grantId: await things.grantOn('connection') } }),
    deleteConnectionPathGrant: async (things) => ({ ids: { grantId: await things.grantOn('path') } }),
  },
  nested: {
    'grants on a file': async (_, things) => {
      const id = await things.workbook()
      return [id, { method: 'GET', path: `/v2/grants?inodeId=${id}` }]
    },
    'grants of a team': async (_, things) => {
      const id = await things.team()
      return [id, { method: 'GET', path: `/v2/grants?teamId=${id}` }]
    },
    'grant to a team': async (own, things) => {
      const id = await things.team()
      return [id, post('/v2/grants', { grantee: { teamId: id }, permission: 'view', inodeId: own.workbookId })]
    },
    'grant on a file': async (own, things) => {
      const id = await things.workbook()
      return [id, post('/v2/grants', { grantee: { memberId: own.memberId }, permission: 'view', inodeId: id })]
    },
    'grant by a version tag that is not on the file': async (own, things) => {
      const id = await things.tag()
      const grantee = { memberId: own.memberId }
      return [id, post('/v2/grants', { grantee, permission: 'view', inodeId: own.workbookId, tagId: id })]
    },
    'grants on a workspace': async (own, things) => {
      const id = await things.team()
      return [id, post(`/v2/workspaces/${own.workspaceId}/grants`, toTeam(id, 'view'))]
    },
    'grants on a workbook': async (own, things) => {
      const id = await things.team()
      return [id, post(`/v2/workbooks/${own.workbookId}/grants`, toTeam(id, 'view'))]
    },
    'grant that is on another workbook': async (own, things) => {
      const id = await things.grantOn('workbook')
      return [id, { method: 'DELETE', path: `/v2/workbooks/${own.workbookId}/grants/${id}` }]
    },
    'grant that is on another workspace': async (own, things) => {
      const id = await things.grantOn('workspace')
      return [id, { method: 'DELETE', path: `/v2/workspaces/${own.workspaceId}/grants/${id}` }]
    },
  },
  withoutEtag: ['getGrant'],
})
