import {
  familyOfType,
  isInodeType,
  ladders,
  type ObjectFamily,
  permissionNamed,
  reaches,
  type Viewer,
} from '@octavo/core/access'
import type {
  AnyPermission,
  AuditEventType,
  Grant,
  Grantee,
  GrantsInput,
  NewGrant,
  TypedGrant,
} from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { type Access, type DatabasePath, requireAllowed, requireMember, requireTeam } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Catalog } from '../../catalog/index.ts'
import type { Clock } from '../../config/index.ts'
import { findCatalogObject, findCatalogObjects } from '../../store/catalog-objects.ts'
import {
  countGrants,
  deleteGrantRow,
  findGrant,
  findGrantOf,
  type GrantedTo,
  type GrantListing,
  type GrantRow,
  insertGrant,
  listGrantRows,
  updateGrant,
} from '../../store/grants.ts'
import { type AuditEvent, isUuid, newUuid, type Queryable, type Store, uuidOfUrlId } from '../../store/index.ts'
import { findHolders, findInodes, type InodeRow } from '../../store/inodes.ts'
import { findMember, isActive } from '../../store/members.ts'
import {
  findTaggedVersion,
  findTaggedVersionById,
  findTaggedVersions,
  findTagsOf,
  type TaggedVersionRow,
} from '../../store/tagged-versions.ts'
import { findTeamsOfMember } from '../../store/teams.ts'
import { findVersionTag } from '../../store/version-tags.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { createTotals } from '../answers/totals.ts'
import type { Inodes } from '../inodes/inodes.ts'
import type { Teams } from '../organization/teams/teams.ts'
import { serviceOf } from '../service/service.ts'

export type Grants = ReturnType<typeof createGrants>

/** An object with grants. `type` is the file type, `connection` or `path`. */
interface Target {
  kind: 'inode' | 'folder-tag' | 'connection' | 'connection-path'
  id: string
  type: string
  /** For a database path. */
  at?: DatabasePath
  /** For a tagged version: the document that has the tag. */
  sourceId?: string
  /** For a folder: the grant applies to versions with this tag of the documents inside it. */
  tagId?: string
}
/** `raise` keeps an existing higher grant; `replace` sets the requested permission. */
type Mode = 'raise' | 'replace'

export interface GrantFilters {
  inodeId?: string
  teamId?: string
  userId?: string
  directGrantsOnly?: boolean
}

/** Manages permissions on files and connections. Every change checks the right to share, in its transaction. */
export function createGrants(given: Given) {
  return serviceOf(partsOf(given), {
    list,
    get,
    create,
    remove,
    listOnFile,
    grantOnFile,
    revokeOnFile,
    listOnPath,
    grantOnPath,
    revokeOnPath,
    listOnConnection,
    grantOnConnection,
    revokeOnConnection,
    raiseOnFile,
  })
}

interface Given {
  store: Store
  clock: Clock
  access: Access
  inodes: Inodes
  teams: Teams
  catalog: Catalog
}

type Parts = ReturnType<typeof partsOf>

function partsOf({ store, clock, access, inodes, teams, catalog }: Given) {
  const totals = createTotals({ clock })
  return { store, clock, access, inodes, teams, catalog, totals }
}

async function fileTarget(
  { inodes }: Parts,
  viewer: Viewer,
  idOrUrlId: string,
  ...types: string[]
): Promise<Target & { inode: InodeRow }> {
  const { inode } = await inodes.find(viewer, idOrUrlId, ...types)
  return { kind: 'inode', id: inode.id, type: inode.type, inode }
}

async function connectionTarget(parts: Parts, viewer: Viewer, id: string): Promise<Target> {
  const { store } = parts
  if (!isUuid(id)) throw new AppError('not_found', { kind: 'connection', id })
  const target: Target = { kind: 'connection', id: id.toLowerCase(), type: 'connection' }
  await requireShare(parts, store.db, viewer, target)
  return target
}

