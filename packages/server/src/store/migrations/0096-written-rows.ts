import { sql } from 'kysely'
import { createTable, type Migration, type TableShape } from './table.ts'

const connection = {
  columns: ['organization_id', 'connection_id'],
  table: 'connections',
  to: ['organization_id', 'id'],
}

const inputEdits: TableShape = {
  columns: {
    organization_id: 'text',
    id: 'text',
    document_id: 'text',
    element_id: 'text',
    connection_id: 'text',
    write_schema: 'text',
    event: 'text',
    created_at: 'integer',
  },
  key: ['organization_id', 'id'],
  indexes: [['organization_id', 'connection_id']],
  links: [connection],
}

const inputMoves: TableShape = {
  columns: {
    organization_id: 'text',
    document_id: 'text',
    element_id: 'text',
    connection_id: 'text',
    write_schema: 'text',
    state: 'text',
    revision: 'integer',
    row_count: 'integer',
    started_at: 'integer',
    finished_at: 'integer?',
  },
  key: ['organization_id', 'document_id', 'element_id', 'connection_id', 'write_schema'],
  links: [connection],
}

const editTroubles: TableShape = {
  columns: {
    organization_id: 'text',
    connection_id: 'text',
    id: 'text',
    reason: 'text',
    began_at: 'integer',
    checked_at: 'integer',
  },
  key: ['organization_id', 'connection_id'],
  links: [connection],
}

/**
 * Adds input tables whose rows are in the write schema of a connection: their location, unfinished edits, and problems
 * that stop edits.
 */
export const writtenRows: Migration = {
  name: '0096-written-rows',
  async up(tx, types) {
    await sql`alter table input_tables add column connection_id ${sql.raw(types.text)}`.execute(tx)
    await sql`alter table input_tables add column write_schema ${sql.raw(types.text)}`.execute(tx)
    await createTable(tx, types, 'input_edits', inputEdits)
    await createTable(tx, types, 'input_moves', inputMoves)
    await createTable(tx, types, 'edit_troubles', editTroubles)
  },
}
