import type { Insertable } from 'kysely'
import type { TableAnnotationTable } from './schema.ts'
import type { Queryable } from './store.ts'

/** The annotations (JSON) of these objects, by id. */
export async function findTableAnnotations(
  db: Queryable,
  organizationId: string,
  objectIds: readonly string[],
): Promise<Map<string, string>> {
  if (objectIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('table_annotations')
    .select(['object_id', 'annotations'])
    .where('organization_id', '=', organizationId)
    .where('object_id', 'in', objectIds)
    .execute()
  return new Map(rows.map(({ object_id, annotations }) => [object_id, annotations]))
}

export async function putTableAnnotations(tx: Queryable, row: Insertable<TableAnnotationTable>): Promise<void> {
  const { annotations, updated_by, updated_at } = row
  await tx
    .insertInto('table_annotations')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'object_id']).doUpdateSet({ annotations, updated_by, updated_at }),
    )
    .execute()
}
