import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** Adds the interface locale that a member chooses. */
export const languages: Migration = {
  name: '0090-languages',
  async up(tx, types) {
    await sql`alter table members add column language ${sql.raw(types.text)}`.execute(tx)
  },
}
