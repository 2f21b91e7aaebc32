import { type Insertable, type Selectable, sql } from 'kysely'
import type { ScheduleRunRow } from './schedule-runs.ts'
import type { ScheduleDeliveryTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type ScheduleDeliveryRow = Selectable<ScheduleDeliveryTable>
type RunKey = Pick<ScheduleRunRow, 'organization_id' | 'schedule_id' | 'due_at'>

export async function insertDeliveries(
  tx: Queryable,
  rows: readonly Insertable<ScheduleDeliveryTable>[],
): Promise<void> {
  for (const row of rows) await tx.insertInto('schedule_deliveries').values(row).execute()
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

/** Replaces what a delivery that waits carries. */
export async function keepParcel(
  tx: Queryable,
  { organization_id, schedule_id, due_at, name }: RunKey & Pick<ScheduleDeliveryRow, 'name'>,
  parcel: string,
): Promise<void> {
  await tx
    .updateTable('schedule_deliveries')
    .set({ parcel })
    .where('organization_id', '=', organization_id)
    .where('schedule_id', '=', schedule_id)
    .where('due_at', '=', due_at)
    .where('name', '=', name)
    .where(sql<boolean>`state = 'waiting'`)
    .execute()
}

/** Ends a delivery that waits, and forgets what it carried. Nothing changes when it has ended already. */
export async function endDelivery(
  tx: Queryable,
  { organization_id, schedule_id, due_at, name }: RunKey & Pick<ScheduleDeliveryRow, 'name'>,
  end: { state: Exclude<ScheduleDeliveryRow['state'], 'waiting'>; reason: string | null; finished_at: number },
): Promise<void> {
  await tx
    .updateTable('schedule_deliveries')
    .set({ ...end, parcel: null })
    .where('organization_id', '=', organization_id)
    .where('schedule_id', '=', schedule_id)
    .where('due_at', '=', due_at)
    .where('name', '=', name)
    .where(sql<boolean>`state = 'waiting'`)
    .execute()
}

/** Across organizations: deliveries that wait although their job has ended, with what the job says of it. */
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
