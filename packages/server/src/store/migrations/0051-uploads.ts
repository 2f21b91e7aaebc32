import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** Adds the revision of uploaded files of any format, and whether their rows are a table of the engine. */
export const uploads: Migration = {
  name: '0051-uploads',
  async up(tx, types) {
    const [text, integer] = [sql.raw(types.text), sql.raw(types.integer)]
    await sql`alter table csv_files add column format ${text} not null default 'csv'`.execute(tx)
    await sql`alter table csv_files add column revision ${integer} not null default 0`.execute(tx)
    await sql`alter table csv_files add column is_table ${integer} not null default 0`.execute(tx)
  },
}
