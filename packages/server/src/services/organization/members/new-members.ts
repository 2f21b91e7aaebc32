import type { Viewer } from '@octavo/core/access'
import type { NewMember, NewMemberAnswer } from '@octavo/core/contract'
import { AppError, conflict, isAppError } from '@octavo/core/errors'
import type { Transaction } from 'kysely'
import { requireRight } from '../../../access/index.ts'
import { eventOf } from '../../../audit/index.ts'
import type { Clock } from '../../../config/index.ts'
import type { Queue } from '../../../queue/index.ts'
import type { AccountTypeRow } from '../../../store/account-types.ts'
import type { Database, Store } from '../../../store/index.ts'
import { emailKeyOf, findMembersByEmail, type MemberRow } from '../../../store/members.ts'
import { insertTeamMembers, type TeamMemberRow } from '../../../store/teams.ts'
import { serviceOf } from '../../service/service.ts'
import {
  memberFacts,
  refuseOutsideAdmin,
  requireWithin,
  typeNamed,
  typeOfInvitations,
} from '../account-types/member-types.ts'
import type { Mails } from '../mails/mails.ts'
import type { Teams } from '../teams/teams.ts'
import type { Invitations } from './invitations.ts'
import { insertMembersWithHomes, newMemberRow } from './member-rows.ts'
import { memberEntry } from './members.ts'

export type NewMembers = ReturnType<typeof createNewMembers>

interface InviteOptions {
  sendInvite: boolean
  baseUrl: string
}

/** A new member before it is stored. */
interface Made {
  row: MemberRow
  type: AccountTypeRow
  teams: TeamMemberRow[]
  isInvited: boolean
}

/** Creates members. Requires the right to manage members. */
export function createNewMembers(parts: Parts) {
  return serviceOf(parts, { create, createAll })
}

interface Parts {
  store: Store
  clock: Clock
  teams: Teams
  invitations: Invitations
  queue: Queue
  /** With a mail server, invitations are mailed instead of returned in the response. */
  mails: Pick<Mails, 'isSet'>
}

/** The rows of a new member. Throws for an unknown account type or team, a missing right, and an email that is in use. */
async function prepared(
  viewer: Viewer,
  member: NewMember,
  find: ReturnType<typeof remembering>,
  isTaken: boolean,
  now: number,
): Promise<Omit<Made, 'isInvited'>> {
  const type = await find.type(member.memberType)
  requireWithin(viewer, type)
  const userKind = kindOf(member)
  refuseOutsideAdmin(userKind, type)
  if (isTaken) throw conflict({ rule: 'member_exists', email: member.email })
  const row = rowOf(viewer, member, { userKind, type, now })
  const wanted = new Map((member.addToTeams ?? []).map((team) => [team.teamId, team.isTeamAdmin === true]))
  const teams: TeamMemberRow[] = []
  for (const [teamId, isTeamAdmin] of wanted) {
    await find.team(teamId)
    if (isTeamAdmin) requireRight(viewer, 'manageTeams')
    teams.push({
      organization_id: viewer.organizationId,
      team_id: teamId,
      member_id: row.id,
      is_admin: isTeamAdmin ? 1 : 0,
      added_by: viewer.memberId,
      added_at: now,
    })
  }
  return { row, type, teams }
}

/** Creates all members or none; `path` returns the path of a member in the request. */
async function make(
  parts: Parts,
  viewer: Viewer,
  given: readonly NewMember[],
  { sendInvite, baseUrl }: InviteOptions,
  refuse: (error: AppError, path: string) => void,
  path: (index: number) => string,
): Promise<NewMemberAnswer[]> {
  const { clock, store, mails, invitations } = parts
  requireRight(viewer, 'manageMembers')
  const now = clock.now()
  const attempt = async <R>(at: string, work: () => R | Promise<R>): Promise<R | undefined> => {
    try {
      return await work()
    } catch (error) {
      if (!isAppError(error) || error.code === 'forbidden') throw error
      refuse(error, at)
      return undefined
    }
  }
  const made = await store.write<Made[]>(
    (all) => all.map((each) => eventOf(viewer, { ...action, object: objectOf(each), ...auditFactsOf(each) })),
    async (tx) => {
      const find = remembering(parts, tx, viewer)
      const taken = await findMembersByEmail(
        tx,
        viewer.organizationId,
        given.map(({ email }) => email),
      )
      const all: Made[] = []
      for (const [index, member] of given.entries()) {
        const at = path(index)
        const one = await attempt(at, async () => {
          const key = emailKeyOf(member.email)
          const one = await prepared(viewer, member, find, taken.has(key), now)
          taken.add(key)
          return { ...one, isInvited: sendInvite && one.row.user_kind !== 'embed' }
        })
        if (one) all.push(one)
      }
      if (all.length < given.length) return []
      await insertAll(parts, tx, viewer, all, baseUrl)
      return all
    },
  )
  const isMailed = await mails.isSet(viewer.organizationId)
  return made.map(({ row, type, isInvited }) => ({
    ...memberEntry({ ...row, account_type_name: type.name, has_password: 0 }),
    ...(isInvited && !isMailed ? { invitation: invitations.linkFor(row, baseUrl) } : {}),
  }))
}

