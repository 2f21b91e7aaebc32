import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** Adds requests for an account type, in the table of requests for access to files. */
export const accountTypeRequests: Migration = {
  name: '0063-account-type-requests',
  async up(tx, types) {
    await sql`alter table access_requests add column kind ${sql.raw(types.text)} not null default 'file'`.execute(tx)
  },
}
