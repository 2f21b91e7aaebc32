import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** The first available collation folds the case of letters of any script; the columns themselves compare as bytes. */
const collations = ['und-x-icu', 'pg_c_utf8', 'default']

/** Creates PostgreSQL's `fold_case` (store/like.ts). On the embedded store each connection defines the function. */
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