async function pathTarget(parts: Parts, viewer: Viewer, idOrUrlId: string): Promise<Target> {
  const { catalog, store } = parts
  const id = isUuid(idOrUrlId) ? idOrUrlId.toLowerCase() : uuidOfUrlId(idOrUrlId)
  const object = id === null ? null : await catalog.find(viewer.organizationId, id)
  // The check always runs, so that an object that the viewer may not see takes the same work as one that does not exist.
  const at = object ?? { connectionId: '', path: [] }
  const target: Target = { kind: 'connection-path', id: object?.id ?? '', type: 'path', at }
  await requireShare(parts, store.db, viewer, target, idOrUrlId)
  return target
}

async function requireShare(
  { access }: Parts,
  db: Queryable,
  viewer: Viewer,
  { kind, id, type, at }: Target,
  asked: string = id,
): Promise<void> {
  if (at) {
    const decision = await access.decidePath(viewer, at, 'share', db)
    if (!decision?.isVisible) throw new AppError('not_found', { kind: 'path', id: asked })
    requireAllowed(decision)
  } else if (kind === 'connection') await access.requireConnection(viewer, id, 'share', db)
  else await access.requireInode(viewer, id, 'share', type, db)
}

async function requireGrantee({ teams }: Parts, tx: Queryable, viewer: Viewer, grantee: Grantee): Promise<GrantedTo> {
  const { memberId, teamId, isEveryone } = grantee
  if ([memberId, teamId, isEveryone].filter((one) => one !== undefined).length !== 1) {
    throw new AppError('invalid_request', { reason: 'A grantee has either a memberId or a teamId, or isEveryone.' })
  }
  if (memberId !== undefined) {
    const member = await findMember(tx, viewer.organizationId, memberId)
    if (!isActive(member)) throw new AppError('not_found', { kind: 'active member', id: memberId })
    return { memberId }
  }
  return teamId === undefined ? { isEveryone: true } : { teamId: (await teams.find(viewer, teamId, tx)).id }
}

/** A stored grant, and the permission that it had before; null for none. */
interface StoredGrant {
  row: GrantRow
  before: string | null
}

/** Stores several grants, all or none. Returns the rows in the order of the request. */
async function grant(
  parts: Parts,
  viewer: Viewer,
  target: Target,
  request: GrantsInput,
  mode: Mode,
): Promise<GrantRow[]> {
  const grants = grantsAsked(target, request)
  const done = await parts.store.write<StoredGrant[]>(
    (stored) => grantEvents(viewer, stored),
    (tx) => storeGrants(parts, tx, viewer, target, grants, mode),
  )
  return done.map(({ row }) => row)
}

const grantEvents = (viewer: Viewer, stored: readonly StoredGrant[]): AuditEvent[] =>
  stored.flatMap(({ row, before }) =>
    before === row.permission
      ? []
      : [event(viewer, row, before === null ? 'GRANT_CREATED' : 'GRANT_UPDATED', before, row.permission)],
  )

/**
 * In the caller's transaction: grants a member a permission on a file unless they already have an equal or higher one, after checking that
 * the viewer may share it. Returns the events to write.
 */
async function raiseOnFile(
  parts: Parts,
  tx: Queryable,
  viewer: Viewer,
  { id, type }: Pick<InodeRow, 'id' | 'type'>,
  { memberId, permission }: { memberId: string; permission: AnyPermission },
): Promise<AuditEvent[]> {
  const target: Target = { kind: 'inode', id, type }
  const grants = grantsAsked(target, { grants: [{ grantee: { memberId }, permission }] })
  return grantEvents(viewer, await storeGrants(parts, tx, viewer, target, grants, 'raise'))
}

