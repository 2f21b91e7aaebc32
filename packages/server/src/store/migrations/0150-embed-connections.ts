import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** Adds to embed sessions the connection that they read instead of the one in their documents. */
export const embedConnections: Migration = {
  name: '0150-embed-connections',
  async up(tx, types) {
    await sql`alter table tokens add column eval_connection_id ${sql.raw(types.text)}`.execute(tx)
  },
}
