import { createTable, type Migration } from './table.ts'

/** Adds the SQL texts that members ran or saved, so that they can return to them. */
export const sqlTexts: Migration = {
  name: '0126-sql-texts',
  async up(tx, types) {
    await createTable(tx, types, 'sql_texts', {
      columns: {
        organization_id: 'text',
        id: 'text',
        member_id: 'text',
        document_id: 'text',
        element_id: 'text',
        connection_id: 'text',
        statement_hash: 'text',
        statement: 'text',
        how: 'text',
        noted_at: 'integer',
      },
      key: ['organization_id', 'id'],
      unique: [['organization_id', 'member_id', 'document_id', 'element_id', 'connection_id', 'statement_hash']],
      indexes: [['organization_id', 'member_id', 'document_id', 'noted_at'], ['noted_at']],
    })
  },
}
