import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** Adds data platform tokens that hosts pass for embed sessions. */
export const embedOauthTokens: Migration = {
  name: '0124-embed-oauth-tokens',
  async up(tx, types) {
    await sql`alter table tokens add column oauth_encrypted ${sql.raw(types.text)}`.execute(tx)
  },
}
