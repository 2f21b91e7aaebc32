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
import {
  countInodes,
  findInode,
  type InodeFilter,
  type InodeListing,
  type InodeRow,
  listInodes,
} from '../../store/inodes.ts'
import { findListedMember } from '../../store/member-list.ts'
import { isActive } from '../../store/members.ts'
import { findTaggedVersionFor } from '../../store/tagged-versions.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { createTotals } from '../answers/totals.ts'
import { serviceOf } from '../service/service.ts'

/** A file or folder with where it lies and what the viewer may do with it. */
export interface InodeRecord {
  inode: InodeRow
  permission: InodePermission
  /** What the gate was told of it when it was read. */
  facts: ObjectFacts
  /** Names of its holders joined by `/`, from the workspace or My Documents down; those the viewer may not see are left out. */
  path: string
  /** Of a tagged version: the document that it was made from. Name and place are those of that document. */
  sourceId: string | null
}

export interface InodeFilters extends Omit<InodeListing, 'filter'> {
  /** Every file of the organization; only for what has already asked for an administrator. */
  everything?: boolean
  atLeast?: InodePermission
}

/** Tagged versions are files that no list of files shows. */
export const isTaggedType = (type: string): boolean => type.startsWith('tagged-')
/** The type that the API shows. */
export const shownType = (type: string): string => type.replace(/^tagged-/, '')

export type Inodes = ReturnType<typeof createInodes>

/** Files and folders behind the rights of a viewer: what may not be known is not found. */
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
    // What a tagged version was made from lies around it like a folder.
    const [source, around] = isTaggedType(inode.type) ? own.holders : []
    const shown = source ? { ...inode, name: names.get(source.id) ?? inode.name, parent_id: around?.id ?? null } : inode
    // What is known of a file tells of the folders above it too, so these are not asked for again.
    const seen = own.holders.filter(({ id, ownerId }, index) => {
      if (id === source?.id) return false
      const above: ObjectFacts = { ...own, family: 'folder', id, ownerId, holders: own.holders.slice(index + 1) }
      return access.inodePermission(viewer, above) !== null
    })
    const path = seen.map(({ id }) => names.get(id) ?? '').toReversed()
    return [{ inode: shown, permission, facts: own, path: path.join('/'), sourceId: source?.id ?? null }]
  })
}

/** By id or urlId. Throws `not_found` for what is not there, is of another type, or may not be known. */
async function find(
  parts: Parts,
  viewer: Viewer,
  idOrUrlId: string,
  ...types: readonly string[]
): Promise<InodeRecord> {
  const { access, store } = parts
  const id = isUuid(idOrUrlId) ? idOrUrlId.toLowerCase() : uuidOfUrlId(idOrUrlId)
  // What may not be known is refused after the same work as what does not exist.
  const facts = id === null ? undefined : (await access.inodeFacts(viewer, [id])).get(id)
  const isSeen = facts !== undefined && decide(viewer, facts, 'view').isVisible
  const inode = isSeen ? await findInode(store.db, viewer.organizationId, facts.id) : undefined
  const isWanted = inode !== undefined && (types.length === 0 || types.includes(inode.type))
  const [record] = isWanted ? await recordsOf(parts, viewer, [inode]) : []
  if (!record) throw new AppError('not_found', { kind: types[0] ?? 'file', id: idOrUrlId })
  return record
}

/** As `find`, or what stands for a document with viewers who may see only some of its tagged versions. */
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

/** Throws `forbidden` unless the viewer may do this to what was found. */
function requireEdit(viewer: Viewer, { facts }: InodeRecord, action: InodeAction = 'edit'): void {
  requireAllowed(decide(viewer, facts, action))
}

/** Newest first. `facts` names what the filter hangs on beside the viewer, for the total. */
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

/** All files of these types that the viewer was given, newest first: what every list without filters asks for. */
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

/** Newest first; only what the viewer was given, whoever asks. */
async function list(
  parts: Parts,
  viewer: Viewer,
  { everything = false, atLeast, ...filters }: InodeFilters,
  window: Window,
): Promise<Slice<InodeRecord>> {
  const { access } = parts
  const { types, isArchived, below, ...narrowing } = filters
  const isTaggable = !everything && types.some((type) => type === 'workbook' || type === 'data-model')
  // What lies in a folder that the viewer sees is seen itself, so it needs nothing to stand for it.
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

/** A folder or workspace that takes new things; what is archived takes none. */
async function findHolder(parts: Parts, viewer: Viewer, idOrUrlId: string): Promise<InodeRow> {
  const { inode } = await find(parts, viewer, idOrUrlId, 'folder', 'workspace')
  if (inode.is_archived === 1) throw new AppError('not_found', { kind: 'folder', id: idOrUrlId })
  return inode
}

/** Throws `forbidden` unless the viewer may put a document of this kind into the folder. */
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

/** As `requireEdit`, in the transaction of the write: a right that was withdrawn since the read is gone. */
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

/** The member that will own a new file. A foreign owner needs the Admin account type. */
async function ownerFor({ store }: Parts, viewer: Viewer, ownerId: string | undefined): Promise<string> {
  if (ownerId === undefined || ownerId === viewer.memberId) return viewer.memberId
  requireRight(viewer, 'nameOwner')
  const owner = await findListedMember(store.db, viewer.organizationId, ownerId, null)
  if (!isActive(owner)) throw new AppError('not_found', { kind: 'member', id: ownerId })
  return owner.id
}
