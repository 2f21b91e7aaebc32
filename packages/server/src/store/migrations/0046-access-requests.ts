import { createTable, type Migration } from './table.ts'

/**
 * Requests for access to files, with their decisions. Files that do not exist can be requested too, so that requests do not reveal which
 * exist.
 */
export const accessRequests: Migration = {
  name: '0046-access-requests',
  async up(tx, types) {
    await createTable(tx, types, 'access_requests', {
      columns: {
        organization_id: 'text',
        id: 'text',
        inode_id: 'text',
        permission: 'text',
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
        ['organization_id', 'inode_id', 'created_at', 'id'],
        ['organization_id', 'created_by', 'created_at', 'id'],
      ],
    })
  },
}
