import type { Viewer } from '@octavo/core/access'
import type { Invitation, Member, MemberChange } from '@octavo/core/contract'
import { AppError, conflict } from '@octavo/core/errors'
import { requireRight } from '../../../access/index.ts'
import { eventOf } from '../../../audit/index.ts'
import type { Clock } from '../../../config/index.ts'
import { findAccountType } from '../../../store/account-types.ts'
import { revokeCredentialsOf } from '../../../store/api-credentials.ts'
import { archiveDocumentsOf } from '../../../store/archive-with-contents.ts'
import { deleteConnectionSignInsOfMember } from '../../../store/connection-sign-ins.ts'
import type { AuditEvent, Queryable, Store } from '../../../store/index.ts'
import {
  emailKeyOf,
  findMember,
  findMemberByEmail,
  hasOtherActiveMember,
  isActive,
  type MemberRow,
  nameKeyOf,
  updateMember,
} from '../../../store/members.ts'
import { endSchedulesOf } from '../../../store/schedules.ts'
import { deleteSessionsOfMember } from '../../../store/sessions.ts'
import { deleteRefreshTokensOfMember, deleteTokensOfMember } from '../../../store/tokens.ts'
import { serviceOf } from '../../service/service.ts'
import type { Viewers } from '../../sign-in/viewers.ts'
import {
  isAdminType,
  memberFacts,
  refuseOutsideAdmin,
  requireWithin,
  typeNamed,
} from '../account-types/member-types.ts'
import { handOver } from './hand-over.ts'
import type { Invitations } from './invitations.ts'
import type { Members } from './members.ts'

export type MemberChanges = ReturnType<typeof createMemberChanges>

/** Changes, deactivates and invites members. Every operation requires the right to manage members. */
export function createMemberChanges(parts: Parts) {
  return serviceOf(parts, { update, assignType, remove, revokeTokens, invite })
}

interface Parts {
  store: Store
  clock: Clock
  viewers: Viewers
  members: Members
  invitations: Invitations
}

async function refuseTakenEmail(tx: Queryable, viewer: Viewer, email: string, except?: string): Promise<void> {
  const other = await findMemberByEmail(tx, viewer.organizationId, email)
  if (other && other.id !== except) {
    throw conflict({ rule: 'member_exists', email })
  }
}

/** Finds the member to change; throws unless the viewer may change it. */
async function findManaged(tx: Queryable, viewer: Viewer, memberId: string) {
  const row = await findMember(tx, viewer.organizationId, memberId)
  const type = row && (await findAccountType(tx, viewer.organizationId, row.account_type_id))
  if (!row || !type) throw new AppError('not_found', { kind: 'member', id: memberId })
  requireWithin(viewer, type)
  return { row, type }
}

/** Two administrators who deactivate each other at the same time would lock everyone out. */
async function requireOtherAdmin(tx: Queryable, viewer: Viewer, row: MemberRow): Promise<void> {
  if (await hasOtherActiveMember(tx, viewer.organizationId, row.account_type_id, row.id)) return
  throw conflict({ rule: 'last_administrator' })
}

async function newOwner(tx: Queryable, viewer: Viewer, memberId: string, newOwnerId: string): Promise<MemberRow> {
  const owner = await findMember(tx, viewer.organizationId, newOwnerId)
  if (!owner) throw new AppError('not_found', { kind: 'member', id: newOwnerId })
  const reason =
    newOwnerId === memberId
      ? 'The documents of a member cannot go to that same member.'
      : !isActive(owner)
        ? `The member "${newOwnerId}" is deactivated and cannot get documents.`
        : null
  if (reason !== null) {
    throw new AppError('invalid_request', { reason, hint: 'Name another active member in newOwnerId.' })
  }
  return owner
}

async function change(parts: Parts, viewer: Viewer, memberId: string, change: MemberChange): Promise<void> {
  await parts.store.write<AuditEvent>(
    (event) => event,
    (tx) => changeIn(parts, tx, viewer, memberId, change),
  )
  parts.viewers.forget(viewer.organizationId, memberId)
}

