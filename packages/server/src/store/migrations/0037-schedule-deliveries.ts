import { sql } from 'kysely'
import { createTable, type Migration, type TableShape } from './table.ts'

const deliveries: TableShape = {
  columns: {
    organization_id: 'text',
    schedule_id: 'text',
    due_at: 'integer',
    name: 'text',
    state: 'text',
    parcel: 'text?',
    reason: 'text?',
    job_id: 'text',
    created_at: 'integer',
    finished_at: 'integer?',
  },
  key: ['organization_id', 'schedule_id', 'due_at', 'name'],
  links: [
    {
      columns: ['organization_id', 'schedule_id', 'due_at'],
      table: 'schedule_runs',
      to: ['organization_id', 'schedule_id', 'due_at'],
    },
  ],
}

/**
 * Adds the deliveries of each run, one row for each recipient, and the number of files of a run. A run in progress
 * creates its files again and sends them under the same ids.
 */
export const scheduleDeliveries: Migration = {
  name: '0037-schedule-deliveries',
  async up(tx, types) {
    await createTable(tx, types, 'schedule_deliveries', deliveries)
    await sql`create index schedule_deliveries_open on schedule_deliveries (created_at)
      where state = 'waiting'`.execute(tx)
    const integer = sql.raw(types.integer)
    await sql`alter table schedule_runs add column file_count ${integer} not null default 0`.execute(tx)
    await sql`alter table schedule_runs drop column delivered`.execute(tx)
    await sql`create index schedule_runs_with_files on schedule_runs (created_at) where file_count > 0`.execute(tx)
  },
}
