import { createTable, type Migration, type TableShape } from './table.ts'

const organization = { columns: ['organization_id'], table: 'organizations', to: ['id'] }

const csvFiles: TableShape = {
  columns: {
    organization_id: 'text',
    id: 'text',
    connection_id: 'text',
    name: 'text',
    columns: 'text',
    row_count: 'integer',
    size_bytes: 'integer',
    content: 'text',
    created_by: 'text',
    updated_by: 'text',
    created_at: 'integer',
    updated_at: 'integer',
  },
  key: ['organization_id', 'id'],
  links: [organization],
}

const document = { columns: ['organization_id', 'document_id'], table: 'documents', to: ['organization_id', 'id'] }

const inputTables: TableShape = {
  columns: {
    organization_id: 'text',
    document_id: 'text',
    element_id: 'text',
    revision: 'integer',
    row_count: 'integer',
    size_bytes: 'integer',
  },
  key: ['organization_id', 'document_id', 'element_id'],
  links: [document],
}

const inputRows: TableShape = {
  columns: {
    organization_id: 'text',
    document_id: 'text',
    element_id: 'text',
    row_id: 'text',
    place: 'integer',
    cells: 'text',
    created_by: 'text',
    updated_by: 'text',
    created_at: 'integer',
    updated_at: 'integer',
  },
  key: ['organization_id', 'document_id', 'element_id', 'row_id'],
  links: [document],
}

/** Adds rows that Octavo stores: uploaded CSV files, and the rows of input tables. */
export const storedRows: Migration = {
  name: '0012-stored-rows',
  async up(tx, types) {
    await createTable(tx, types, 'csv_files', csvFiles)
    await createTable(tx, types, 'input_tables', inputTables)
    await createTable(tx, types, 'input_rows', inputRows)
  },
}
