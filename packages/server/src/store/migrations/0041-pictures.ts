import { createTable, type Migration } from './table.ts'

/** Adds pictures uploaded into documents. Their key is the SHA-256 of the content. */
export const pictures: Migration = {
  name: '0041-pictures',
  async up(tx, types) {
    await createTable(tx, types, 'pictures', {
      columns: {
        organization_id: 'text',
        document_id: 'text',
        picture_key: 'text',
        media_type: 'text',
        size_bytes: 'integer',
        content: 'text',
        created_by: 'text',
        updated_by: 'text',
        created_at: 'integer',
        updated_at: 'integer',
      },
      key: ['organization_id', 'document_id', 'picture_key'],
      links: [{ columns: ['organization_id', 'document_id'], table: 'documents', to: ['organization_id', 'id'] }],
    })
  },
}
