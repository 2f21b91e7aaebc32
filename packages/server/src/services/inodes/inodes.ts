import { decide, type ObjectFacts, type Viewer } from '@octavo/core/access'
import { AppError, isAppError } from '@octavo/core/errors'
import {
  type Access,
  type InodeAction,
  type InodePermission,
  requireAllowed,
  requireRight,
  type VisibleFiles,
} from '../../access/index.ts'
import type { Clock } from '../../config/index.ts'
import { isUuid, type Queryable, type Store, uuidOfUrlId } from '../../store/index.ts'
import { countInodes, type InodeFilter, type InodeListing, listInodes } from '../../store/inode-listing.ts'
import { findInode, type InodeRow } from '../../store/inodes.ts'
import { findListedMember } from '../../store/member-list.ts'
import { isActive } from '../../store/members.ts'
import { findTaggedVersionFor } from '../../store/tagged-versions.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { createTotals } from '../answers/totals.ts'
import { serviceOf } from '../service/service.ts'

/** A file or folder with its location and what the viewer may do with it. */
export interface InodeRecord {
  inode: InodeRow
  permission: InodePermission
  /** The facts for authorization checks, loaded when it was read. */
  facts: ObjectFacts
  /**
   * Names of the containing folders joined by `/`, from the workspace or My Documents down, without folders that the viewer may not see.
   */
  path: string
  /** For a tagged version: the document that it was made from, which provides its name and location. */
  sourceId: string | null
}

export interface InodeFilters extends Omit<InodeListing, 'filter'> {
  /** Every file of the organization; callers must have checked that the viewer is an administrator. */
  everything?: boolean
  atLeast?: InodePermission
}

/** Lists of files do not show tagged versions. */
export const isTaggedType = (type: string): boolean => type.startsWith('tagged-')
/** The type in API responses. */
export const shownType = (type: string): string => type.replace(/^tagged-/, '')

export type Inodes = ReturnType<typeof createInodes>

/** Files and folders with access checks: files that are not visible to the viewer are reported as not found. */
export function createInodes(given: Given) {
  const bound = serviceOf(partsOf(given), {
    find,
    findShown,
    recordsOf,
    list,
    listWith,
    findHolder,
    requireContribute,
    requireEditStill,
    ownerFor,
    homeOf,
  })
  return { ...bound, requireEdit }
}

interface Given {
  store: Store
  access: Access
  clock: Clock
}

type Parts = ReturnType<typeof partsOf>

function partsOf({ store, access, clock }: Given) {
  const totals = createTotals({ clock })
  return { store, access, totals }
}

async function recordsOf({ access }: Parts, viewer: Viewer, inodes: readonly InodeRow[]): Promise<InodeRecord[]> {
  const { facts, names } = await access.inodeFactsWithNames(
    viewer,
    inodes.map(({ id }) => id),
  )
  return inodes.flatMap((inode) => {
    const own = facts.get(inode.id)
    const permission = own && access.inodePermission(viewer, own)
    if (!own || !permission) return []
    // For access, the source document of a tagged version counts like a containing folder.
    const [source, around] = isTaggedType(inode.type) ? own.holders : []
    const shown = source ? { ...inode, name: names.get(source.id) ?? inode.name, parent_id: around?.id ?? null } : inode
    // Access to a file implies that its folders can be seen, so they are not checked again.
    const seen = own.holders.filter(({ id, ownerId }, index) => {
      if (id === source?.id) return false
      const above: ObjectFacts = { ...own, family: 'folder', id, ownerId, holders: own.holders.slice(index + 1) }
      return access.inodePermission(viewer, above) !== null
    })
    const path = seen.map(({ id }) => names.get(id) ?? '').toReversed()
    return [{ inode: shown, permission, facts: own, path: path.join('/'), sourceId: source?.id ?? null }]
  })
}

/** By id or urlId. Throws `not_found` for a file that does not exist, has another type, or is not visible to the viewer. */
async function find(
  parts: Parts,
  viewer: Viewer,
  idOrUrlId: string,
  ...types: readonly string[]
): Promise<InodeRecord> {
  const { access, store } = parts
  const id = isUuid(idOrUrlId) ? idOrUrlId.toLowerCase() : uuidOfUrlId(idOrUrlId)
  // A file that is not visible takes the same work as one that does not exist.
  const facts = id === null ? undefined : (await access.inodeFacts(viewer, [id])).get(id)
  const isSeen = facts !== undefined && decide(viewer, facts, 'view').isVisible
  const inode = isSeen ? await findInode(store.db, viewer.organizationId, facts.id) : undefined
  const isWanted = inode !== undefined && (types.length === 0 || types.includes(inode.type))
  const [record] = isWanted ? await recordsOf(parts, viewer, [inode]) : []
  if (!record) throw new AppError('not_found', { kind: types[0] ?? 'file', id: idOrUrlId })
  return record
}

/** As `find`; for viewers who may see only some tagged versions of a document, one of those versions instead. */
async function findShown(
  parts: Parts,
  viewer: Viewer,
  idOrUrlId: string,
  ...types: readonly string[]
): Promise<InodeRecord> {
  const { access, store } = parts
  try {
    return await find(parts, viewer, idOrUrlId, ...types)
  } catch (error) {
    const id = isUuid(idOrUrlId) ? idOrUrlId.toLowerCase() : uuidOfUrlId(idOrUrlId)
    if (!isAppError(error, 'not_found') || id === null) throw error
    const filter = access.visibleInodes(viewer)
    const taggedId = await findTaggedVersionFor(store.db, viewer.organizationId, id, filter)
    if (taggedId === null) throw error
    return find(parts, viewer, taggedId, ...types)
  }
}

