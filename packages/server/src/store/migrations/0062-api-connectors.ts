import { createTable, type Migration, type TableShape } from './table.ts'

const apiConnectors: TableShape = {
  columns: {
    organization_id: 'text',
    id: 'text',
    name: 'text',
    description: 'text',
    credential_id: 'text?',
    params: 'text',
    config: 'text',
    is_archived: 'integer',
    created_by: 'text',
    updated_by: 'text',
    created_at: 'integer',
    updated_at: 'integer',
  },
  key: ['organization_id', 'id'],
  indexes: [['organization_id', 'is_archived', 'name', 'id']],
  links: [
    { columns: ['organization_id'], table: 'organizations', to: ['id'] },
    { columns: ['organization_id', 'credential_id'], table: 'connector_credentials', to: ['organization_id', 'id'] },
  ],
}

/** Adds configured outgoing HTTP calls. */
export const apiConnectorsTable: Migration = {
  name: '0062-api-connectors',
  async up(tx, types) {
    await createTable(tx, types, 'api_connectors', apiConnectors)
  },
}
