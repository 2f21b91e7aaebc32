import { createTable, type Migration } from './table.ts'

/** Adds pictures of workbooks for lists, and logos of organizations for reports. */
export const reportPictures: Migration = {
  name: '0086-report-pictures',
  async up(tx, types) {
    await createTable(tx, types, 'card_pictures', {
      columns: {
        organization_id: 'text',
        document_id: 'text',
        fingerprint: 'text',
        theme: 'text',
        member_id: 'text',
        version: 'integer',
        content: 'text?',
        made_at: 'integer',
      },
      key: ['organization_id', 'document_id', 'fingerprint', 'theme'],
      indexes: [['organization_id', 'member_id', 'made_at']],
      links: [{ columns: ['organization_id', 'document_id'], table: 'documents', to: ['organization_id', 'id'] }],
    })
    await createTable(tx, types, 'organization_logos', {
      columns: {
        organization_id: 'text',
        media_type: 'text',
        size_bytes: 'integer',
        content: 'text',
        created_by: 'text',
        updated_by: 'text',
        created_at: 'integer',
        updated_at: 'integer',
      },
      key: ['organization_id'],
    })
  },
}
