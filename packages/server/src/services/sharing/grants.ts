import type { Viewer } from '@octavo/core/access'
import type { Grant, GrantsInput, NewGrant, TypedGrant } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { type Access, requireAllowed, requireMember, requireTeam } from '../../access/index.ts'
import type { Catalog } from '../../catalog/index.ts'
import type { Clock } from '../../config/index.ts'
import { findCatalogObject } from '../../store/catalog-objects.ts'
import {
  countGrants,
  deleteGrantRow,
  findGrant,
  type GrantListing,
  type GrantRow,
  listGrantRows,
} from '../../store/grants.ts'
import type { Queryable, Store } from '../../store/index.ts'
import { findHolders } from '../../store/inodes.ts'
import { findMember } from '../../store/members.ts'
import { findTagsOf } from '../../store/tagged-versions.ts'
import { findTeamsOfMember } from '../../store/teams.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { createTotals } from '../answers/totals.ts'
import type { Inodes } from '../inodes/inodes.ts'
import type { Teams } from '../organization/teams/teams.ts'
import { serviceOf } from '../service/service.ts'
import { grantEntries, typedGrants } from './grant-entries.ts'
import { grantEvent, grantPermissions, raiseOnFile, revoke } from './grant-permissions.ts'
import { connectionTarget, fileTarget, isOnFile, pathTarget } from './grant-targets.ts'

export type Grants = ReturnType<typeof createGrants>

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

async function pageOfGrants(
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
    throw new AppError('invalid_request', { reason: 'Send one of inodeId, teamId and userId.' })
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
  const slice = await pageOfGrants(parts, viewer, listing, window)
  return { ...slice, entries: await typedGrants(parts, viewer, slice.entries) }
}

async function get(parts: Parts, viewer: Viewer, grantId: string): Promise<TypedGrant> {
  const { row } = await findKnown(parts, viewer, grantId)
  return one(await typedGrants(parts, viewer, [row]))
}

/** An existing higher grant is kept and returned. */
async function create(parts: Parts, viewer: Viewer, { inodeId, ...wanted }: NewGrant): Promise<TypedGrant> {
  const target = await fileTarget(parts, viewer, inodeId)
  return one(
    await typedGrants(parts, viewer, await grantPermissions(parts, viewer, target, { grants: [wanted] }, 'raise')),
  )
}

async function remove(parts: Parts, viewer: Viewer, grantId: string): Promise<TypedGrant> {
  const { store } = parts
  const row = await store.write<GrantRow>(
    (row) => grantEvent(viewer, row, 'GRANT_DELETED', row.permission, null),
    async (tx) => {
      const { row, decision } = await findKnown(parts, viewer, grantId, tx)
      requireAllowed(decision)
      await deleteGrantRow(tx, viewer.organizationId, row.id)
      return row
    },
  )
  return one(await typedGrants(parts, viewer, [row]))
}

async function listOnFile(
  parts: Parts,
  viewer: Viewer,
  type: 'workspace' | 'dataset',
  id: string,
  window: Window,
): Promise<Slice<Grant>> {
  const target = await fileTarget(parts, viewer, id, type)
  const slice = await pageOfGrants(parts, viewer, { objectKind: 'inode', objectIds: [target.id] }, window)
  return { ...slice, entries: await grantEntries(parts, viewer, slice.entries) }
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
  await grantPermissions(parts, viewer, await fileTarget(parts, viewer, id, ...filesOf[resource]), input, 'replace')
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
  const slice = await pageOfGrants(parts, viewer, { objectKind: target.kind, objectIds: [target.id] }, window)
  return { ...slice, entries: await grantEntries(parts, viewer, slice.entries) }
}

async function grantOnPath(parts: Parts, viewer: Viewer, id: string, input: GrantsInput): Promise<void> {
  await grantPermissions(parts, viewer, await pathTarget(parts, viewer, id), input, 'replace')
}

async function revokeOnPath(parts: Parts, viewer: Viewer, id: string, grantId: string): Promise<void> {
  await revoke(parts, viewer, await pathTarget(parts, viewer, id), grantId)
}

async function listOnConnection(parts: Parts, viewer: Viewer, id: string, window: Window): Promise<Slice<Grant>> {
  const target = await connectionTarget(parts, viewer, id)
  const slice = await pageOfGrants(parts, viewer, { objectKind: 'connection', objectIds: [target.id] }, window)
  return { ...slice, entries: await grantEntries(parts, viewer, slice.entries) }
}

async function grantOnConnection(parts: Parts, viewer: Viewer, id: string, input: GrantsInput): Promise<void> {
  await grantPermissions(parts, viewer, await connectionTarget(parts, viewer, id), input, 'replace')
}

async function revokeOnConnection(parts: Parts, viewer: Viewer, id: string, grantId: string): Promise<void> {
  await revoke(parts, viewer, await connectionTarget(parts, viewer, id), grantId)
}

function one<T>(entries: readonly T[]): T {
  const [first] = entries
  if (first === undefined) throw new Error('A grant was made without a row.')
  return first
}
