import { sql } from 'kysely'
import type { Migration } from './table.ts'

/**
 * Adds the recipient and, for a burst, the value to each delivery, and an index that finds waiting deliveries by their
 * run.
 */
export const deliveryRecipients: Migration = {
  name: '0084-delivery-recipients',
  async up(tx, types) {
    const text = sql.raw(types.text)
    await sql`alter table schedule_deliveries add column recipient ${text}`.execute(tx)
    await sql`alter table schedule_deliveries add column value ${text}`.execute(tx)
    await sql`create index schedule_deliveries_waiting on schedule_deliveries (organization_id, schedule_id, due_at)
      where state = 'waiting'`.execute(tx)
  },
}
