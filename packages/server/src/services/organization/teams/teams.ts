import { hasRight, isInEmbed, teamsSeenBy, type Viewer } from '@octavo/core/access'
import type {
  NewTeam,
  NewTeamAnswer,
  Team,
  TeamChange,
  TeamMember,
  TeamMembersChange,
  TeamWithMembers,
} from '@octavo/core/contract'
import { AppError, conflict } from '@octavo/core/errors'
import { requireMember, requireRight, requireTeam } from '../../../access/index.ts'
import { eventOf } from '../../../audit/index.ts'
import type { Clock } from '../../../config/index.ts'
import { insertGrant } from '../../../store/grants.ts'
import { newUuid, type Queryable, type Store } from '../../../store/index.ts'
import { insertInode } from '../../../store/inodes.ts'
import { findMembers, isActive } from '../../../store/members.ts'
import { newInode } from '../../../store/new-inode.ts'
import {
  countTeamMembers,
  countTeams,
  deleteTeamMembers,
  deleteTeamRow,
  findTeam,
  findTeamByName,
  findTeamMember,
  insertTeam,
  insertTeamMembers,
  listTeamMembers,
  listTeamRows,
  pageTeamMembers,
  setTeamAdmin,
  type TeamListing,
  type TeamMemberRow,
  type TeamRow,
  updateTeamRow,
} from '../../../store/teams.ts'
import { type Slice, sliceOfList, sliceOfRows, type Window } from '../../answers/slice.ts'
import { timestamp } from '../../answers/timestamp.ts'
import { createTotals } from '../../answers/totals.ts'
import { serviceOf } from '../../service/service.ts'
import type { Viewers } from '../../sign-in/viewers.ts'

export type Teams = ReturnType<typeof createTeams>

export interface TeamFilters {
  name?: string
  description?: string
  visibility?: 'public' | 'private'
}

export function createTeams(given: Given) {
  return serviceOf(partsOf(given), {
    find,
    findManaged,
    list,
    listOfMember,
    get,
    members,
    create,
    update,
    remove,
    setAdmin,
    changeMembers,
  })
}

interface Given {
  store: Store
  clock: Clock
  viewers: Viewers
}

type Parts = ReturnType<typeof partsOf>

function partsOf({ store, clock, viewers }: Given) {
  const totals = createTotals({ clock })
  return { store, clock, viewers, totals }
}

/** A team that is visible to the viewer; throws `not_found` for any other. */
async function find({ store }: Parts, viewer: Viewer, teamId: string, db: Queryable = store.db): Promise<TeamRow> {
  const team = await findTeam(db, viewer.organizationId, teamId)
  requireTeam(viewer, teamId, team?.is_archived === 0 ? { ...team, isTeamAdmin: false } : null, 'view')
  if (!team) throw new AppError('not_found', { kind: 'team', id: teamId })
  return team
}

/** As `find`; throws `forbidden` unless the viewer manages teams or is an admin of this one. */
async function findManaged(parts: Parts, tx: Queryable, viewer: Viewer, teamId: string): Promise<TeamRow> {
  const team = await find(parts, viewer, teamId, tx)
  const own = await findTeamMember(tx, viewer.organizationId, teamId, viewer.memberId)
  requireTeam(viewer, teamId, { ...team, isTeamAdmin: own?.is_admin === 1 }, 'edit')
  return team
}

async function refuseTakenName(tx: Queryable, viewer: Viewer, name: string, except?: string): Promise<void> {
  const other = await findTeamByName(tx, viewer.organizationId, name)
  if (other && other.id !== except) throw conflict({ rule: 'team_named', name })
}

/** Deactivated members cannot be added or removed. */
async function requireActive(tx: Queryable, viewer: Viewer, memberIds: readonly string[]): Promise<void> {
  const members = await findMembers(tx, viewer.organizationId, memberIds)
  const bad = memberIds.find((id) => !isActive(members.get(id)))
  if (bad !== undefined) throw new AppError('not_found', { kind: 'active member', id: bad })
}