async function storeGrants(
  parts: Parts,
  tx: Queryable,
  viewer: Viewer,
  target: Target,
  grants: GrantsInput['grants'],
  mode: Mode,
): Promise<StoredGrant[]> {
  const { organizationId } = viewer
  const now = parts.clock.now()
  await requireShare(parts, tx, viewer, target)
  const done: StoredGrant[] = []
  for (const { grantee, permission, tagId } of grants) {
    const to = await requireGrantee(parts, tx, viewer, grantee)
    const on = tagId === undefined ? target : await taggedTarget(tx, viewer, target, tagId)
    const known = await findGrantOf(tx, organizationId, on, to)
    if (known) {
      const stays = mode === 'raise' && levelOf(target, known.permission) >= levelOf(target, permission)
      const change = { permission, updated_by: viewer.memberId, updated_at: now }
      if (!stays && known.permission !== permission) await updateGrant(tx, organizationId, known.id, change)
      done.push({ row: stays ? known : { ...known, ...change }, before: known.permission })
      continue
    }
    const row: GrantRow = {
      organization_id: organizationId,
      id: newUuid(),
      object_kind: on.kind,
      object_id: on.id,
      tag_id: on.tagId ?? null,
      member_id: 'memberId' in to ? to.memberId : null,
      team_id: 'teamId' in to ? to.teamId : null,
      is_everyone: 'isEveryone' in to ? 1 : 0,
      permission,
      created_by: viewer.memberId,
      updated_by: viewer.memberId,
      created_at: now,
      updated_at: now,
    }
    await insertGrant(tx, row)
    done.push({ row, before: null })
  }
  return done
}

async function revoke(parts: Parts, viewer: Viewer, target: Target, grantId: string): Promise<void> {
  const { store } = parts
  await store.write<GrantRow>(
    (row) => event(viewer, row, 'GRANT_DELETED', row.permission, null),
    async (tx) => {
      await requireShare(parts, tx, viewer, target)
      const row = await findGrant(tx, viewer.organizationId, grantId)
      const isHere = await isOn(tx, viewer, row, target)
      if (!row || !isHere) throw new AppError('not_found', { kind: 'grant', id: grantId })
      await deleteGrantRow(tx, viewer.organizationId, row.id)
      return row
    },
  )
}

/** A grant that is visible to the viewer, with the decision whether the viewer may share its object. */
async function findKnown(parts: Parts, viewer: Viewer, grantId: string, db: Queryable = parts.store.db) {
  const row = await findGrant(db, viewer.organizationId, grantId)
  // An unknown grant takes the same work.
  const decision = await decideShare(parts, viewer, row ?? { object_kind: 'inode', object_id: grantId }, db)
  if (!row || !decision?.isVisible) throw new AppError('not_found', { kind: 'grant', id: grantId })
  return { row, decision }
}

/** Checks every kind of object, so that nothing about a grant is revealed to members who may not see it. */
async function decideShare(
  { access }: Parts,
  viewer: Viewer,
  row: Pick<GrantRow, 'object_kind' | 'object_id'>,
  db: Queryable,
) {
  const { object_kind: kind, object_id: id } = row
  const object = await findCatalogObject(db, viewer.organizationId, id)
  const path = {
    connectionId: object?.connection_id ?? '',
    path: object ? (JSON.parse(object.path) as string[]) : [],
  }
  const onInode = await access.decideInode(viewer, id, 'share', db)
  const onConnection = await access.decideConnection(viewer, id, 'share', db)
  const onPath = await access.decidePath(viewer, path, 'share', db)
  if (isOnFile(row)) return onInode
  return kind === 'connection' ? onConnection : object ? onPath : null
}

/** The version of a document that has a tag; for a folder, the tagged versions of everything inside it. */
async function taggedTarget(tx: Queryable, viewer: Viewer, { id, type }: Target, tagId: string): Promise<Target> {
  if (familyOf(type) === 'folder') {
    const tag = await findVersionTag(tx, viewer.organizationId, tagId)
    if (!tag) throw new AppError('not_found', { kind: 'version tag', id: tagId })
    return { kind: 'folder-tag', id, type, tagId: tag.id }
  }
  const tagged = await findTaggedVersion(tx, viewer.organizationId, id, tagId)
  if (!tagged) throw new AppError('not_found', { kind: `version tag on this ${type}`, id: tagId })
  return { kind: 'inode', id: tagged.id, type, sourceId: id }
}

