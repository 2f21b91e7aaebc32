import { sql } from 'kysely'
import { createTable, type Migration, type TableShape } from './table.ts'

const toInode = { columns: ['organization_id', 'inode_id'], table: 'inodes', to: ['organization_id', 'id'] }

const tables: Record<string, TableShape> = {
  member_files: {
    columns: { organization_id: 'text', member_id: 'text', kind: 'text', inode_id: 'text', noted_at: 'integer' },
    key: ['organization_id', 'member_id', 'kind', 'inode_id'],
    indexes: [
      ['organization_id', 'member_id', 'kind', 'noted_at', 'inode_id'],
      ['organization_id', 'inode_id'],
    ],
    links: [toInode, { columns: ['organization_id', 'member_id'], table: 'members', to: ['organization_id', 'id'] }],
  },
  shortcut_targets: {
    columns: {
      organization_id: 'text',
      inode_id: 'text',
      target_type: 'text',
      target_id: 'text',
      connection_id: 'text?',
    },
    key: ['organization_id', 'inode_id'],
    links: [toInode],
  },
}

export const memberFiles: Migration = {
  name: '0005-member-files',
  async up(tx, types) {
    for (const [name, shape] of Object.entries(tables)) await createTable(tx, types, name, shape)
    // Contains archived files only, for the periodic job that deletes them.
    await sql`create index inodes_archived on inodes (organization_id, archived_at) where is_archived = 1`.execute(tx)
  },
}
