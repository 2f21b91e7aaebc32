import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import { filesOfRuns, forgetFiles } from './forgotten-files.ts'
import { findLastRuns, type ScheduleRunRow } from './schedule-runs.ts'
import type { ScheduleTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

export type ScheduleRow = Selectable<ScheduleTable>

export async function insertSchedule(tx: Queryable, row: Insertable<ScheduleTable>): Promise<void> {
  await tx.insertInto('schedules').values(row).execute()
}

/** The schedule that a run is of. */
export async function findScheduleOfRun(
  db: Queryable,
  organizationId: string,
  runId: string,
): Promise<ScheduleRow | undefined> {
  return db
    .selectFrom('schedule_runs')
    .innerJoin('schedules', (join) =>
      join
        .onRef('schedules.organization_id', '=', 'schedule_runs.organization_id')
        .onRef('schedules.id', '=', 'schedule_runs.schedule_id'),
    )
    .selectAll('schedules')
    .where('schedule_runs.organization_id', '=', organizationId)
    .where('schedule_runs.id', '=', runId)
    .executeTakeFirst()
}

/** Includes ended ones; check `ended_at`. */
export async function findSchedule(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<ScheduleRow | undefined> {
  return db
    .selectFrom('schedules')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Schedules of a document, or of a member; for the latter the caller must check the rights on the documents. */
export type ScheduleListing =
  | { documentId: string }
  | { ownerId: string; documentIds: readonly string[] | null }
  /** All schedules of the organization that match. */
  | { filter: OrganizationFilter }

export interface OrganizationFilter {
  /** State of the latest run. */
  lastRun?: ScheduleRunRow['state'] | undefined
  state?: ScheduleRow['state'] | undefined
  ownerId?: string | undefined
  workbookId?: string | undefined
}

/** Active ones in the order of creation; one row more than `limit` when there are more. */
export async function listSchedules(
  db: Queryable,
  organizationId: string,
  listing: ScheduleListing,
  { after, limit }: { after: { createdAt: number; id: string } | null; limit: number },
): Promise<ScheduleRow[]> {
  const query = scheduleQuery(db, organizationId, listing)
    .selectAll('schedules')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit + 1)
  if (after === null) return query.execute()
  return query
    .where((row) => comesAfter('asc', [row.ref('created_at'), after.createdAt], [row.ref('id'), after.id]))
    .execute()
}

export async function countSchedules(
  db: Queryable,
  organizationId: string,
  listing: ScheduleListing,
  atMost: number | null,
): Promise<number> {
  return countRows(db, upTo(atMost, scheduleQuery(db, organizationId, listing).select('schedules.id as id')))
}

function scheduleQuery(db: Queryable, organizationId: string, listing: ScheduleListing) {
  const query = db
    .selectFrom('schedules')
    .where('organization_id', '=', organizationId)
    .where('ended_at', 'is', null)
    .where('is_once', '=', 0)
  if ('filter' in listing) {
    const { lastRun, state, ownerId, workbookId } = listing.filter
    return query
      .$if(lastRun !== undefined, (all) => all.where(hasLastRun(lastRun ?? 'error')))
      .$if(state !== undefined, (all) => all.where('state', '=', state ?? 'active'))
      .$if(ownerId !== undefined, (all) => all.where('owner_id', '=', ownerId ?? ''))
      .$if(workbookId !== undefined, (all) => all.where('document_id', '=', workbookId ?? ''))
  }
  if ('documentId' in listing) return query.where('document_id', '=', listing.documentId)
  const { ownerId, documentIds } = listing
  const owned = query.where('owner_id', '=', ownerId)
  return documentIds === null ? owned : owned.where('document_id', 'in', documentIds)
}

/** All schedules of an organization that have not ended. */
export async function listOpenSchedules(db: Queryable, organizationId: string): Promise<ScheduleRow[]> {
  return db
    .selectFrom('schedules')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('ended_at', 'is', null)
    .where('is_once', '=', 0)
    .orderBy('id')
    .execute()
}

/** The latest run is in this state. */
const hasLastRun = (state: ScheduleRunRow['state']) => sql<boolean>`${state} = (
  select r.state from schedule_runs r
  where r.organization_id = schedules.organization_id and r.schedule_id = schedules.id
  order by r.due_at desc limit 1)`

/** Documents of the schedules of a member that have not ended. */
export async function listScheduledDocuments(
  db: Queryable,
  organizationId: string,
  ownerId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('schedules')
    .select('document_id')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('owner_id', '=', ownerId)
    .where('ended_at', 'is', null)
    .where('is_once', '=', 0)
    .execute()
  return rows.map(({ document_id }) => document_id)
}

export async function updateSchedule(
  tx: Queryable,
  organizationId: string,
  id: string,
  change: Omit<Updateable<ScheduleTable>, 'organization_id' | 'id'>,
): Promise<void> {
  await tx
    .updateTable('schedules')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** A single send and its result. */
export interface SendRow {
  schedule: ScheduleRow
  run: ScheduleRunRow
}

/** Filters: a document or all (null), a requesting member or everybody (null), a state or any. */
export interface SendFilter {
  documentId: string | null
  memberId: string | null
  state?: ScheduleRunRow['state'] | undefined
}

/** Sends that match; latest first, one more than `limit` when there are more. */
export async function listSends(
  db: Queryable,
  organizationId: string,
  filter: SendFilter,
  { before, limit }: { before: { createdAt: number; id: string } | null; limit: number },
): Promise<SendRow[]> {
  const query = sendQuery(db, organizationId, filter)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  const schedules = await (before === null
    ? query
    : query
        .where('created_at', '<=', before.createdAt)
        .where((row) => row.or([row('created_at', '<', before.createdAt), row('id', '<', before.id)]))
  ).execute()
  const ids = schedules.map(({ id }) => id)
  const runs = await findLastRuns(db, organizationId, ids)
  return schedules.flatMap((schedule) => {
    const run = runs.get(schedule.id)
    return run ? [{ schedule, run }] : []
  })
}

export async function countSends(
  db: Queryable,
  organizationId: string,
  of: SendFilter,
  atMost: number | null,
): Promise<number> {
  return countRows(db, upTo(atMost, sendQuery(db, organizationId, of).select('schedules.id as id')))
}

function sendQuery(db: Queryable, organizationId: string, { documentId, memberId, state }: SendFilter) {
  return db
    .selectFrom('schedules')
    .where('organization_id', '=', organizationId)
    .where('is_once', '=', 1)
    .$if(documentId !== null, (all) => all.where('document_id', '=', documentId ?? ''))
    .$if(memberId !== null, (all) => all.where('created_by', '=', memberId ?? ''))
    .$if(state !== undefined, (all) => all.where(hasLastRun(state ?? 'error')))
}

/** For all organizations: schedules that are due, earliest first. */
export async function findDueSchedules(db: Queryable, now: number, limit: number): Promise<ScheduleRow[]> {
  return db
    .selectFrom('schedules')
    .selectAll()
    .where('next_due_at', 'is not', null)
    .where('next_due_at', '<=', now)
    .orderBy('next_due_at')
    .limit(limit)
    .execute()
}

/** For all organizations: schedules whose next due time was computed when the clock was later than this. */
export async function findSchedulesPlannedAfter(db: Queryable, after: number, limit: number): Promise<ScheduleRow[]> {
  return db
    .selectFrom('schedules')
    .selectAll()
    .where('next_due_at', 'is not', null)
    .where('planned_at', '>', after)
    .limit(limit)
    .execute()
}

/** Advances to the next due time; false when the schedule was changed in the meantime. */
export async function planSchedule(
  tx: Queryable,
  row: Pick<ScheduleRow, 'organization_id' | 'id' | 'next_due_at' | 'planned_at'>,
  next: { next_due_at: number | null; planned_at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('schedules')
    .set(next)
    .where('organization_id', '=', row.organization_id)
    .where('id', '=', row.id)
    .where('next_due_at', '=', row.next_due_at)
    .where('planned_at', '=', row.planned_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Transfers all schedules of a member to another. Returns their number. */
export async function changeScheduleOwner(
  tx: Queryable,
  organizationId: string,
  from: string,
  to: string,
  { at, by }: { at: number; by: string },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('schedules')
    .set({ owner_id: to, updated_by: by, updated_at: at })
    .where('organization_id', '=', organizationId)
    .where('owner_id', '=', from)
    .where('ended_at', 'is', null)
    .where('is_once', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Ends the schedules of a member. Returns their number. */
export async function endSchedulesOf(
  tx: Queryable,
  organizationId: string,
  ownerId: string,
  { at, by }: { at: number; by: string },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('schedules')
    .set({ ended_at: at, next_due_at: null, updated_by: by, updated_at: at })
    .where('organization_id', '=', organizationId)
    .where('owner_id', '=', ownerId)
    .where('ended_at', 'is', null)
    .where('is_once', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Permanently deletes the schedules of documents with their runs; their files are removed later. */
export async function eraseSchedulesOf(
  tx: Queryable,
  organizationId: string,
  documentIds: readonly string[],
): Promise<void> {
  const ids = tx
    .selectFrom('schedules')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('document_id', 'in', documentIds)
  const withFiles = await tx
    .selectFrom('schedule_runs')
    .select(['id', 'file_count'])
    .where('organization_id', '=', organizationId)
    .where('schedule_id', 'in', ids)
    .where(sql<boolean>`file_count > 0`)
    .execute()
  await forgetFiles(tx, organizationId, filesOfRuns(withFiles))
  await tx
    .deleteFrom('schedule_deliveries')
    .where('organization_id', '=', organizationId)
    .where('schedule_id', 'in', ids)
    .execute()
  await tx
    .deleteFrom('schedule_unsubscriptions')
    .where('organization_id', '=', organizationId)
    .where('schedule_id', 'in', ids)
    .execute()
  await tx
    .deleteFrom('schedule_runs')
    .where('organization_id', '=', organizationId)
    .where('schedule_id', 'in', ids)
    .execute()
  await tx
    .deleteFrom('schedules')
    .where('organization_id', '=', organizationId)
    .where('document_id', 'in', documentIds)
    .execute()
}
