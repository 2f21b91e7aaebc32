import { sql } from 'kysely'
import type { Migration } from './table.ts'

const indexes = {
  // Covers the filter columns of its lists, like the indexes of 0013.
  inodes_of_tree: 'inodes (organization_id, tree_id, is_archived, created_at, id, type, parent_id)',
  inodes_of_tree_by_type: 'inodes (organization_id, tree_id, type, is_archived, created_at, id, parent_id)',
  inodes_of_owner: 'inodes (organization_id, owner_id, is_archived, created_at, id, type, parent_id, tree_id)',
  inodes_of_owner_by_type: 'inodes (organization_id, owner_id, type, is_archived, created_at, id, parent_id, tree_id)',
}

/** The topmost folder of each file: access to a workspace covers its whole tree without checking the folders. */
export const trees: Migration = {
  name: '0021-trees',
  async up(tx, types) {
    await sql`alter table inodes add column tree_id ${sql.raw(types.text)}`.execute(tx)
    await sql`update inodes set tree_id = tops.id
      from folder_holders as around
      inner join inodes as tops
        on tops.organization_id = around.organization_id and tops.id = around.holder_id and tops.parent_id is null
      where around.organization_id = inodes.organization_id and around.folder_id = inodes.parent_id`.execute(tx)
    for (const name of ['inodes_of_owner', 'inodes_folders_of']) await sql`drop index ${sql.ref(name)}`.execute(tx)
    for (const [name, columns] of Object.entries(indexes)) {
      await sql`create index ${sql.ref(name)} on ${sql.raw(columns)}`.execute(tx)
    }
  },
}
