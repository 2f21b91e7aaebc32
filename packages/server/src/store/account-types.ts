import { type FeaturePermission, isFeaturePermission, withBrought } from '@octavo/core/access'
import type { Insertable, Selectable } from 'kysely'
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

/** By its name, any case. */
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

export async function insertAccountType(db: Queryable, row: Insertable<AccountTypeTable>): Promise<void> {
  await db.insertInto('account_types').values(row).execute()
}

/** The feature permissions of the row and all that they bring along; names that this program does not know are left out. */
export function permissionsOf(row: Pick<AccountTypeRow, 'permissions'>): FeaturePermission[] {
  const names: unknown = JSON.parse(row.permissions)
  if (!Array.isArray(names)) return []
  return [...withBrought(names.filter((name): name is FeaturePermission => isFeaturePermission(String(name))))]
}
