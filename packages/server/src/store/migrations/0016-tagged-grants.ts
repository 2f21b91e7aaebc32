import { sql } from 'kysely'
import type { Migration } from './table.ts'

/**
 * Adds an index of grants on tagged versions: every list of documents checks for them, and almost no member has any.
 */
export const taggedGrants: Migration = {
  name: '0016-tagged-grants',
  async up(tx) {
    await sql`create index grants_on_tagged on grants (organization_id, subject, object_type)
      where object_type in ('tagged-workbook', 'tagged-data-model')`.execute(tx)
  },
}
