import { familyOfType, isInodeType, type Viewer } from '@octavo/core/access'
import { type NewShortcut, type Shortcut, shortcutTargetTypes } from '@octavo/core/contract'
import { AppError, isAppError } from '@octavo/core/errors'
import type { Access } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Catalog } from '../../catalog/index.ts'
import type { Clock } from '../../config/index.ts'
import { newUuid, type Store, urlIdOf } from '../../store/index.ts'
import { insertInode } from '../../store/inodes.ts'
import { newInode } from '../../store/new-inode.ts'
import { findShortcutTarget, insertShortcutTarget } from '../../store/shortcuts.ts'
import { timestamp } from '../answers/timestamp.ts'
import { type InodeRecord, type Inodes, isTaggedType } from '../inodes/inodes.ts'
import { serviceOf } from '../service/service.ts'

export type Shortcuts = ReturnType<typeof createShortcuts>

interface Target {
  type: Shortcut['target']['type']
  id: string
  name: string
  connectionId: string | null
}

/** Files that point to other files, or to a table or schema of a connection; they do not change anyone's rights. */
export function createShortcuts(parts: Parts) {
  return serviceOf(parts, { get, create })
}

interface Parts {
  store: Store
  clock: Clock
  access: Access
  inodes: Inodes
  catalog: Catalog
}

async function fileTarget({ inodes }: Parts, viewer: Viewer, id: string): Promise<Target | null> {
  let record: InodeRecord
  try {
    record = await inodes.find(viewer, id)
  } catch (error) {
    if (isAppError(error, 'not_found')) return null
    throw error
  }
  const { inode } = record
  if (inode.type === 'symlink' || inode.is_home === 1 || isTaggedType(inode.type)) {
    throw new AppError('invalid_request', {
      reason: 'A shortcut points to no shortcut, tagged version or My Documents.',
      hint: 'Name the file itself.',
    })
  }
  const isHolder = isInodeType(inode.type) && familyOfType[inode.type] === 'folder'
  const type = isHolder ? 'folder' : shortcutTargetTypes.find((word) => word === inode.type)
  if (type === undefined) {
    throw new AppError('invalid_request', {
      reason: `A shortcut cannot point to a ${inode.type}.`,
      hint: 'Name a workbook, a data model, a folder, or a table of a connection.',
    })
  }
  return { type, id: inode.id, name: inode.name, connectionId: null }
}

async function catalogueTarget({ access, catalog }: Parts, viewer: Viewer, id: string): Promise<Target> {
  const object = await catalog.find(viewer.organizationId, id)
  // The check always runs, so that a target that the viewer may not see takes the same work as one that does not exist.
  const { connectionId, kind, path } = object ?? { connectionId: '', kind: '', path: [] }
  const decision = await access.decidePath(viewer, { connectionId, path }, 'useAsSource')
  if (!object || !decision?.allowed) throw new AppError('not_found', { kind: 'shortcut target', id })
  const type = kind === 'table' || kind === 'view' ? 'table' : 'scope'
  return { type, id: object.id, name: path.at(-1) ?? '', connectionId }
}

/** Null when the target is not visible to the viewer, so that the error names the shortcut instead of the target. */
async function seenTarget(parts: Parts, viewer: Viewer, id: string): Promise<Target | null> {
  try {
    return (await fileTarget(parts, viewer, id)) ?? (await catalogueTarget(parts, viewer, id))
  } catch (error) {
    if (isAppError(error, 'not_found')) return null
    throw error
  }
}

/** The shortcut with its target; throws `not_found` when the target is not visible to the viewer. */
async function get(parts: Parts, viewer: Viewer, id: string): Promise<Shortcut> {
  const { inodes, store } = parts
  const { inode, path } = await inodes.find(viewer, id, 'symlink')
  const row = await findShortcutTarget(store.db, viewer.organizationId, inode.id)
  const target = row && (await seenTarget(parts, viewer, row.target_id))
  if (!target) throw new AppError('not_found', { kind: 'shortcut target', id })
  return {
    id: inode.id,
    urlId: inode.url_id,
    name: inode.name,
    parentId: inode.parent_id ?? '',
    parentUrlId: inode.parent_id === null ? '' : urlIdOf(inode.parent_id),
    path,
    target: { type: target.type, id: target.id },
    ownerId: inode.owner_id,
    createdBy: inode.created_by,
    updatedBy: inode.updated_by,
    createdAt: timestamp(inode.created_at),
    updatedAt: timestamp(inode.updated_at),
  }
}

async function create(
  parts: Parts,
  viewer: Viewer,
  { parentId, target: { id: targetId }, name }: NewShortcut,
): Promise<Shortcut> {
  const { inodes, clock, store, access } = parts
  const target = (await fileTarget(parts, viewer, targetId)) ?? (await catalogueTarget(parts, viewer, targetId))
  const holder = await inodes.findHolder(viewer, parentId)
  const id = newUuid()
  const now = clock.now()
  await store.write(
    eventOf(viewer, {
      category: 'OBJECT_INTERACTION',
      action: 'SHORTCUT_CREATED',
      object: { kind: 'symlink', id },
      change: {
        before: null,
        after: {
          name: name ?? target.name,
          parentId: holder.id,
          ownerId: viewer.memberId,
          targetId: target.id,
          targetType: target.type,
        },
      },
    }),
    async (tx) => {
      await access.requireInode(viewer, holder.id, 'addDocument', 'folder', tx)
      await insertInode(
        tx,
        newInode({
          organizationId: viewer.organizationId,
          id,
          type: 'symlink',
          name: name ?? target.name,
          parentId: holder.id,
          ownerId: viewer.memberId,
          by: viewer.memberId,
          at: now,
        }),
      )
      await insertShortcutTarget(tx, {
        organization_id: viewer.organizationId,
        inode_id: id,
        target_type: target.type,
        target_id: target.id,
        connection_id: target.connectionId,
      })
    },
  )
  return get(parts, viewer, id)
}
