import { sql } from 'kysely'
import { createTable, type Migration, type TableShape } from './table.ts'

const userAttributeTenants: TableShape = {
  columns: {
    organization_id: 'text',
    attribute_id: 'text',
    tenant_id: 'text',
    value: 'text',
    created_by: 'text',
    updated_by: 'text',
    created_at: 'integer',
    updated_at: 'integer',
  },
  key: ['organization_id', 'attribute_id', 'tenant_id'],
  indexes: [['tenant_id']],
  links: [
    { columns: ['organization_id', 'attribute_id'], table: 'user_attributes', to: ['organization_id', 'id'] },
    { columns: ['tenant_id'], table: 'organizations', to: ['id'] },
  ],
}

/** Adds tenants (organizations of an organization), and the values of user attributes for them. */
export const tenants: Migration = {
  name: '0015-tenants',
  async up(tx, types) {
    for (const column of ['parent_id', 'created_by', 'updated_by']) {
      await sql`alter table organizations add column ${sql.ref(column)} ${sql.raw(types.text)}`.execute(tx)
    }
    await sql`create index organizations_of_parent on organizations (parent_id, created_at, id)`.execute(tx)
    await createTable(tx, types, 'user_attribute_tenants', userAttributeTenants)
  },
}
