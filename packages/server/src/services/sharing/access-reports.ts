import {
  actionsOn,
  capped,
  decide,
  decideTeam,
  explain,
  explainAccess,
  explainSource,
  type GrantFact,
  inherited,
  ladders,
  type Names,
  type ObjectFacts,
  type Permission,
  type PermissionOf,
  permissionOn,
  permissionWords,
  type Source,
  sourcesOf,
  strongest,
  type Viewer,
} from '@octavo/core/access'
import type { AccessEntry, AccessSource, MemberAccess } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { type Access, requireAllowed } from '../../access/index.ts'
import type { Clock } from '../../config/index.ts'
import { findConnections } from '../../store/connections.ts'
import { countGrantees, type GranteeListing, type GranteeRow, listGrantees } from '../../store/grantees.ts'
import { type GrantRow, listGrantsOn } from '../../store/grants.ts'
import { isUuid, type Store } from '../../store/index.ts'
import { findInodes } from '../../store/inodes.ts'
import { findMembersWithAccountType, fullNameOf, type MemberWithAccountType } from '../../store/members.ts'
import { findTaggedVersionById } from '../../store/tagged-versions.ts'
import { findTeams } from '../../store/teams.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { createTotals } from '../answers/totals.ts'
import type { Inodes } from '../inodes/inodes.ts'
import type { Members } from '../organization/members/members.ts'
import { serviceOf } from '../service/service.ts'
import { type Viewers, viewerFrom } from '../sign-in/viewers.ts'

export type AccessReports = ReturnType<typeof createAccessReports>

/** The object of a report: its facts as the caller sees them, and how to load those of other members. */
interface Subject {
  facts: ObjectFacts
  kind: 'inode' | 'connection'
  /** Id of the tag, for a tagged version. */
  tagId: string | null
  factsFor(viewer: Viewer): Promise<ObjectFacts | undefined>
  /** Names and kinds of the object and its containers that are visible to the caller. */
  places: Map<string, { name: string; type: string }>
}

/** Reports who has access to an object, and why. For members who can see the object and are not guests. */
export function createAccessReports(given: Given) {
  return serviceOf(partsOf(given), { listOfFile, ofFile, listOfConnection, ofConnection })
}

interface Given {
  store: Store
  clock: Clock
  access: Access
  inodes: Inodes
  members: Members
  viewers: Viewers
}

type Parts = ReturnType<typeof partsOf>

function partsOf({ store, clock, access, inodes, members, viewers }: Given) {
  const totals = createTotals({ clock })
  return { store, access, inodes, members, viewers, totals }
}

async function file({ access, inodes, store }: Parts, viewer: Viewer, idOrUrlId: string): Promise<Subject> {
  const { inode, facts } = await inodes.find(viewer, idOrUrlId)
  const ids = [inode.id, ...facts.holders.map(({ id }) => id)]
  const seen = await access.inodePermissions(viewer, ids)
  const rows = await findInodes(store.db, viewer.organizationId, [...seen.keys()])
  const tagged = facts.isTagged ? await findTaggedVersionById(store.db, viewer.organizationId, inode.id) : undefined
  return {
    facts,
    kind: 'inode',
    tagId: tagged?.tag_id ?? null,
    factsFor: async (other) => (await access.inodeFacts(other, [inode.id])).get(inode.id),
    places: new Map([...rows].map(([id, { name, type }]) => [id, { name, type }])),
  }
}

async function connection({ access, store }: Parts, viewer: Viewer, id: string): Promise<Subject> {
  const connectionId = id.toLowerCase()
  const found = isUuid(id) ? await access.connectionFacts(viewer, [connectionId]) : new Map<string, ObjectFacts>()
  const facts = found.get(connectionId)
  if (!facts || !decide(viewer, facts, 'view').isVisible) throw new AppError('not_found', { kind: 'connection', id })
  const rows = await findConnections(store.db, viewer.organizationId, [connectionId])
  return {
    facts,
    kind: 'connection',
    tagId: null,
    factsFor: async (other) => (await access.connectionFacts(other, [connectionId])).get(connectionId),
    places: new Map([...rows].map(([each, { name }]) => [each, { name, type: 'connection' }])),
  }
}

