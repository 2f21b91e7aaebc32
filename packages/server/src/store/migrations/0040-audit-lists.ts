import { sql } from 'kysely'
import type { Migration } from './table.ts'

/**
 * Adds indexes for reading the audit log newest first: all events, those of a member, of a category, or about an
 * object.
 */
export const auditLists: Migration = {
  name: '0040-audit-lists',
  async up(tx) {
    const lists = { time: [], actor: ['actor_id'], category: ['category'], object: ['object_id'] }
    for (const [name, columns] of Object.entries(lists)) {
      const places = ['organization_id', ...columns, 'happened_at', 'id'].map((column) => sql.ref(column))
      await sql`create index ${sql.ref(`audit_events_by_${name}`)} on audit_events (${sql.join(places)})`.execute(tx)
    }
  },
}
