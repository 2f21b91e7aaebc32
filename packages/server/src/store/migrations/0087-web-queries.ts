import { createTable, type Migration } from './table.ts'

/** Adds addresses that return the rows of an element to everyone with their token. */
export const webQueries: Migration = {
  name: '0087-web-queries',
  async up(tx, types) {
    await createTable(tx, types, 'web_queries', {
      columns: {
        organization_id: 'text',
        id: 'text',
        document_id: 'text',
        element_id: 'text',
        format: 'text',
        parameters: 'text',
        token_hash: 'text',
        created_by: 'text',
        created_at: 'integer',
        last_read_at: 'integer?',
      },
      key: ['organization_id', 'id'],
      unique: [['id']],
      indexes: [['organization_id', 'document_id', 'created_at']],
      links: [{ columns: ['organization_id', 'document_id'], table: 'documents', to: ['organization_id', 'id'] }],
    })
  },
}
