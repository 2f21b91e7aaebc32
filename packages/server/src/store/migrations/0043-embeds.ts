import { createTable, type Migration } from './table.ts'

/** Adds public embeds: addresses that show a workbook, a page or an element to anyone who has them. */
export const embeds: Migration = {
  name: '0043-embeds',
  async up(tx, types) {
    await createTable(tx, types, 'embeds', {
      columns: {
        organization_id: 'text',
        id: 'text',
        document_id: 'text',
        source_type: 'text',
        source_id: 'text?',
        created_by: 'text',
        created_at: 'integer',
      },
      key: ['organization_id', 'id'],
      unique: [['id']],
      indexes: [['organization_id', 'document_id', 'created_at']],
      links: [{ columns: ['organization_id', 'document_id'], table: 'documents', to: ['organization_id', 'id'] }],
    })
  },
}
