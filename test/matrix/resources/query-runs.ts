import { newUuid } from '../../../packages/server/src/store/index.ts'
import { saveQueryRuns } from '../../../packages/server/src/store/query-runs.ts'
import { resource } from '../resource.ts'
import type { Things, World } from '../world.ts'

/** A query without an owner that runs on the shared connection. */
async function insertRun({ unknownId }: Things, { connectionId, platform }: World): Promise<string> {
  const { store, organizationId, clock } = platform
  const id = newUuid()
  await store.maintain('test', (tx) =>
    saveQueryRuns(tx, [
      {
        ...{ organization_id: organizationId, id, connection_id: connectionId, member_id: '' },
        ...{ document_id: unknownId, element_id: 'orders', purpose: 'dashboard', statement_key: '' },
        ...{ started_at: clock.now(), deadline_at: clock.now() + 3_600_000, outcome: 'running', is_cached: 0 },
        ...{ compile_ms: 1, queue_ms: 1, engine_ms: null, transfer_ms: null, row_count: null, byte_count: null },
        ...{ error_code: null, cancel_asked_at: null },
      },
    ]),
  )
  return id
}

export const queryRuns = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listQueryRuns                     200     200     200     200     200     200     200     -       -
getQueryRun                       404     404     404     404     404     200     200     -       -
cancelQueryRun                    404     404     404     404     404     200     200     -       -
`,
  ids: {
    queryRunId: (things, world) => things.one('query run', () => insertRun(things, world)),
  },
  withoutEtag: ['getQueryRun'],
  notPublished: {
    listQueryRuns: 'Query history is published as a feature of the product without operations.',
    getQueryRun: 'Part of the history of queries.',
    cancelQueryRun: 'Part of the history of queries.',
  },
})
