import type { Generated } from 'kysely'
import type { Audited } from './audited.ts'
import type { References } from './references.ts'

export interface ConnectionTables {
  connections: ConnectionTable
  connection_sign_ins: ConnectionSignInTable
  connection_sign_in_attempts: ConnectionSignInAttemptTable
  query_runs: QueryRunTable
  query_statements: QueryStatementTable
  catalog_objects: CatalogObjectTable
  dbt_nodes: DbtNodeTable
  table_annotations: TableAnnotationTable
  catalog_syncs: CatalogSyncTable
  catalog_sync_effects: CatalogSyncEffectTable
  missing_sources: MissingSourceTable
  materialization_schedules: MaterializationScheduleTable
  materialization_runs: MaterializationRunTable
}

export const connectionReferences = {
  connections: ['organizations'],
  connection_sign_ins: ['connections'],
  connection_sign_in_attempts: ['connections'],
  query_runs: [],
  query_statements: [],
  catalog_objects: ['connections'],
  dbt_nodes: ['connections'],
  table_annotations: ['catalog_objects'],
  catalog_syncs: ['connections'],
  catalog_sync_effects: ['inodes', 'catalog_syncs'],
  missing_sources: ['connections', 'catalog_objects'],
  materialization_schedules: [],
  materialization_runs: [],
} as const satisfies References<ConnectionTables>

export interface ConnectionTable extends Audited {
  organization_id: string
  id: string
  name: string
  /** Connector kind, the contract's `type`. */
  type: string
  /** JSON without secrets. */
  settings: string
  secrets_encrypted: string | null
  is_sample: number
  /** The connection reads the copy of the audit log; the server manages its settings. */
  is_audit_log: Generated<number>
  is_archived: number
  use_friendly_names: number
  /** Whether formulas may call functions of the data platform by name; 0 by default. */
  allows_passthrough: Generated<number>
  /** Whether the account may have rights beyond tables; 0 unless an administrator allowed it. */
  allows_privileged_role: Generated<number>
  /** Incremented by changes that can alter the result of statements; part of cache keys. */
  revision: number
  /** JSON: seconds, {default, worksheet, dashboard, download}. */
  timeouts: string
  /** JSON: {adhocPoolSize, catalogPoolSize, resultPoolSize, schedulePoolSize}. */
  pool_sizes: string
  last_active_at: number
}

/** The sign-in of a member at the data platform of a connection. */
export interface ConnectionSignInTable {
  organization_id: string
  connection_id: string
  member_id: string
  /** Changes with each sign-in. */
  id: string
  /** Digest of the connection's provider and client at the sign-in. */
  client: string
  /** The member's identity: the provider, its id for the member, and the name of their account on the platform. */
  issuer: string
  subject: string
  user_name: string
  /** JSON {access, refresh}; refresh is null when the provider returned none. */
  tokens_encrypted: string
  /** Expiry of the access token; null when the provider does not state it. */
  expires_at: number | null
  /** The provider refused to renew it: the member has to sign in again. */
  is_ended: number
  /** A process is renewing it until this time, so that a refresh token is used only once. */
  claimed_until: number
  signed_in_at: number
}

/** A sign-in that a member has started. */
export interface ConnectionSignInAttemptTable {
  organization_id: string
  /** SHA-256 of the state, hex. */
  state_hash: string
  connection_id: string
  member_id: string
  /** JSON: values that the provider's response is checked against. */
  details_encrypted: string
  expires_at: number
}

export interface CatalogObjectTable {
  organization_id: string
  id: string
  connection_id: string
  /** Canonical path as a JSON array of strings. */
  path: string
  /** database, schema, table, view. */
  kind: string
  /** JSON array of {name, type, nullable}; null until described. */
  columns: string | null
  synced_at: number | null
  /** As `columns`, at the last sync or first description: what the next sync compares with. */
  known_columns: string | null
  /** When a sync first did not find it; null while it exists. */
  gone_at: number | null
  created_at: number
}

/** One sync of a connection, or of the part below a path. */
export interface CatalogSyncTable {
  organization_id: string
  id: string
  connection_id: string
  /** JSON array; empty for the whole connection. */
  path: string
  /** `system` for scheduled syncs. */
  member_id: string
  state: 'running' | 'done' | 'failed'
  started_at: number
  deadline_at: number
  finished_at: number | null
  /** Number of databases, schemas and tables found. */
  objects: number | null
  /** JSON: `{ counts, list }`; the list is bounded, the counts are exact. */
  changes: string
  /** The reason of the failure. */
  reason: string | null
}

