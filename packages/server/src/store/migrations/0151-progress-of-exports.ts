import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** How far a running export has come, for whoever waits for its file. */
export const progressOfExports: Migration = {
  name: '0151-progress-of-exports',
  async up(tx, types) {
    await sql`alter table exports add column progress ${sql.raw(types.text)}`.execute(tx)
  },
}
