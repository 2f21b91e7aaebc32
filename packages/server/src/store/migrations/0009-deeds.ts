import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** Adds the client's address and the outcome (done or denied) to audit events. Null in older events. */
export const deeds: Migration = {
  name: '0009-deeds',
  async up(tx, types) {
    for (const column of ['address', 'outcome']) {
      await sql`alter table audit_events add column ${sql.ref(column)} ${sql.raw(types.text)}`.execute(tx)
    }
  },
}
