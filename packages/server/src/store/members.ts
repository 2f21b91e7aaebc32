import { adminTypeName } from '@octavo/core/access'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { chunksOf } from './chunks.ts'
import type { MemberTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type MemberRow = Selectable<MemberTable>

/** A member with the account type that defines its feature permissions. */
export interface MemberWithAccountType extends MemberRow {
  account_type_name: string
  /** JSON array. */
  account_type_permissions: string
  account_type_is_built_in: number
}

/** The form of emails for comparison; unique among members. */
export function emailKeyOf(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** First and last name; empty for a member without either. */
export function fullNameOf({ first_name, last_name }: Pick<MemberRow, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim()
}

/** The form of names for searching and sorting. */
export function nameKeyOf(member: Pick<MemberRow, 'first_name' | 'last_name'>): string {
  return fullNameOf(member).normalize('NFC').toLowerCase()
}

/** Neither deactivated by an administrator nor by the identity provider. */
export function isActive<M extends Pick<MemberRow, 'is_archived' | 'is_inactive'>>(member: M | undefined): member is M {
  return member?.is_archived === 0 && member.is_inactive === 0
}

export async function findMember(db: Queryable, organizationId: string, id: string): Promise<MemberRow | undefined> {
  return db
    .selectFrom('members')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Members by id; unknown ids are left out. */
export async function findMembers(
  db: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, MemberRow>> {
  const found = new Map<string, MemberRow>()
  for (const some of chunksOf(ids)) {
    const rows = await db
      .selectFrom('members')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', 'in', some)
      .execute()
    for (const row of rows) found.set(row.id, row)
  }
  return found
}

export async function findMemberByEmail(
  db: Queryable,
  organizationId: string,
  email: string,
): Promise<MemberRow | undefined> {
  return db
    .selectFrom('members')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('email_key', '=', emailKeyOf(email))
    .executeTakeFirst()
}

/** The languages of the members with these addresses, by the address in the form of `emailKeyOf`; null for members who chose none. */
export async function findLanguagesByEmail(
  db: Queryable,
  organizationId: string,
  emails: readonly string[],
): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>()
  for (const some of chunksOf(emails.map(emailKeyOf))) {
    const rows = await db
      .selectFrom('members')
      .select(['email_key', 'language'])
      .where('organization_id', '=', organizationId)
      .where('email_key', 'in', some)
      .execute()
    for (const { email_key, language } of rows) found.set(email_key, language)
  }
  return found
}

/** Members with these addresses in the form of `emailKeyOf`. */
export async function findMembersByEmail(
  db: Queryable,
  organizationId: string,
  emails: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const some of chunksOf(emails.map(emailKeyOf))) {
    const rows = await db
      .selectFrom('members')
      .select('email_key')
      .where('organization_id', '=', organizationId)
      .where('email_key', 'in', some)
      .execute()
    for (const { email_key } of rows) found.add(email_key)
  }
  return found
}

export async function findMemberWithAccountType(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<MemberWithAccountType | undefined> {
  return (await findMembersWithAccountType(db, organizationId, [id])).get(id)
}

/** By id; unknown ids are left out. */
export async function findMembersWithAccountType(
  db: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, MemberWithAccountType>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('members')
    .innerJoin('account_types', (join) =>
      join
        .onRef('account_types.organization_id', '=', 'members.organization_id')
        .onRef('account_types.id', '=', 'members.account_type_id'),
    )
    .selectAll('members')
    .select([
      'account_types.name as account_type_name',
      'account_types.permissions as account_type_permissions',
      'account_types.is_built_in as account_type_is_built_in',
    ])
    .where('members.organization_id', '=', organizationId)
    .where('members.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Ids of the active members with the Admin account type, oldest first. */
export async function listAdministrators(db: Queryable, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('account_types', (join) =>
      join
        .onRef('account_types.organization_id', '=', 'members.organization_id')
        .onRef('account_types.id', '=', 'members.account_type_id'),
    )
    .select('members.id')
    .where('members.organization_id', '=', organizationId)
    .where('members.is_archived', '=', 0)
    .where('members.is_inactive', '=', 0)
    .where('account_types.is_built_in', '=', 1)
    .where('account_types.name', '=', adminTypeName)
    .orderBy('members.created_at')
    .orderBy('members.id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function insertMember(tx: Queryable, row: Insertable<MemberTable>): Promise<void> {
  await insertMembers(tx, [row])
}

export async function insertMembers(tx: Queryable, rows: readonly Insertable<MemberTable>[]): Promise<void> {
  const named = rows.map((row) => ({ ...row, name_key: nameKeyOf(row) }))
  for (const some of chunksOf(named)) await tx.insertInto('members').values(some).execute()
}

/** Whether any other active member has the built-in type. */
export async function hasOtherActiveMember(
  db: Queryable,
  organizationId: string,
  accountTypeId: string,
  exceptId: string,
): Promise<boolean> {
  const other = await db
    .selectFrom('members')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('account_type_id', '=', accountTypeId)
    .where('is_archived', '=', 0)
    .where('is_inactive', '=', 0)
    .where('id', '!=', exceptId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

export async function updateMember(
  tx: Queryable,
  organizationId: string,
  id: string,
  change: Updateable<MemberTable>,
): Promise<void> {
  await tx
    .updateTable('members')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
