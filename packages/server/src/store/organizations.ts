import type { Insertable, Selectable, Updateable } from 'kysely'
import type { OrganizationTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type OrganizationRow = Selectable<OrganizationTable>

export async function findOrganization(db: Queryable, organizationId: string): Promise<OrganizationRow | undefined> {
  return db.selectFrom('organizations').selectAll().where('id', '=', organizationId).executeTakeFirst()
}

/** True when it is not a tenant. */
/** By the first segment of its web addresses. */
export async function findOrganizationBySlug(db: Queryable, slug: string): Promise<OrganizationRow | undefined> {
  return db.selectFrom('organizations').selectAll().where('slug', '=', slug).executeTakeFirst()
}

export async function findOldestOrganization(db: Queryable): Promise<OrganizationRow | undefined> {
  return db
    .selectFrom('organizations')
    .selectAll()
    .where('parent_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Oldest first, including tenants. */
export async function listOrganizations(db: Queryable): Promise<OrganizationRow[]> {
  return db.selectFrom('organizations').selectAll().orderBy('created_at').orderBy('id').execute()
}

export async function insertOrganization(db: Queryable, row: Insertable<OrganizationTable>): Promise<void> {
  await db.insertInto('organizations').values(row).execute()
}

export async function updateOrganization(
  db: Queryable,
  organizationId: string,
  change: Omit<Updateable<OrganizationTable>, 'id'>,
): Promise<void> {
  await db.updateTable('organizations').set(change).where('id', '=', organizationId).execute()
}
