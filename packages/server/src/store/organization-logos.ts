import type { Selectable } from 'kysely'
import type { OrganizationLogoTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type OrganizationLogoRow = Selectable<OrganizationLogoTable>

export async function findLogo(db: Queryable, organizationId: string): Promise<OrganizationLogoRow | undefined> {
  return db
    .selectFrom('organization_logos')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

/** Inserts or replaces the logo. */
export async function putLogo(db: Queryable, row: OrganizationLogoRow): Promise<void> {
  const { media_type, size_bytes, content, updated_by, updated_at } = row
  await db
    .insertInto('organization_logos')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({ media_type, size_bytes, content, updated_by, updated_at }),
    )
    .execute()
}

/** Returns whether there was one. */
export async function deleteLogo(db: Queryable, organizationId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('organization_logos')
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
