import { createTable, type Migration } from './table.ts'

/** Adds requests for protected version tags, each with the requested tagging and its decision. */
export const tagRequests: Migration = {
  name: '0011-tag-requests',
  async up(tx, types) {
    await createTable(tx, types, 'tag_requests', {
      columns: {
        organization_id: 'text',
        id: 'text',
        tag_id: 'text',
        document_id: 'text',
        document_kind: 'text',
        version: 'integer',
        wanted: 'text',
        message: 'text',
        state: 'text',
        decided_by: 'text?',
        decided_at: 'integer?',
        reason: 'text',
        created_by: 'text',
        created_at: 'integer',
      },
      key: ['organization_id', 'id'],
      indexes: [
        ['organization_id', 'tag_id', 'created_at', 'id'],
        ['organization_id', 'document_id'],
      ],
      links: [
        { columns: ['organization_id', 'tag_id'], table: 'version_tags', to: ['organization_id', 'id'] },
        { columns: ['organization_id', 'document_id'], table: 'documents', to: ['organization_id', 'id'] },
      ],
    })
  },
}
