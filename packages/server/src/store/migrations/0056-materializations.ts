import { createTable, type Migration } from './table.ts'

/** Adds elements whose rows are stored as tables, their schedule, and the result of each run. */
export const materializations: Migration = {
  name: '0056-materializations',
  async up(tx, types) {
    await createTable(tx, types, 'materialization_schedules', {
      columns: {
        organization_id: 'text',
        id: 'text',
        document_id: 'text',
        document_type: 'text',
        element_id: 'text',
        owner_id: 'text',
        cron: 'text',
        zone: 'text',
        next_due_at: 'integer?',
        configured_at: 'integer',
        paused_because: 'text?',
        failures: 'integer',
        used_at: 'integer',
        tables: 'text',
        data_state: 'text?',
        stored_at: 'integer?',
      },
      key: ['organization_id', 'id'],
      unique: [['organization_id', 'document_id', 'element_id']],
      indexes: [['next_due_at']],
    })
    await createTable(tx, types, 'materialization_runs', {
      columns: {
        organization_id: 'text',
        id: 'text',
        schedule_id: 'text',
        document_id: 'text',
        job_id: 'text?',
        state: 'text',
        created_at: 'integer',
        started_at: 'integer?',
        finished_at: 'integer?',
        expired_at: 'integer?',
        error: 'text?',
        row_count: 'integer?',
        size_bytes: 'integer?',
      },
      key: ['organization_id', 'id'],
      indexes: [
        ['organization_id', 'document_id', 'created_at'],
        ['organization_id', 'schedule_id', 'created_at'],
        ['state'],
      ],
    })
  },
}
