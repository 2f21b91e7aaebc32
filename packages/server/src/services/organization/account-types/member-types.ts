import { adminTypeName, type Viewer } from '@octavo/core/access'
import { AppError } from '@octavo/core/errors'
import { requireAccountType } from '../../../access/index.ts'
import {
  type AccountTypeRow,
  findAccountType,
  findAccountTypeByName,
  permissionsOf,
} from '../../../store/account-types.ts'
import type { Queryable } from '../../../store/index.ts'
import type { MemberRow } from '../../../store/members.ts'
import { findOrganization } from '../../../store/organizations.ts'
import { settingsOf } from '../settings/organization-settings.ts'

const defaultTypeName = 'View'
/** Names of the built-in account types in older clients. */
const olderNames: Readonly<Record<string, string>> = {
  viewer: 'View',
  explorer: 'Analyze',
  creator: 'Build',
  author: 'Build',
  lite: 'View',
  essential: 'Analyze',
  pro: 'Build',
}

/** An account type by its name in any case, or by the name that it had in older clients. */
export async function typeNamed(tx: Queryable, organizationId: string, name: string): Promise<AccountTypeRow> {
  const found =
    (await findAccountTypeByName(tx, organizationId, name)) ??
    (await findAccountTypeByName(tx, organizationId, olderNames[name.toLowerCase()] ?? ''))
  if (found) return found
  throw new AppError('invalid_request', {
    reason: `There is no account type "${name}".`,
    hint: 'GET /v2/accountTypes lists them.',
  })
}

/** The account type of members who are invited without one: the organization's setting, otherwise View. */
export async function typeOfInvitations(tx: Queryable, organizationId: string): Promise<AccountTypeRow> {
  const organization = await findOrganization(tx, organizationId)
  const { invitationTypeId } = organization ? settingsOf(organization) : {}
  const chosen = invitationTypeId && (await findAccountType(tx, organizationId, invitationTypeId))
  return chosen || typeNamed(tx, organizationId, defaultTypeName)
}

/** Throws `forbidden` when the viewer may not assign this type or change members who have it. */
export function requireWithin(viewer: Viewer, type: AccountTypeRow): void {
  requireAccountType(viewer, { name: type.name, isAdmin: isAdminType(type), permissions: permissionsOf(type) })
}

export const isAdminType = (type: AccountTypeRow) => type.is_built_in === 1 && type.name === adminTypeName

export function refuseOutsideAdmin(userKind: string, type: AccountTypeRow): void {
  if (userKind === 'internal' || !isAdminType(type)) return
  throw new AppError('invalid_request', {
    reason: `A member of kind "${userKind}" cannot have the account type Admin.`,
  })
}

/** Facts about a member for audit events, in the terms of the API. */
export const memberFacts = (row: MemberRow, type: AccountTypeRow) => ({
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  memberType: type.name,
  userKind: row.user_kind,
  profileImgUrl: row.profile_img_url,
  isArchived: row.is_archived === 1,
  isInactive: row.is_inactive === 1,
})
