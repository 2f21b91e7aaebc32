import { createTable, type Migration, type TableShape } from './table.ts'

const annotations: TableShape = {
  columns: {
    organization_id: 'text',
    object_id: 'text',
    annotations: 'text',
    updated_by: 'text',
    updated_at: 'integer',
  },
  key: ['organization_id', 'object_id'],
  links: [{ columns: ['organization_id', 'object_id'], table: 'catalog_objects', to: ['organization_id', 'id'] }],
}

/** Adds members' annotations of tables of connections and their columns. */
export const tableAnnotations: Migration = {
  name: '0094-table-annotations',
  async up(tx, types) {
    await createTable(tx, types, 'table_annotations', annotations)
  },
}
