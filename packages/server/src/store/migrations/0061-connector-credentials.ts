import { createTable, type Migration, type TableShape } from './table.ts'

const connectorCredentials: TableShape = {
  columns: {
    organization_id: 'text',
    id: 'text',
    name: 'text',
    description: 'text',
    auth_method: 'text',
    allowlist: 'text',
    settings: 'text',
    secrets_encrypted: 'text',
    is_archived: 'integer',
    created_by: 'text',
    updated_by: 'text',
    created_at: 'integer',
    updated_at: 'integer',
  },
  key: ['organization_id', 'id'],
  indexes: [['organization_id', 'is_archived', 'name', 'id']],
  links: [{ columns: ['organization_id'], table: 'organizations', to: ['id'] }],
}

/** Adds credentials of API connectors at other servers. */
export const connectorCredentialsTable: Migration = {
  name: '0061-connector-credentials',
  async up(tx, types) {
    await createTable(tx, types, 'connector_credentials', connectorCredentials)
  },
}
