import { sql } from 'kysely'
import { createTable, type Migration, type TableShape } from './table.ts'

const forgottenFiles: TableShape = {
  columns: { organization_id: 'text', file_key: 'text' },
  key: ['organization_id', 'file_key'],
}

/** What files a message carried, which stay for a while, and the files whose rows are gone. */
export const sentFiles: Migration = {
  name: '0099-sent-files',
  async up(tx, types) {
    await sql`alter table schedule_deliveries add column files text`.execute(tx)
    await createTable(tx, types, 'forgotten_files', forgottenFiles)
  },
}
