import { hasRight, type Viewer } from '@octavo/core/access'
import type { Workspace, WorkspaceInput, WorkspacesOfName } from '@octavo/core/contract'
import { AppError, conflict } from '@octavo/core/errors'
import { type Access, requireRight } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import { eraseInodes } from '../../store/erase-inodes.ts'
import { type AuditEvent, newUuid, type ObjectChange, type Queryable, type Store } from '../../store/index.ts'
import { listInodes } from '../../store/inode-listing.ts'
import { findInode, hasContents, type InodeRow, insertInode, moveContents, updateInode } from '../../store/inodes.ts'
import { findMember } from '../../store/members.ts'
import { type NewInode, newInode } from '../../store/new-inode.ts'
import type { Slice, Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { Inodes } from '../inodes/inodes.ts'
import { serviceOf } from '../service/service.ts'

export type Workspaces = ReturnType<typeof createWorkspaces>

/** Maximum workspaces with the same name that are returned. */
const mostOfName = 1000

export function createWorkspaces(parts: Parts) {
  return serviceOf(parts, { find, list, get, create, rename, remove })
}

interface Parts {
  store: Store
  clock: Clock
  access: Access
  inodes: Inodes
}

async function find({ inodes }: Parts, viewer: Viewer, idOrUrlId: string): Promise<InodeRow> {
  const { inode } = await inodes.find(viewer, idOrUrlId, 'workspace', 'folder')
  if (inode.is_home === 1) {
    throw new AppError('forbidden', { reason: 'My Documents is the folder of one member and no workspace.' })
  }
  if (inode.is_archived === 1 || inode.type !== 'workspace') {
    throw new AppError('not_found', { kind: 'workspace', id: idOrUrlId })
  }
  return inode
}

/** Workspaces with this name, ignoring case, that are visible to the viewer. */
async function ofName({ access }: Parts, tx: Queryable, viewer: Viewer, name: string): Promise<InodeRow[]> {
  return listInodes(
    tx,
    viewer.organizationId,
    {
      types: ['workspace'],
      isArchived: false,
      nameIs: name,
      ...(hasRight(viewer, 'seeEverything') ? {} : { filter: access.visibleInodes(viewer) }),
    },
    { after: null, limit: mostOfName },
  )
}

function newRow(viewer: Viewer, row: Pick<NewInode, 'id' | 'type' | 'name' | 'parentId'>, at: number): InodeRow {
  return newInode({ organizationId: viewer.organizationId, ownerId: viewer.memberId, by: viewer.memberId, at, ...row })
}

/** Newest first; only workspaces that the viewer has access to, for administrators too. */
async function list(
  { inodes }: Parts,
  viewer: Viewer,
  { name, exactName }: { name?: string; exactName?: string },
  window: Window,
): Promise<Slice<Workspace>> {
  const filters = exactName !== undefined ? { nameIs: exactName } : name !== undefined ? { nameWord: name } : {}
  const slice = await inodes.list(viewer, { types: ['workspace'], isArchived: false, ...filters }, window)
  return { ...slice, entries: slice.entries.map(({ inode }) => entry(inode)) }
}

async function get(parts: Parts, viewer: Viewer, id: string): Promise<Workspace> {
  return entry(await find(parts, viewer, id))
}

/** With `noDuplicates` and an existing name nothing is created; the response lists the workspaces with that name. */
async function create(
  parts: Parts,
  viewer: Viewer,
  { name, noDuplicates = false }: WorkspaceInput,
): Promise<Workspace | WorkspacesOfName> {
  const { clock, store } = parts
  requireRight(viewer, 'createWorkspaces')
  const row = newRow(viewer, { id: newUuid(), type: 'workspace', name, parentId: null }, clock.now())
  const taken = await store.write<InodeRow[]>(
    (taken) => (taken.length > 0 ? [] : event(viewer, row.id, 'CREATED', { before: null, after: { name } })),
    async (tx) => {
      const taken = noDuplicates ? await ofName(parts, tx, viewer, name) : []
      if (taken.length === 0) await insertInode(tx, row)
      return taken
    },
  )
  if (taken.length === 0) return entry(row)
  return { workspaceIds: taken.map(({ id }) => id), workspaceUrlIds: taken.map(({ url_id }) => url_id) }
}

async function rename(
  parts: Parts,
  viewer: Viewer,
  idOrUrlId: string,
  { name, noDuplicates = false }: WorkspaceInput,
): Promise<Workspace> {
  const { clock, store, access } = parts
  const { id } = await find(parts, viewer, idOrUrlId)
  const now = clock.now()
  await store.write<string | undefined>(
    (before) => event(viewer, id, 'UPDATED', { before: { name: before }, after: { name } }),
    async (tx) => {
      await access.requireInode(viewer, id, 'edit', 'workspace', tx)
      if (noDuplicates && (await ofName(parts, tx, viewer, name)).some((other) => other.id !== id)) {
        throw conflict({ rule: 'workspace_named', name })
      }
      const before = await findInode(tx, viewer.organizationId, id)
      await updateInode(tx, viewer.organizationId, id, { name, updated_by: viewer.memberId, updated_at: now })
      return before?.name
    },
  )
  return entry(await find(parts, viewer, id))
}

/** Permanently deletes a workspace. Its contents move into a folder of the same name in the viewer's My Documents, so nothing is lost. */
async function remove(parts: Parts, viewer: Viewer, idOrUrlId: string): Promise<void> {
  const { clock, store, access } = parts
  const { id } = await find(parts, viewer, idOrUrlId)
  const { organizationId } = viewer
  const stamp = { at: clock.now(), by: viewer.memberId }
  const folderId = newUuid()
  await store.write<Record<string, unknown>>(
    ({ name, ...details }) => event(viewer, id, 'DELETED', { before: { name }, after: null }, details),
    async (tx) => {
      await access.requireInode(viewer, id, 'delete', 'workspace', tx)
      const inode = await findInode(tx, organizationId, id)
      const member = await findMember(tx, organizationId, viewer.memberId)
      if (!inode || !member) throw new AppError('not_found', { kind: 'workspace', id: idOrUrlId })
      const isEmpty = !(await hasContents(tx, organizationId, id))
      let moved = 0
      if (!isEmpty) {
        const parentId = member.home_folder_id
        await insertInode(tx, newRow(viewer, { id: folderId, type: 'folder', name: inode.name, parentId }, stamp.at))
        moved = await moveContents(tx, organizationId, id, folderId, stamp)
      }
      await eraseInodes(tx, organizationId, [id])
      return { name: inode.name, moved, movedTo: isEmpty ? null : folderId }
    },
  )
}

function event(
  viewer: Viewer,
  id: string,
  verb: 'CREATED' | 'UPDATED' | 'DELETED',
  change: ObjectChange,
  details: Record<string, unknown> = {},
): AuditEvent {
  return eventOf(viewer, {
    category: 'OBJECT_INTERACTION',
    action: `WORKSPACE_${verb}`,
    object: { kind: 'workspace', id },
    details,
    change,
  })
}

function entry(row: InodeRow): Workspace {
  return {
    workspaceId: row.id,
    workspaceUrlId: row.url_id,
    name: row.name,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}
