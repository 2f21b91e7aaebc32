import type { Selectable } from 'kysely'
import type { EditTroubleTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type EditTroubleRow = Selectable<EditTroubleTable>

export async function findEditTrouble(
  db: Queryable,
  organizationId: string,
  connectionId: string,
): Promise<EditTroubleRow | undefined> {
  return db
    .selectFrom('edit_troubles')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst()
}

export async function listEditTroubles(db: Queryable, organizationId: string): Promise<EditTroubleRow[]> {
  return db.selectFrom('edit_troubles').selectAll().where('organization_id', '=', organizationId).execute()
}

/** False when the connection already has a problem. */
export async function insertEditTrouble(db: Queryable, row: EditTroubleRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('edit_troubles')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'connection_id']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function noteEditTroubleCheck(
  db: Queryable,
  organizationId: string,
  connectionId: string,
  checkedAt: number,
): Promise<void> {
  await db
    .updateTable('edit_troubles')
    .set({ checked_at: checkedAt })
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .execute()
}

export async function deleteEditTrouble(
  db: Queryable,
  organizationId: string,
  { connectionId, id }: { connectionId: string; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('edit_troubles')
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