/** Assigns another account type in the caller's transaction. Afterwards the member's cached viewer must be reloaded. */
async function assignType(
  parts: Parts,
  tx: Queryable,
  viewer: Viewer,
  memberId: string,
  accountTypeId: string,
): Promise<AuditEvent> {
  const type = await findAccountType(tx, viewer.organizationId, accountTypeId)
  if (!type) {
    throw new AppError('invalid_request', {
      reason: `There is no account type "${accountTypeId}".`,
      hint: 'GET /v2/accountTypes lists them.',
    })
  }
  return changeIn(parts, tx, viewer, memberId, { memberType: type.name })
}

async function changeIn(
  { clock }: Parts,
  tx: Queryable,
  viewer: Viewer,
  memberId: string,
  change: MemberChange,
): Promise<AuditEvent> {
  const { organizationId } = viewer
  const now = clock.now()
  const stamp = { at: now, by: viewer.memberId }
  const isPutOut = change.isArchived === true || change.isInactive === true
  const isBack = change.isArchived === false || change.isInactive === false
  const verb = isPutOut ? 'DEACTIVATED' : isBack ? 'REACTIVATED' : 'UPDATED'
  const { row, type } = await findManaged(tx, viewer, memberId)
  const isSelf = memberId === viewer.memberId
  if (isSelf && (isPutOut || change.memberType !== undefined || change.userKind !== undefined)) {
    throw conflict({ rule: 'own_account' })
  }
  const newType = change.memberType === undefined ? type : await typeNamed(tx, organizationId, change.memberType)
  requireWithin(viewer, newType)
  refuseOutsideAdmin(change.userKind ?? row.user_kind, newType)
  if (change.email !== undefined) await refuseTakenEmail(tx, viewer, change.email, memberId)
  const changed = { ...(newType.id === type.id ? {} : { account_type_id: newType.id }), ...columnsOf(change) }
  const after: MemberRow = { ...row, ...changed }
  const staysAdmin = isAdminType(newType) && isActive(after)
  if (isAdminType(type) && isActive(row) && !staysAdmin) await requireOtherAdmin(tx, viewer, row)
  await updateMember(tx, organizationId, memberId, {
    ...changed,
    name_key: nameKeyOf(after),
    updated_by: viewer.memberId,
    updated_at: now,
  })
  const made = { before: memberFacts(row, type), after: memberFacts(after, newType) }
  await endAccess(tx, after, isPutOut, stamp)
  const details = isPutOut ? { details: await leave(tx, viewer, row, change, stamp) } : {}
  return eventOf(viewer, {
    category: 'USER_ACCOUNT',
    action: `MEMBER_${verb}`,
    object: { kind: 'member', id: memberId },
    change: made,
    ...details,
  })
}

/** Fields that are absent keep their values. */
function columnsOf(change: MemberChange) {
  return {
    ...(change.firstName === undefined ? {} : { first_name: change.firstName }),
    ...(change.lastName === undefined ? {} : { last_name: change.lastName }),
    ...(change.profileImgUrl === undefined ? {} : { profile_img_url: change.profileImgUrl }),
    ...(change.email === undefined ? {} : { email: change.email, email_key: emailKeyOf(change.email) }),
    ...(change.userKind === undefined ? {} : { user_kind: change.userKind }),
    ...(change.isArchived === undefined ? {} : { is_archived: change.isArchived ? 1 : 0 }),
    ...(change.isInactive === undefined ? {} : { is_inactive: change.isInactive ? 1 : 0 }),
  }
}

/** Embed users cannot sign in, and only internal members have access to the API. */
async function endAccess(tx: Queryable, member: MemberRow, isPutOut: boolean, stamp: Stamp): Promise<void> {
  const { organization_id: organizationId, id, user_kind: kind } = member
  if (isPutOut || kind === 'embed') await deleteSessionsOfMember(tx, organizationId, id)
  if (isPutOut || kind !== 'internal') await deleteTokensOfMember(tx, organizationId, id)
  if (isPutOut) await deleteConnectionSignInsOfMember(tx, organizationId, id)
  if (kind !== 'internal') await revokeCredentialsOf(tx, organizationId, id, stamp)
}

interface Stamp {
  at: number
  by: string
}

