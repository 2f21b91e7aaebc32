import { createTable, type Migration } from './table.ts'

/** Comments on workbooks and their elements, in threads. */
export const comments: Migration = {
  name: '0047-comments',
  async up(tx, types) {
    await createTable(tx, types, 'comments', {
      columns: {
        organization_id: 'text',
        id: 'text',
        document_id: 'text',
        thread_id: 'text',
        element_id: 'text?',
        body: 'text',
        mentions: 'text',
        resolved_by: 'text?',
        resolved_at: 'integer?',
        created_by: 'text',
        created_at: 'integer',
        edited_at: 'integer?',
      },
      key: ['organization_id', 'id'],
      indexes: [['organization_id', 'document_id', 'thread_id', 'created_at']],
      links: [{ columns: ['organization_id', 'document_id'], table: 'documents', to: ['organization_id', 'id'] }],
    })
  },
}