function forgetAll({ viewers }: Parts, viewer: Viewer, memberIds: Iterable<string>) {
  for (const id of memberIds) viewers.forget(viewer.organizationId, id)
}

async function listOf(
  { store, totals }: Parts,
  viewer: Viewer,
  listing: TeamListing,
  window: Window,
): Promise<Slice<Team>> {
  const after = window.after === null ? null : String(window.after[0])
  const rows = await listTeamRows(store.db, viewer.organizationId, listing, { after, limit: window.limit })
  const total = await totals([viewer.organizationId, listing], (atMost) =>
    countTeams(store.db, viewer.organizationId, listing, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.name, row.id])
  return { entries: page.map(entry), next, total }
}

/** Ordered by name. */
async function list(
  parts: Parts,
  viewer: Viewer,
  { name, description, visibility }: TeamFilters,
  window: Window,
): Promise<Slice<Team>> {
  return listOf(parts, viewer, { name, description, visibility, visibleTo: teamsSeenBy(viewer) }, window)
}

/** Only for that member and administrators. */
async function listOfMember(parts: Parts, viewer: Viewer, memberId: string, window: Window): Promise<Slice<Team>> {
  const { store } = parts
  requireMember(viewer, memberId, 'seeTeams')
  if (memberId !== viewer.memberId) {
    const members = await findMembers(store.db, viewer.organizationId, [memberId])
    if (members.size === 0) throw new AppError('not_found', { kind: 'member', id: memberId })
  }
  return listOf(parts, viewer, { memberId, visibleTo: null }, window)
}

async function get(parts: Parts, viewer: Viewer, teamId: string): Promise<TeamWithMembers> {
  const { store } = parts
  const team = await find(parts, viewer, teamId)
  const members = await listTeamMembers(store.db, viewer.organizationId, team.id)
  const ids = members.map(({ member_id }) => member_id)
  return { ...entry(team), members: isInEmbed(viewer) ? ids.filter((id) => id === viewer.memberId) : ids }
}

async function members(parts: Parts, viewer: Viewer, teamId: string, window: Window): Promise<Slice<TeamMember>> {
  const { store, totals } = parts
  const team = await find(parts, viewer, teamId)
  const { organizationId } = viewer
  if (isInEmbed(viewer)) {
    const all = await listTeamMembers(store.db, organizationId, team.id)
    return sliceOfList(all.filter((row) => row.member_id === viewer.memberId).map(memberOf), window)
  }
  const after = window.after === null ? null : { addedAt: Number(window.after[0]), memberId: String(window.after[1]) }
  const rows = await pageTeamMembers(store.db, organizationId, team.id, { after, limit: window.limit })
  const total = await totals([organizationId, 'members', team.id], (atMost) =>
    countTeamMembers(store.db, organizationId, team.id, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.added_at, row.member_id])
  return { entries: page.map(memberOf), next, total }
}

const memberOf = ({ member_id, is_admin, added_by }: TeamMemberRow): TeamMember => ({
  userId: member_id,
  isTeamAdmin: is_admin === 1,
  addedBy: added_by,
})

