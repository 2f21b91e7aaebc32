import { createTable, type Migration, type TableShape } from './table.ts'

const audited = { created_by: 'text', updated_by: 'text', created_at: 'integer', updated_at: 'integer' } as const
const toAttribute = {
  columns: ['organization_id', 'attribute_id'],
  table: 'user_attributes',
  to: ['organization_id', 'id'],
}

const tables: Record<string, TableShape> = {
  user_attributes: {
    columns: {
      organization_id: 'text',
      id: 'text',
      name: 'text',
      description: 'text',
      default_value: 'text?',
      ...audited,
    },
    key: ['organization_id', 'id'],
    unique: [['organization_id', 'name']],
    links: [{ columns: ['organization_id'], table: 'organizations', to: ['id'] }],
  },
  user_attribute_teams: {
    columns: {
      organization_id: 'text',
      attribute_id: 'text',
      team_id: 'text',
      value: 'text',
      priority: 'integer',
      ...audited,
    },
    key: ['organization_id', 'attribute_id', 'team_id'],
    indexes: [
      ['organization_id', 'team_id'],
      ['organization_id', 'attribute_id', 'priority', 'team_id'],
    ],
    links: [toAttribute, { columns: ['organization_id', 'team_id'], table: 'teams', to: ['organization_id', 'id'] }],
  },
  user_attribute_members: {
    columns: { organization_id: 'text', attribute_id: 'text', member_id: 'text', value: 'text', ...audited },
    key: ['organization_id', 'attribute_id', 'member_id'],
    indexes: [['organization_id', 'member_id']],
    links: [
      toAttribute,
      { columns: ['organization_id', 'member_id'], table: 'members', to: ['organization_id', 'id'] },
    ],
  },
}

export const userAttributes: Migration = {
  name: '0002-user-attributes',
  async up(tx, types) {
    for (const [name, shape] of Object.entries(tables)) await createTable(tx, types, name, shape)
  },
}
