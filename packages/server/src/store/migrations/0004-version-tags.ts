import { createTable, type Migration, type TableShape } from './table.ts'

const audited = { created_by: 'text', updated_by: 'text', created_at: 'integer', updated_at: 'integer' } as const
const toTag = { columns: ['organization_id', 'tag_id'], table: 'version_tags', to: ['organization_id', 'id'] }

const tables: Record<string, TableShape> = {
  version_tags: {
    columns: {
      organization_id: 'text',
      id: 'text',
      name: 'text',
      name_key: 'text',
      color: 'text',
      description: 'text',
      owner_id: 'text',
      is_protected: 'integer',
      ...audited,
    },
    key: ['organization_id', 'id'],
    unique: [['organization_id', 'name_key']],
    links: [{ columns: ['organization_id'], table: 'organizations', to: ['id'] }],
  },
  version_tag_approvers: {
    columns: { organization_id: 'text', tag_id: 'text', member_id: 'text' },
    key: ['organization_id', 'tag_id', 'member_id'],
    links: [toTag, { columns: ['organization_id', 'member_id'], table: 'members', to: ['organization_id', 'id'] }],
  },
  tagged_versions: {
    columns: {
      organization_id: 'text',
      id: 'text',
      source_id: 'text',
      tag_id: 'text',
      source_version: 'integer',
      is_default: 'integer',
      grant_source_access: 'integer',
      ...audited,
    },
    key: ['organization_id', 'id'],
    unique: [['organization_id', 'source_id', 'tag_id']],
    indexes: [['organization_id', 'tag_id']],
    links: [
      toTag,
      { columns: ['organization_id', 'id'], table: 'documents', to: ['organization_id', 'id'] },
      { columns: ['organization_id', 'source_id'], table: 'documents', to: ['organization_id', 'id'] },
    ],
  },
}

export const versionTags: Migration = {
  name: '0004-version-tags',
  async up(tx, types) {
    for (const [name, shape] of Object.entries(tables)) await createTable(tx, types, name, shape)
  },
}
