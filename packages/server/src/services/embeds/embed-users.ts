import { AppError } from '@octavo/core/errors'
import type { AccountTypeRow } from '../../store/account-types.ts'
import { findAccountType, listAccountTypes, permissionsOf } from '../../store/account-types.ts'
import { memberValues } from '../../store/attribute-values.ts'
import type { ObjectChange, Queryable } from '../../store/index.ts'
import { findMemberByEmail, isActive, type MemberRow, nameKeyOf, updateMember } from '../../store/members.ts'
import { deleteTeamMembers, findTeamByName, findTeamsOfMember, insertTeamMembers } from '../../store/teams.ts'
import { findUserAttributeByName } from '../../store/user-attributes.ts'
import { isAdminType, memberFacts, typeNamed } from '../organization/account-types/member-types.ts'
import { insertMembersWithHomes, newMemberRow } from '../organization/members/member-rows.ts'
import { type EmbedClaims, noAccess, refused } from './embed-tokens.ts'

interface Stamp {
  organizationId: string
  /** The member who owns the credential. */
  by: string
  at: number
}

/** The member that a token names, and the changes that the token made to it; `change` is null without changes. */
export interface Admitted {
  member: MemberRow
  isNew: boolean
  change: ObjectChange | null
}

/**
 * Finds the member that a token names and updates it to match the claims. Claims belong to the member, so they apply to all of its sessions
 * until another token changes them. Throws `unauthorized` for members that the token may not change or sign in, and for unknown account
 * types, teams and attributes.
 */
export async function admit(
  tx: Queryable,
  claims: EmbedClaims,
  rules: { mayCreate: boolean; isForSelfOnly: boolean; renewedFor: string | undefined },
  stamp: Stamp,
): Promise<Admitted> {
  const known = await findMemberByEmail(tx, stamp.organizationId, claims.email)
  if (rules.renewedFor !== undefined && known?.id !== rules.renewedFor) {
    throw refused('A session can be renewed only for its own member; sub names another one.')
  }
  if (rules.isForSelfOnly && known?.id !== stamp.by) {
    throw refused('The owner of the credential is not an administrator and can sign only for themselves.')
  }
  if (known && known.user_kind !== 'embed')
    return { member: internal(known, claims, rules), isNew: false, change: null }
  if (!known && !rules.mayCreate) {
    throw refused('There is no such member, and the setting embedUserCreation is off.', noAccess, 'EPERM')
  }
  if (known && !isActive(known)) throw refused('The member is deactivated.', noAccess, 'ENOENT')
  const before = known && (await factsOf(tx, known))
  const type = await typeFor(tx, claims, known, stamp)
  const member = known ? await updated(tx, known, type, claims, stamp) : await created(tx, type, claims, stamp)
  if (claims.teams) await setTeams(tx, member, claims.teams, stamp)
  const attributes = claims.attributes ? await setAttributes(tx, member, claims.attributes, stamp) : []
  const after = await factsOf(tx, member)
  const isSame = attributes.length === 0 && JSON.stringify(before) === JSON.stringify(after)
  const named = attributes.length > 0 ? { userAttributes: attributes } : {}
  return { member, isNew: !known, change: isSame ? null : { before: before ?? null, after: { ...after, ...named } } }
}

/** A token only identifies members who sign in by themselves; it does not change them. */
function internal(member: MemberRow, claims: EmbedClaims, { mayCreate }: { mayCreate: boolean }): MemberRow {
  const { accountType, teams, attributes, firstName, lastName } = claims
  if (!isActive(member)) throw refused('The member is deactivated.', noAccess, 'ENOENT')
  if (!mayCreate && member.password_hash === null) {
    throw refused(
      'The member has never signed in, and the setting embedUserCreation is off.',
      `${noAccess} Automatic updating of users is disabled.`,
      'EPERM',
    )
  }
  if ([accountType, teams, attributes, firstName, lastName].every((claim) => claim === undefined)) return member
  throw refused(
    'account_type, teams, user_attributes, first_name and last_name are for members of the kind embed only.',
    `${noAccess} Cannot update account type for internal users.`,
  )
}

