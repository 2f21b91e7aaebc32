import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { JobState, JobTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type JobRow = Selectable<JobTable>

/** Proves, with every change of a running job, that the worker still holds it. */
export interface JobHold {
  organizationId: string
  id: string
  owner: string
  attempt: number
}

export async function findJob(db: Queryable, organizationId: string, id: string): Promise<JobRow | undefined> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Jobs that still exist, by id. */
export async function findJobs(
  db: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, JobRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('jobs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The unfinished job with this unique key. */
export async function findOpenJob(
  db: Queryable,
  organizationId: string,
  uniqueKey: string,
): Promise<JobRow | undefined> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('unique_key', '=', uniqueKey)
    .where(sql<boolean>`state in ('queued', 'running')`)
    .executeTakeFirst()
}

/** Returns false and inserts nothing when an unfinished job has the same unique key. */
export async function insertJob(tx: Queryable, row: Insertable<JobTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('jobs')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The next future due time of a job; null when none waits. For all organizations. */
export async function findNextDue(
  db: Queryable,
  { kinds, now, crowded = [] }: { kinds: readonly string[]; now: number; crowded?: readonly CrowdedKind[] },
): Promise<number | null> {
  const row = await db
    .selectFrom('jobs')
    .select('run_at')
    .where(sql<boolean>`state = 'queued'`)
    .where('kind', 'in', kinds)
    .where('deadline_at', '>', now)
    .where(isNotCrowded(crowded))
    .orderBy('run_at')
    .limit(1)
    .executeTakeFirst()
  return row?.run_at ?? null
}

/** Members whose jobs of a kind must not be started. */
export interface CrowdedKind {
  kind: string
  turns: readonly string[]
}

function isNotCrowded(crowded: readonly CrowdedKind[]): RawBuilder<boolean> {
  if (crowded.length === 0) return sql<boolean>`1 = 1`
  const each = crowded.map(
    ({ kind, turns }) => sql`not (kind = ${kind} and organization_id || '/' || actor_id in (${sql.join(turns)}))`,
  )
  return sql<boolean>`(${sql.join(each, sql` and `)})`
}

/** The key of the member whose turn a job uses. */
export const turnOf = (job: Pick<JobRow, 'organization_id' | 'actor_id'>): string =>
  `${job.organization_id}/${job.actor_id}`

/** Orders members that were not served first, then the least recently served. */
function byTurn(served: readonly string[]): RawBuilder<unknown> {
  if (served.length === 0) return sql`run_at, id`
  const places = served.map((turn, index) => sql`when ${turn} then ${index + 1}`)
  return sql`case organization_id || '/' || actor_id ${sql.join(places, sql` `)} else 0 end, run_at, id`
}

/**
 * Claims the job that has been due longest among the jobs of the members that waited longest for a turn, and counts the attempt. One
 * statement.
 */
export async function claimJob(
  tx: Queryable,
  claim: {
    kinds: readonly string[]
    owner: string
    now: number
    leaseUntil: number
    skipLocked: RawBuilder<unknown>
    served?: readonly string[]
    crowded?: readonly CrowdedKind[]
  },
): Promise<JobRow | undefined> {
  const { kinds, owner, now, leaseUntil, skipLocked, served = [], crowded = [] } = claim
  // Materialized: PostgreSQL may run a plain subquery again for every row and then claims more than its limit.
  const { rows } = await sql<JobRow>`
    with picked as materialized (
      select organization_id, id from jobs
      where state = 'queued' and run_at <= ${now} and deadline_at > ${now} and kind in (${sql.join(kinds)})
        and ${isNotCrowded(crowded)}
      order by ${byTurn(served)} limit 1 ${skipLocked}
    )
    update jobs set state = 'running', lease_owner = ${owner}, lease_until = ${leaseUntil},
      attempts = attempts + 1, started_at = coalesce(started_at, ${now})
    from picked where jobs.organization_id = picked.organization_id and jobs.id = picked.id
    returning *`.execute(tx)
  return rows[0]
}

/** Extends the lease. Returns whether cancelling was requested; null when the job is no longer held. */
export async function renewLease(tx: Queryable, hold: JobHold, leaseUntil: number): Promise<boolean | null> {
  const row = await tx
    .updateTable('jobs')
    .set({ lease_until: leaseUntil })
    .where('organization_id', '=', hold.organizationId)
    .where('id', '=', hold.id)
    .where('state', '=', 'running')
    .where('lease_owner', '=', hold.owner)
    .where('attempts', '=', hold.attempt)
    .returning('cancel_requested')
    .executeTakeFirst()
  return row ? row.cancel_requested === 1 : null
}

export type JobEnd =
  | { state: Extract<JobState, 'succeeded'>; outcome: string | null }
  | { state: Extract<JobState, 'failed' | 'cancelled'>; error: string | null }
  /** Requeues the job: after an error, or (`isCounted: false`) because the worker stops. */
  | { state: Extract<JobState, 'queued'>; runAt: number; error: string | null; isCounted: boolean }

/** False when the job is no longer held, because another worker runs or has ended it. */
export async function settleJob(tx: Queryable, hold: JobHold, end: JobEnd, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({
      state: end.state,
      lease_owner: null,
      lease_until: null,
      ...(end.state === 'queued'
        ? { run_at: end.runAt, attempts: end.isCounted ? hold.attempt : hold.attempt - 1 }
        : { finished_at: now }),
      ...(end.state === 'succeeded' ? { outcome: end.outcome, error: null } : {}),
      ...('error' in end && end.error !== null ? { error: end.error } : {}),
    })
    .where('organization_id', '=', hold.organizationId)
    .where('id', '=', hold.id)
    .where('state', '=', 'running')
    .where('lease_owner', '=', hold.owner)
    .where('attempts', '=', hold.attempt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends a waiting job, or asks the worker of a running one to end it. Null when there is no unfinished job. */
export async function requestCancel(
  tx: Queryable,
  organizationId: string,
  id: string,
  now: number,
): Promise<'cancelled' | 'requested' | null> {
  const job = tx.updateTable('jobs').where('organization_id', '=', organizationId).where('id', '=', id)
  const waiting = await job
    .set({ state: 'cancelled', cancel_requested: 1, finished_at: now })
    .where('state', '=', 'queued')
    .executeTakeFirst()
  if (waiting.numUpdatedRows === 1n) return 'cancelled'
  const running = await job.set({ cancel_requested: 1 }).where('state', '=', 'running').executeTakeFirst()
  return running.numUpdatedRows === 1n ? 'requested' : null
}

/** Upper bound of the clock difference between processes of one store. */
const clockDifferenceMs = 60_000

/**
 * After the clock was set back, makes jobs due now that were already due when they were enqueued. Jobs with a later due time keep it.
 */
export async function bringForward(tx: Queryable, now: number): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ run_at: now, created_at: now, deadline_at: sql<number>`deadline_at - (created_at - ${now})` })
    .where(sql<boolean>`state = 'queued'`)
    .where('created_at', '>', now + clockDifferenceMs)
    .whereRef('run_at', '<=', 'created_at')
    .execute()
}

/** Fails jobs that have passed their deadline, waiting or running. Returns their number. */
export async function failOverdueJobs(tx: Queryable, now: number, error: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ state: 'failed', error, finished_at: now, lease_owner: null, lease_until: null })
    .where(sql<boolean>`state in ('queued', 'running')`)
    .where('deadline_at', '<=', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Requeues jobs whose worker is gone, or ends them: cancelled when that was requested, failed after the last attempt. A worker is gone when
 * its lease has expired, and at once when only owners with the prefix `onlyOwners` can be alive.
 */
export async function recoverLostJobs(
  tx: Queryable,
  { now, error, onlyOwners }: { now: number; error: string; onlyOwners: string | null },
): Promise<number> {
  const lost = () =>
    tx
      .updateTable('jobs')
      .where(sql<boolean>`state = 'running'`)
      .where((is) =>
        onlyOwners === null
          ? is('lease_until', '<', now)
          : is.or([is('lease_until', '<', now), is('lease_owner', 'not like', `${onlyOwners}%`)]),
      )
  const gone = { lease_owner: null, lease_until: null }
  const cancelled = await lost()
    .set({ ...gone, state: 'cancelled', finished_at: now })
    .where('cancel_requested', '=', 1)
    .executeTakeFirst()
  const failed = await lost()
    .set({ ...gone, state: 'failed', error, finished_at: now })
    .whereRef('attempts', '>=', 'max_attempts')
    .executeTakeFirst()
  const again = await lost()
    .set({ ...gone, state: 'queued', error, run_at: now })
    .executeTakeFirst()
  return Number(cancelled.numUpdatedRows + failed.numUpdatedRows + again.numUpdatedRows)
}

export interface OpenJobs {
  /** Due but not started. */
  waiting: number
  /** Of these, the ones due before `lateBefore`. */
  late: number
  /** Held by a live worker. */
  running: number
}

/** For all organizations, to monitor the queue. */
export async function countOpenJobs(db: Queryable, now: number, lateBefore: number): Promise<OpenJobs> {
  const { rows } = await sql<OpenJobs>`
    select
      count(case when state = 'queued' and run_at <= ${now} then 1 end) as waiting,
      count(case when state = 'queued' and run_at < ${lateBefore} then 1 end) as late,
      count(case when state = 'running' and lease_until >= ${now} then 1 end) as running
    from jobs where state in ('queued', 'running')`.execute(db)
  return rows[0] ?? { waiting: 0, late: 0, running: 0 }
}