/** Whether the grant is on this object, or on a tagged version of it. An unknown grant takes the same work. */
async function isOn(tx: Queryable, viewer: Viewer, row: GrantRow | undefined, target: Target): Promise<boolean> {
  const tagged =
    target.kind === 'inode'
      ? await findTaggedVersionById(tx, viewer.organizationId, row?.object_id ?? target.id)
      : undefined
  if (row === undefined || (row.object_kind !== target.kind && !(isOnFile(row) && target.kind === 'inode')))
    return false
  return [row.object_id, tagged?.source_id].includes(target.id)
}

async function listRows(
  { store, totals }: Parts,
  viewer: Viewer,
  listing: GrantListing,
  window: Window,
): Promise<Slice<GrantRow>> {
  const after = window.after === null ? null : { createdAt: Number(window.after[0]), id: String(window.after[1]) }
  const rows = await listGrantRows(store.db, viewer.organizationId, listing, { after, limit: window.limit })
  const total = await totals([viewer.organizationId, listing], (atMost) =>
    countGrants(store.db, viewer.organizationId, listing, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.created_at, row.id])
  return { entries: page, next, total }
}

/** Grants on a tagged version are returned as grants on its document, with the tag. */
async function entriesOf({ store }: Parts, viewer: Viewer, rows: readonly GrantRow[]): Promise<Grant[]> {
  const files = rows.filter(isOnFile).map((row) => row.object_id)
  const tagged = await findTaggedVersions(store.db, viewer.organizationId, files)
  return rows.map((row) => entry(row, tagged.get(row.object_id)))
}

async function typed(parts: Parts, viewer: Viewer, rows: readonly GrantRow[]): Promise<TypedGrant[]> {
  const { store } = parts
  const files = rows.filter(isOnFile).map((row) => row.object_id)
  const entries = await entriesOf(parts, viewer, rows)
  const found = await findInodes(store.db, viewer.organizationId, files)
  const paths = rows.filter((row) => row.object_kind === 'connection-path').map((row) => row.object_id)
  const objects = await findCatalogObjects(store.db, viewer.organizationId, paths)
  const isTable = (id: string) => ['table', 'view'].includes(objects.get(id)?.kind ?? '')
  return rows.map((row, index) => ({
    ...one(entries.slice(index)),
    inodeType: isTable(row.object_id) ? 'table' : kindOf(found.get(row.object_id)?.type),
  }))
}

/** Includes the grants of a member's teams only when the filters ask for them. */
async function granteeListing({ store, teams }: Parts, viewer: Viewer, filters: GrantFilters): Promise<GrantListing> {
  const { teamId, userId, directGrantsOnly = false } = filters
  if (teamId !== undefined) {
    const team = await teams.find(viewer, teamId)
    const { id } = team
    requireTeam(viewer, id, { ...team, isTeamAdmin: false }, 'seeGrants')
    return { memberId: null, teamIds: [id] }
  }
  const memberId = userId ?? viewer.memberId
  if (memberId !== viewer.memberId) {
    requireMember(viewer, memberId, 'seeGrants')
    const member = await findMember(store.db, viewer.organizationId, memberId)
    if (!member) throw new AppError('not_found', { kind: 'member', id: memberId })
  }
  const of = directGrantsOnly ? [] : await findTeamsOfMember(store.db, viewer.organizationId, memberId)
  return { memberId, teamIds: of.map(({ id }) => id) }
}

/**
 * Oldest first. For a file: its own grants and those on folders above it that the viewer may see. Only administrators see grants of other
 * members.
 */
async function list(parts: Parts, viewer: Viewer, filters: GrantFilters, window: Window): Promise<Slice<TypedGrant>> {
  const { store, access } = parts
  const { inodeId, teamId, userId, directGrantsOnly = false } = filters
  if ([inodeId, teamId, userId].filter((id) => id !== undefined).length !== 1) {
    throw new AppError('invalid_request', { reason: 'Name one of inodeId, teamId and userId.' })
  }
  let listing: GrantListing
  if (inodeId === undefined) {
    listing = await granteeListing(parts, viewer, filters)
  } else {
    const { inode } = await fileTarget(parts, viewer, inodeId)
    const tags = (await findTagsOf(store.db, viewer.organizationId, [inode.id])).get(inode.id) ?? []
    const objectIds = [inode.id, ...tags.map(({ id }) => id)]
    if (!directGrantsOnly) {
      const holders = await findHolders(store.db, viewer.organizationId, [inode.parent_id])
      const seen = await access.inodePermissions(viewer, [...holders.keys()])
      objectIds.push(...seen.keys())
    }
    listing = { objectKind: 'inode', objectIds }
  }
  const slice = await listRows(parts, viewer, listing, window)
  return { ...slice, entries: await typed(parts, viewer, slice.entries) }
}