/** A creator who is not an administrator becomes an admin of the team, because they would lose access to a private one. */
async function create(parts: Parts, viewer: Viewer, team: NewTeam): Promise<NewTeamAnswer> {
  const { clock, store } = parts
  requireRight(viewer, 'manageTeams')
  const { organizationId } = viewer
  const now = clock.now()
  const stamp = { created_by: viewer.memberId, updated_by: viewer.memberId, created_at: now, updated_at: now }
  const { name, description = '', visibility = 'private' } = team
  const row: TeamRow = {
    organization_id: organizationId,
    id: newUuid(),
    name,
    description,
    visibility,
    is_archived: 0,
    ...stamp,
  }
  const workspaceId = team.createTeamFolder === true ? newUuid() : null
  const isOutside = hasRight(viewer, 'seeEverything')
  const members = [...new Set([...(isOutside ? [] : [viewer.memberId]), ...(team.members ?? [])])]
  const event = eventOf(viewer, {
    category: 'TEAMS',
    action: 'TEAM_CREATED',
    object: { kind: 'team', id: row.id },
    change: {
      before: null,
      after: { name, description, visibility, ...membersDetail('members', members), workspaceId },
    },
  })
  await store.write(event, async (tx) => {
    await refuseTakenName(tx, viewer, name)
    await requireActive(tx, viewer, members)
    await insertTeam(tx, row)
    await insertTeamMembers(
      tx,
      members.map((memberId) => ({
        organization_id: organizationId,
        team_id: row.id,
        member_id: memberId,
        is_admin: memberId === viewer.memberId && !isOutside ? 1 : 0,
        added_by: viewer.memberId,
        added_at: now,
      })),
    )
    if (workspaceId !== null) await insertWorkspaceOf(tx, viewer, row, workspaceId)
  })
  forgetAll(parts, viewer, members)
  const kept = await listTeamMembers(store.db, organizationId, row.id)
  return { ...entry(row), members: kept.map(({ member_id }) => member_id), workspaceId }
}

/** Inserts a workspace with the name of a new team and full access for its members. */
async function insertWorkspaceOf(tx: Queryable, viewer: Viewer, team: TeamRow, workspaceId: string): Promise<void> {
  const { organization_id: organizationId, id, name, created_by, updated_by, created_at, updated_at } = team
  await insertInode(
    tx,
    newInode({
      organizationId,
      id: workspaceId,
      type: 'workspace',
      name,
      parentId: null,
      ownerId: viewer.memberId,
      by: viewer.memberId,
      at: created_at,
    }),
  )
  await insertGrant(tx, {
    organization_id: organizationId,
    id: newUuid(),
    object_kind: 'inode',
    object_id: workspaceId,
    member_id: null,
    team_id: id,
    is_everyone: 0,
    permission: 'organize',
    created_by,
    updated_by,
    created_at,
    updated_at,
  })
}

/** Fields that are absent keep their values. */
async function update(parts: Parts, viewer: Viewer, teamId: string, body: TeamChange): Promise<Team> {
  const { clock, store } = parts
  const now = clock.now()
  const change = columnsOf(body)
  const event = (before: TeamRow) =>
    eventOf(viewer, {
      category: 'TEAMS',
      action: 'TEAM_UPDATED',
      object: { kind: 'team', id: teamId },
      change: { before: entry(before), after: { ...entry(before), ...change } },
    })
  await store.write<TeamRow>(event, async (tx) => {
    const before = await findManaged(parts, tx, viewer, teamId)
    if (change.name !== undefined) await refuseTakenName(tx, viewer, change.name, teamId)
    await updateTeamRow(tx, viewer.organizationId, teamId, {
      ...change,
      updated_by: viewer.memberId,
      updated_at: now,
    })
    return before
  })
  if (change.name !== undefined) {
    const members = await listTeamMembers(store.db, viewer.organizationId, teamId)
    forgetAll(
      parts,
      viewer,
      members.map(({ member_id }) => member_id),
    )
  }
  const row = await findTeam(store.db, viewer.organizationId, teamId)
  if (!row) throw new AppError('not_found', { kind: 'team', id: teamId })
  return entry(row)
}

/** Permanently deletes the team with its memberships and grants; files that it had access to are kept. */
async function remove(parts: Parts, viewer: Viewer, teamId: string): Promise<void> {
  const { store } = parts
  interface Removed {
    team: TeamRow
    members: string[]
  }
  const { members } = await store.write<Removed>(
    ({ team, members }) =>
      eventOf(viewer, {
        category: 'TEAMS',
        action: 'TEAM_DELETED',
        object: { kind: 'team', id: teamId },
        change: { before: { ...entry(team), ...membersDetail('members', members) }, after: null },
      }),
    async (tx) => {
      const team = await findManaged(parts, tx, viewer, teamId)
      const rows = await listTeamMembers(tx, viewer.organizationId, teamId)
      await deleteTeamRow(tx, viewer.organizationId, teamId)
      return { team, members: rows.map(({ member_id }) => member_id) }
    },
  )
  forgetAll(parts, viewer, members)
}

