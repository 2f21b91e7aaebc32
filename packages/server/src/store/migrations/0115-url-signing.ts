import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** Adds to credentials the time when they last signed a whole address of an embed. */
export const urlSigning: Migration = {
  name: '0115-url-signing',
  async up(tx, types) {
    await sql`alter table api_credentials add column url_signed_at ${sql.raw(types.integer)}`.execute(tx)
  },
}
