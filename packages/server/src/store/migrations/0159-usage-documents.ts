import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** The usage dashboards as they were last written, so that a new version can replace those that nobody changed. */
export const usageDocuments: Migration = {
  name: '0159-usage-documents',
  async up(tx, types) {
    await sql`alter table audit_trails add column usage_documents ${sql.raw(types.text)}`.execute(tx)
  },
}
