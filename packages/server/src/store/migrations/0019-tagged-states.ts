import { sql } from 'kysely'
import type { Migration } from './table.ts'

const isTagged = sql`type in ('tagged-workbook', 'tagged-data-model')`
const source = sql`from inodes as source
  where source.organization_id = inodes.organization_id and source.id = inodes.parent_id`

/**
 * Archives or restores tagged versions, so that their state equals their document's. Deactivations with
 * archiveDocuments had made them different.
 */
export const taggedStates: Migration = {
  name: '0019-tagged-states',
  async up(tx) {
    await sql`update inodes set is_archived = 0, archived_at = null, archived_by = null
      where is_archived = 1 and ${isTagged} and exists (select 1 ${source} and source.is_archived = 0)`.execute(tx)
    await sql`update inodes set is_archived = 1,
        archived_at = (select source.archived_at ${source}), archived_by = (select source.archived_by ${source})
      where is_archived = 0 and ${isTagged} and exists (select 1 ${source} and source.is_archived = 1)`.execute(tx)
  },
}
