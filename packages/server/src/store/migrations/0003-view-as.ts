import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** Lets a session view the app as another member. */
export const viewAs: Migration = {
  name: '0003-view-as',
  async up(tx, types) {
    await sql`alter table sessions add column view_as_id ${sql.raw(types.text)}`.execute(tx)
  },
}
