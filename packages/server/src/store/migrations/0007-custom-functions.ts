import { sql } from 'kysely'
import { createTable, type Migration, type TableShape } from './table.ts'

const customFunctionTable: TableShape = {
  columns: {
    organization_id: 'text',
    id: 'text',
    name: 'text',
    lower_name: 'text',
    former_names: 'text',
    description: 'text',
    arguments: 'text',
    body: 'text',
    version: 'integer',
    created_by: 'text',
    updated_by: 'text',
    created_at: 'integer',
    updated_at: 'integer',
  },
  key: ['organization_id', 'id'],
  unique: [['organization_id', 'lower_name']],
  links: [{ columns: ['organization_id'], table: 'organizations', to: ['id'] }],
}

/**
 * Adds functions that organizations define, and the flag of connections whose data platform functions formulas may
 * call.
 */
export const customFunctions: Migration = {
  name: '0007-custom-functions',
  async up(tx, types) {
    await createTable(tx, types, 'custom_functions', customFunctionTable)
    const integer = sql.raw(types.integer)
    await sql`alter table connections add column allows_passthrough ${integer} not null default 0`.execute(tx)
  },
}
