import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** Adds an index for the list of the events of one type, newest first: a rare type was found by reading all events. */
export const eventsByType: Migration = {
  name: '0164-events-by-type',
  async up(tx) {
    await sql`
      create index audit_events_by_action on audit_events (organization_id, action, happened_at, id)
    `.execute(tx)
  },
}
