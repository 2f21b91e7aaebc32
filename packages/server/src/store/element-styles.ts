import type { Selectable } from 'kysely'
import type { ElementStyleTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type ElementStyleRow = Selectable<ElementStyleTable>
type StyleKey = Pick<ElementStyleRow, 'organization_id' | 'member_id' | 'kind'>

/** The default styles of a member, by kind. */
export async function findElementStyles(
  db: Queryable,
  organizationId: string,
  memberId: string,
): Promise<ElementStyleRow[]> {
  return db
    .selectFrom('element_styles')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('member_id', '=', memberId)
    .orderBy('kind')
    .execute()
}

export async function findElementStyle(db: Queryable, key: StyleKey): Promise<ElementStyleRow | undefined> {
  return db
    .selectFrom('element_styles')
    .selectAll()
    .where('organization_id', '=', key.organization_id)
    .where('member_id', '=', key.member_id)
    .where('kind', '=', key.kind)
    .executeTakeFirst()
}

export async function putElementStyle(tx: Queryable, row: ElementStyleRow): Promise<void> {
  await tx
    .insertInto('element_styles')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'member_id', 'kind'])
        .doUpdateSet({ fields: row.fields, updated_at: row.updated_at }),
    )
    .execute()
}

export async function deleteElementStyle(tx: Queryable, key: StyleKey): Promise<void> {
  await tx
    .deleteFrom('element_styles')
    .where('organization_id', '=', key.organization_id)
    .where('member_id', '=', key.member_id)
    .where('kind', '=', key.kind)
    .execute()
}
