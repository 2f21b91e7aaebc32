import type { Audited } from './audited.ts'
import type { References } from './references.ts'

export interface TagTables {
  source_swap_policies: SourceSwapPolicyTable
  version_tags: VersionTagTable
  version_tag_approvers: VersionTagApproverTable
  tagged_versions: TaggedVersionTable
  tag_requests: TagRequestTable
}

export const tagReferences = {
  source_swap_policies: ['connections', 'organizations'],
  version_tags: ['organizations'],
  version_tag_approvers: ['members', 'version_tags'],
  tagged_versions: ['documents', 'version_tags'],
  tag_requests: ['documents', 'version_tags'],
} as const satisfies References<TagTables>

export interface VersionTagTable extends Audited {
  organization_id: string
  id: string
  name: string
  /** Lower-case name; unique in the organization. */
  name_key: string
  color: string
  description: string
  owner_id: string
  /** 1: only administrators and approvers may tag documents with it. */
  is_protected: number
}

export interface VersionTagApproverTable {
  organization_id: string
  tag_id: string
  member_id: string
}

/** A separate, frozen document, whose inode is below the inode of its source. */
export interface TaggedVersionTable extends Audited {
  organization_id: string
  /** The id of its inode and document. */
  id: string
  source_id: string
  tag_id: string
  source_version: number
  /** 1: shown to viewers who may not see the published version. */
  is_default: number
  grant_source_access: number
}

/** A request for a protected tag on a version, kept after its decision. */
export interface TagRequestTable {
  organization_id: string
  id: string
  tag_id: string
  document_id: string
  document_kind: string
  version: number
  /** JSON: source swaps and options of the tagging. */
  wanted: string
  message: string
  state: 'pending' | 'approved' | 'denied' | 'withdrawn'
  decided_by: string | null
  decided_at: number | null
  reason: string
  created_by: string
  created_at: number
}

export interface SourceSwapPolicyTable extends Audited {
  organization_id: string
  id: string
  /** connection, deployment. */
  type: string
  name: string
  from_connection_id: string
  /** JSON: the swaps as the contract has them. */
  swaps: string
}
