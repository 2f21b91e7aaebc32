import { sql } from 'kysely'
import { createTable, type Migration, type TableShape } from './table.ts'

const connectionLink = {
  columns: ['organization_id', 'connection_id'],
  table: 'connections',
  to: ['organization_id', 'id'],
}

const tables: Record<string, TableShape> = {
  catalog_syncs: {
    columns: {
      organization_id: 'text',
      id: 'text',
      connection_id: 'text',
      path: 'text',
      member_id: 'text',
      state: 'text',
      started_at: 'integer',
      deadline_at: 'integer',
      finished_at: 'integer?',
      objects: 'integer?',
      changes: 'text',
      reason: 'text?',
    },
    key: ['organization_id', 'id'],
    indexes: [['organization_id', 'connection_id', 'started_at', 'id']],
    links: [connectionLink],
  },
  catalog_sync_effects: {
    columns: { organization_id: 'text', sync_id: 'text', document_id: 'text', owner_id: 'text?', elements: 'text' },
    key: ['organization_id', 'sync_id', 'document_id'],
    links: [
      { columns: ['organization_id', 'sync_id'], table: 'catalog_syncs', to: ['organization_id', 'id'] },
      { columns: ['organization_id', 'document_id'], table: 'inodes', to: ['organization_id', 'id'] },
    ],
  },
  missing_sources: {
    columns: {
      organization_id: 'text',
      object_id: 'text',
      column_key: 'text',
      connection_id: 'text',
      source_key: 'text',
      path: 'text',
      column_name: 'text?',
      noticed_at: 'integer',
    },
    key: ['organization_id', 'object_id', 'column_key'],
    indexes: [['organization_id', 'source_key']],
    links: [
      { columns: ['organization_id', 'object_id'], table: 'catalog_objects', to: ['organization_id', 'id'] },
      connectionLink,
    ],
  },
}

/**
 * Adds the result of each sync, the documents that it affects, and the objects that no longer exist on the data
 * platforms.
 */
export const catalogSyncs: Migration = {
  name: '0035-catalog-syncs',
  async up(tx, types) {
    for (const [name, shape] of Object.entries(tables)) await createTable(tx, types, name, shape)
    await sql`alter table catalog_objects add column known_columns ${sql.raw(types.text)}`.execute(tx)
    await sql`alter table catalog_objects add column gone_at ${sql.raw(types.integer)}`.execute(tx)
    await sql`update catalog_objects set known_columns = columns`.execute(tx)
  },
}
