import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** Letters of any script fold by the first of these that the server has; the columns themselves compare as bytes. */
const collations = ['und-x-icu', 'pg_c_utf8', 'default']

/** `fold_case` of PostgreSQL (store/like.ts); connections of the embedded store bring their own. */
export const foldsCase: Migration = {
  name: '0020-fold-case',
  async up(tx, types) {
    if (types.dialect === 'sqlite') return
    const { rows } = await sql<{ name: string }>`select collname as name from pg_collation
      where collname in (${sql.join(collations)}) and collencoding in (-1, (
        select encoding from pg_database where datname = current_database()))`.execute(tx)
    const collation = collations.find((name) => rows.some((row) => row.name === name)) ?? 'default'
    await sql`create function fold_case(text) returns text language sql immutable parallel safe
      as ${sql.lit(`select replace(lower($1 collate "${collation}"), 'ς', 'σ')`)}`.execute(tx)
  },
}
