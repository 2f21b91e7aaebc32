import { adminTypeName, type Viewer } from '@octavo/core/access'
import type { Invitation, Member, MemberChange, NewMember, NewMemberAnswer } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { requireAccountType, requireRight } from '../access/index.ts'
import { eventOf } from '../audit/index.ts'
import type { Clock } from '../config/index.ts'
import type { Queue } from '../queue/index.ts'
import { type AccountTypeRow, findAccountType, findAccountTypeByName, permissionsOf } from '../store/account-types.ts'
import { newMemberId, newUuid, type ObjectChange, type Queryable, type Store, urlIdOf } from '../store/index.ts'
import { archiveDocumentsOf, insertInode } from '../store/inodes.ts'
import {
  emailKeyOf,
  findMember,
  findMemberByEmail,
  insertMember,
  type MemberRow,
  updateMember,
} from '../store/members.ts'
import { endSchedulesOf } from '../store/schedules.ts'
import { deleteSessionsOfMember } from '../store/sessions.ts'
import { insertTeamMembers } from '../store/teams.ts'
import { deleteTokensOfMember } from '../store/tokens.ts'
import { handOver } from './hand-over.ts'
import type { Invitations } from './invitations.ts'
import type { Members } from './members.ts'
import type { Teams } from './teams.ts'
import type { Viewers } from './viewers.ts'

const defaultTypeName = 'View'
/** Names of the built-in account types in older clients. */
const olderNames: Readonly<Record<string, string>> = { viewer: 'View', explorer: 'Analyze', creator: 'Build' }

export type MemberChanges = ReturnType<typeof createMemberChanges>

