import type { Selectable, Updateable } from 'kysely'
import type { CustomFunctionTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type CustomFunctionRow = Selectable<CustomFunctionTable>

/** All functions of the organization, by name; there are few, and every formula may use any of them. */
export async function listCustomFunctionRows(db: Queryable, organizationId: string): Promise<CustomFunctionRow[]> {
  return db
    .selectFrom('custom_functions')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('lower_name')
    .execute()
}

export async function insertCustomFunction(db: Queryable, row: CustomFunctionRow): Promise<void> {
  await db.insertInto('custom_functions').values(row).execute()
}

export async function updateCustomFunctionRow(
  db: Queryable,
  organizationId: string,
  id: string,
  change: Omit<Updateable<CustomFunctionTable>, 'organization_id' | 'id'>,
): Promise<void> {
  await db
    .updateTable('custom_functions')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function deleteCustomFunctionRow(db: Queryable, organizationId: string, id: string): Promise<void> {
  await db.deleteFrom('custom_functions').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}