/** Looks up each type and team only once, however many members name it. */
function remembering({ teams }: Parts, tx: Transaction<Database>, viewer: Viewer) {
  const types = new Map<string | undefined, Promise<AccountTypeRow>>()
  const known = new Map<string, Promise<unknown>>()
  return {
    type: (name: string | undefined) => {
      const found =
        types.get(name) ??
        (name === undefined ? typeOfInvitations(tx, viewer.organizationId) : typeNamed(tx, viewer.organizationId, name))
      types.set(name, found)
      return found
    },
    team: (id: string) => {
      const found = known.get(id) ?? teams.findManaged(tx, viewer, id)
      known.set(id, found)
      return found
    },
  }
}

async function insertAll(
  { queue, mails }: Parts,
  tx: Transaction<Database>,
  viewer: Viewer,
  all: readonly Made[],
  baseUrl: string,
) {
  await insertMembersWithHomes(
    tx,
    all.map(({ row }) => row),
  )
  await insertTeamMembers(
    tx,
    all.flatMap((each) => each.teams),
  )
  if (!(await mails.isSet(viewer.organizationId, tx))) return
  for (const { row, isInvited } of all) {
    if (!isInvited) continue
    await queue.enqueue(tx, {
      organizationId: viewer.organizationId,
      kind: 'mail.invitation',
      payload: { memberId: row.id, baseUrl },
      actorId: viewer.memberId,
    })
  }
}

/** Returns an invitation link, unless `sendInvite` is false or the member is an embed user, who cannot sign in. */
async function create(
  parts: Parts,
  viewer: Viewer,
  member: NewMember,
  options: InviteOptions,
): Promise<NewMemberAnswer> {
  const refuse = (error: AppError) => {
    throw error
  }
  const [answer] = await make(parts, viewer, [member], options, refuse, () => '')
  if (!answer) throw new Error('A member that was made is not in the answer.')
  return answer
}

/** Creates all or none; reports every problem of every member at once. */
async function createAll(
  parts: Parts,
  viewer: Viewer,
  given: readonly NewMember[],
  options: InviteOptions,
): Promise<NewMemberAnswer[]> {
  const problems: { path: string; message: string }[] = []
  const attempted = new Set<string>()
  const refuse = ({ message }: AppError, path: string) => {
    // The transaction may run more than once.
    if (!attempted.has(path)) problems.push({ path, message })
    attempted.add(path)
  }
  const answers = await make(parts, viewer, given, options, refuse, (index) => `members[${index}]`)
  const [first] = problems
  if (!first) return answers
  throw new AppError('invalid_request', {
    reason: `${problems.length} of ${given.length} members cannot be invited, so none was. ${first.path}: ${first.message}`,
    problems,
  })
}

const action = { category: 'USER_ACCOUNT', action: 'MEMBER_CREATED' } as const
const objectOf = ({ row }: Made) => ({ kind: 'member', id: row.id })
const auditFactsOf = ({ row, type, teams, isInvited }: Made) => ({
  details: { isInvited },
  change: {
    before: null,
    after: {
      ...memberFacts(row, type),
      addToTeams: teams.map(({ team_id, is_admin }) => ({ teamId: team_id, isTeamAdmin: is_admin === 1 })),
    },
  },
})

function kindOf({ userKind, isGuest }: NewMember): 'internal' | 'guest' | 'embed' {
  if (isGuest === true && userKind !== undefined && userKind !== 'guest') {
    throw new AppError('invalid_request', { reason: 'isGuest and userKind say different things.' })
  }
  return userKind ?? (isGuest === true ? 'guest' : 'internal')
}

function rowOf(
  viewer: Viewer,
  member: NewMember,
  { userKind, type, now }: { userKind: string; type: AccountTypeRow; now: number },
): MemberRow {
  return newMemberRow({
    organizationId: viewer.organizationId,
    email: member.email,
    firstName: member.firstName,
    lastName: member.lastName,
    accountTypeId: type.id,
    userKind,
    by: viewer.memberId,
    at: now,
  })
}
