import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { countRows } from './count-rows.ts'
import type { ScheduleRunRow } from './schedule-runs.ts'
import type { ScheduleDeliveryTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

export type ScheduleDeliveryRow = Selectable<ScheduleDeliveryTable>
type RunKey = Pick<ScheduleRunRow, 'organization_id' | 'schedule_id' | 'due_at'>

const insertedAtOnce = 50

export async function insertDeliveries(
  tx: Queryable,
  rows: readonly Insertable<ScheduleDeliveryTable>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += insertedAtOnce) {
    await tx
      .insertInto('schedule_deliveries')
      .values(rows.slice(start, start + insertedAtOnce))
      .execute()
  }
}

/** The deliveries of a run, by name. */
export async function listDeliveries(
  db: Queryable,
  { organization_id, schedule_id, due_at }: RunKey,
): Promise<ScheduleDeliveryRow[]> {
  return db
    .selectFrom('schedule_deliveries')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('schedule_id', '=', schedule_id)
    .where('due_at', '=', due_at)
    .orderBy('name')
    .execute()
}

/** Whether any delivery of a run has not ended. */
export async function hasWaitingDelivery(
  db: Queryable,
  { organization_id, schedule_id, due_at }: RunKey,
): Promise<boolean> {
  const found = await db
    .selectFrom('schedule_deliveries')
    .select('name')
    .where('organization_id', '=', organization_id)
    .where('schedule_id', '=', schedule_id)
    .where('due_at', '=', due_at)
    .where(sql<boolean>`state = 'waiting'`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** By name, without their parcels; one row more than `limit` when there are more. */
export async function pageOfDeliveries(
  db: Queryable,
  { organization_id, schedule_id, due_at }: RunKey,
  { after, limit }: { after: string | null; limit: number },
): Promise<Omit<ScheduleDeliveryRow, 'parcel'>[]> {
  const query = db
    .selectFrom('schedule_deliveries')
    .select(['organization_id', 'schedule_id', 'due_at', 'name', 'state', 'reason', 'job_id'])
    .select(['created_at', 'finished_at', 'recipient', 'value', 'files', 'attempts', 'answer', 'recipients'])
    .where('organization_id', '=', organization_id)
    .where('schedule_id', '=', schedule_id)
    .where('due_at', '=', due_at)
    .orderBy('name')
    .limit(limit + 1)
  return (after === null ? query : query.where('name', '>', after)).execute()
}

export async function countDeliveries(
  db: Queryable,
  { organization_id, schedule_id, due_at }: RunKey,
  atMost: number | null,
): Promise<number> {
  const rows = db
    .selectFrom('schedule_deliveries')
    .select('name as id')
    .where('organization_id', '=', organization_id)
    .where('schedule_id', '=', schedule_id)
    .where('due_at', '=', due_at)
  return countRows(db, upTo(atMost, rows))
}

/** How many deliveries a run has, and how many of them have ended. */
export async function countEndedDeliveries(
  db: Queryable,
  { organization_id, schedule_id, due_at }: RunKey,
): Promise<{ ended: number; all: number }> {
  const { ended, all } = await db
    .selectFrom('schedule_deliveries')
    .select(({ fn }) => [fn.count<number>('finished_at').as('ended'), fn.countAll<number>().as('all')])
    .where('organization_id', '=', organization_id)
    .where('schedule_id', '=', schedule_id)
    .where('due_at', '=', due_at)
    .executeTakeFirstOrThrow()
  return { ended: Number(ended), all: Number(all) }
}

export async function findDelivery(
  db: Queryable,
  { organization_id, schedule_id, due_at }: RunKey,
  name: string,
): Promise<ScheduleDeliveryRow | undefined> {
  return db
    .selectFrom('schedule_deliveries')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('schedule_id', '=', schedule_id)
    .where('due_at', '=', due_at)
    .where('name', '=', name)
    .executeTakeFirst()
}

/** Changes a waiting delivery; otherwise returns false and changes nothing. */
export async function updateWaitingDelivery(
  tx: Queryable,
  { organization_id, schedule_id, due_at, name }: RunKey & Pick<ScheduleDeliveryRow, 'name'>,
  change: Pick<Updateable<ScheduleDeliveryTable>, 'parcel' | 'attempts' | 'reason'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('schedule_deliveries')
    .set(change)
    .where('organization_id', '=', organization_id)
    .where('schedule_id', '=', schedule_id)
    .where('due_at', '=', due_at)
    .where('name', '=', name)
    .where(sql<boolean>`state = 'waiting'`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Records what a message that was cancelled while it was being sent has reached or left behind. */
export async function updateCancelledDelivery(
  tx: Queryable,
  { organization_id, schedule_id, due_at, name }: RunKey & Pick<ScheduleDeliveryRow, 'name'>,
  change: Pick<Updateable<ScheduleDeliveryTable>, 'parcel' | 'recipients'>,
): Promise<void> {
  await tx
    .updateTable('schedule_deliveries')
    .set(change)
    .where('organization_id', '=', organization_id)
    .where('schedule_id', '=', schedule_id)
    .where('due_at', '=', due_at)
    .where('name', '=', name)
    .where('state', '=', 'cancelled')
    .execute()
}

/** For all organizations: cancelled deliveries that may have left something at their destination. */
export async function findLeftParcels(db: Queryable, limit: number): Promise<ScheduleDeliveryRow[]> {
  return db
    .selectFrom('schedule_deliveries')
    .selectAll()
    .where(sql<boolean>`state = 'cancelled' and parcel is not null`)
    .limit(limit)
    .execute()
}

/**
 * Ends a waiting delivery and deletes its parcel, unless the end has another one. Does nothing when it has already ended,
 * except that a cancelled one becomes sent.
 */
export async function endDelivery(
  tx: Queryable,
  { organization_id, schedule_id, due_at, name }: RunKey & Pick<ScheduleDeliveryRow, 'name'>,
  end: {
    state: Exclude<ScheduleDeliveryRow['state'], 'waiting' | 'skipped'>
    reason: string | null
    finished_at: number
    answer: string | null
    recipients: string | null
    parcel?: string | null
  },
): Promise<void> {
  await tx
    .updateTable('schedule_deliveries')
    .set({ parcel: null, ...end })
    .where('organization_id', '=', organization_id)
    .where('schedule_id', '=', schedule_id)
    .where('due_at', '=', due_at)
    .where('name', '=', name)
    .where('state', 'in', end.state === 'sent' ? ['waiting', 'cancelled'] : ['waiting'])
    .execute()
}

/** For all organizations: deliveries that wait although their job has ended, with the job's error. */
export async function findOrphanedDeliveries(
  db: Queryable,
  limit: number,
): Promise<(ScheduleDeliveryRow & { job_error: string | null })[]> {
  return db
    .selectFrom('schedule_deliveries')
    .innerJoin('jobs', (join) =>
      join
        .onRef('jobs.organization_id', '=', 'schedule_deliveries.organization_id')
        .onRef('jobs.id', '=', 'schedule_deliveries.job_id'),
    )
    .selectAll('schedule_deliveries')
    .select('jobs.error as job_error')
    .where(sql<boolean>`schedule_deliveries.state = 'waiting'`)
    .where('jobs.state', 'in', ['failed', 'cancelled', 'succeeded'])
    .limit(limit)
    .execute()
}