/** Members come, change and go. Everything here needs the right to manage members. */
export function createMemberChanges({
  store,
  clock,
  viewers,
  members,
  teams,
  invitations,
  queue,
  sendsMail,
}: {
  store: Store
  clock: Clock
  viewers: Viewers
  members: Members
  teams: Teams
  invitations: Invitations
  queue: Queue
  /** There is a mail server: invitations go there instead of into the answer. */
  sendsMail: boolean
}) {
  const requireWithin = (viewer: Viewer, type: AccountTypeRow) =>
    requireAccountType(viewer, { name: type.name, isAdmin: isAdminType(type), permissions: permissionsOf(type) })

  async function typeNamed(tx: Queryable, viewer: Viewer, name: string): Promise<AccountTypeRow> {
    const { organizationId } = viewer
    const found =
      (await findAccountTypeByName(tx, organizationId, name)) ??
      (await findAccountTypeByName(tx, organizationId, olderNames[name.toLowerCase()] ?? ''))
    if (found) return found
    throw new AppError('invalid_request', {
      reason: `There is no account type "${name}".`,
      hint: 'GET /v2/accountTypes lists them.',
    })
  }

  async function refuseTakenEmail(tx: Queryable, viewer: Viewer, email: string, except?: string): Promise<void> {
    const other = await findMemberByEmail(tx, viewer.organizationId, email)
    if (other && other.id !== except) {
      throw new AppError('conflict', { reason: `A member with the email "${email}" exists already.` })
    }
  }

  /** The member to change, and that the viewer may change it. */
  async function findManaged(tx: Queryable, viewer: Viewer, memberId: string) {
    const row = await findMember(tx, viewer.organizationId, memberId)
    const type = row && (await findAccountType(tx, viewer.organizationId, row.account_type_id))
    if (!row || !type) throw new AppError('not_found', { kind: 'member', id: memberId })
    requireWithin(viewer, type)
    return { row, type }
  }

  async function newOwner(tx: Queryable, viewer: Viewer, memberId: string, newOwnerId: string): Promise<MemberRow> {
    const owner = await findMember(tx, viewer.organizationId, newOwnerId)
    if (!owner) throw new AppError('not_found', { kind: 'member', id: newOwnerId })
    const reason =
      newOwnerId === memberId
        ? 'The documents of a member cannot go to that same member.'
        : owner.is_archived === 1
          ? `The member "${newOwnerId}" is deactivated and cannot get documents.`
          : null
    if (reason !== null) {
      throw new AppError('invalid_request', { reason, hint: 'Name another active member in newOwnerId.' })
    }
    return owner
  }

  async function change(viewer: Viewer, memberId: string, change: MemberChange): Promise<void> {
    const { organizationId } = viewer
    const now = clock.now()
    const stamp = { at: now, by: viewer.memberId }
    const deed = change.isArchived === undefined ? 'UPDATED' : change.isArchived ? 'DEACTIVATED' : 'REACTIVATED'
    await store.write<{ change: ObjectChange; details?: Record<string, unknown> }>(
      (made) =>
        eventOf(viewer, {
          category: 'USER_ACCOUNT',
          action: `MEMBER_${deed}`,
          object: { kind: 'member', id: memberId },
          ...made,
        }),
      async (tx) => {
        const { row, type } = await findManaged(tx, viewer, memberId)
        const isSelf = memberId === viewer.memberId
        if (
          isSelf &&
          (change.isArchived === true || change.memberType !== undefined || change.userKind !== undefined)
        ) {
          throw new AppError('conflict', {
            reason: 'You cannot deactivate yourself or change your own account type or kind.',
          })
        }
        const newType = change.memberType === undefined ? type : await typeNamed(tx, viewer, change.memberType)
        requireWithin(viewer, newType)
        refuseOutsideAdmin(change.userKind ?? row.user_kind, newType)
        if (change.email !== undefined) await refuseTakenEmail(tx, viewer, change.email, memberId)
        const changed = {
          ...(newType.id === type.id ? {} : { account_type_id: newType.id }),
          ...(change.firstName === undefined ? {} : { first_name: change.firstName }),
          ...(change.lastName === undefined ? {} : { last_name: change.lastName }),
          ...(change.profileImgUrl === undefined ? {} : { profile_img_url: change.profileImgUrl }),
          ...(change.email === undefined ? {} : { email: change.email, email_key: emailKeyOf(change.email) }),
          ...(change.userKind === undefined ? {} : { user_kind: change.userKind }),
          ...(change.isArchived === undefined ? {} : { is_archived: change.isArchived ? 1 : 0 }),
        }
        await updateMember(tx, organizationId, memberId, {
          ...changed,
          updated_by: viewer.memberId,
          updated_at: now,
        })
        const made = { before: factsOf(row, type), after: factsOf({ ...row, ...changed }, newType) }
        if (change.isArchived !== true) return { change: made }

        await deleteSessionsOfMember(tx, organizationId, memberId)
        await deleteTokensOfMember(tx, organizationId, memberId)
        const endsSchedules = change.archiveDocuments === true || change.archiveScheduledExports === true
        const archivedSchedules = endsSchedules ? await endSchedulesOf(tx, organizationId, memberId, stamp) : undefined
        const archived =
          change.archiveDocuments === true ? await archiveDocumentsOf(tx, organizationId, memberId, stamp) : undefined
        if (change.newOwnerId === undefined)
          return { change: made, details: { archivedDocuments: archived, archivedSchedules } }
        const owner = await newOwner(tx, viewer, memberId, change.newOwnerId)
        const handedOver = await handOver(tx, { from: row, to: owner, ...stamp })
        return { change: made, details: { newOwnerId: owner.id, handedOver, archivedSchedules } }
      },
    )
    viewers.forget(organizationId, memberId)
  }

  return {
    /** With a link to hand on, unless `sendInvite` is false or the member is an embed user, who cannot sign in. */
    async create(
      viewer: Viewer,
      member: NewMember,
      { sendInvite, baseUrl }: { sendInvite: boolean; baseUrl: string },
    ): Promise<NewMemberAnswer> {
      requireRight(viewer, 'manageMembers')
      if (member.isGuest === true && member.userKind !== undefined && member.userKind !== 'guest') {
        throw new AppError('invalid_request', { reason: 'isGuest and userKind say different things.' })
      }
      const { organizationId } = viewer
      const now = clock.now()
      const userKind = member.userKind ?? (member.isGuest === true ? 'guest' : 'internal')
      const stamp = { created_by: viewer.memberId, updated_by: viewer.memberId, created_at: now, updated_at: now }
      const id = newMemberId()
      const homeFolderId = newUuid()
      const isInvited = sendInvite && userKind !== 'embed'
      const event = eventOf(viewer, {
        category: 'USER_ACCOUNT',
        action: 'MEMBER_CREATED',
        object: { kind: 'member', id },
        details: { isInvited },
      })
      const made = ({ row, type }: { row: MemberRow; type: AccountTypeRow }) => ({
        ...event,
        change: { before: null, after: { ...factsOf(row, type), addToTeams: member.addToTeams ?? [] } },
      })
      const { row } = await store.write(made, async (tx) => {
        const type = await typeNamed(tx, viewer, member.memberType ?? defaultTypeName)
        requireWithin(viewer, type)
        refuseOutsideAdmin(userKind, type)
        await refuseTakenEmail(tx, viewer, member.email)
        const row: MemberRow = {
          organization_id: organizationId,
          id,
          email: member.email,
          email_key: emailKeyOf(member.email),
          first_name: member.firstName,
          last_name: member.lastName,
          account_type_id: type.id,
          user_kind: userKind,
          home_folder_id: homeFolderId,
          password_hash: null,
          profile_img_url: null,
          is_archived: 0,
          ...stamp,
        }
        await insertMember(tx, row)
        await insertInode(tx, {
          organization_id: organizationId,
          id: homeFolderId,
          url_id: urlIdOf(homeFolderId),
          type: 'folder',
          name: 'My Documents',
          parent_id: null,
          owner_id: id,
          is_home: 1,
          description: '',
          badge: null,
          is_archived: 0,
          archived_at: null,
          archived_by: null,
          ...stamp,
        })
        const wanted = new Map((member.addToTeams ?? []).map((team) => [team.teamId, team.isTeamAdmin === true]))
        for (const [teamId, isTeamAdmin] of wanted) {
          const team = await teams.findManaged(tx, viewer, teamId)
          if (isTeamAdmin) requireRight(viewer, 'manageTeams')
          await insertTeamMembers(tx, [
            {
              organization_id: organizationId,
              team_id: team.id,
              member_id: id,
              is_admin: isTeamAdmin ? 1 : 0,
              added_by: viewer.memberId,
              added_at: now,
            },
          ])
        }
        if (isInvited && sendsMail) {
          await queue.enqueue(tx, {
            organizationId,
            kind: 'mail.invitation',
            payload: { memberId: id, baseUrl },
            actorId: viewer.memberId,
          })
        }
        return { row, type }
      })
      const answer = await members.get(viewer, id)
      return isInvited && !sendsMail ? { ...answer, invitation: invitations.linkFor(row, baseUrl) } : answer
    },

    async update(viewer: Viewer, memberId: string, body: MemberChange): Promise<Member> {
      await members.get(viewer, memberId)
      requireRight(viewer, 'manageMembers')
      const { newOwnerId, archiveDocuments = false, archiveScheduledExports = false } = body
      if (body.isInactive === true) {
        throw new AppError('not_supported', {
          what: 'isInactive is set by identity providers, which this version does not know.',
          hint: 'Send isArchived to deactivate a member.',
        })
      }
      if (body.isArchived !== true && (newOwnerId !== undefined || archiveDocuments || archiveScheduledExports)) {
        throw new AppError('invalid_request', {
          reason: 'newOwnerId, archiveDocuments and archiveScheduledExports need isArchived: true.',
        })
      }
      if (newOwnerId !== undefined && archiveDocuments) {
        throw new AppError('invalid_request', {
          reason: 'Documents are either handed over (newOwnerId) or archived (archiveDocuments), not both.',
        })
      }
      if (newOwnerId !== undefined) requireRight(viewer, 'handOverDocuments')
      await change(viewer, memberId, body)
      return members.get(viewer, memberId)
    },

    /** Members are never erased; the documents go to whoever asks. */
    async remove(viewer: Viewer, memberId: string): Promise<void> {
      await members.get(viewer, memberId)
      requireRight(viewer, 'deactivateAndTakeOver')
      await change(viewer, memberId, {
        isArchived: true,
        ...(memberId === viewer.memberId ? {} : { newOwnerId: viewer.memberId }),
      })
    },

    /** A new link; the ones before go on working until one of them is used. */
    async invite(viewer: Viewer, memberId: string, baseUrl: string): Promise<Invitation> {
      await members.get(viewer, memberId)
      requireRight(viewer, 'manageMembers')
      const event = eventOf(viewer, {
        category: 'USER_ACCOUNT',
        action: 'INVITATION_CREATED',
        object: { kind: 'member', id: memberId },
      })
      return store.write(event, async (tx) => {
        const { row } = await findManaged(tx, viewer, memberId)
        if (row.is_archived === 1 || row.password_hash !== null || row.user_kind === 'embed') {
          throw new AppError('conflict', {
            reason: 'Only active members who can sign in and have no password yet are invited.',
          })
        }
        return invitations.linkFor(row, baseUrl)
      })
    },
  }
}

/** What an event tells of a member, in the words of the API. */
const factsOf = (row: MemberRow, type: AccountTypeRow) => ({
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  memberType: type.name,
  userKind: row.user_kind,
  profileImgUrl: row.profile_img_url,
  isArchived: row.is_archived === 1,
})

const isAdminType = (type: AccountTypeRow) => type.is_built_in === 1 && type.name === adminTypeName

function refuseOutsideAdmin(userKind: string, type: AccountTypeRow): void {
  if (userKind === 'internal' || !isAdminType(type)) return
  throw new AppError('invalid_request', {
    reason: `A member of kind "${userKind}" cannot have the account type Admin.`,
  })
}
