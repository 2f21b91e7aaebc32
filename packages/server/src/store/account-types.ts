import { type FeaturePermission, isFeaturePermission, withImplied } from '@octavo/core/access'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import type { AccountTypeTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type AccountTypeRow = Selectable<AccountTypeTable>

export async function findAccountType(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<AccountTypeRow | undefined> {
  return db
    .selectFrom('account_types')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** By name, ignoring case. */
export async function findAccountTypeByName(
  db: Queryable,
  organizationId: string,
  name: string,
): Promise<AccountTypeRow | undefined> {
  const rows = await listAccountTypes(db, organizationId)
  return rows.find((row) => row.name === name) ?? rows.find((row) => row.name.toLowerCase() === name.toLowerCase())
}

/** Oldest first, which puts the built-in ones first. */
export async function listAccountTypes(db: Queryable, organizationId: string): Promise<AccountTypeRow[]> {
  return db
    .selectFrom('account_types')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** As `listAccountTypes`, one row more than `limit` when there are more. */
export async function pageAccountTypes(
  db: Queryable,
  organizationId: string,
  { after, limit }: { after: { createdAt: number; id: string } | null; limit: number },
): Promise<AccountTypeRow[]> {
  const query = db
    .selectFrom('account_types')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit + 1)
  if (after === null) return query.execute()
  return query
    .where((row) => comesAfter('asc', [row.ref('created_at'), after.createdAt], [row.ref('id'), after.id]))
    .execute()
}

export async function countAccountTypes(db: Queryable, organizationId: string): Promise<number> {
  return countRows(db, db.selectFrom('account_types').select('id').where('organization_id', '=', organizationId))
}

export async function insertAccountType(db: Queryable, row: Insertable<AccountTypeTable>): Promise<void> {
  await db.insertInto('account_types').values(row).execute()
}

export async function updateAccountTypeRow(
  db: Queryable,
  organizationId: string,
  id: string,
  change: Omit<Updateable<AccountTypeTable>, 'organization_id' | 'id'>,
): Promise<void> {
  await db
    .updateTable('account_types')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** No member may have the type any more. */
export async function deleteAccountTypeRow(db: Queryable, organizationId: string, id: string): Promise<void> {
  await db.deleteFrom('account_types').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

/** Moves every member of one account type to another, including deactivated members. Returns their number. */
export async function reassignMembers(
  db: Queryable,
  organizationId: string,
  from: string,
  to: string,
  { at, by }: { at: number; by: string },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ account_type_id: to, updated_by: by, updated_at: at })
    .where('organization_id', '=', organizationId)
    .where('account_type_id', '=', from)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export async function hasMembersOfType(db: Queryable, organizationId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('account_type_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The feature permissions of the row and all that they imply; unknown names are left out. */
export function permissionsOf(row: Pick<AccountTypeRow, 'permissions'>): FeaturePermission[] {
  const names: unknown = JSON.parse(row.permissions)
  if (!Array.isArray(names)) return []
  return [...withImplied(names.filter((name): name is FeaturePermission => isFeaturePermission(String(name))))]
}
