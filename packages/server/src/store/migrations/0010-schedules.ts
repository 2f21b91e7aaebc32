import { sql } from 'kysely'
import { createTable, type Migration, type TableShape } from './table.ts'

const tables: Record<string, TableShape> = {
  schedules: {
    columns: {
      organization_id: 'text',
      id: 'text',
      document_id: 'text',
      owner_id: 'text',
      cron: 'text',
      zone: 'text',
      targets: 'text',
      config: 'text',
      description: 'text?',
      state: 'text',
      disabled_at: 'integer?',
      disabled_by: 'text?',
      failures: 'integer',
      next_due_at: 'integer?',
      planned_at: 'integer',
      ended_at: 'integer?',
      created_by: 'text',
      updated_by: 'text',
      created_at: 'integer',
      updated_at: 'integer',
    },
    key: ['organization_id', 'id'],
    indexes: [
      ['organization_id', 'document_id', 'created_at'],
      ['organization_id', 'owner_id', 'created_at'],
    ],
    links: [
      { columns: ['organization_id', 'document_id'], table: 'documents', to: ['organization_id', 'id'] },
      { columns: ['organization_id', 'owner_id'], table: 'members', to: ['organization_id', 'id'] },
    ],
  },
  schedule_runs: {
    columns: {
      organization_id: 'text',
      schedule_id: 'text',
      due_at: 'integer',
      id: 'text',
      state: 'text',
      reason: 'text?',
      is_manual: 'integer',
      job_id: 'text?',
      attempts: 'integer',
      delivered: 'text',
      created_at: 'integer',
      started_at: 'integer?',
      checked_at: 'integer?',
      files_at: 'integer?',
      finished_at: 'integer?',
    },
    key: ['organization_id', 'schedule_id', 'due_at'],
    links: [{ columns: ['organization_id', 'schedule_id'], table: 'schedules', to: ['organization_id', 'id'] }],
  },
}

/** Adds scheduled exports, and the ledger of their due times. */
export const schedules: Migration = {
  name: '0010-schedules',
  async up(tx, types) {
    for (const [name, shape] of Object.entries(tables)) await createTable(tx, types, name, shape)
    await sql`create index schedules_due on schedules (next_due_at) where next_due_at is not null`.execute(tx)
    await sql`create index schedules_planned on schedules (planned_at) where next_due_at is not null`.execute(tx)
    await sql`create index schedule_runs_open on schedule_runs (created_at)
      where state in ('waiting', 'running')`.execute(tx)
  },
}
