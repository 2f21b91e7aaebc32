import { createTable, type Migration } from './table.ts'

/** Adds the open editors of each draft, so that editors connected to different processes see each other. */
export const draftPresence: Migration = {
  name: '0024-draft-presence',
  async up(tx, types) {
    await createTable(tx, types, 'draft_presence', {
      columns: {
        organization_id: 'text',
        document_id: 'text',
        client_id: 'text',
        member_id: 'text',
        page_id: 'text?',
        element_ids: 'text',
        came_at: 'integer',
        seen_at: 'integer',
      },
      key: ['organization_id', 'document_id', 'client_id'],
      links: [{ columns: ['organization_id', 'document_id'], table: 'documents', to: ['organization_id', 'id'] }],
    })
  },
}
