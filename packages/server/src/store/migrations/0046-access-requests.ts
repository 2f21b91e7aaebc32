import { createTable, type Migration } from './table.ts'

/**
 * Adds requests for access to files, with their decisions. A request may name a file that does not exist, so that
 * requests do not reveal which files exist.
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
