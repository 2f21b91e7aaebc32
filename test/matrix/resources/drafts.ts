import { inDraft } from '../bodies.ts'
import { resource } from '../resource.ts'
import type { Things, World } from '../world.ts'

/** As an administrator, so that there is something to publish and to discard. */
async function changeDraft(things: Things, { ask }: World): Promise<void> {
  const edits = [{ op: 'set', at: ['pages', { id: 'pg' }, 'name'], value: 'Y' }]
  await ask('admin', 'POST', `/v2/workbooks/${await things.workbook()}/draft/edits`, { baseRevision: 1, edits })
}

export const drafts = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
getWorkbookDraft                  404     404     404     403     403     200     200     403     403
listDraftEdits                    404     404     404     403     403     200     200     403     403
applyDraftEdits                   404     404     404     403     403     200     200     403     403
publishDraft                      404     404     404     403     403     200     200     403     403
discardDraft                      404     404     404     403     403     204     204     403     403
streamDraftEvents                 404     404     404     403     403     200     200     403     403
showDraftPresence                 404     404     404     403     403     204     204     403     403
viewDraftAs                       404     404     404     403     403     200     200     403     403
restoreWorkbookVersion            404     404     404     403     403     200     200     403     403
`,
  requests: {
    listDraftEdits: () => ({ query: '?since=1' }),
    applyDraftEdits: () => ({
      body: { baseRevision: 1, edits: [{ op: 'set', at: ['pages', { id: 'pg' }, 'name'], value: 'X' }] },
    }),
    streamDraftEvents: () => ({ query: '?timeoutSeconds=0' }),
    showDraftPresence: () => ({ body: { clientId: 'somebody-1', elementIds: [] } }),
    viewDraftAs: (_, { people }) => ({ body: { memberId: people.view.memberId } }),
    publishDraft: async (things, world) => {
      await changeDraft(things, world)
      return { body: {} }
    },
    discardDraft: async (things, world) => {
      await changeDraft(things, world)
      return {}
    },
    restoreWorkbookVersion: () => ({ body: { version: 1 } }),
  },
  nested: {
    'connection in a draft': async (own, _, { connectionId }) => {
      return [connectionId, inDraft(own, { kind: 'warehouse-table', connectionId, path: ['A', 'B', 'C'] })]
    },
    'data model in a draft': async (own, things) => {
      const id = await things.dataModel()
      return [id, inDraft(own, { kind: 'data-model', dataModelId: id, elementId: 'orders' })]
    },
  },
  writesNothing: {
    showDraftPresence: 'what somebody has selected is shown to the other editors and kept for a minute at most',
  },
  auditsNoChange: {
    viewDraftAs: 'a draft is only looked at; the event says who looked as whom',
  },
  notPublished: {
    getWorkbookDraft: 'Drafts: the web app edits with them, and so may every client.',
    listDraftEdits: 'Part of drafts.',
    applyDraftEdits: 'Part of drafts.',
    publishDraft: 'Part of drafts.',
    discardDraft: 'Part of drafts.',
    streamDraftEvents: 'Editors of one draft see the edits of others as they are saved; the published API has no push.',
    showDraftPresence: 'Part of the events of drafts: who edits, and what each has selected.',
    viewDraftAs: 'Part of drafts: what a member or a team sees of one.',
  },
})
