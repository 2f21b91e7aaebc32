import { newKeyUuid } from '../../../packages/server/src/store/index.ts'
import { insertWebQuery } from '../../../packages/server/src/store/web-queries.ts'
import { resource } from '../resource.ts'
import type { Things, World } from '../world.ts'

/** A web query of `edit` on the workbook. */
async function insertOne(things: Things, { people, platform }: World): Promise<string> {
  const id = newKeyUuid()
  const [organization_id, document_id] = [platform.organizationId, await things.workbook()]
  const row = { element_id: 'orders', format: 'csv', parameters: '{}', token_hash: 'x' } as const
  const stamp = { created_by: people.edit.memberId, created_at: 1, last_read_at: null }
  await platform.store.maintain('a web query', (tx) =>
    insertWebQuery(tx, { organization_id, id, document_id, ...row, ...stamp }),
  )
  return id
}

export const webQueries = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listWebQueries                    404     404     404     200     200     200     200     200     200
createWebQuery                    404     403     404     201     201     201     201     201     201
deleteWebQuery                    404     404     404     404     404     200     200     200     200
`,
  ids: {
    webQueryId: (things, world) => things.one('web query', () => insertOne(things, world)),
  },
  requests: {
    createWebQuery: () => ({ body: { elementId: 'orders', format: 'csv' } }),
  },
  notPublished: {
    listWebQueries: 'Spreadsheets refresh rows from an address; nothing published makes one.',
    createWebQuery: 'Part of web queries.',
    deleteWebQuery: 'Part of web queries.',
    readWebQuery: 'Part of web queries.',
  },
})
