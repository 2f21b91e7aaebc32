import { sql } from 'kysely'
import type { Migration } from './table.ts'

/**
 * Grants on a folder with a version tag have a separate kind, so that they are never mistaken for grants on everything below.
 */
export const folderTags: Migration = {
  name: '0017-folder-tags',
  async up(tx, types) {
    await sql`alter table grants add column tag_id ${sql.raw(types.text)}`.execute(tx)
    await sql`create index grants_on_folder_tags on grants (organization_id, subject, object_id, tag_id, permission)
      where object_kind = 'folder-tag'`.execute(tx)
  },
}
