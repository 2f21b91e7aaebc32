import { createTable, type Migration } from './table.ts'

/** Adds calls of other systems by sequences that the server runs: when each began, and its result. */
export const sequenceCalls: Migration = {
  name: '0140-sequence-calls',
  async up(tx, types) {
    await createTable(tx, types, 'sequence_calls', {
      columns: { organization_id: 'text', run_id: 'text', step: 'integer', outcome: 'text?', expires_at: 'integer' },
      key: ['organization_id', 'run_id', 'step'],
      indexes: [['expires_at']],
      links: [{ columns: ['organization_id'], table: 'organizations', to: ['id'] }],
    })
  },
}
