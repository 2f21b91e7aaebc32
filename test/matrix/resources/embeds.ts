import { insertEmbed } from '../../../packages/server/src/store/embeds.ts'
import { newKeyUuid } from '../../../packages/server/src/store/index.ts'
import { resource } from '../resource.ts'
import type { Things, World } from '../world.ts'

async function insertOne(things: Things, { platform }: World): Promise<string> {
  const id = newKeyUuid()
  const [organization_id, document_id] = [platform.organizationId, await things.workbook()]
  const source = { source_type: 'workbook', source_id: null } as const
  await platform.store.maintain('an embed', (tx) =>
    insertEmbed(tx, { organization_id, id, document_id, ...source, created_by: 'system', created_at: 1 }),
  )
  return id
}

export const embeds = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listWorkbookEmbeds                404     404     404     403     403     200     200     403     403
createWorkbookEmbed               404     404     404     403     403     403     200     403     403
deleteWorkbookEmbeds              404     404     404     403     403     200     200     403     403
`,
  ids: {
    embedId: (things, world) => things.one('embed', () => insertOne(things, world)),
  },
  requests: {
    createWorkbookEmbed: () => ({ body: { embedType: 'public', sourceType: 'workbook' } }),
  },
})
