import { sql } from 'kysely'
import { createTable, type Migration, type TableShape } from './table.ts'

/** Columns that both kinds of views have: the edits of a version, and control values. */
const contents = {
  organization_id: 'text',
  document_id: 'text',
  owner_id: 'text',
  base_version: 'integer',
  edits: 'text',
  controls: 'text',
  created_at: 'integer',
  updated_at: 'integer',
} as const

const links = [
  { columns: ['organization_id', 'document_id'], table: 'documents', to: ['organization_id', 'id'] },
  { columns: ['organization_id', 'owner_id'], table: 'members', to: ['organization_id', 'id'] },
]

const tables: Record<string, TableShape> = {
  custom_views: {
    columns: { ...contents, key: 'text', is_link: 'integer', revision: 'integer', used_at: 'integer' },
    key: ['organization_id', 'key'],
    indexes: [
      ['organization_id', 'document_id', 'owner_id'],
      ['organization_id', 'owner_id'],
    ],
    links,
  },
  saved_views: {
    columns: {
      ...contents,
      id: 'text',
      name: 'text',
      is_shared: 'integer',
      is_default: 'integer',
      explore_key: 'text',
    },
    key: ['organization_id', 'id'],
    indexes: [
      ['organization_id', 'document_id', 'created_at'],
      ['organization_id', 'owner_id'],
    ],
    links,
  },
}

/** Adds custom views, their links, and saved views. */
export const views: Migration = {
  name: '0031-views',
  async up(tx, types) {
    for (const [name, shape] of Object.entries(tables)) await createTable(tx, types, name, shape)
    await sql`create index custom_views_unused on custom_views (used_at) where is_link = 1`.execute(tx)
  },
}
