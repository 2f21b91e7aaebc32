import type { Selectable } from 'kysely'
import { chunksOf } from './chunks.ts'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import type { QueryRunTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

export type QueryRunRow = Selectable<QueryRunTable>

/** Inserts runs, and replaces those that were running when they were last written. */
export async function saveQueryRuns(tx: Queryable, rows: readonly QueryRunRow[]): Promise<void> {
  for (const some of chunksOf(rows)) {
    await tx
      .insertInto('query_runs')
      .values([...some])
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'id']).doUpdateSet(({ ref }) => ({
          queue_ms: ref('excluded.queue_ms'),
          engine_ms: ref('excluded.engine_ms'),
          transfer_ms: ref('excluded.transfer_ms'),
          row_count: ref('excluded.row_count'),
          byte_count: ref('excluded.byte_count'),
          outcome: ref('excluded.outcome'),
          error_code: ref('excluded.error_code'),
        })),
      )
      .execute()
  }
}

export async function findQueryRun(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<QueryRunRow | undefined> {
  return db
    .selectFrom('query_runs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Absent filters do not restrict. Instants are epoch milliseconds. `now` distinguishes running queries from those whose server is gone. */
export interface QueryRunFilter {
  memberId?: string
  connectionId?: string
  documentId?: string
  outcome?: string
  since?: number
  now: number
}

/** The latest first; one row more than `limit` when there are more. */
export async function listQueryRuns(
  db: Queryable,
  organizationId: string,
  filter: QueryRunFilter,
  { after, limit }: { after: { startedAt: number; id: string } | null; limit: number },
): Promise<QueryRunRow[]> {
  const runs = matching(db, organizationId, filter)
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (after === null) return runs.execute()
  return runs
    .where((row) => comesAfter('desc', [row.ref('started_at'), after.startedAt], [row.ref('id'), after.id]))
    .execute()
}

export async function countQueryRuns(
  db: Queryable,
  organizationId: string,
  filter: QueryRunFilter,
  atMost: number | null,
): Promise<number> {
  return countRows(db, upTo(atMost, matching(db, organizationId, filter).select('id')))
}

function matching(db: Queryable, organizationId: string, filter: QueryRunFilter) {
  const { memberId, connectionId, documentId, outcome, since, now } = filter
  return db
    .selectFrom('query_runs')
    .where('organization_id', '=', organizationId)
    .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId ?? ''))
    .$if(connectionId !== undefined, (query) => query.where('connection_id', '=', connectionId ?? ''))
    .$if(documentId !== undefined, (query) => query.where('document_id', '=', documentId ?? ''))
    .$if(since !== undefined, (query) => query.where('started_at', '>=', since ?? 0))
    .$if(outcome !== undefined, (query) => {
      if (outcome !== 'running' && outcome !== 'lost') return query.where('outcome', '=', outcome ?? '')
      return query.where('outcome', '=', 'running').where('deadline_at', outcome === 'running' ? '>=' : '<', now)
    })
}

/** Asks the process that runs it to cancel it. Returns whether it was still running. */
export async function askToCancelRun(tx: Queryable, organizationId: string, id: string, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('query_runs')
    .set({ cancel_asked_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('outcome', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The runs for which cancelling was requested. */
export async function runsToCancel(
  db: Queryable,
  runs: readonly Pick<QueryRunRow, 'organization_id' | 'id'>[],
): Promise<string[]> {
  const found: string[] = []
  for (const some of chunksOf(runs)) {
    const rows = await db
      .selectFrom('query_runs')
      .select('id')
      .where('organization_id', 'in', [...new Set(some.map(({ organization_id }) => organization_id))])
      .where(
        'id',
        'in',
        some.map(({ id }) => id),
      )
      .where('cancel_asked_at', 'is not', null)
      .execute()
    found.push(...rows.map(({ id }) => id))
  }
  return found
}

export async function deleteQueryRunsBefore(tx: Queryable, before: number): Promise<void> {
  await tx.deleteFrom('query_runs').where('started_at', '<', before).execute()
}
