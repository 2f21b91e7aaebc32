import type { Selectable } from 'kysely'
import type { InputEditTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type InputEditRow = Selectable<InputEditTable>

/** Does nothing when the edit is already recorded. */
export async function insertInputEdit(db: Queryable, row: InputEditRow): Promise<void> {
  await db
    .insertInto('input_edits')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
    .execute()
}

/** False when it had already ended. */
export async function deleteInputEdit(db: Queryable, organizationId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('input_edits')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Unfinished edits of a connection that began before a time, oldest first. */
export async function listOpenInputEdits(
  db: Queryable,
  organizationId: string,
  connectionId: string,
  before: number,
): Promise<InputEditRow[]> {
  return db
    .selectFrom('input_edits')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Connections with such edits. */
export async function listConnectionsWithOpenEdits(
  db: Queryable,
  organizationId: string,
  before: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('input_edits')
    .select('connection_id')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', before)
    .execute()
  return rows.map((row) => row.connection_id)
}