/** Requires the right to manage all teams; admins of the team cannot appoint others. */
async function setAdmin(
  parts: Parts,
  viewer: Viewer,
  teamId: string,
  memberId: string,
  isTeamAdmin: boolean,
): Promise<TeamMember> {
  const { store } = parts
  const { organizationId } = viewer
  const row = await store.write<TeamMemberRow>(
    (before) =>
      (before.is_admin === 1) === isTeamAdmin
        ? []
        : eventOf(viewer, {
            category: 'TEAMS',
            action: 'TEAM_ADMIN_CHANGED',
            object: { kind: 'team', id: teamId },
            details: { memberId },
            change: { before: { isTeamAdmin: before.is_admin === 1 }, after: { isTeamAdmin } },
          }),
    async (tx) => {
      await findManaged(parts, tx, viewer, teamId)
      requireRight(viewer, 'manageTeams')
      const row = await findTeamMember(tx, organizationId, teamId, memberId)
      if (!row) throw new AppError('not_found', { kind: 'member of the team', id: memberId })
      await requireActive(tx, viewer, [memberId])
      await setTeamAdmin(tx, organizationId, teamId, memberId, isTeamAdmin)
      return row
    },
  )
  return { userId: memberId, isTeamAdmin, addedBy: row.added_by }
}

async function changeMembers(parts: Parts, viewer: Viewer, teamId: string, change: TeamMembersChange): Promise<void> {
  const { clock, store } = parts
  const add = [...new Set(change.add ?? [])]
  const remove = [...new Set(change.remove ?? [])]
  const both = add.find((id) => remove.includes(id))
  if (both !== undefined) {
    throw new AppError('invalid_request', { reason: `The member "${both}" is both to be added and to be removed.` })
  }
  const now = clock.now()
  interface Changed {
    added: string[]
    removed: string[]
  }
  const { added, removed } = await store.write<Changed>(
    ({ added, removed }) =>
      added.length + removed.length === 0
        ? []
        : eventOf(viewer, {
            category: 'TEAMS',
            action: 'TEAM_MEMBERS_CHANGED',
            object: { kind: 'team', id: teamId },
            change: { before: membersDetail('removed', removed), after: membersDetail('added', added) },
          }),
    async (tx) => {
      const { organizationId } = viewer
      await findManaged(parts, tx, viewer, teamId)
      await requireActive(tx, viewer, [...add, ...remove])
      const present = new Set((await listTeamMembers(tx, organizationId, teamId)).map((row) => row.member_id))
      const added = add.filter((id) => !present.has(id))
      const removed = remove.filter((id) => present.has(id))
      await deleteTeamMembers(tx, organizationId, teamId, removed)
      await insertTeamMembers(
        tx,
        added.map((memberId) => ({
          organization_id: organizationId,
          team_id: teamId,
          member_id: memberId,
          is_admin: 0,
          added_by: viewer.memberId,
          added_at: now,
        })),
      )
      return { added, removed }
    },
  )
  forgetAll(parts, viewer, [...added, ...removed])
}

const mostNamed = 100

/** Limited in length, so that a team of ten thousand does not create an event with ten thousand ids. */
function membersDetail(name: string, ids: readonly string[]): Record<string, unknown> {
  return { [name]: ids.slice(0, mostNamed), ...(ids.length > mostNamed ? { [`${name}Count`]: ids.length } : {}) }
}

/** Picks only the fields of the operation, because a body may have other fields that are not columns. */
function columnsOf({ name, description, visibility }: TeamChange): TeamChange {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(visibility === undefined ? {} : { visibility }),
  }
}

function entry(row: TeamRow): Team {
  return {
    teamId: row.id,
    name: row.name,
    description: row.description === '' ? null : row.description,
    visibility: row.visibility === 'public' ? 'public' : 'private',
    isArchived: row.is_archived === 1,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}
