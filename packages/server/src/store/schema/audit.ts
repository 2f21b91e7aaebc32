import type { References } from './references.ts'

export interface AuditTables {
  audit_events: AuditEventTable
  audit_trails: AuditTrailTable
}

export const auditReferences = {
  audit_events: ['organizations'],
  audit_trails: [],
} as const satisfies References<AuditTables>

/** Settings of an organization for the copy of its audit log, and the copy's progress. */
export interface AuditTrailTable {
  organization_id: string
  is_enabled: number
  retention_days: number
  /** The copy begins after this number of the chain, and with events of this moment. */
  since_number: number
  since_at: number
  /** Null until the first copy is made. */
  connection_id: string | null
  /** Workspace of the usage dashboards; null until they are created. */
  workspace_id: string | null
  /** The usage dashboards as they were last written, as JSON; null before the first ones, and for those of earlier versions. */
  usage_documents: string | null
  /** Number of the current snapshot, which the connection reads. */
  snapshot: number
  copied_number: number
  copied_at: number | null
  enabled_by: string | null
  enabled_at: number | null
  disabled_by: string | null
  disabled_at: number | null
  /** When the copy is removed; null while it is enabled, and after the removal. */
  kept_until: number | null
  updated_at: number
}

/** Inserted unhashed in the transaction of the write; a sealer chains committed events. */
export interface AuditEventTable {
  organization_id: string
  /** UUID version 7: sorts by time. */
  id: string
  happened_at: number
  actor_id: string
  /** member, credential, system. */
  actor_kind: string
  /** CATEGORY in capitals, for example WORKBOOKS. */
  category: string
  action: string
  object_kind: string | null
  object_id: string | null
  /** JSON without secrets. */
  details: string
  request_id: string | null
  /** Address of the client; null in events without a request, and in old ones. */
  address: string | null
  /** done, denied; null in old events. */
  outcome: string | null
  sealed_number: number | null
  sealed_hash: string | null
}
