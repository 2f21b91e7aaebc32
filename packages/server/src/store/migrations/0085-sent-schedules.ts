import { sql } from 'kysely'
import type { Migration } from './table.ts'

/**
 * Adds how often a schedule was sent, for schedules that stop after a number of sends: the rows of old runs are
 * deleted.
 */
export const sentSchedules: Migration = {
  name: '0085-sent-schedules',
  async up(tx, types) {
    await sql`alter table schedules add column sent_count ${sql.raw(types.integer)} not null default 0`.execute(tx)
  },
}
