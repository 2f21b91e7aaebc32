import type { Insertable, Selectable, Updateable } from 'kysely'
import type { ExportTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type ExportRow = Selectable<ExportTable>

export async function insertExport(db: Queryable, row: Insertable<ExportTable>): Promise<void> {
  await db.insertInto('exports').values(row).execute()
}

export async function findExport(db: Queryable, organizationId: string, id: string): Promise<ExportRow | undefined> {
  return db
    .selectFrom('exports')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Changes an export that is in one of the states; otherwise returns false and changes nothing. */
export async function updateExport(
  db: Queryable,
  organizationId: string,
  id: string,
  from: readonly ExportRow['state'][],
  changes: Updateable<ExportTable>,
): Promise<boolean> {
  const result = await db
    .updateTable('exports')
    .set(changes)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
