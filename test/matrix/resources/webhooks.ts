import { newKeyUuid } from '../../../packages/server/src/store/index.ts'
import { insertWebhook } from '../../../packages/server/src/store/webhooks.ts'
import { resource } from '../resource.ts'
import type { Things, World } from '../world.ts'

/** A webhook of `edit` on `entryBook`; returns the id of its sequence. */
async function insertOne(things: Things, { people, platform }: World): Promise<string> {
  const [organization_id, document_id] = [platform.organizationId, await things.entryBook()]
  const row = { sequence_id: 'note', id: newKeyUuid(), created_at: 1, last_job_id: null }
  await platform.store.maintain('a webhook', (tx) =>
    insertWebhook(tx, { organization_id, document_id, owner_id: people.edit.memberId, ...row }),
  )
  return 'note'
}

export const webhooks = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
webhooks                          404     404     404     202     202     202     202     202     202
getWebhookSchema                  404     404     404     200     200     200     200     200     200
listWorkbookWebhooks              404     404     404     403     403     200     200     403     403
createWorkbookWebhook             404     404     404     403     403     201     201     403     403
deleteWorkbookWebhook             404     404     404     403     403     200     200     403     403
`,
  ids: {
    sequenceId: (things, world) => things.one('webhook', () => insertOne(things, world)),
  },
  requests: {
    webhooks: async (things) => ({ ids: { workbookId: await things.entryBook() }, body: {} }),
    getWebhookSchema: async (things) => ({ ids: { workbookId: await things.entryBook() } }),
    listWorkbookWebhooks: async (things) => ({ ids: { workbookId: await things.entryBook() } }),
    createWorkbookWebhook: async (things) => ({
      ids: { workbookId: await things.entryBook() },
      body: { sequenceId: 'note' },
    }),
    deleteWorkbookWebhook: async (things) => ({ ids: { workbookId: await things.entryBook() } }),
  },
  auditsNoChange: {
    webhooks: 'a run begins; the events of its steps say what it changes in tables',
  },
  withoutKey: {
    webhooks: 'senders of webhooks know no such key; their signature works once',
  },
  withoutEtag: ['getWebhookSchema'],
  notPublished: {
    listWorkbookWebhooks:
      'The published product makes webhooks in its app alone; here everything that the app does is an operation.',
    createWorkbookWebhook: 'Part of the webhooks that start sequences.',
    deleteWorkbookWebhook: 'Part of the webhooks that start sequences.',
  },
})
