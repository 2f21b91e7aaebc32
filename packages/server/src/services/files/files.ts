import type { Viewer } from '@octavo/core/access'
import type {
  AuditEventType,
  FileChange,
  FileEntry,
  FileType,
  FileVerb,
  InodePermission,
  NewFile,
} from '@octavo/core/contract'
import { AppError, conflict, isAppError } from '@octavo/core/errors'
import { type Access, type InodeAction, requireRight } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import { archiveWithContents, restoreWithContents } from '../../store/archive-with-contents.ts'
import { eraseWithContents } from '../../store/erase-inodes.ts'
import { type AuditEvent, newUuid, type ObjectChange, type Queryable, type Store, urlIdOf } from '../../store/index.ts'
import { findHolders, findInode, type InodeRow, insertInode, updateInode } from '../../store/inodes.ts'
import { newInode } from '../../store/new-inode.ts'
import { givenDescription } from '../answers/description.ts'
import type { Slice, Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { DocumentCopies } from '../documents/document-copies.ts'
import { type Documents, onePageWorkbook } from '../documents/documents.ts'
import { type InodeRecord, type Inodes, shownType } from '../inodes/inodes.ts'
import { serviceOf } from '../service/service.ts'
import { findCatalogFile, findCatalogPlace, listCatalogTables } from './catalog-files.ts'
import { fileEventType } from './file-event-type.ts'

export type Files = ReturnType<typeof createFiles>

export interface FileFilters {
  name?: string
  permissionFilter?: 'view' | 'explore' | 'organize' | 'edit'
  /** One type, or several; several types never include workspaces. */
  typeFilters?: FileType | FileType[]
  parentId?: string
  directChildFilter?: boolean
  isArchived?: boolean
}

/** Tables belong to connections instead of folders and are listed separately. */
function requestsTables(types: FileFilters['typeFilters']): boolean {
  const asked = [types ?? []].flat()
  if (!asked.includes('table')) return false
  if (asked.some((type) => type !== 'table')) {
    throw new AppError('invalid_request', {
      reason: 'The type "table" is listed by itself, because tables belong to connections and not to folders.',
      hint: 'Send one request for tables and one for the other types.',
    })
  }
  return true
}

/** Types that a list without `typeFilters` contains. */
const usualTypes: readonly FileType[] = ['workbook', 'folder', 'data-model', 'dataset', 'report']

export function createFiles(parts: Parts) {
  return serviceOf(parts, { list, get, create, update, remove, purge })
}

interface Parts {
  store: Store
  clock: Clock
  access: Access
  inodes: Inodes
  documents: Documents
  copies: DocumentCopies
}

async function entryOf({ inodes }: Parts, viewer: Viewer, id: string): Promise<FileEntry> {
  return fileEntry(await inodes.findShown(viewer, id))
}

async function createFolder(parts: Parts, viewer: Viewer, file: Extract<NewFile, { type: 'folder' }>): Promise<string> {
  const { inodes, access } = parts
  const owner = await inodes.ownerFor(viewer, file.ownerId)
  const holder = await inodes.findHolder(viewer, file.parentId ?? (await inodes.homeOf(viewer, owner)))
  return createHolder(parts, viewer, { ...file, ownerId: owner }, holder.id, (tx) =>
    access.requireInode(viewer, holder.id, 'addFolder', 'folder', tx),
  )
}

async function createWorkspace(
  parts: Parts,
  viewer: Viewer,
  file: Extract<NewFile, { type: 'workspace' }>,
): Promise<string> {
  requireRight(viewer, 'createWorkspaces')
  return createHolder(parts, viewer, { ...file, ownerId: viewer.memberId }, null, async () => {})
}

async function createHolder(
  { clock, store }: Parts,
  viewer: Viewer,
  file: { type: 'folder' | 'workspace'; name: string; description?: string; ownerId: string },
  parentId: string | null,
  requireRight: (tx: Queryable) => Promise<void>,
): Promise<string> {
  const id = newUuid()
  const now = clock.now()
  const row = newInode({
    organizationId: viewer.organizationId,
    id,
    type: file.type,
    name: file.name,
    description: file.description,
    parentId,
    ownerId: file.ownerId,
    by: viewer.memberId,
    at: now,
  })
  await store.write(
    event(viewer, row, file.type === 'folder' ? 'FOLDER_CREATED' : 'WORKSPACE_CREATED', {
      before: null,
      after: factsOf(row),
    }),
    async (tx) => {
      await requireRight(tx)
      await insertInode(tx, row)
    },
  )
  return id
}

async function createWorkbook(
  parts: Parts,
  viewer: Viewer,
  file: Extract<NewFile, { type: 'workbook' }>,
): Promise<string> {
  const { inodes, copies, documents } = parts
  const owner = await inodes.ownerFor(viewer, file.ownerId)
  const folderId = file.parentId ?? (await inodes.homeOf(viewer, owner))
  const { source, name, description } = file
  const wanted = { name, description, folderId, ownerId: owner }
  const record = source
    ? await copies.copyWorkbook(viewer, source.inodeId, { version: source.version }, wanted)
    : await documents.create(viewer, { kind: 'workbook', ...wanted, content: onePageWorkbook() })
  return record.inode.id
}

/** Without a parent the list starts at the root, which contains the workspaces and My Documents. */
async function placeOf({ inodes }: Parts, viewer: Viewer, parentId: string | undefined, isDirect: boolean) {
  if (parentId === undefined) return isDirect ? ({ folderId: null, isDirect } as const) : undefined
  return { folderId: (await inodes.find(viewer, parentId, 'folder', 'workspace')).inode.id, isDirect }
}

async function listTables(
  { access, store }: Parts,
  viewer: Viewer,
  filters: FileFilters,
  window: Window,
): Promise<Slice<FileEntry>> {
  const { parentId, name: nameWord, directChildFilter: isDirect = false } = filters
  if (filters.isArchived) return { entries: [], next: null, total: 0 }
  const place = parentId === undefined ? undefined : await findCatalogPlace({ store, access }, viewer, parentId)
  if (place === null) throw new AppError('not_found', { kind: 'file', id: parentId ?? '' })
  return listCatalogTables({ store, access }, viewer, { place, isDirect, nameWord }, window)
}

/** Newest first; only files that the viewer has access to, for administrators too. */
async function list(parts: Parts, viewer: Viewer, filters: FileFilters, window: Window): Promise<Slice<FileEntry>> {
  const { inodes } = parts
  if (requestsTables(filters.typeFilters)) return listTables(parts, viewer, filters, window)
  const { name, parentId, permissionFilter, directChildFilter = false } = filters
  const below = await placeOf(parts, viewer, parentId, directChildFilter)
  const slice = await inodes.list(
    viewer,
    {
      types: typesOf(filters.typeFilters),
      isArchived: filters.isArchived ?? false,
      ...(below ? { below } : {}),
      ...(name === undefined ? {} : { nameWord: name }),
      ...(permissionFilter === undefined ? {} : { atLeast: permissionFilter }),
    },
    window,
  )
  return { ...slice, entries: slice.entries.map(fileEntry) }
}

/** A document, folder or workspace, or a database, schema or table of a connection. */
async function get(parts: Parts, viewer: Viewer, id: string): Promise<FileEntry> {
  const { store, access } = parts
  try {
    return await entryOf(parts, viewer, id)
  } catch (error) {
    if (!isAppError(error, 'not_found')) throw error
    const object = await findCatalogFile({ store, access }, viewer, id)
    if (object === null) throw error
    return object
  }
}

async function create(parts: Parts, viewer: Viewer, file: NewFile): Promise<FileEntry> {
  switch (file.type) {
    case 'folder':
      return entryOf(parts, viewer, await createFolder(parts, viewer, file))
    case 'workspace':
      return entryOf(parts, viewer, await createWorkspace(parts, viewer, file))
    case 'workbook':
      return entryOf(parts, viewer, await createWorkbook(parts, viewer, file))
    default:
      throw new AppError('not_supported', { what: `Files of type "${file.type}" cannot be created yet.` })
  }
}

/** Fields that are absent keep their values. */
async function update(parts: Parts, viewer: Viewer, idOrUrlId: string, change: FileChange): Promise<FileEntry> {
  const { inodes, clock, store, access } = parts
  const record = await inodes.find(viewer, idOrUrlId)
  const { id, type } = record.inode
  const { name, description, ownerId, parentId, restore, badge } = change
  const isOnlyBadge = badge !== undefined && Object.keys(change).length === 1
  const actions: InodeAction[] = [
    ...(badge === undefined ? [] : ['badge' as const]),
    ...(isOnlyBadge ? [] : [restore === true ? ('restore' as const) : ('edit' as const)]),
  ]
  for (const action of actions) inodes.requireEdit(viewer, record, action)
  if (restore === true && record.inode.is_archived === 0) {
    throw conflict({ rule: 'not_archived', name: record.inode.name })
  }
  if (parentId !== undefined && type === 'workspace') {
    throw conflict({ rule: 'workspace_in_folder' })
  }
  const holder = parentId === undefined ? null : await inodes.findHolder(viewer, parentId)
  const owner = ownerId === undefined || ownerId === record.inode.owner_id ? null : ownerId
  if (owner !== null) {
    inodes.requireEdit(viewer, record, 'transfer')
    await inodes.ownerFor(viewer, owner)
  }
  const now = clock.now()
  await store.write<{ before: InodeRow; after: InodeRow }>(
    (change) => changed(viewer, 'UPDATED', change),
    async (tx) => {
      for (const action of actions) await access.requireInode(viewer, id, action, type, tx)
      if (restore === true && !holder) await requireActiveHolder(tx, viewer, record)
      if (holder) {
        await access.requireInode(viewer, holder.id, type === 'folder' ? 'addFolder' : 'addDocument', 'folder', tx)
        await refuseCircle(tx, viewer, id, holder.id)
      }
      const before = await inodeNow(tx, viewer, id)
      await updateInode(tx, viewer.organizationId, id, {
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        ...(owner === null ? {} : { owner_id: owner }),
        ...(holder ? { parent_id: holder.id } : {}),
        ...(badge === undefined ? {} : { badge }),
        updated_by: viewer.memberId,
        updated_at: now,
      })
      if (restore === true) {
        await restoreWithContents(tx, viewer.organizationId, record.inode, { at: now, by: viewer.memberId })
      }
      return { before, after: await inodeNow(tx, viewer, id) }
    },
  )
  return entryOf(parts, viewer, id)
}

/** Archives the file with everything inside it; `restore` reverses that. */
async function remove({ access, clock, inodes, store }: Parts, viewer: Viewer, idOrUrlId: string): Promise<void> {
  const record = await inodes.find(viewer, idOrUrlId)
  inodes.requireEdit(viewer, record, 'delete')
  const { id, type } = record.inode
  const now = clock.now()
  await store.write<{ before: InodeRow; after: InodeRow }>(
    (change) => changed(viewer, 'DELETED', change),
    async (tx) => {
      await access.requireInode(viewer, id, 'delete', type, tx)
      const before = await inodeNow(tx, viewer, id)
      await archiveWithContents(tx, viewer.organizationId, id, { at: now, by: viewer.memberId })
      return { before, after: await inodeNow(tx, viewer, id) }
    },
  )
}

/** Permanently deletes an archived file with everything inside it. */
async function purge({ access, inodes, store }: Parts, viewer: Viewer, idOrUrlId: string): Promise<void> {
  const record = await inodes.find(viewer, idOrUrlId)
  inodes.requireEdit(viewer, record, 'purge')
  const { id, type, name } = record.inode
  await store.write<{ inode: InodeRow; files: number }>(
    ({ inode, files }) =>
      event(viewer, inode, fileEventType(inode.type, 'PURGED'), { before: factsOf(inode), after: null }, { files }),
    async (tx) => {
      await access.requireInode(viewer, id, 'purge', type, tx)
      const inode = await inodeNow(tx, viewer, id)
      if (inode.is_archived !== 1) {
        throw conflict({ rule: 'archive_first', name })
      }
      return { inode, files: await eraseWithContents(tx, viewer.organizationId, id) }
    },
  )
}

/** A restored file needs an active folder. */
async function requireActiveHolder(tx: Queryable, viewer: Viewer, { inode }: InodeRecord): Promise<void> {
  const holder = inode.parent_id === null ? undefined : await findInode(tx, viewer.organizationId, inode.parent_id)
  if (holder?.is_archived !== 1) return
  throw conflict({ rule: 'folder_archived', folder: holder.name, name: inode.name })
}

/** A folder cannot be moved into itself or a folder below it. */
async function refuseCircle(tx: Queryable, viewer: Viewer, id: string, holderId: string): Promise<void> {
  const holders = await findHolders(tx, viewer.organizationId, [holderId])
  if (!holders.has(id)) return
  const inode = await findInode(tx, viewer.organizationId, id)
  throw new AppError('invalid_request', {
    reason: `The folder "${inode?.name ?? id}" cannot be moved into itself.`,
    hint: 'Choose a folder outside it.',
  })
}

function typesOf(filters: FileFilters['typeFilters']): readonly FileType[] {
  if (filters === undefined) return usualTypes
  if (typeof filters === 'string') return [filters]
  const [only] = filters
  return filters.length === 1 && only !== undefined ? [only] : filters.filter((type) => type !== 'workspace')
}

/** The current row of the file, in the transaction of its change. */
async function inodeNow(tx: Queryable, viewer: Viewer, id: string): Promise<InodeRow> {
  const inode = await findInode(tx, viewer.organizationId, id)
  if (!inode) throw new AppError('not_found', { kind: 'file', id })
  return inode
}

function event(
  viewer: Viewer,
  { type, id }: InodeRow,
  action: AuditEventType,
  change: ObjectChange,
  details: Record<string, unknown> = {},
): AuditEvent {
  return eventOf(viewer, {
    category: 'OBJECT_INTERACTION',
    action,
    object: { kind: type, id },
    details,
    change,
  })
}

const changed = (viewer: Viewer, verb: FileVerb, { before, after }: { before: InodeRow; after: InodeRow }) =>
  event(viewer, after, fileEventType(after.type, verb), { before: factsOf(before), after: factsOf(after) })

const factsOf = (row: InodeRow) => ({
  name: row.name,
  description: row.description,
  parentId: row.parent_id,
  ownerId: row.owner_id,
  badge: row.badge,
  isArchived: row.is_archived === 1,
})

/** A file as the API shows it. */
export function fileEntry({ inode, permission, path }: InodeRecord): FileEntry {
  return {
    id: inode.id,
    urlId: inode.url_id,
    name: inode.name,
    type: shownType(inode.type) as FileType,
    parentId: inode.parent_id ?? '',
    parentUrlId: inode.parent_id === null ? '' : urlIdOf(inode.parent_id),
    permission: permission satisfies InodePermission,
    path,
    badge: inode.badge,
    isArchived: inode.is_archived === 1,
    ...(inode.archived_at === null ? {} : { archivedAt: timestamp(inode.archived_at), archivedBy: inode.archived_by }),
    ...givenDescription(inode.description),
    ownerId: inode.owner_id,
    createdBy: inode.created_by,
    updatedBy: inode.updated_by,
    createdAt: timestamp(inode.created_at),
    updatedAt: timestamp(inode.updated_at),
  }
}