/** Archives or transfers the files of a deactivated member, as the change requests. Returns details for the audit event. */
async function leave(
  tx: Queryable,
  viewer: Viewer,
  row: MemberRow,
  { archiveDocuments, archiveScheduledExports, newOwnerId }: MemberChange,
  stamp: Stamp,
): Promise<Record<string, unknown>> {
  const { organization_id: organizationId, id } = row
  const endsSchedules = archiveDocuments === true || archiveScheduledExports === true
  const archivedSchedules = endsSchedules ? await endSchedulesOf(tx, organizationId, id, stamp) : undefined
  const archivedDocuments =
    archiveDocuments === true ? await archiveDocumentsOf(tx, organizationId, id, stamp) : undefined
  if (newOwnerId === undefined) return { archivedDocuments, archivedSchedules }
  const owner = await newOwner(tx, viewer, id, newOwnerId)
  const handedOver = await handOver(tx, { from: row, to: owner, ...stamp })
  return { newOwnerId: owner.id, handedOver, archivedSchedules }
}

async function update(parts: Parts, viewer: Viewer, memberId: string, body: MemberChange): Promise<Member> {
  const { members } = parts
  await members.get(viewer, memberId)
  requireRight(viewer, 'manageMembers')
  const { newOwnerId, archiveDocuments = false, archiveScheduledExports = false } = body
  const isPutOut = body.isArchived === true || body.isInactive === true
  if (body.isArchived !== true && newOwnerId !== undefined) {
    throw new AppError('invalid_request', { reason: 'newOwnerId needs isArchived: true.' })
  }
  if (!isPutOut && (archiveDocuments || archiveScheduledExports)) {
    throw new AppError('invalid_request', {
      reason: 'archiveDocuments and archiveScheduledExports need isArchived: true or isInactive: true.',
    })
  }
  if (newOwnerId !== undefined && archiveDocuments) {
    throw new AppError('invalid_request', {
      reason: 'Documents are either handed over (newOwnerId) or archived (archiveDocuments), not both.',
    })
  }
  if (newOwnerId !== undefined) requireRight(viewer, 'handOverDocuments')
  await change(parts, viewer, memberId, body)
  return members.get(viewer, memberId)
}

/** Deactivates the member, because members are never deleted; the caller becomes the owner of the documents. */
async function remove(parts: Parts, viewer: Viewer, memberId: string): Promise<void> {
  const { members } = parts
  await members.get(viewer, memberId)
  requireRight(viewer, 'deactivateAndTakeOver')
  await change(parts, viewer, memberId, {
    isArchived: true,
    ...(memberId === viewer.memberId ? {} : { newOwnerId: viewer.memberId }),
  })
}

/** Sessions and access tokens remain valid until they expire. Returns the number of refresh tokens that were still usable. */
async function revokeTokens({ clock, members, store }: Parts, viewer: Viewer, memberId: string): Promise<number> {
  await members.get(viewer, memberId)
  requireRight(viewer, 'revokeTokens')
  const event = (count: number) =>
    eventOf(viewer, {
      category: 'USER_ACCOUNT',
      action: 'REFRESH_TOKENS_REVOKED',
      object: { kind: 'member', id: memberId },
      change: { before: { refreshTokens: count }, after: { refreshTokens: 0 } },
    })
  return store.write<number>(event, (tx) =>
    deleteRefreshTokensOfMember(tx, viewer.organizationId, memberId, clock.now()),
  )
}

/** Creates a new link; earlier links remain valid until one of them is used. */
async function invite(
  { invitations, members, store }: Parts,
  viewer: Viewer,
  memberId: string,
  baseUrl: string,
): Promise<Invitation> {
  await members.get(viewer, memberId)
  requireRight(viewer, 'manageMembers')
  const event = eventOf(viewer, {
    category: 'USER_ACCOUNT',
    action: 'INVITATION_CREATED',
    object: { kind: 'member', id: memberId },
  })
  return store.write(event, async (tx) => {
    const { row } = await findManaged(tx, viewer, memberId)
    if (!isActive(row) || row.password_hash !== null || row.user_kind === 'embed') {
      throw conflict({ rule: 'member_not_invited' })
    }
    return invitations.linkFor(row, baseUrl)
  })
}