async function listOf(parts: Parts, viewer: Viewer, subject: Subject, window: Window): Promise<Slice<AccessEntry>> {
  const { store, totals } = parts
  const { facts, kind, tagId } = subject
  requireAllowed(decide(viewer, facts, 'seeAccess'))
  const { organizationId } = viewer
  const listing = listingOf(subject)
  const [place, of, sort, id] = window.after ?? []
  const after =
    window.after === null
      ? null
      : { place: Number(place), kind: of as GranteeRow['kind'], sort: String(sort), id: String(id) }
  const found = await listGrantees(store.db, organizationId, listing, { after, limit: window.limit })
  const total = await totals([organizationId, facts.id, listing.holderIds, listing.ownerIds], (atMost) =>
    countGrantees(store.db, organizationId, listing, atMost),
  )
  const { page, next } = sliceOfRows(found, window.limit, (row) => [row.place, row.kind, row.sort, row.id])
  const idsOf = (wanted: GranteeRow['kind']) => page.flatMap((row) => (row.kind === wanted ? [row.id] : []))
  const rows = await listGrantsOn(
    store.db,
    organizationId,
    { objectKind: kind, tagId, objectIds: [facts.id, ...listing.holderIds] },
    {
      memberIds: idsOf('member'),
      teamIds: idsOf('team'),
      andEveryone: idsOf('everyone').length > 0,
    },
  )
  const people = await findMembersWithAccountType(store.db, organizationId, idsOf('member'))
  const report: Report = { viewer, subject, rows, names: await namesFor(parts, viewer, subject, rows) }
  const entries = page.flatMap((row) => {
    if (row.kind !== 'member') return entriesOfGroup(report, row.kind === 'team' ? row.id : null)
    const member = people.get(row.id)
    return member ? [entryOfPerson(report, member)] : []
  })
  return { entries, next, total }
}

/** Grantees to list: everybody with a grant on the object or on a folder above it, and the owners, strongest first. */
function listingOf({ facts, kind, tagId }: Subject): GranteeListing {
  const ladder: readonly Permission[] = ladders[facts.family]
  const placeOf = (permission: Permission) => ladder.indexOf(permission)
  const ownerIds = [facts, ...facts.holders].flatMap(({ ownerId }) => (ownerId === null ? [] : [ownerId]))
  return {
    objectKind: kind,
    tagId,
    objectId: facts.id,
    holderIds: facts.holders.map(({ id }) => id),
    ownerIds: [...new Set(ownerIds)],
    placesHere: new Map(ladder.map((permission) => [permission, placeOf(permission)])),
    placesAbove: new Map(
      facts.family === 'connection'
        ? []
        : ladders.folder.map((permission) => [permission, placeOf(inheritedOn(facts.family, permission))]),
    ),
    ownerPlace: ladder.length - 1,
  }
}

/** Data for the entries of one page. */
interface Report {
  viewer: Viewer
  subject: Subject
  rows: Awaited<ReturnType<typeof listGrantsOn>>
  names: Awaited<ReturnType<typeof namesFor>>
}

function entryOfPerson({ subject, rows, names }: Report, member: MemberWithAccountType): AccessEntry {
  const { facts } = subject
  const grants = rows.filter(({ member_id }) => member_id === member.id).map(factOf)
  // Without teams, because permissions through a team are listed once, for the team.
  const alone: Viewer = { ...viewerFrom(member, [], []), via: { kind: 'job' } }
  const sources = sourcesOf(alone, { ...facts, grants })
  const held = capped(alone, facts.family, strongest(sources, facts.family)?.permission ?? null)
  const name = fullNameOf(member)
  return {
    grantee: { kind: 'member', id: member.id, name, email: member.email },
    permission: held,
    explanation: explainAccess({ ...alone, isAdmin: false }, facts, sources, names),
    sources: sources.map((source) => sourceEntry(source, subject, names)),
  }
}

/** A null `teamId` means everyone in the organization. */
function entriesOfGroup({ viewer, subject, rows, names }: Report, teamId: string | null): AccessEntry[] {
  const { facts } = subject
  const granted = rows.filter(({ member_id, team_id }) => member_id === null && team_id === teamId).map(factOf)
  const sources = sourcesOf(nobody(viewer), { ...facts, grants: granted })
  const best = strongest(sources, facts.family)
  if (!best) return []
  const grantee: AccessEntry['grantee'] =
    teamId === null
      ? { kind: 'everyone', id: null, name: 'Everyone in the organization' }
      : { kind: 'team', id: teamId, name: names.teamName(teamId) }
  return [
    {
      grantee,
      permission: best.permission,
      explanation: `${permissionWords[facts.family][best.permission]} ${explainSource(best, names)}`,
      sources: sources.map((source) => sourceEntry(source, subject, names)),
    },
  ]
}

