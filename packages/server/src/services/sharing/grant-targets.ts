import { familyOfType, isInodeType, ladders, type ObjectFamily, type Viewer } from '@octavo/core/access'
import { AppError } from '@octavo/core/errors'
import { type Access, type DatabasePath, requireAllowed } from '../../access/index.ts'
import type { Catalog } from '../../catalog/index.ts'
import type { GrantRow } from '../../store/grants.ts'
import { isUuid, type Queryable, type Store, uuidOfUrlId } from '../../store/index.ts'
import type { InodeRow } from '../../store/inodes.ts'
import { findTaggedVersion, findTaggedVersionById } from '../../store/tagged-versions.ts'
import { findVersionTag } from '../../store/version-tags.ts'
import type { Inodes } from '../inodes/inodes.ts'

/** An object with grants. `type` is the file type, `connection` or `path`. */
export interface GrantTarget {
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

interface Parts {
  store: Store
  access: Access
  inodes: Inodes
  catalog: Catalog
}

/** A file as a target. Throws `not_found` for a file of another type, or one that is not visible to the viewer. */
export async function fileTarget(
  { inodes }: Pick<Parts, 'inodes'>,
  viewer: Viewer,
  idOrUrlId: string,
  ...types: string[]
): Promise<GrantTarget & { inode: InodeRow }> {
  const { inode } = await inodes.find(viewer, idOrUrlId, ...types)
  return { kind: 'inode', id: inode.id, type: inode.type, inode }
}

/** A connection that the viewer may share. */
export async function connectionTarget(
  parts: Pick<Parts, 'store' | 'access'>,
  viewer: Viewer,
  id: string,
): Promise<GrantTarget> {
  const { store } = parts
  if (!isUuid(id)) throw new AppError('not_found', { kind: 'connection', id })
  const target: GrantTarget = { kind: 'connection', id: id.toLowerCase(), type: 'connection' }
  await requireShare(parts, store.db, viewer, target)
  return target
}

/** A table, view or schema that the viewer may share. */
export async function pathTarget(
  parts: Omit<Parts, 'inodes'>,
  viewer: Viewer,
  idOrUrlId: string,
): Promise<GrantTarget> {
  const { catalog, store } = parts
  const id = isUuid(idOrUrlId) ? idOrUrlId.toLowerCase() : uuidOfUrlId(idOrUrlId)
  const object = id === null ? null : await catalog.find(viewer.organizationId, id)
  // The check always runs, so that an object that the viewer may not see takes the same work as one that does not exist.
  const at = object ?? { connectionId: '', path: [] }
  const target: GrantTarget = { kind: 'connection-path', id: object?.id ?? '', type: 'path', at }
  await requireShare(parts, store.db, viewer, target, idOrUrlId)
  return target
}

/** The version of a document that has a tag; for a folder, the tagged versions of everything inside it. */
export async function taggedTarget(
  tx: Queryable,
  viewer: Viewer,
  { id, type }: GrantTarget,
  tagId: string,
): Promise<GrantTarget> {
  if (familyOf(type) === 'folder') {
    const tag = await findVersionTag(tx, viewer.organizationId, tagId)
    if (!tag) throw new AppError('not_found', { kind: 'version tag', id: tagId })
    return { kind: 'folder-tag', id, type, tagId: tag.id }
  }
  const tagged = await findTaggedVersion(tx, viewer.organizationId, id, tagId)
  if (!tagged) throw new AppError('not_found', { kind: `version tag on this ${type}`, id: tagId })
  return { kind: 'inode', id: tagged.id, type, sourceId: id }
}

/** Throws unless the viewer may share the object. */
export async function requireShare(
  { access }: Pick<Parts, 'access'>,
  db: Queryable,
  viewer: Viewer,
  { kind, id, type, at }: GrantTarget,
  asked: string = id,
): Promise<void> {
  if (at) {
    const decision = await access.decidePath(viewer, at, 'share', db)
    if (!decision?.isVisible) throw new AppError('not_found', { kind: 'path', id: asked })
    requireAllowed(decision)
  } else if (kind === 'connection') await access.requireConnection(viewer, id, 'share', db)
  else await access.requireInode(viewer, id, 'share', type, db)
}

/** Whether the grant is on this object, or on a tagged version of it. An unknown grant takes the same work. */
export async function isOn(
  tx: Queryable,
  viewer: Viewer,
  row: GrantRow | undefined,
  target: GrantTarget,
): Promise<boolean> {
  const tagged =
    target.kind === 'inode'
      ? await findTaggedVersionById(tx, viewer.organizationId, row?.object_id ?? target.id)
      : undefined
  if (row === undefined || (row.object_kind !== target.kind && !(isOnFile(row) && target.kind === 'inode')))
    return false
  return [row.object_id, tagged?.source_id].includes(target.id)
}

/** The family whose permissions apply to an object of the type. */
export const familyOf = (type: string): ObjectFamily =>
  type === 'connection' || type === 'path' ? 'connection' : isInodeType(type) ? familyOfType[type] : 'model'

/** Position in the object's order of permissions, -1 for an unknown name. */
export function levelOf(target: GrantTarget, permission: string): number {
  const ladder: readonly string[] = ladders[familyOf(target.type)]
  return ladder.indexOf(permission)
}

/** Whether the grant is on a file, or on tagged versions below a folder. */
export const isOnFile = ({ object_kind }: Pick<GrantRow, 'object_kind'>): boolean =>
  object_kind === 'inode' || object_kind === 'folder-tag'
