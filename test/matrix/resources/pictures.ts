import { insertPicture } from '../../../packages/server/src/store/pictures.ts'
import { resource } from '../resource.ts'
import type { Things, World } from '../world.ts'

/** A picture of the workbook; returns its key. */
async function insertOne(things: Things, { platform }: World): Promise<string> {
  const key = 'a'.repeat(64)
  const [organization_id, document_id] = [platform.organizationId, await things.workbook()]
  const stamp = { created_by: 'system', updated_by: 'system', created_at: 1, updated_at: 1 }
  const file = { picture_key: key, media_type: 'image/png', size_bytes: 8, content: 'iVBORw0KGgo=' }
  await platform.store.maintain('a picture', (tx) =>
    insertPicture(tx, { organization_id, document_id, ...file, ...stamp }),
  )
  return key
}

export const pictures = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
getPicture                        404     404     404     200     200     200     200     200     200
uploadPicture                     404     404     404     403     403     201     201     403     403
`,
  ids: {
    pictureKey: (things, world) => things.one('picture', () => insertOne(things, world)),
  },
  requests: {
    uploadPicture: () => ({ body: { file: 'iVBORw0KGgo=' } }),
  },
  notPublished: {
    uploadPicture: 'The published forms name uploaded pictures, but nothing published uploads one.',
    getPicture: 'As for the upload.',
  },
})
