import type { ExpressionBuilder, Selectable } from 'kysely'
import { chunksOf } from './chunks.ts'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import type { Database, QueryRunTable, QueryStatementTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

const deletedAtOnce = 500

export type QueryRunRow = Selectable<QueryRunTable>
export type QueryStatementRow = Selectable<QueryStatementTable>
/** A run with its SQL. */
export type ListedQueryRun = QueryRunRow & { statement: string | null }

/** Inserts statements that runs name by their keys; existing ones get the new time. */
export async function saveQueryStatements(tx: Queryable, rows: readonly QueryStatementRow[]): Promise<void> {
  for (const some of chunksOf(rows)) {
    await tx
      .insertInto('query_statements')
      .values([...some])
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'statement_key'])
          .doUpdateSet(({ ref }) => ({ noted_at: ref('excluded.noted_at') })),
      )
      .execute()
  }
}

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
): Promise<ListedQueryRun | undefined> {
  return runsWithStatements(db)
    .where('query_runs.organization_id', '=', organizationId)
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
): Promise<ListedQueryRun[]> {
  const runs = runsWithStatements(db)
    .where(matching(organizationId, filter))
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
  return countRows(db, upTo(atMost, db.selectFrom('query_runs').select('id').where(matching(organizationId, filter))))
}

function runsWithStatements(db: Queryable) {
  return db
    .selectFrom('query_runs')
    .leftJoin('query_statements', (join) =>
      join
        .onRef('query_statements.organization_id', '=', 'query_runs.organization_id')
        .onRef('query_statements.statement_key', '=', 'query_runs.statement_key'),
    )
    .selectAll('query_runs')
    .select('query_statements.statement')
}

function matching(organizationId: string, filter: QueryRunFilter) {
  const { memberId, connectionId, documentId, outcome, since, now } = filter
  return (run: ExpressionBuilder<Database, 'query_runs'>) => {
    const isOf = [run('query_runs.organization_id', '=', organizationId)]
    if (memberId !== undefined) isOf.push(run('member_id', '=', memberId))
    if (connectionId !== undefined) isOf.push(run('connection_id', '=', connectionId))
    if (documentId !== undefined) isOf.push(run('document_id', '=', documentId))
    if (since !== undefined) isOf.push(run('started_at', '>=', since))
    if (outcome === 'running' || outcome === 'lost') {
      isOf.push(run('outcome', '=', 'running'), run('deadline_at', outcome === 'running' ? '>=' : '<', now))
    } else if (outcome !== undefined) isOf.push(run('outcome', '=', outcome))
    return run.and(isOf)
  }
}

/** Requests that the process that runs the query cancels it. Returns whether it was still running. */
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

/** Deletes some of the runs that began before this time, so that no transaction is long. Returns whether there may be more. */
export async function deleteQueryRunsBefore(tx: Queryable, before: number): Promise<boolean> {
  let isMore = false
  // One organization at a time, because the index of times starts with it.
  for (const { id } of await tx.selectFrom('organizations').select('id').execute()) {
    const old = await tx
      .selectFrom('query_runs')
      .select('id')
      .where('organization_id', '=', id)
      .where('started_at', '<', before)
      .orderBy('started_at')
      .limit(deletedAtOnce)
      .execute()
    const ids = old.map((run) => run.id)
    isMore ||= ids.length === deletedAtOnce
    if (ids.length > 0)
      await tx.deleteFrom('query_runs').where('organization_id', '=', id).where('id', 'in', ids).execute()
  }
  return isMore
}

/** For all organizations. */
export async function deleteQueryStatementsBefore(tx: Queryable, before: number): Promise<void> {
  await tx.deleteFrom('query_statements').where('noted_at', '<', before).execute()
}
