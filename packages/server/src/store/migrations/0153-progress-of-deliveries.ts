import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** The progress of a run that sends an export, and the attempts and recipients of its messages. */
export const progressOfDeliveries: Migration = {
  name: '0153-progress-of-deliveries',
  async up(tx, types) {
    const text = sql.raw(types.text)
    await sql`alter table schedule_runs add column progress ${text}`.execute(tx)
    await sql`create index schedule_runs_by_id on schedule_runs (organization_id, id)`.execute(tx)
    await sql`alter table schedule_deliveries add column attempts ${sql.raw(types.integer)} not null default 0`.execute(
      tx,
    )
    await sql`alter table schedule_deliveries add column answer ${text}`.execute(tx)
    await sql`alter table schedule_deliveries add column recipients ${text}`.execute(tx)
  },
}
