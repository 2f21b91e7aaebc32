import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** Sessions of embeds may read another connection than the one that their documents name. */
export const embedConnections: Migration = {
  name: '0150-embed-connections',
  async up(tx, types) {
    await sql`alter table tokens add column eval_connection_id ${sql.raw(types.text)}`.execute(tx)
  },
}
