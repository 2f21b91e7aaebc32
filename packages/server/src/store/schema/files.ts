import type { Generated, GeneratedAlways } from 'kysely'
import type { Audited } from './audited.ts'
import type { References } from './references.ts'

export interface FileTables {
  inodes: InodeTable
  folder_holders: FolderHolderTable
  member_files: MemberFileTable
  shortcut_targets: ShortcutTargetTable
  grants: GrantTable
  access_requests: AccessRequestTable
}

export const fileReferences = {
  inodes: ['organizations'],
  folder_holders: [],
  member_files: ['members', 'inodes'],
  shortcut_targets: ['inodes'],
  grants: ['teams', 'members'],
  access_requests: [],
} as const satisfies References<FileTables>

export interface InodeTable extends Audited {
  organization_id: string
  id: string
  /** The UUID in base 62. */
  url_id: string
  /** workspace, folder, workbook, data-model, ...: FileType of the contract. */
  type: string
  name: string
  /** Containing folder; null for workspaces and home folders. */
  parent_id: string | null
  /** The topmost container; null for files without one, and for tagged versions. Derived from `parent_id` (trees.ts). */
  tree_id: string | null
  /** Null for workspaces. */
  owner_id: string | null
  /** 1 for the root folder "My Documents" of a member. */
  is_home: number
  description: string
  badge: string | null
  is_archived: number
  archived_at: number | null
  archived_by: string | null
}

/** Every folder and workspace with each one above it and itself; derived from `inodes` (folder-holders.ts). */
export interface FolderHolderTable {
  organization_id: string
  folder_id: string
  holder_id: string
}

/** Files that a member marked as favorites or used. */
export interface MemberFileTable {
  organization_id: string
  member_id: string
  kind: 'favorite' | 'recent'
  inode_id: string
  /** When it was marked, or last used. */
  noted_at: number
  /** How often it was used, counted at most once a minute. */
  uses: Generated<number>
}

/** The target of an inode of the type symlink. */
export interface ShortcutTargetTable {
  organization_id: string
  inode_id: string
  /** Type in the contract: workbook, folder, table, scope, ... */
  target_type: string
  target_id: string
  /** For a table or scope; null for files. */
  connection_id: string | null
}

export interface GrantTable extends Audited {
  organization_id: string
  id: string
  /** inode, connection, connection-path, tag; folder-tag: versions with `tag_id` of documents below the folder. */
  object_kind: string
  object_id: string
  member_id: string | null
  team_id: string | null
  /** 1: everybody in the organization; both ids are null then. */
  is_everyone: number
  permission: string
  /** The grantee in one column: the id of the member or team, or `everyone`. */
  subject: GeneratedAlways<string>
  /** For an inode: facts that never change. */
  object_type: string | null
  object_created_at: number | null
  tag_id: string | null
}

/** A request for access to a file, kept after its decision. */
export interface AccessRequestTable {
  organization_id: string
  id: string
  /** file, accountType. */
  kind: string
  /** The requested file, which may not exist. Empty for an account type. */
  inode_id: string
  /** The requested permission; after approval, the granted one. For an account type: its id after approval, empty before. */
  permission: string
  message: string
  state: 'pending' | 'approved' | 'denied' | 'withdrawn'
  decided_by: string | null
  decided_at: number | null
  reason: string
  created_by: string
  created_at: number
}
