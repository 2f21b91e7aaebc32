import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** Every list of documents checks whether the member has grants on tagged versions, and almost no member has. */
export const taggedGrants: Migration = {
  name: '0016-tagged-grants',
  async up(tx) {
    await sql`create index grants_on_tagged on grants (organization_id, subject, object_type)
      where object_type in ('tagged-workbook', 'tagged-data-model')`.execute(tx)
  },
}
