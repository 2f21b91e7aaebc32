import { urlIdOf } from './ids.ts'
import type { InodeRow } from './inodes.ts'

export interface NewInode {
  organizationId: string
  id: string
  /** File type of the contract, or of a tagged version. */
  type: string
  name: string
  description?: string | undefined
  /** Null for workspaces and home folders. */
  parentId: string | null
  ownerId: string | null
  /** Member id, or `system`. */
  by: string
  at: number
}

/** The row of a new file: active, and without a badge. */
export function newInode({
  organizationId,
  id,
  type,
  name,
  description = '',
  parentId,
  ownerId,
  by,
  at,
}: NewInode): InodeRow {
  return {
    organization_id: organizationId,
    id,
    url_id: urlIdOf(id),
    type,
    name,
    description,
    parent_id: parentId,
    // Set by `insertInode`.
    tree_id: null,
    owner_id: ownerId,
    is_home: 0,
    badge: null,
    is_archived: 0,
    archived_at: null,
    archived_by: null,
    created_by: by,
    updated_by: by,
    created_at: at,
    updated_at: at,
  }
}
