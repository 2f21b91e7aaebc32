import { createTable, type Migration } from './table.ts'

/** Adds the history of queries: the member, the connection, and the duration of each step. */
export const queryRuns: Migration = {
  name: '0049-query-runs',
  async up(tx, types) {
    await createTable(tx, types, 'query_runs', {
      columns: {
        organization_id: 'text',
        id: 'text',
        connection_id: 'text',
        document_id: 'text',
        element_id: 'text',
        member_id: 'text',
        purpose: 'text',
        statement: 'text',
        started_at: 'integer',
        deadline_at: 'integer',
        compile_ms: 'integer?',
        queue_ms: 'integer?',
        engine_ms: 'integer?',
        transfer_ms: 'integer?',
        row_count: 'integer?',
        byte_count: 'integer?',
        is_cached: 'integer',
        outcome: 'text',
        error_code: 'text?',
        cancel_asked_at: 'integer?',
      },
      key: ['organization_id', 'id'],
      indexes: [
        ['organization_id', 'started_at', 'id'],
        ['organization_id', 'member_id', 'started_at'],
        ['organization_id', 'connection_id', 'started_at'],
        ['started_at'],
      ],
    })
  },
}
