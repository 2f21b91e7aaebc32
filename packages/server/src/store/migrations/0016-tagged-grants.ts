import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** Whether a member was given tagged versions is asked with every list of documents, and nearly nobody was. */
export const taggedGrants: Migration = {
  name: '0016-tagged-grants',
  async up(tx) {
    await sql`create index grants_on_tagged on grants (organization_id, subject, object_type)
      where object_type in ('tagged-workbook', 'tagged-data-model')`.execute(tx)
  },
}
