import { sql } from 'kysely'
import { createTable, type Migration } from './table.ts'

/** Adds uploaded tables in write schemas of connections, and the tables there that will be dropped. */
export const uploadsInSchemas: Migration = {
  name: '0132-uploads-in-schemas',
  async up(tx, types) {
    const text = sql.raw(types.text)
    await sql`alter table csv_files add column write_schema ${text}`.execute(tx)
    await sql`alter table csv_files add column table_name ${text}`.execute(tx)
    await createTable(tx, types, 'retired_tables', {
      columns: {
        organization_id: 'text',
        connection_id: 'text',
        write_schema: 'text',
        table_name: 'text',
        drop_after: 'integer',
      },
      key: ['organization_id', 'connection_id', 'write_schema', 'table_name'],
      indexes: [['drop_after']],
    })
  },
}