/** A document that depends on a change found by a sync. */
export interface CatalogSyncEffectTable {
  organization_id: string
  sync_id: string
  document_id: string
  /** Owner of the document at the time of the sync. */
  owner_id: string | null
  /** JSON array of elements with their columns and the indexes of the changes. */
  elements: string
  /** JSON array of view ids with the indexes of the changes. */
  views: string
}

/** A table, or a column of it, that documents may read and that the last sync did not find. */
export interface MissingSourceTable {
  organization_id: string
  /** Id of the table in the catalogue. */
  object_id: string
  /** Empty for the whole table. */
  column_key: string
  connection_id: string
  /** As in `document_reads`. */
  source_key: string
  path: string
  column_name: string | null
  noticed_at: number
}

/** Members' annotations of a table of a connection and its columns. */
export interface TableAnnotationTable {
  organization_id: string
  /** Id of the table in the catalogue. */
  object_id: string
  /** JSON: {friendlyName?, description?, isHidden?, columns: {name: {friendlyName?, description?, isHidden?, format?}}}. */
  annotations: string
  updated_by: string
  updated_at: number
}

/** Data from the artifacts of a dbt run about a table. */
export interface DbtNodeTable {
  organization_id: string
  connection_id: string
  /** JSON array of schema and name, in lower case. */
  name_key: string
  /** In lower case; empty when dbt names none. */
  database_name: string
  /** JSON: {uniqueId, resourceType, description?, columns: {name in lower case: description}, exposures}. */
  facts: string
  uploaded_at: number
}

/** One query of the history. Times are milliseconds; null for steps that the query did not reach. */
export interface QueryRunTable {
  organization_id: string
  id: string
  connection_id: string
  document_id: string
  element_id: string
  /** Empty for readers of public embeds. */
  member_id: string
  purpose: string
  /** Key of its SQL in `query_statements`. */
  statement_key: string
  started_at: number
  /** A query still running after this time belongs to a dead process. */
  deadline_at: number
  compile_ms: number | null
  queue_ms: number | null
  engine_ms: number | null
  transfer_ms: number | null
  row_count: number | null
  byte_count: number | null
  is_cached: number
  outcome: string
  error_code: string | null
  /** When cancelling was requested; the process that runs the query polls this. */
  cancel_asked_at: number | null
}

/** The SQL of queries of the history, stored once for each organization. */
export interface QueryStatementTable {
  organization_id: string
  /** Hash of the statement. */
  statement_key: string
  /** The SQL without its values, at most 20,000 characters. */
  statement: string
  /** When it was last written; at most a day before the latest query with it. */
  noted_at: number
}

/** An element whose rows are stored as tables in the write place of its connection. */
export interface MaterializationScheduleTable {
  organization_id: string
  id: string
  document_id: string
  document_type: 'workbook' | 'data-model' | 'dataset'
  element_id: string
  /** The member with whose rights the rows are read. */
  owner_id: string
  /** Five fields, in the zone. */
  cron: string
  zone: string
  /** Null while it is paused. */
  next_due_at: number | null
  configured_at: number
  /** Why no rows are stored or read from the store; null while active. */
  paused_because: string | null
  /** Consecutive failed runs. */
  failures: number
  /** When its rows were last read, or the schedule was configured. */
  used_at: number
  /** JSON: for each stored relation `identity` (a digest of connection and statement) and `tableId`. */
  tables: string
  /** Key of the data that the stored rows were computed from; null while nothing is stored. */
  data_state: string | null
  /** When the stored rows were read. */
  stored_at: number | null
}

export interface MaterializationRunTable {
  organization_id: string
  id: string
  schedule_id: string
  document_id: string
  job_id: string | null
  state: 'pending' | 'building' | 'ready' | 'skipped' | 'failed'
  created_at: number
  started_at: number | null
  finished_at: number | null
  /** When a later run replaced these stored rows, or the schedule was removed. */
  expired_at: number | null
  error: string | null
  row_count: number | null
  size_bytes: number | null
}