async function get(parts: Parts, viewer: Viewer, grantId: string): Promise<TypedGrant> {
  const { row } = await findKnown(parts, viewer, grantId)
  return one(await typed(parts, viewer, [row]))
}

/** An existing higher grant is kept and returned. */
async function create(parts: Parts, viewer: Viewer, { inodeId, ...wanted }: NewGrant): Promise<TypedGrant> {
  const target = await fileTarget(parts, viewer, inodeId)
  return one(await typed(parts, viewer, await grant(parts, viewer, target, { grants: [wanted] }, 'raise')))
}

async function remove(parts: Parts, viewer: Viewer, grantId: string): Promise<TypedGrant> {
  const { store } = parts
  const row = await store.write<GrantRow>(
    (row) => event(viewer, row, 'GRANT_DELETED', row.permission, null),
    async (tx) => {
      const { row, decision } = await findKnown(parts, viewer, grantId, tx)
      requireAllowed(decision)
      await deleteGrantRow(tx, viewer.organizationId, row.id)
      return row
    },
  )
  return one(await typed(parts, viewer, [row]))
}

async function listOnFile(
  parts: Parts,
  viewer: Viewer,
  type: 'workspace' | 'dataset',
  id: string,
  window: Window,
): Promise<Slice<Grant>> {
  const target = await fileTarget(parts, viewer, id, type)
  const slice = await listRows(parts, viewer, { objectKind: 'inode', objectIds: [target.id] }, window)
  return { ...slice, entries: await entriesOf(parts, viewer, slice.entries) }
}

/** The types of files that the operations of a resource accept. */
const filesOf = { workspace: ['workspace'], workbook: ['workbook', 'template'], dataset: ['dataset'] } as const

/** An existing grant on the file is replaced. */
async function grantOnFile(
  parts: Parts,
  viewer: Viewer,
  resource: keyof typeof filesOf,
  id: string,
  input: GrantsInput,
): Promise<void> {
  await grant(parts, viewer, await fileTarget(parts, viewer, id, ...filesOf[resource]), input, 'replace')
}

async function revokeOnFile(
  parts: Parts,
  viewer: Viewer,
  resource: keyof typeof filesOf,
  id: string,
  grantId: string,
): Promise<void> {
  await revoke(parts, viewer, await fileTarget(parts, viewer, id, ...filesOf[resource]), grantId)
}

async function listOnPath(parts: Parts, viewer: Viewer, id: string, window: Window): Promise<Slice<Grant>> {
  const target = await pathTarget(parts, viewer, id)
  const slice = await listRows(parts, viewer, { objectKind: target.kind, objectIds: [target.id] }, window)
  return { ...slice, entries: await entriesOf(parts, viewer, slice.entries) }
}

async function grantOnPath(parts: Parts, viewer: Viewer, id: string, input: GrantsInput): Promise<void> {
  await grant(parts, viewer, await pathTarget(parts, viewer, id), input, 'replace')
}

async function revokeOnPath(parts: Parts, viewer: Viewer, id: string, grantId: string): Promise<void> {
  await revoke(parts, viewer, await pathTarget(parts, viewer, id), grantId)
}

async function listOnConnection(parts: Parts, viewer: Viewer, id: string, window: Window): Promise<Slice<Grant>> {
  const target = await connectionTarget(parts, viewer, id)
  const slice = await listRows(parts, viewer, { objectKind: 'connection', objectIds: [target.id] }, window)
  return { ...slice, entries: await entriesOf(parts, viewer, slice.entries) }
}

async function grantOnConnection(parts: Parts, viewer: Viewer, id: string, input: GrantsInput): Promise<void> {
  await grant(parts, viewer, await connectionTarget(parts, viewer, id), input, 'replace')
}

