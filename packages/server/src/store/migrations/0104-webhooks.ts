import { createTable, type Migration } from './table.ts'

/** Adds sequences of actions that requests from other systems start. */
export const webhooks: Migration = {
  name: '0104-webhooks',
  async up(tx, types) {
    await createTable(tx, types, 'webhooks', {
      columns: {
        organization_id: 'text',
        document_id: 'text',
        sequence_id: 'text',
        id: 'text',
        owner_id: 'text',
        created_at: 'integer',
        last_job_id: 'text?',
      },
      key: ['organization_id', 'document_id', 'sequence_id'],
      indexes: [['document_id', 'sequence_id']],
      links: [{ columns: ['organization_id', 'document_id'], table: 'documents', to: ['organization_id', 'id'] }],
    })
  },
}
