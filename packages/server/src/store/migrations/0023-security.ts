import { sql } from 'kysely'
import { createTable, type Migration } from './table.ts'

/**
 * Adds the flag of connections whose account may be privileged, and the ids of used signed tokens, so that each token
 * works only once.
 */
export const security: Migration = {
  name: '0023-security',
  async up(tx, types) {
    const integer = sql.raw(types.integer)
    await sql`alter table connections add column allows_privileged_role ${integer} not null default 0`.execute(tx)
    await createTable(tx, types, 'used_tokens', {
      columns: { organization_id: 'text', id_hash: 'text', expires_at: 'integer' },
      key: ['organization_id', 'id_hash'],
      links: [{ columns: ['organization_id'], table: 'organizations', to: ['id'] }],
    })
  },
}