async function typeFor(
  tx: Queryable,
  { accountType }: EmbedClaims,
  known: MemberRow | undefined,
  { organizationId }: Stamp,
): Promise<AccountTypeRow> {
  if (accountType !== undefined) {
    const type = await typeNamed(tx, organizationId, accountType).catch((error: unknown) => {
      throw error instanceof AppError ? refused(`There is no account type "${accountType}".`) : error
    })
    if (isAdminType(type)) throw refused('A member of the kind embed cannot have the account type Admin.')
    return type
  }
  const type = known
    ? await findAccountType(tx, organizationId, known.account_type_id)
    : await highestType(tx, organizationId)
  if (!type) throw new Error(`The member ${known?.id} has no account type.`)
  return type
}

/** As the published contract says, a new embed member gets the account type with the most rights, except Admin. */
async function highestType(tx: Queryable, organizationId: string): Promise<AccountTypeRow | undefined> {
  const types = (await listAccountTypes(tx, organizationId)).filter((type) => !isAdminType(type))
  const rank = (type: AccountTypeRow) => permissionsOf(type).length
  return types.sort((one, other) => rank(other) - rank(one) || one.name.localeCompare(other.name))[0]
}

async function updated(
  tx: Queryable,
  known: MemberRow,
  type: AccountTypeRow,
  { firstName, lastName }: EmbedClaims,
  { by, at }: Stamp,
): Promise<MemberRow> {
  const names = { first_name: firstName ?? known.first_name, last_name: lastName ?? known.last_name }
  const isSame =
    type.id === known.account_type_id && names.first_name === known.first_name && names.last_name === known.last_name
  if (isSame) return known
  const changed = { ...names, account_type_id: type.id, name_key: nameKeyOf(names), updated_by: by, updated_at: at }
  await updateMember(tx, known.organization_id, known.id, changed)
  return { ...known, ...changed }
}

async function created(
  tx: Queryable,
  type: AccountTypeRow,
  { email, firstName, lastName }: EmbedClaims,
  { organizationId, by, at }: Stamp,
): Promise<MemberRow> {
  const isNamed = firstName !== undefined && lastName !== undefined
  const row = newMemberRow({
    organizationId,
    email,
    firstName: isNamed ? firstName : 'Embed',
    lastName: isNamed ? lastName : 'User',
    accountTypeId: type.id,
    userKind: 'embed',
    by,
    at,
  })
  await insertMembersWithHomes(tx, [row])
  return row
}

/** Makes the member belong to exactly these teams. */
async function setTeams(
  tx: Queryable,
  member: MemberRow,
  names: readonly string[],
  { organizationId, by, at }: Stamp,
): Promise<void> {
  const wanted = new Set<string>()
  for (const name of new Set(names)) {
    const team = await findTeamByName(tx, organizationId, name)
    if (!team || team.is_archived === 1) throw refused(`There is no team "${name}".`)
    wanted.add(team.id)
  }
  const present = new Set((await findTeamsOfMember(tx, organizationId, member.id)).map(({ id }) => id))
  for (const id of present) if (!wanted.has(id)) await deleteTeamMembers(tx, organizationId, id, [member.id])
  const added = [...wanted].filter((id) => !present.has(id))
  await insertTeamMembers(
    tx,
    added.map((team_id) => ({
      organization_id: organizationId,
      team_id,
      member_id: member.id,
      is_admin: 0,
      added_by: by,
      added_at: at,
    })),
  )
}

/** Sets attributes; those that the token does not name keep their values. Returns the changed names. */
async function setAttributes(
  tx: Queryable,
  member: MemberRow,
  values: Readonly<Record<string, string>>,
  { organizationId, by, at }: Stamp,
): Promise<string[]> {
  const changed: string[] = []
  for (const [name, value] of Object.entries(values)) {
    const attribute = await findUserAttributeByName(tx, organizationId, name)
    if (!attribute) throw refused(`There is no user attribute "${name}".`)
    const present = (await memberValues.find(tx, organizationId, attribute.id, [member.id])).get(member.id)
    if (present?.value === value) continue
    changed.push(name)
    await memberValues.put(tx, [
      {
        organization_id: organizationId,
        attribute_id: attribute.id,
        holder_id: member.id,
        value,
        created_by: by,
        updated_by: by,
        created_at: at,
        updated_at: at,
      },
    ])
  }
  return changed
}

/** Facts about the member for the audit log. */
async function factsOf(tx: Queryable, member: MemberRow): Promise<Record<string, unknown>> {
  const type = await findAccountType(tx, member.organization_id, member.account_type_id)
  if (!type) throw new Error(`The member ${member.id} has no account type.`)
  const teams = await findTeamsOfMember(tx, member.organization_id, member.id)
  return { ...memberFacts(member, type), teamIds: teams.map(({ id }) => id) }
}
