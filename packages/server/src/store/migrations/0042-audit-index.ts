import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** Removes an index of audit events by kind of object, which no query used and every insert updated. */
export const auditIndex: Migration = {
  name: '0042-audit-index',
  async up(tx) {
    await sql`drop index audit_events_by_organization_id_object_kind_object_id`.execute(tx)
  },
}
