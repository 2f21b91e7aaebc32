import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** Nothing reads audit events by the kind of an object without its id, and every event paid for the index. */
export const auditIndex: Migration = {
  name: '0042-audit-index',
  async up(tx) {
    await sql`drop index audit_events_by_organization_id_object_kind_object_id`.execute(tx)
  },
}
