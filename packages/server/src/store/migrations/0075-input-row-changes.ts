import { sql } from 'kysely'
import { createTable, type Migration, type TableShape } from './table.ts'

const document = { columns: ['organization_id', 'document_id'], table: 'documents', to: ['organization_id', 'id'] }

const inputRowChanges: TableShape = {
  columns: {
    organization_id: 'text',
    document_id: 'text',
    element_id: 'text',
    row_id: 'text',
    revision: 'integer',
    kind: 'text',
    cells: 'text',
    changed_by: 'text',
    changed_at: 'integer',
  },
  key: ['organization_id', 'document_id', 'element_id', 'row_id', 'revision'],
  links: [document],
}

/** Adds the changes of each row of an input table, and the revision of the table at which each row was last changed. */
export const inputRowChangesTable: Migration = {
  name: '0075-input-row-changes',
  async up(tx, types) {
    await sql`alter table input_rows add column revision ${sql.raw(types.integer)} not null default 0`.execute(tx)
    await createTable(tx, types, 'input_row_changes', inputRowChanges)
  },
}