async function ofMember(parts: Parts, viewer: Viewer, subject: Subject, memberId: string): Promise<MemberAccess> {
  const { members, viewers } = parts
  // Every member may ask about themselves.
  if (memberId !== viewer.memberId) requireAllowed(decide(viewer, subject.facts, 'seeAccess'))
  const member = await members.get(viewer, memberId)
  const other = await viewers.load(viewer.organizationId, memberId, { kind: 'job' })
  if (!other) throw new AppError('not_found', { kind: 'active member', id: memberId })
  const facts = await subject.factsFor(other)
  if (!facts) throw new AppError('not_found', { kind: 'file', id: subject.facts.id })
  const names = await namesFor(parts, viewer, subject, [], other)
  const sources = sourcesOf(other, facts)
  return {
    memberId,
    name: `${member.firstName} ${member.lastName}`.trim(),
    email: member.email,
    accountType: member.memberType,
    isAdmin: other.isAdmin,
    permission: permissionOn(other, facts),
    explanation: explainAccess(other, facts, sources, names),
    sources: sources.map((source) => sourceEntry(source, subject, names)),
    actions: actionsOn(facts.family).map((action) => {
      const decision = decide(other, facts, action)
      return { action, isAllowed: decision.allowed, reason: explain(decision) }
    }),
  }
}

/** Teams that are not visible to the caller have no name. */
async function namesFor(
  { store }: Parts,
  viewer: Viewer,
  { facts, places }: Subject,
  rows: readonly GrantRow[],
  of?: Viewer,
) {
  const teamIds = [...rows.flatMap(({ team_id }) => team_id ?? []), ...(of?.teams.map(({ id }) => id) ?? [])]
  const teams = await findTeams(store.db, viewer.organizationId, [...new Set(teamIds)])
  const teamName = (id: string): string | null => {
    const team = teams.get(id)
    return team && decideTeam(viewer, { ...team, isTeamAdmin: false }, 'view').allowed ? team.name : null
  }
  return {
    objectId: facts.id,
    object: (id: string) => {
      const place = places.get(id)
      return place ? `${place.type} ${place.name}` : null
    },
    team: (id: string) => teamName(id) ?? 'that is private',
    teamName,
  }
}

async function listOfFile(parts: Parts, viewer: Viewer, id: string, window: Window): Promise<Slice<AccessEntry>> {
  return listOf(parts, viewer, await file(parts, viewer, id), window)
}

async function ofFile(parts: Parts, viewer: Viewer, id: string, memberId: string): Promise<MemberAccess> {
  return ofMember(parts, viewer, await file(parts, viewer, id), memberId)
}

async function listOfConnection(parts: Parts, viewer: Viewer, id: string, window: Window): Promise<Slice<AccessEntry>> {
  return listOf(parts, viewer, await connection(parts, viewer, id), window)
}

async function ofConnection(parts: Parts, viewer: Viewer, id: string, memberId: string): Promise<MemberAccess> {
  return ofMember(parts, viewer, await connection(parts, viewer, id), memberId)
}

function sourceEntry(
  source: Source,
  { facts, places, kind }: Subject,
  names: Names & { teamName(id: string): string | null },
): AccessSource {
  const { because, permission, granted, grantId } = source
  const on = because.rule === 'owner' ? because.of : because.on
  const place = places.get(on)
  const teamId = because.rule === 'grant' ? because.teamId : undefined
  return {
    kind: because.rule,
    permission,
    granted,
    grantId: place ? grantId : null,
    on: place ? { id: on, ...place } : { id: null, name: null, type: kind === 'inode' ? 'folder' : 'connection' },
    isInherited: on !== facts.id,
    team: teamId === undefined ? null : { teamId, name: names.teamName(teamId) },
    text: explainSource(source, names),
  }
}

function factOf({ id, object_id, permission, member_id, team_id }: GrantRow): GrantFact {
  const grant = { id, on: object_id, permission }
  if (member_id !== null) return { ...grant, to: 'member' }
  return team_id === null ? { ...grant, to: 'everyone' } : { ...grant, to: 'team', teamId: team_id }
}

/** A viewer who owns nothing and is not a guest, so that only grants count. */
const nobody = (viewer: Viewer): Viewer => ({ ...viewer, memberId: '', isAdmin: false, userKind: 'internal' })

const inheritedOn = (family: ObjectFacts['family'], permission: PermissionOf<'folder'>): Permission =>
  family === 'connection' ? 'usage' : inherited(family, permission)
