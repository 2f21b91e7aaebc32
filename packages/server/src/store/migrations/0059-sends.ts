import { sql } from 'kysely'
import type { Migration } from './table.ts'

/**
 * Adds single sends, which happen once at the time of the request and share targets, runs and deliveries with
 * schedules.
 */
export const sends: Migration = {
  name: '0059-sends',
  async up(tx, types) {
    await sql`alter table schedules add column is_once ${sql.raw(types.integer)} not null default 0`.execute(tx)
  },
}
