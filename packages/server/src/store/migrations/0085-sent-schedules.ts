import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** How often a schedule was sent, for those that stop after so many times: runs of long ago are forgotten. */
export const sentSchedules: Migration = {
  name: '0085-sent-schedules',
  async up(tx, types) {
    await sql`alter table schedules add column sent_count ${sql.raw(types.integer)} not null default 0`.execute(tx)
  },
}
