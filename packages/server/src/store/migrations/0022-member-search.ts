import { sql } from 'kysely'
import type { Migration } from './table.ts'

/**
 * Adds one index for searching a part of a name or an address. On PostgreSQL, `pg_trgm` finds matches without scanning
 * that index, when the extension is available and may be created.
 */
export const memberSearch: Migration = {
  name: '0022-member-search',
  async up(tx, types) {
    await sql`drop index members_by_name`.execute(tx)
    await sql`create index members_by_name on members (organization_id, name_key, id, email_key)`.execute(tx)
    if (types.dialect === 'sqlite') return
    await sql`do $$ begin
      if exists (select 1 from pg_available_extensions where name = 'pg_trgm') then
        create extension if not exists pg_trgm;
      end if;
    exception when insufficient_privilege then null;
    end $$`.execute(tx)
    const { rows } = await sql<{ schema: string }>`select nspname as schema from pg_extension
      inner join pg_namespace on pg_namespace.oid = pg_extension.extnamespace where extname = 'pg_trgm'`.execute(tx)
    const [extension] = rows
    if (extension === undefined) return
    const trigrams = sql`${sql.ref(extension.schema)}.gin_trgm_ops`
    await sql`create index members_by_trigrams on members
      using gin (name_key ${trigrams}, email_key ${trigrams})`.execute(tx)
  },
}
