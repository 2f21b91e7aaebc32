import { book, post } from '../bodies.ts'
import { resource, verdict } from '../resource.ts'

export const workbookSpec = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
updateWorkbookContents            404     404     404     403     403     200     200     403     403
getWorkbookSpec                   404     404     404     200     200     200     200     200     200
createWorkbookSpec                404     404     404     403     403     200     200     -       -
updateWorkbookSpec                404     404     404     403     403     200     200     403     403
verifyWorkbookSpec                200     200     200     200     200     200     200     -       -
`,
  requests: {
    updateWorkbookContents: async (things, { ask }) => {
      const { body } = await ask('admin', 'GET', `/v2/workbooks/${await things.workbook()}?includeContents=true`)
      return { body: { contents: (body as { contents: unknown }).contents } }
    },
    createWorkbookSpec: (things, { workspaceId }) => ({ body: things.spec(workspaceId) }),
    updateWorkbookSpec: (things, { workspaceId }) => ({ body: things.spec(workspaceId) }),
    verifyWorkbookSpec: (things, { workspaceId }) => ({ body: things.spec(workspaceId) }),
  },
  nested: {
    'folder of a document as code': async (_, things) => {
      const id = await things.folder()
      return [id, post('/v2/workbooks/spec', { name: 'X', folderId: id, schemaVersion: 1, pages: [] })]
    },
    'dataset of a document as code': async (own, things) => {
      const id = await things.dataset()
      return [id, post('/v2/workbooks/spec', book(own, { kind: 'dataset', datasetId: id }))]
    },
    'connection of a document as code': async (own, _, { connectionId }) => [
      connectionId,
      post('/v2/workbooks/spec', book(own, { kind: 'warehouse-table', connectionId, path: ['A', 'B', 'C'] })),
    ],
    'connection of custom SQL': async (own, _, { connectionId }) => [
      connectionId,
      post('/v2/workbooks/spec', book(own, { kind: 'sql', connectionId, statement: 'select 1' })),
    ],
    'data model of a document as code': async (own, things) => {
      const id = await things.dataModel()
      return [id, post('/v2/workbooks/spec', book(own, { kind: 'data-model', dataModelId: id, elementId: 'orders' }))]
    },
    'data model of a checked document': async (own, things) => {
      const id = await things.dataModel()
      const spec = book(own, { kind: 'data-model', dataModelId: id, elementId: 'orders' })
      return [id, post('/v2/workbooks/spec/verify', spec)]
    },
    'data model of a document that is put': async (own, things) => {
      const id = await things.dataModel()
      const body = book(own, { kind: 'data-model', dataModelId: id, elementId: 'orders' })
      return [id, { method: 'PUT', path: `/v2/workbooks/${own.workbookId}/spec`, body }]
    },
  },
  addsToFolders: {
    createWorkbookSpec: 200,
  },
  addsToDryRuns: {
    createWorkbookSpec: verdict,
    updateWorkbookSpec: verdict,
    updateWorkbookContents: verdict,
  },
  notPublished: {
    updateWorkbookContents: 'The newer form of a workbook as code; its paths are not in the published definition.',
  },
})
