import { sql } from 'kysely'
import type { Migration } from './table.ts'

const atOnce = 500

/**
 * Adds deactivation of members by an identity provider, and the name that lists search and sort by. The names are
 * computed here, because the embedded store folds the case of English letters only.
 */
export const people: Migration = {
  name: '0014-people',
  async up(tx, types) {
    await sql`alter table members add column is_inactive ${sql.raw(types.integer)} not null default 0`.execute(tx)
    await sql`alter table members add column name_key ${sql.raw(types.text)} not null default ''`.execute(tx)
    for (let after = ''; ; ) {
      const rows = await tx
        .selectFrom('members')
        .select(['id', 'first_name', 'last_name'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(atOnce)
        .execute()
      for (const { id, first_name, last_name } of rows) {
        const key = `${first_name} ${last_name}`.trim().normalize('NFC').toLowerCase()
        await tx.updateTable('members').set({ name_key: key }).where('id', '=', id).execute()
      }
      if (rows.length < atOnce) break
      after = rows.at(-1)?.id ?? ''
    }
    await sql`create index members_by_name on members (organization_id, name_key, id)`.execute(tx)
    await sql`create index members_of_type on members (organization_id, account_type_id, created_at, id)`.execute(tx)
  },
}
