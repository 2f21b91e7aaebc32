import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { JobState, JobTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type JobRow = Selectable<JobTable>

/** What a worker proves with every change of a job it runs: that nobody else was given it meanwhile. */
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

/** Those that are kept still, by id. */
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

/** The job that holds this key and is not ended. */
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

/** False, and nothing inserted, when a job that is not ended holds the same unique key. */
export async function insertJob(tx: Queryable, row: Insertable<JobTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('jobs')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** When the next job falls due that is not overdue; null when none waits. Across organizations, as all work of the queue. */
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

/** Members of whose jobs of a kind none is started. */
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

/** Whose turn a job takes. */
export const turnOf = (job: Pick<JobRow, 'organization_id' | 'actor_id'>): string =>
  `${job.organization_id}/${job.actor_id}`

/** Members that were not served come first, then those that were served longest ago. */
function byTurn(served: readonly string[]): RawBuilder<unknown> {
  if (served.length === 0) return sql`run_at, id`
  const places = served.map((turn, index) => sql`when ${turn} then ${index + 1}`)
  return sql`case organization_id || '/' || actor_id ${sql.join(places, sql` `)} else 0 end, run_at, id`
}

/**
 * Takes the job that has been due for longest among those of the members that waited longest for a turn, if there is one, and
 * counts the attempt. One statement.
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

/** Prolongs the lease. Tells whether cancelling was asked for; null when the job is no longer held. */
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
  /** Back into the queue: after an error, or (`isCounted: false`) because the worker stops. */
  | { state: Extract<JobState, 'queued'>; runAt: number; error: string | null; isCounted: boolean }

/** False when the job is no longer held: then somebody else has ended it or runs it. */
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

/** Ends a job that waits, asks the worker of one that runs to end it. Null when there is none that is not ended. */
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

/** Clocks of the processes of one store differ by less. */
const clockDifferenceMs = 60_000

/**
 * A job that was due when it was enqueued, by a clock that was set back since: its time is now, and not when the clock comes to
 * that time again. What is due at a time of its own keeps that.
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

/** Fails what has passed its deadline, waiting or running. Returns how many. */
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
 * Gives jobs whose worker is gone another try, or ends them: cancelled when that was asked, failed after the last try.
 * A worker is gone when its lease has run out, and at once where only names with the prefix `onlyOwners` can be alive.
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
  /** Due, and not begun. */
  waiting: number
  /** Of these, the ones that should have begun before `lateBefore`. */
  late: number
  /** Held by a worker that is alive. */
  running: number
}

/** Across organizations, for whoever watches the queue. */
export async function countOpenJobs(db: Queryable, now: number, lateBefore: number): Promise<OpenJobs> {
  const { rows } = await sql<OpenJobs>`
    select
      count(case when state = 'queued' and run_at <= ${now} then 1 end) as waiting,
      count(case when state = 'queued' and run_at < ${lateBefore} then 1 end) as late,
      count(case when state = 'running' and lease_until >= ${now} then 1 end) as running
    from jobs where state in ('queued', 'running')`.execute(db)
  return rows[0] ?? { waiting: 0, late: 0, running: 0 }
}