async function revokeOnConnection(parts: Parts, viewer: Viewer, id: string, grantId: string): Promise<void> {
  await revoke(parts, viewer, await connectionTarget(parts, viewer, id), grantId)
}

/** The grants with the internal permissions for their names. Throws `invalid_request` for a name that the object does not support. */
function grantsAsked(target: Target, { grants }: GrantsInput): GrantsInput['grants'] {
  return grants.map((asked) => {
    const permission = permissionNamed(familyOf(target.type), asked.permission)
    requireWord(target, permission)
    if (asked.tagId !== undefined) requireTaggable(target, permission)
    return { ...asked, permission }
  })
}

const familyOf = (type: string): ObjectFamily =>
  type === 'connection' || type === 'path' ? 'connection' : isInodeType(type) ? familyOfType[type] : 'model'

/** Position in the object's order of permissions, -1 for an unknown name. */
function levelOf(target: Target, permission: string): number {
  const ladder: readonly string[] = ladders[familyOf(target.type)]
  return ladder.indexOf(permission)
}

/** Whether the grant is on a file, or on tagged versions below a folder. */
const isOnFile = ({ object_kind }: Pick<GrantRow, 'object_kind'>): boolean =>
  object_kind === 'inode' || object_kind === 'folder-tag'

function requireTaggable({ type }: Target, permission: string): void {
  if (type === 'workbook' || type === 'template' || type === 'data-model') return
  if (familyOf(type) === 'folder') {
    if (!reaches('folder', permission, 'organize')) return
    throw new AppError('invalid_request', {
      reason: `Who has "${permission}" on a ${type} sees all versions, so the grant names no tag.`,
      hint: 'Leave tagId out, or send view or explore.',
    })
  }
  throw new AppError('not_supported', {
    what: `A ${type} has no version tags, so a grant on it names none.`,
    hint: 'Leave tagId out, or share the workbook, template or data model that carries the tag, or a folder above it.',
  })
}

function requireWord(target: Target, permission: string): void {
  if (levelOf(target, permission) >= 0) return
  throw new AppError('invalid_request', {
    reason: `A ${target.type} knows no permission "${permission}".`,
    hint: `Send one of ${ladders[familyOf(target.type)].join(', ')}.`,
  })
}

function one<T>(entries: readonly T[]): T {
  const [first] = entries
  if (first === undefined) throw new Error('A grant was made without a row.')
  return first
}

/** Null for no grant. */
function event(
  viewer: Viewer,
  row: GrantRow,
  action: AuditEventType,
  before: string | null,
  after: string | null,
): AuditEvent {
  const facts = (permission: string | null) => (permission === null ? null : { permission })
  return eventOf(viewer, {
    category: 'ACCESS',
    action,
    object: { kind: isOnFile(row) ? 'inode' : row.object_kind, id: row.object_id },
    details: {
      grantId: row.id,
      memberId: row.member_id,
      teamId: row.team_id,
      isEveryone: row.is_everyone === 1,
      ...(row.tag_id === null ? {} : { versionTagId: row.tag_id }),
    },
    change: { before: facts(before), after: facts(after) },
  })
}

function kindOf(type: string | undefined): TypedGrant['inodeType'] {
  switch (type) {
    case undefined:
      return 'scope'
    case 'workspace':
    case 'folder':
      return 'folder'
    case 'workbook':
    case 'tagged-workbook':
      return 'workbook'
    case 'template':
    case 'report':
      return type
    default:
      return 'dataset'
  }
}

function entry(row: GrantRow, tagged: TaggedVersionRow | undefined): Grant {
  const tagId = row.tag_id ?? tagged?.tag_id
  return {
    grantId: row.id,
    inodeId: tagged?.source_id ?? row.object_id,
    ...(tagId === undefined ? {} : { tagId }),
    organizationId: row.organization_id,
    memberId: row.member_id,
    teamId: row.team_id,
    isEveryone: row.is_everyone === 1,
    // The store contains only valid permission names.
    permission: row.permission as AnyPermission,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}
