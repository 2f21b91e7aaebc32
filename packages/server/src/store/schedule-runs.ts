import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { countRows } from './count-rows.ts'
import type { ScheduleRunTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

export type ScheduleRunRow = Selectable<ScheduleRunTable>
type RunKey = Pick<ScheduleRunRow, 'organization_id' | 'schedule_id' | 'due_at'>

const insertedAtOnce = 50

/** The row of a new run. */
export function newRun(key: RunKey & Pick<ScheduleRunRow, 'id' | 'created_at'>): ScheduleRunRow {
  return {
    ...key,
    state: 'waiting',
    reason: null,
    is_manual: 0,
    job_id: null,
    attempts: 0,
    started_at: null,
    checked_at: null,
    files_at: null,
    finished_at: null,
    file_count: 0,
    progress: null,
    cancelled_by: null,
  }
}

/** Inserts the due times that have no row; returns those. */
export async function insertRuns(tx: Queryable, rows: readonly Insertable<ScheduleRunTable>[]): Promise<number[]> {
  const inserted: number[] = []
  for (let start = 0; start < rows.length; start += insertedAtOnce) {
    const made = await tx
      .insertInto('schedule_runs')
      .values(rows.slice(start, start + insertedAtOnce))
      .onConflict((conflict) => conflict.columns(['organization_id', 'schedule_id', 'due_at']).doNothing())
      .returning('due_at')
      .execute()
    inserted.push(...made.map(({ due_at }) => due_at))
  }
  return inserted
}

export async function findRun(
  db: Queryable,
  organizationId: string,
  scheduleId: string,
  dueAt: number,
): Promise<ScheduleRunRow | undefined> {
  return db
    .selectFrom('schedule_runs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('schedule_id', '=', scheduleId)
    .where('due_at', '=', dueAt)
    .executeTakeFirst()
}

/** By the run id in its messages. */
export async function findRunById(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<ScheduleRunRow | undefined> {
  return db
    .selectFrom('schedule_runs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

const isOpen = sql<boolean>`state in ('waiting', 'running')`

/** A run of the schedule that has not ended. */
export async function findOpenRun(
  db: Queryable,
  organizationId: string,
  scheduleId: string,
): Promise<ScheduleRunRow | undefined> {
  return db
    .selectFrom('schedule_runs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('schedule_id', '=', scheduleId)
    .where(isOpen)
    .limit(1)
    .executeTakeFirst()
}

/** The latest run of each schedule that has one. */
export async function findLastRuns(
  db: Queryable,
  organizationId: string,
  scheduleIds: readonly string[],
): Promise<Map<string, ScheduleRunRow>> {
  if (scheduleIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('schedules')
    .innerJoin('schedule_runs', (join) =>
      join
        .onRef('schedule_runs.organization_id', '=', 'schedules.organization_id')
        .onRef('schedule_runs.schedule_id', '=', 'schedules.id')
        .on('schedule_runs.due_at', '=', (query) =>
          query
            .selectFrom('schedule_runs as other')
            .select((other) => other.fn.max('other.due_at').as('latest'))
            .whereRef('other.organization_id', '=', 'schedules.organization_id')
            .whereRef('other.schedule_id', '=', 'schedules.id'),
        ),
    )
    .selectAll('schedule_runs')
    .where('schedules.organization_id', '=', organizationId)
    .where('schedules.id', 'in', scheduleIds)
    .execute()
  return new Map(rows.map((row) => [row.schedule_id, row]))
}

/** The latest first; one row more than `limit` when there are more. */
export async function listRuns(
  db: Queryable,
  organizationId: string,
  scheduleId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<ScheduleRunRow[]> {
  const query = db
    .selectFrom('schedule_runs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('schedule_id', '=', scheduleId)
    .orderBy('due_at', 'desc')
    .limit(limit + 1)
  return (before === null ? query : query.where('due_at', '<', before)).execute()
}

export async function countRuns(
  db: Queryable,
  organizationId: string,
  scheduleId: string,
  atMost: number | null,
): Promise<number> {
  const rows = db
    .selectFrom('schedule_runs')
    .select('id as id')
    .where('organization_id', '=', organizationId)
    .where('schedule_id', '=', scheduleId)
  return countRows(db, upTo(atMost, rows))
}

/** Number of due times since a moment that were sent, without runs started by hand. */
export async function countSentSince(
  db: Queryable,
  organizationId: string,
  scheduleId: string,
  since: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('schedule_runs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('schedule_id', '=', scheduleId)
    .where('due_at', '>=', since)
    .where('is_manual', '=', 0)
    .where('state', '=', 'success')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The due times among these that have a row. */
export async function findRunTimes(
  db: Queryable,
  organizationId: string,
  scheduleId: string,
  times: readonly number[],
): Promise<Set<number>> {
  if (times.length === 0) return new Set()
  const rows = await db
    .selectFrom('schedule_runs')
    .select('due_at')
    .where('organization_id', '=', organizationId)
    .where('schedule_id', '=', scheduleId)
    .where('due_at', 'in', times)
    .execute()
  return new Set(rows.map(({ due_at }) => due_at))
}

/** Changes a run that has not ended; otherwise returns false and changes nothing. */
export async function updateOpenRun(
  tx: Queryable,
  { organization_id, schedule_id, due_at }: RunKey,
  change: Updateable<ScheduleRunTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('schedule_runs')
    .set(change)
    .where('organization_id', '=', organization_id)
    .where('schedule_id', '=', schedule_id)
    .where('due_at', '=', due_at)
    .where(isOpen)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Changes the reason of a run that was cancelled. */
export async function updateCancelledRun(
  tx: Queryable,
  { organization_id, schedule_id, due_at }: RunKey,
  change: Pick<Updateable<ScheduleRunTable>, 'reason'>,
): Promise<void> {
  await tx
    .updateTable('schedule_runs')
    .set(change)
    .where('organization_id', '=', organization_id)
    .where('schedule_id', '=', schedule_id)
    .where('due_at', '=', due_at)
    .where('state', '=', 'cancelled')
    .execute()
}

/** For all organizations: unfinished runs without a delivery whose job has ended, with the job's error. */
export async function findOrphanedRuns(
  db: Queryable,
  limit: number,
): Promise<(ScheduleRunRow & { job_error: string | null })[]> {
  return db
    .selectFrom('schedule_runs')
    .innerJoin('jobs', (join) =>
      join
        .onRef('jobs.organization_id', '=', 'schedule_runs.organization_id')
        .onRef('jobs.id', '=', 'schedule_runs.job_id'),
    )
    .selectAll('schedule_runs')
    .select('jobs.error as job_error')
    .where(sql<boolean>`schedule_runs.state in ('waiting', 'running')`)
    .where('jobs.state', 'in', ['failed', 'cancelled', 'succeeded'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('schedule_deliveries')
            .select('name')
            .whereRef('schedule_deliveries.organization_id', '=', 'schedule_runs.organization_id')
            .whereRef('schedule_deliveries.schedule_id', '=', 'schedule_runs.schedule_id')
            .whereRef('schedule_deliveries.due_at', '=', 'schedule_runs.due_at'),
        ),
      ),
    )
    .limit(limit)
    .execute()
}

/** For all organizations: unfinished runs whose deliveries have all ended. */
export async function findDeliveredRuns(db: Queryable, limit: number): Promise<ScheduleRunRow[]> {
  const ofRun = sql`d.organization_id = r.organization_id and d.schedule_id = r.schedule_id and d.due_at = r.due_at`
  const { rows } = await sql<ScheduleRunRow>`
    select r.* from schedule_runs r
    where r.state in ('waiting', 'running')
      and exists (select 1 from schedule_deliveries d where ${ofRun})
      and not exists (select 1 from schedule_deliveries d where ${ofRun} and d.state = 'waiting')
    limit ${limit}`.execute(db)
  return rows
}

/** Key of a run's file. */
export const scheduleFileKey = ({ id }: Pick<ScheduleRunRow, 'id'>, number: number): string =>
  `schedules/${id}.${number}`

/** For all organizations: ended runs that still have files although they ended before a moment or sent nothing. */
export async function findRunsWithFiles(db: Queryable, before: number, limit: number): Promise<ScheduleRunRow[]> {
  const { rows } = await sql<ScheduleRunRow>`
    select r.* from schedule_runs r
    where r.file_count > 0 and r.finished_at is not null and (r.finished_at <= ${before} or not exists (
      select 1 from schedule_deliveries d
      where d.organization_id = r.organization_id and d.schedule_id = r.schedule_id and d.due_at = r.due_at
        and d.state = 'sent'))
    limit ${limit}`.execute(db)
  return rows
}

/** For all organizations: removes ended runs that were due before a moment, and single sends without a run. */
export async function removeRunsBefore(tx: Queryable, before: number): Promise<void> {
  const ended = sql`due_at < ${before} and state in ('success', 'error', 'skipped', 'missed', 'cancelled') and file_count = 0`
  await sql`
    delete from schedule_deliveries where (organization_id, schedule_id, due_at) in
      (select organization_id, schedule_id, due_at from schedule_runs where ${ended})`.execute(tx)
  await sql`delete from schedule_runs where ${ended}`.execute(tx)
  await sql`
    delete from schedules where is_once = 1 and created_at < ${before} and not exists
      (select 1 from schedule_runs r
        where r.organization_id = schedules.organization_id and r.schedule_id = schedules.id)`.execute(tx)
}
