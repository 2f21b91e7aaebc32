import { sql } from 'kysely'
import type { Migration } from './table.ts'

const inodes = {
  // The contents of a folder, all files, and the files of an owner; each newest first.
  inodes_in_folder: '(organization_id, parent_id, is_archived, created_at, id)',
  inodes_newest: '(organization_id, is_archived, created_at, id)',
  inodes_of_owner: '(organization_id, owner_id, is_archived, created_at, id)',
  // Only folders, so that walking down a tree does not read the documents in it.
  inodes_folders_in: "(organization_id, parent_id, id) where type in ('folder', 'workspace')",
  inodes_folders_of: "(organization_id, owner_id, id) where type in ('folder', 'workspace')",
}

/** Adds indexes for lists of visible files in organizations with a million files. */
export const lists: Migration = {
  name: '0008-lists',
  async up(tx) {
    for (const [name, columns] of Object.entries(inodes)) {
      await sql`create index ${sql.ref(name)} on inodes ${sql.raw(columns)}`.execute(tx)
    }
    for (const name of ['inodes_by_organization_id_parent_id', 'inodes_by_organization_id_owner_id']) {
      await sql`drop index ${sql.ref(name)}`.execute(tx)
    }
  },
}
