import { sql } from 'kysely'
import { createTable, type Migration, type TableShape } from './table.ts'

const forgottenFiles: TableShape = {
  columns: { organization_id: 'text', file_key: 'text' },
  key: ['organization_id', 'file_key'],
}

/** Adds the files that each message contained, which are kept for a while, and files whose rows were deleted. */
export const sentFiles: Migration = {
  name: '0099-sent-files',
  async up(tx, types) {
    await sql`alter table schedule_deliveries add column files text`.execute(tx)
    await createTable(tx, types, 'forgotten_files', forgottenFiles)
  },
}
