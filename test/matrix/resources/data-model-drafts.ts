import { resource } from '../resource.ts'
import type { Things, World } from '../world.ts'

async function changeModelDraft(things: Things, { ask }: World): Promise<void> {
  const edits = [{ op: 'set', at: ['pages', { id: 'p' }, 'name'], value: 'Y' }]
  await ask('admin', 'POST', `/v2/dataModels/${await things.dataModel()}/draft/edits`, { baseRevision: 1, edits })
}

export const dataModelDrafts = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
getDataModelDraft                 404     404     404     403     403     200     200     403     403
listDataModelDraftEdits           404     404     404     403     403     200     200     403     403
applyDataModelDraftEdits          404     404     404     403     403     200     200     403     403
publishDataModelDraft             404     404     404     403     403     200     200     403     403
discardDataModelDraft             404     404     404     403     403     204     204     403     403
streamDataModelDraftEvents        404     404     404     403     403     200     200     403     403
showDataModelDraftPresence        404     404     404     403     403     204     204     403     403
restoreDataModelVersion           404     404     404     403     403     200     200     403     403
viewDataModelDraftAs              404     404     404     403     403     200     200     403     403
readDataModelColumnDetails        404     404     404     200     200     200     200     200     200
`,
  requests: {
    listDataModelDraftEdits: () => ({ query: '?since=1' }),
    applyDataModelDraftEdits: () => ({
      body: { baseRevision: 1, edits: [{ op: 'set', at: ['pages', { id: 'p' }, 'name'], value: 'X' }] },
    }),
    publishDataModelDraft: async (things, world) => {
      await changeModelDraft(things, world)
      return { body: {} }
    },
    discardDataModelDraft: async (things, world) => {
      await changeModelDraft(things, world)
      return {}
    },
    streamDataModelDraftEvents: () => ({ query: '?timeoutSeconds=0' }),
    showDataModelDraftPresence: () => ({ body: { clientId: 'somebody-2', elementIds: [] } }),
    restoreDataModelVersion: () => ({ body: { version: 1 } }),
    viewDataModelDraftAs: (_, { people }) => ({ body: { memberId: people.view.memberId } }),
    readDataModelColumnDetails: () => ({ body: { countRows: true } }),
  },
  writesNothing: {
    showDataModelDraftPresence: 'as for workbooks',
  },
  auditsNoChange: {
    viewDataModelDraftAs: 'as for workbooks: a draft is only looked at',
  },
  notPublished: {
    getDataModelDraft: 'Drafts of data models, as of workbooks: the web app edits with them.',
    listDataModelDraftEdits: 'Part of drafts.',
    applyDataModelDraftEdits: 'Part of drafts.',
    publishDataModelDraft: 'Part of drafts.',
    discardDataModelDraft: 'Part of drafts.',
    streamDataModelDraftEvents: 'As for workbooks.',
    showDataModelDraftPresence: 'As for workbooks.',
    restoreDataModelVersion: 'As for workbooks, of which it is published.',
    viewDataModelDraftAs: 'Part of drafts.',
    readDataModelColumnDetails: 'As for workbooks.',
  },
})
