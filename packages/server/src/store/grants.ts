import type { Insertable, Selectable } from 'kysely'
import type { GrantTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type GrantRow = Selectable<GrantTable>

/** Grants on the objects named, of every grantee. */
export async function listGrantsOn(
  db: Queryable,
  organizationId: string,
  objectKind: string,
  objectIds: readonly string[],
): Promise<GrantRow[]> {
  if (objectIds.length === 0) return []
  return db
    .selectFrom('grants')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('object_kind', '=', objectKind)
    .where('object_id', 'in', objectIds)
    .execute()
}

export async function insertGrant(db: Queryable, row: Insertable<GrantTable>): Promise<void> {
  await db.insertInto('grants').values(row).execute()
}
