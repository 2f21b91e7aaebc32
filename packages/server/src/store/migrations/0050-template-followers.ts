import { createTable, type Migration } from './table.ts'

/** Adds workbooks that follow the versions of their template, with the result of the last update. */
export const templateFollowers: Migration = {
  name: '0050-template-followers',
  async up(tx, types) {
    await createTable(tx, types, 'template_followers', {
      columns: {
        organization_id: 'text',
        workbook_id: 'text',
        template_id: 'text',
        template_version: 'integer',
        swaps: 'text',
        tried_version: 'integer',
        state: 'text',
        reason: 'text?',
        updated_at: 'integer',
        created_by: 'text',
        created_at: 'integer',
      },
      key: ['organization_id', 'workbook_id'],
      indexes: [['organization_id', 'template_id', 'workbook_id']],
      links: (['workbook_id', 'template_id'] as const).map((column) => ({
        columns: ['organization_id', column],
        table: 'documents',
        to: ['organization_id', 'id'],
      })),
    })
  },
}
