import { sql } from 'kysely'
import { createTable, type Migration } from './table.ts'

/** Adds allowed client addresses, scopes of credentials, and the member that a token acts for. */
export const allowedAddresses: Migration = {
  name: '0006-allowed-addresses',
  async up(tx, types) {
    await createTable(tx, types, 'allowed_ips', {
      columns: {
        organization_id: 'text',
        id: 'text',
        ip: 'text',
        ip_key: 'text',
        scope: 'text',
        description: 'text',
        created_by: 'text',
        updated_by: 'text',
        created_at: 'integer',
        updated_at: 'integer',
      },
      key: ['organization_id', 'id'],
      unique: [['organization_id', 'ip_key']],
      links: [{ columns: ['organization_id'], table: 'organizations', to: ['id'] }],
    })
    await sql`alter table api_credentials add column scopes ${sql.raw(types.text)}`.execute(tx)
    await sql`alter table tokens add column actor_id ${sql.raw(types.text)}`.execute(tx)
  },
}
