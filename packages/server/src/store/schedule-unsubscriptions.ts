import type { Insertable, Selectable } from 'kysely'
import type { ScheduleUnsubscriptionTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type ScheduleUnsubscriptionRow = Selectable<ScheduleUnsubscriptionTable>
type Key = Pick<ScheduleUnsubscriptionRow, 'organization_id' | 'schedule_id' | 'email_key'>

/** Of a schedule, by address. */
export async function listUnsubscriptions(
  db: Queryable,
  organizationId: string,
  scheduleId: string,
): Promise<ScheduleUnsubscriptionRow[]> {
  return db
    .selectFrom('schedule_unsubscriptions')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('schedule_id', '=', scheduleId)
    .orderBy('email_key')
    .execute()
}

/** Does nothing when it exists. */
export async function insertUnsubscription(tx: Queryable, row: Insertable<ScheduleUnsubscriptionTable>): Promise<void> {
  await tx
    .insertInto('schedule_unsubscriptions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'schedule_id', 'email_key']).doNothing())
    .execute()
}

export async function deleteUnsubscription(tx: Queryable, key: Key): Promise<void> {
  await tx
    .deleteFrom('schedule_unsubscriptions')
    .where('organization_id', '=', key.organization_id)
    .where('schedule_id', '=', key.schedule_id)
    .where('email_key', '=', key.email_key)
    .execute()
}
