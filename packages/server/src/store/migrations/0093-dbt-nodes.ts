import { createTable, type Migration, type TableShape } from './table.ts'

const nodes: TableShape = {
  columns: {
    organization_id: 'text',
    connection_id: 'text',
    name_key: 'text',
    database_name: 'text',
    facts: 'text',
    uploaded_at: 'integer',
  },
  key: ['organization_id', 'connection_id', 'name_key', 'database_name'],
  links: [{ columns: ['organization_id', 'connection_id'], table: 'connections', to: ['organization_id', 'id'] }],
}

/** Adds facts about the tables of a connection from the artifacts of a dbt run. */
export const dbtNodes: Migration = {
  name: '0093-dbt-nodes',
  async up(tx, types) {
    await createTable(tx, types, 'dbt_nodes', nodes)
  },
}
