import { createTable, type Migration } from './table.ts'

/** Adds a member's default styles for new elements, by kind. */
export const elementStyles: Migration = {
  name: '0117-element-styles',
  async up(tx, types) {
    await createTable(tx, types, 'element_styles', {
      columns: {
        organization_id: 'text',
        member_id: 'text',
        kind: 'text',
        fields: 'text',
        updated_at: 'integer',
      },
      key: ['organization_id', 'member_id', 'kind'],
      links: [{ columns: ['organization_id', 'member_id'], table: 'members', to: ['organization_id', 'id'] }],
    })
  },
}
