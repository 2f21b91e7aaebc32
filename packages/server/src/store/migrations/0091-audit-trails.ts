import { sql } from 'kysely'
import { createTable, type Migration } from './table.ts'

/**
 * Adds the copy of the audit log that administrators query as a connection: one row for each organization that has ever
 * enabled it.
 */
export const auditTrails: Migration = {
  name: '0091-audit-trails',
  async up(tx, types) {
    await createTable(tx, types, 'audit_trails', {
      columns: {
        organization_id: 'text',
        is_enabled: 'integer',
        retention_days: 'integer',
        since_number: 'integer',
        since_at: 'integer',
        connection_id: 'text?',
        workspace_id: 'text?',
        snapshot: 'integer',
        copied_number: 'integer',
        copied_at: 'integer?',
        enabled_by: 'text?',
        enabled_at: 'integer?',
        disabled_by: 'text?',
        disabled_at: 'integer?',
        kept_until: 'integer?',
        updated_at: 'integer',
      },
      key: ['organization_id'],
    })
    await sql`alter table connections add column is_audit_log ${sql.raw(types.integer)} not null default 0`.execute(tx)
  },
}
