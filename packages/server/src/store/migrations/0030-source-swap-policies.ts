import { createTable, type Migration, type TableShape } from './table.ts'

const sourceSwapPolicies: TableShape = {
  columns: {
    organization_id: 'text',
    id: 'text',
    type: 'text',
    name: 'text',
    from_connection_id: 'text',
    swaps: 'text',
    created_by: 'text',
    updated_by: 'text',
    created_at: 'integer',
    updated_at: 'integer',
  },
  key: ['organization_id', 'id'],
  indexes: [['organization_id', 'created_at', 'id']],
  links: [
    { columns: ['organization_id'], table: 'organizations', to: ['id'] },
    { columns: ['organization_id', 'from_connection_id'], table: 'connections', to: ['organization_id', 'id'] },
  ],
}

/** Adds policies that replace the sources of documents. */
export const sourceSwapPoliciesTable: Migration = {
  name: '0030-source-swap-policies',
  async up(tx, types) {
    await createTable(tx, types, 'source_swap_policies', sourceSwapPolicies)
  },
}
