import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** The member who cancelled a run, and an index of the cancelled messages that may have left something behind. */
export const cancelledDeliveries: Migration = {
  name: '0154-cancelled-deliveries',
  async up(tx, types) {
    await sql`alter table schedule_runs add column cancelled_by ${sql.raw(types.text)}`.execute(tx)
    await sql`create index schedule_deliveries_left on schedule_deliveries (created_at)
      where state = 'cancelled' and parcel is not null`.execute(tx)
  },
}
