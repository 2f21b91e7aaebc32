import { createTable, type Migration, type TableShape } from './table.ts'

const translations: TableShape = {
  columns: {
    organization_id: 'text',
    document_id: 'text',
    lng: 'text',
    variant: 'text',
    phrases: 'text',
    created_by: 'text',
    updated_by: 'text',
    created_at: 'integer',
    updated_at: 'integer',
  },
  key: ['organization_id', 'document_id', 'lng', 'variant'],
  links: [{ columns: ['organization_id'], table: 'organizations', to: ['id'] }],
}

/** Translation files of organizations and of workbooks. */
export const translationsTable: Migration = {
  name: '0060-translations',
  async up(tx, types) {
    await createTable(tx, types, 'translations', translations)
  },
}
