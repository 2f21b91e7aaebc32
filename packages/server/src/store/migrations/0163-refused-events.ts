import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** Adds an index of the few refused and failed events, so that a list of them does not read all others. */
export const refusedEvents: Migration = {
  name: '0163-refused-events',
  async up(tx) {
    await sql`
      create index audit_events_refused on audit_events (organization_id, happened_at, id)
      where outcome in ('denied', 'failed')
    `.execute(tx)
  },
}
