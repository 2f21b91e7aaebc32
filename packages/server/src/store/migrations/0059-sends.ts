import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** Exports that are sent once, now, beside those with due times: they share targets, runs and deliveries. */
export const sends: Migration = {
  name: '0059-sends',
  async up(tx, types) {
    await sql`alter table schedules add column is_once ${sql.raw(types.integer)} not null default 0`.execute(tx)
  },
}
