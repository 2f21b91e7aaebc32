import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** The progress of a running export, which is shown until its file is ready. */
export const progressOfExports: Migration = {
  name: '0151-progress-of-exports',
  async up(tx, types) {
    await sql`alter table exports add column progress ${sql.raw(types.text)}`.execute(tx)
  },
}
