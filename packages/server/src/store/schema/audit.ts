export interface AuditTables {
  audit_events: AuditEventTable
  audit_trails: AuditTrailTable
}

/** What an organization has set for the copy of its audit log, and how far that copy is. */
export interface AuditTrailTable {
  organization_id: string
  is_enabled: number
  retention_days: number
  /** The copy begins behind this number of the chain, and with events of this moment. */
  since_number: number
  since_at: number
  /** Null until the first copy was made. */
  connection_id: string | null
  /** Where the usage dashboards are; null until they were made. */
  workspace_id: string | null
  /** Counts the states of the copy; the connection reads the last one. */
  snapshot: number
  copied_number: number
  copied_at: number | null
  enabled_by: string | null
  enabled_at: number | null
  disabled_by: string | null
  disabled_at: number | null
  /** When the copy goes; null while it is enabled, and once it is gone. */
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
  /** Of the client; null in events that no request made, and in old ones. */
  address: string | null
  /** done, denied; null in old events. */
  outcome: string | null
  sealed_number: number | null
  sealed_hash: string | null
}
