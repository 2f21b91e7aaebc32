import { hasFeature, type Viewer } from '@octavo/core/access'
import { AppError } from '@octavo/core/errors'
import type { Access, InodePermission } from '../access/index.ts'
import type { Clock } from '../config/index.ts'
import { isUuid, type Queryable, type Store, uuidOfUrlId } from '../store/index.ts'
import { countInodes, findHolders, findInode, type InodeListing, type InodeRow, listInodes } from '../store/inodes.ts'
import { findListedMember } from '../store/member-list.ts'
import { type Slice, sliceOfRows, type Window } from './slice.ts'
import { createTotals } from './totals.ts'

/** A file or folder with where it lies and what the viewer may do with it. */
export interface InodeRecord {
  inode: InodeRow
  permission: InodePermission
  /** Names of its holders joined by `/`, from the workspace or My Documents down; those the viewer may not see are left out. */
  path: string
}

export interface InodeFilters extends Omit<InodeListing, 'filter'> {
  /** Every file of the organization; only for what has already asked for an administrator. */
  everything?: boolean
  atLeast?: InodePermission
}

export type Inodes = ReturnType<typeof createInodes>

/** Files and folders behind the rights of a viewer: what may not be known is not found. */
export function createInodes({ store, access, clock }: { store: Store; access: Access; clock: Clock }) {
  const totals = createTotals({ clock })

  async function recordsOf(viewer: Viewer, inodes: readonly InodeRow[]): Promise<InodeRecord[]> {
    const holders = await findHolders(
      store.db,
      viewer.organizationId,
      inodes.map((inode) => inode.parent_id),
    )
    const permissions = await access.inodePermissions(viewer, [...inodes.map(({ id }) => id), ...holders.keys()])
    return inodes.flatMap((inode) => {
      const permission = permissions.get(inode.id)
      if (permission === undefined) return []
      const names: string[] = []
      for (let at = inode.parent_id; at !== null; ) {
        const holder = holders.get(at)
        if (holder && permissions.has(holder.id)) names.unshift(holder.name)
        at = holder?.parent_id ?? null
      }
      return [{ inode, permission, path: names.join('/') }]
    })
  }

  /** By id or urlId. Throws `not_found` for what is not there, is of another type, or may not be known. */
  async function find(viewer: Viewer, idOrUrlId: string, ...types: readonly string[]): Promise<InodeRecord> {
    const id = isUuid(idOrUrlId) ? idOrUrlId.toLowerCase() : uuidOfUrlId(idOrUrlId)
    const inode = id === null ? undefined : await findInode(store.db, viewer.organizationId, id)
    const isWanted = inode !== undefined && (types.length === 0 || types.includes(inode.type))
    const [record] = isWanted ? await recordsOf(viewer, [inode]) : []
    if (!record) throw new AppError('not_found', { kind: types[0] ?? 'file', id: idOrUrlId })
    return record
  }

  /** Throws `forbidden` unless the viewer may edit what was found. */
  function requireEdit({ inode, permission }: InodeRecord): void {
    if (permission === 'edit') return
    throw new AppError('forbidden', {
      reason: `This needs the permission "edit" on the ${inode.type} "${inode.name}"; you have "${permission}".`,
    })
  }

  return {
    find,
    recordsOf,

    /** Newest first; only what the viewer was given, whoever asks (WALLS 21). */
    async list(
      viewer: Viewer,
      { everything = false, atLeast, ...filters }: InodeFilters,
      window: Window,
    ): Promise<Slice<InodeRecord>> {
      const listing = everything ? filters : { ...filters, filter: access.visibleInodes(viewer, atLeast) }
      const after = window.after === null ? null : { createdAt: Number(window.after[0]), id: String(window.after[1]) }
      const rows = await listInodes(store.db, viewer.organizationId, listing, { after, limit: window.limit })
      const total = await totals([viewer.organizationId, viewer.memberId, filters, everything, atLeast], (atMost) =>
        countInodes(store.db, viewer.organizationId, listing, atMost),
      )
      const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.created_at, row.id])
      return { entries: await recordsOf(viewer, page), next, total }
    },

    /** A folder or workspace that takes new things; what is archived takes none. */
    async findHolder(viewer: Viewer, idOrUrlId: string): Promise<InodeRow> {
      const { inode } = await find(viewer, idOrUrlId, 'folder', 'workspace')
      if (inode.is_archived === 1) throw new AppError('not_found', { kind: 'folder', id: idOrUrlId })
      return inode
    },

    /** Throws `forbidden` unless the viewer may put a document of this kind into the folder. */
    async requireContribute(db: Queryable, viewer: Viewer, folderId: string, kind: 'workbook' | 'data-model') {
      const feature = kind === 'workbook' ? 'edit-workbooks' : 'edit-worksheet'
      if (!hasFeature(viewer, feature)) {
        throw new AppError('forbidden', { reason: `Your account type does not include "${feature}".` })
      }
      await access.requireInode(viewer, folderId, 'addDocument', 'folder', db)
    },

    requireEdit,

    /** As `requireEdit`, in the transaction of the write: a right that was withdrawn since the read is gone. */
    async requireEditStill(tx: Queryable, viewer: Viewer, record: InodeRecord): Promise<void> {
      const { inode } = record
      const permission = (await access.inodePermissions(viewer, [inode.id], tx)).get(inode.id)
      if (permission === undefined) throw new AppError('not_found', { kind: inode.type, id: inode.id })
      requireEdit({ ...record, permission })
    },

    /** The member that will own a new file. A foreign owner needs the Admin account type (WALLS 20). */
    async ownerFor(viewer: Viewer, ownerId: string | undefined): Promise<string> {
      if (ownerId === undefined || ownerId === viewer.memberId) return viewer.memberId
      if (!viewer.isAdmin) {
        throw new AppError('forbidden', { reason: 'Only the Admin account type may name another owner.' })
      }
      const owner = await findListedMember(store.db, viewer.organizationId, ownerId, null)
      if (!owner || owner.is_archived === 1) throw new AppError('not_found', { kind: 'member', id: ownerId })
      return owner.id
    },
  }
}