/** Throws `forbidden` unless the viewer may do this with the file. */
function requireEdit(viewer: Viewer, { facts }: InodeRecord, action: InodeAction = 'edit'): void {
  requireAllowed(decide(viewer, facts, action))
}

/** Newest first. `facts` lists what the filter depends on besides the viewer, as part of the cache key of the total. */
async function listWith(
  parts: Parts,
  viewer: Viewer,
  listing: Omit<InodeListing, 'filter'>,
  filter: InodeFilter | undefined,
  window: Window,
  facts: readonly unknown[] = [],
): Promise<Slice<InodeRecord>> {
  const { store, totals } = parts
  const filtered = filter ? { ...listing, filter } : listing
  const after = window.after === null ? null : { createdAt: Number(window.after[0]), id: String(window.after[1]) }
  const rows = await listInodes(store.db, viewer.organizationId, filtered, { after, limit: window.limit })
  const total = await totals([viewer.organizationId, viewer.memberId, listing, ...facts], (atMost) =>
    countInodes(store.db, viewer.organizationId, filtered, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.created_at, row.id])
  return { entries: await recordsOf(parts, viewer, page), next, total }
}

/** All files of these types that the viewer has access to, newest first: the result of every list without filters. */
async function listVisible(
  parts: Parts,
  viewer: Viewer,
  listing: VisibleFiles,
  window: Window,
): Promise<Slice<InodeRecord>> {
  const { access, totals } = parts
  const after = window.after === null ? null : { createdAt: Number(window.after[0]), id: String(window.after[1]) }
  const list = async () => {
    const rows = await access.listFiles(viewer, listing, { after, limit: window.limit })
    const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.created_at, row.id])
    return { entries: await recordsOf(parts, viewer, page), next }
  }
  const count = () =>
    totals([viewer.organizationId, viewer.memberId, listing], (atMost) => access.countFiles(viewer, listing, atMost))
  const [page, total] = await Promise.all([list(), count()])
  return { ...page, total }
}

/** Newest first; only files that the viewer has access to, for every account type. */
async function list(
  parts: Parts,
  viewer: Viewer,
  { everything = false, atLeast, ...filters }: InodeFilters,
  window: Window,
): Promise<Slice<InodeRecord>> {
  const { access } = parts
  const { types, isArchived, below, ...narrowing } = filters
  const isTaggable = !everything && types.some((type) => type === 'workbook' || type === 'data-model')
  // Everything in a visible folder is visible itself, so no tagged version needs to represent it.
  const given = isTaggable && below === undefined ? await access.givenTaggedTypes(viewer) : []
  const tagged = given.filter((type) => types.includes(shownType(type)))
  if (tagged.length > 0) {
    const all = { ...filters, types: [...types, ...tagged] }
    return listWith(parts, viewer, all, access.visibleWithTagged(viewer, atLeast), window, ['tagged', atLeast])
  }
  if (!everything && below?.folderId !== null && Object.keys(narrowing).length === 0) {
    const listing = { types, isArchived, atLeast: atLeast ?? 'view', ...(below === undefined ? {} : { below }) }
    const isOpen = below === undefined || (await access.isOpenBelow(viewer, listing))
    if (isOpen) return listVisible(parts, viewer, listing, window)
  }
  const filter = everything ? undefined : access.visibleInodes(viewer, atLeast)
  return listWith(parts, viewer, filters, filter, window, [everything, atLeast])
}

/** A folder or workspace that new files can be placed in; throws for an archived one. */
async function findHolder(parts: Parts, viewer: Viewer, idOrUrlId: string): Promise<InodeRow> {
  const { inode } = await find(parts, viewer, idOrUrlId, 'folder', 'workspace')
  if (inode.is_archived === 1) throw new AppError('not_found', { kind: 'folder', id: idOrUrlId })
  return inode
}

/** Throws `forbidden` unless the viewer may create a document of this kind in the folder. */
async function requireContribute(
  { access }: Parts,
  db: Queryable,
  viewer: Viewer,
  folderId: string,
  kind: 'workbook' | 'template' | 'data-model',
) {
  requireRight(viewer, kind === 'data-model' ? 'createDataModels' : 'createWorkbooks')
  await access.requireInode(viewer, folderId, 'addDocument', 'folder', db)
}

/** As `requireEdit`, in the transaction of the write: refuses when the right was withdrawn since the read. */
async function requireEditStill(
  { access }: Parts,
  tx: Queryable,
  viewer: Viewer,
  { inode }: InodeRecord,
): Promise<void> {
  await access.requireInode(viewer, inode.id, 'edit', inode.type, tx)
}

/** My Documents of a member. */
async function homeOf({ store }: Parts, viewer: Viewer, memberId: string): Promise<string> {
  const member = await findListedMember(store.db, viewer.organizationId, memberId, null)
  if (!member) throw new AppError('not_found', { kind: 'member', id: memberId })
  return member.home_folder_id
}

/** The member who will own a new file. Only the Admin account type may choose another owner. */
async function ownerFor({ store }: Parts, viewer: Viewer, ownerId: string | undefined): Promise<string> {
  if (ownerId === undefined || ownerId === viewer.memberId) return viewer.memberId
  requireRight(viewer, 'nameOwner')
  const owner = await findListedMember(store.db, viewer.organizationId, ownerId, null)
  if (!isActive(owner)) throw new AppError('not_found', { kind: 'member', id: ownerId })
  return owner.id
}
