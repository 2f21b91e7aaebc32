import type { Generated, GeneratedAlways } from 'kysely'

/**
 * The tables of the store as Kysely sees them; migrations/ makes them, on SQLite and PostgreSQL alike.
 * - Every row of an organization has `organization_id`, every unique index starts with it, no query omits it.
 * - Instants are epoch milliseconds, flags are 0 or 1, JSON is text and read back byte-stable.
 * - Columns that lists order by compare as bytes on both stores.
 */
export interface Database {
  instance: InstanceTable
  leases: LeaseTable
  organizations: OrganizationTable
  account_types: AccountTypeTable
  members: MemberTable
  teams: TeamTable
  team_members: TeamMemberTable
  user_attributes: UserAttributeTable
  user_attribute_teams: UserAttributeTeamTable
  user_attribute_members: UserAttributeMemberTable
  user_attribute_tenants: UserAttributeTenantTable
  custom_functions: CustomFunctionTable
  api_credentials: ApiCredentialTable
  api_connectors: ApiConnectorTable
  connector_credentials: ConnectorCredentialTable
  allowed_ips: AllowedIpTable
  tokens: TokenTable
  used_tokens: UsedTokenTable
  sessions: SessionTable
  sign_in_attempts: SignInAttemptTable
  inodes: InodeTable
  folder_holders: FolderHolderTable
  member_files: MemberFileTable
  shortcut_targets: ShortcutTargetTable
  grants: GrantTable
  documents: DocumentTable
  document_versions: DocumentVersionTable
  document_reads: DocumentReadTable
  view_reads: ViewReadTable
  search_documents: SearchDocumentTable
  template_followers: TemplateFollowerTable
  dataset_migrations: DatasetMigrationTable
  source_swap_policies: SourceSwapPolicyTable
  translations: TranslationTable
  version_tags: VersionTagTable
  version_tag_approvers: VersionTagApproverTable
  tagged_versions: TaggedVersionTable
  tag_requests: TagRequestTable
  access_requests: AccessRequestTable
  comments: CommentTable
  drafts: DraftTable
  draft_edits: DraftEditTable
  draft_presence: DraftPresenceTable
  custom_views: CustomViewTable
  saved_views: SavedViewTable
  csv_files: CsvFileTable
  pictures: PictureTable
  card_pictures: CardPictureTable
  web_queries: WebQueryTable
  webhooks: WebhookTable
  organization_logos: OrganizationLogoTable
  embeds: EmbedTable
  input_tables: InputTableTable
  input_rows: InputRowTable
  input_edits: InputEditTable
  input_moves: InputMoveTable
  edit_troubles: EditTroubleTable
  input_row_changes: InputRowChangeTable
  connections: ConnectionTable
  query_runs: QueryRunTable
  catalog_objects: CatalogObjectTable
  dbt_nodes: DbtNodeTable
  table_annotations: TableAnnotationTable
  catalog_syncs: CatalogSyncTable
  catalog_sync_effects: CatalogSyncEffectTable
  missing_sources: MissingSourceTable
  jobs: JobTable
  exports: ExportTable
  schedules: ScheduleTable
  materialization_schedules: MaterializationScheduleTable
  materialization_runs: MaterializationRunTable
  schedule_runs: ScheduleRunTable
  schedule_deliveries: ScheduleDeliveryTable
  forgotten_files: ForgottenFileTable
  schedule_unsubscriptions: ScheduleUnsubscriptionTable
  audit_events: AuditEventTable
  audit_trails: AuditTrailTable
  idempotency_keys: IdempotencyKeyTable
}

export interface Audited {
  /** Member id, or `system`. */
  created_by: string
  updated_by: string
  created_at: number
  updated_at: number
}

/** Facts of this installation: `key_fingerprint`, `first_start_at`, ... */
export interface InstanceTable {
  name: string
  value: string
}
export interface LeaseTable {
  name: string
  owner: string
  until: number
}
export interface OrganizationTable {
  id: string
  /** Segment of web addresses. */
  slug: string
  name: string
  /** IANA zone of all queries. */
  zone: string
  /** JSON: settings over constants. */
  settings: string
  /** Null for an organization that is nobody's tenant. */
  parent_id: string | null
  /** Members of the parent; null for an organization that has none. */
  created_by: string | null
  updated_by: string | null
  /** Set in the transaction that removes a tenant for good: its log may go then. */
  erased_at: number | null
  created_at: number
  updated_at: number
}
export interface AccountTypeTable extends Audited {
  organization_id: string
  id: string
  name: string
  description: string
  is_built_in: number
  /** JSON array of feature permission names. */
  permissions: string
}
export interface MemberTable extends Audited {
  organization_id: string
  /** 29 base62 characters. */
  id: string
  email: string
  /** Lower-case email; unique in the organization. */
  email_key: string
  first_name: string
  last_name: string
  account_type_id: string
  /** internal, guest, embed. */
  user_kind: string
  home_folder_id: string
  /** argon2id, or null where the member has no password. */
  password_hash: string | null
  profile_img_url: string | null
  is_archived: number
  /** Put out of use by the identity provider; counts like `is_archived`. */
  is_inactive: Generated<number>
  /** Lower-case first and last name; lists search and sort by it. */
  name_key: Generated<string>
  /** Locale of the interface; null for that of the browser. */
  language: Generated<string | null>
}
export interface TeamTable extends Audited {
  organization_id: string
  id: string
  name: string
  description: string
  visibility: string
  is_archived: number
}
export interface TeamMemberTable {
  organization_id: string
  team_id: string
  member_id: string
  is_admin: number
  added_by: string
  added_at: number
}
export interface CsvFileTable extends Audited {
  organization_id: string
  id: string
  connection_id: string
  name: string
  /** JSON: id, name and type of each. */
  columns: string
  row_count: number
  /** Of the content. */
  size_bytes: number
  /** JSON: rows as statements take them along; empty for a table. */
  content: string
  /** Of the file that was uploaded last. */
  format: string
  /** How often the rows were replaced or appended to. */
  revision: number
  /** The engine of the connection has the rows as a table of its own. */
  is_table: number
}
export interface PictureTable extends Audited {
  organization_id: string
  document_id: string
  /** SHA-256 of the content, hex. */
  picture_key: string
  media_type: string
  /** Of the content, before it is written in base64. */
  size_bytes: number
  /** Base64. */
  content: string
}
/** The picture of a workbook in lists, as one set of rights sees it. Nobody else is shown it. */
export interface CardPictureTable {
  organization_id: string
  document_id: string
  /** Of the member's rights and attributes, hex. */
  fingerprint: string
  theme: 'light' | 'dark'
  member_id: string
  /** Published version that it shows. */
  version: number
  /** PNG in base64; null where it could not be made. */
  content: string | null
  made_at: number
}
/** An address that answers the rows of an element. */
export interface ScheduleUnsubscriptionTable {
  organization_id: string
  schedule_id: string
  /** As addresses are compared. */
  email_key: string
  /** As the mail had it. */
  email: string
  created_at: number
}
export interface WebQueryTable {
  organization_id: string
  id: string
  document_id: string
  element_id: string
  format: 'csv' | 'json'
  /** JSON: control values as text, by control id. */
  parameters: string
  /** SHA-256 of the token, hex. */
  token_hash: string
  /** The member whose rights its rows have. */
  created_by: string
  created_at: number
  last_read_at: number | null
}
/** A sequence of actions that requests from outside may start. */
export interface WebhookTable {
  organization_id: string
  document_id: string
  sequence_id: string
  /** Random; its secret is made of it. */
  id: string
  /** The member with whose rights signed requests run. */
  owner_id: string
  created_at: number
  last_job_id: string | null
}
/** The picture that reports of an organization show in their header. */
export interface OrganizationLogoTable extends Audited {
  organization_id: string
  media_type: string
  /** Of the content, before it is written in base64. */
  size_bytes: number
  /** Base64. */
  content: string
}
/** One query of the history. Times are milliseconds; null where the query did not come so far. */
export interface QueryRunTable {
  organization_id: string
  id: string
  connection_id: string
  document_id: string
  element_id: string
  /** Empty for readers of public embeds. */
  member_id: string
  purpose: string
  /** Without its values, and at most 20,000 characters of it. */
  statement: string
  started_at: number
  /** Running beyond it means that its process is gone. */
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
  /** Somebody wants it to end; the process that runs it looks for this. */
  cancel_asked_at: number | null
}
export interface EmbedTable {
  organization_id: string
  /** 128 random bits, written as a UUID: whoever has the id may open the embed. */
  id: string
  document_id: string
  source_type: 'workbook' | 'page' | 'element'
  /** Id of the page or element; null for a whole workbook. */
  source_id: string | null
  created_by: string
  created_at: number
}
export interface InputTableTable {
  organization_id: string
  document_id: string
  element_id: string
  /** Grows with every change of the rows. */
  revision: number
  row_count: number
  size_bytes: number
  /** The connection and its schema in which the rows stand; null: in `input_rows`. */
  connection_id: string | null
  write_schema: string | null
}
/** An edit of rows that stand in a connection, from before it is written there until its end is noted. */
export interface InputEditTable {
  organization_id: string
  id: string
  document_id: string
  element_id: string
  connection_id: string
  write_schema: string
  /** JSON: the audit event without what the edit came to. */
  event: string
  created_at: number
}
/** Rows of an input table that moved, or are moving, from the store into a connection. */
export interface InputMoveTable {
  organization_id: string
  document_id: string
  element_id: string
  connection_id: string
  write_schema: string
  state: 'moving' | 'done'
  /** Of the table, of which the rows are. */
  revision: number
  row_count: number
  started_at: number
  finished_at: number | null
}
/** What stops edits of the input tables of a connection. */
export interface EditTroubleTable {
  organization_id: string
  connection_id: string
  id: string
  reason: string
  began_at: number
  checked_at: number
}
export interface InputRowTable extends Audited {
  organization_id: string
  document_id: string
  element_id: string
  row_id: string
  /** Order of entry. */
  place: number
  /** JSON: cells by column id. */
  cells: string
  /** Of its table, when the row was changed last; 0 for a row that was not changed since it was copied. */
  revision: number
}
export interface InputRowChangeTable {
  organization_id: string
  document_id: string
  element_id: string
  row_id: string
  /** Of its table, which the change made. */
  revision: number
  kind: 'inserted' | 'updated' | 'deleted'
  /** JSON: by column id what the cell held before and after. */
  cells: string
  /** Member id. */
  changed_by: string
  changed_at: number
}
export interface CustomFunctionTable extends Audited {
  organization_id: string
  id: string
  name: string
  /** The name in small letters, in which it is unique. */
  lower_name: string
  /** JSON: names that it had before, which formulas may still use. */
  former_names: string
  description: string
  /** JSON: name, type and description of each. */
  arguments: string
  body: string
  /** How often it was saved. */
  version: number
}
export interface UserAttributeTable extends Audited {
  organization_id: string
  id: string
  name: string
  description: string
  /** For everyone without a value of their own or of a team; null for none. */
  default_value: string | null
}
export interface UserAttributeTeamTable extends Audited {
  organization_id: string
  attribute_id: string
  team_id: string
  value: string
  /** Among the values of several teams of a member the lowest number counts. */
  priority: number
}
export interface UserAttributeMemberTable extends Audited {
  organization_id: string
  attribute_id: string
  member_id: string
  value: string
}
/** Values that the members of tenants have in documents of the parent, whose rows these are. */
export interface UserAttributeTenantTable extends Audited {
  organization_id: string
  attribute_id: string
  tenant_id: string
  value: string
}
export interface ApiCredentialTable extends Audited {
  organization_id: string
  /** The client id. */
  id: string
  owner_id: string
  name: string
  description: string
  /** Encrypted, because embeds are verified with it. */
  secret_encrypted: string
  last_used_at: number | null
  expires_at: number | null
  is_revoked: number
  /** JSON array of scopes; null for all that the owner may. */
  scopes: string | null
}
export interface AllowedIpTable extends Audited {
  organization_id: string
  id: string
  /** As it was written. */
  ip: string
  /** `address/prefix` in one spelling; unique in the organization. */
  ip_key: string
  /** public-api, ui, both. */
  scope: string
  description: string
}
export interface TokenTable {
  organization_id: string
  /** SHA-256 of the token, hex. */
  token_hash: string
  /** `embed`: of a session inside another product's page. */
  kind: 'access' | 'refresh' | 'embed'
  /** All tokens that descend from one grant; reuse of a spent refresh token ends the family. */
  family_id: string
  credential_id: string
  member_id: string
  issued_at: number
  expires_at: number
  /** When a refresh token was spent. */
  used_at: number | null
  /** Of an exchanged token the administrator who acts as the member, of an embed session the one who signed for another; else null. */
  actor_id: string | null
}
export interface SessionTable {
  organization_id: string
  /** SHA-256 of the cookie, hex. */
  session_hash: string
  /** SHA-256 of the CSRF token, hex. */
  csrf_hash: string
  member_id: string
  created_at: number
  last_seen_at: number
  expires_at: number
  user_agent: string
  address: string
  /** The member as whom the session looks at things; null for the session's own. */
  view_as_id: string | null
}
export interface SignInAttemptTable {
  /** `account:<email key>` or `address:<ip>`. */
  subject: string
  failures: number
  first_failed_at: number
  locked_until: number | null
}
export interface InodeTable extends Audited {
  organization_id: string
  id: string
  /** The UUID in base 62. */
  url_id: string
  /** workspace, folder, workbook, data-model, ...: FileType of the contract. */
  type: string
  name: string
  /** Holder; null for workspaces and home folders. */
  parent_id: string | null
  /** The topmost of its holders; null for what has none, and for tagged versions. Follows from `parent_id` (trees.ts). */
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
/** Every folder and workspace with each one above it, itself included; follows from `inodes` (folder-holders.ts). */
export interface FolderHolderTable {
  organization_id: string
  folder_id: string
  holder_id: string
}
/** Files that a member marked or used. */
export interface MemberFileTable {
  organization_id: string
  member_id: string
  kind: 'favorite' | 'recent'
  inode_id: string
  /** When it was marked, or last used. */
  noted_at: number
  /** How often it was used, counted once a minute at most. */
  uses: Generated<number>
}
/** What an inode of the type symlink points to. */
export interface ShortcutTargetTable {
  organization_id: string
  inode_id: string
  /** Of the contract: workbook, folder, table, scope, ... */
  target_type: string
  target_id: string
  /** Of a table or scope; null for files. */
  connection_id: string | null
}
export interface GrantTable extends Audited {
  organization_id: string
  id: string
  /** inode, connection, connection-path, tag; folder-tag: versions with `tag_id` of what lies below the folder. */
  object_kind: string
  object_id: string
  member_id: string | null
  team_id: string | null
  /** 1: everybody in the organization; then both ids are null. */
  is_everyone: number
  permission: string
  /** Whom it is to in one word: the id of the member or team, or `everyone`. */
  subject: GeneratedAlways<string>
  /** Of an inode: what never changes of it. */
  object_type: string | null
  object_created_at: number | null
  tag_id: string | null
}
export interface DocumentTable {
  organization_id: string
  /** The id of its inode. */
  id: string
  kind: 'workbook' | 'data-model' | 'dataset'
  /** The published version; 0 never, numbers start at 1. */
  latest_version: number
  /** Counts saves of the draft, published or not. */
  draft_revision: number
  /** Revision of the draft that the published version holds; smaller than draft_revision when changes wait. */
  published_revision: number
}
/** The data model that a dataset became; once for each dataset. */
export interface DatasetMigrationTable {
  organization_id: string
  dataset_id: string
  data_model_id: string
  migrated_by: string
  migrated_at: number
}
/** The index of what the published version of each document reads; kept by every write of a version. */
export interface DocumentReadTable {
  organization_id: string
  document_id: string
  /** Names a table (by its connection and its own name), an element of a data model, or SQL that nobody parsed. */
  source_key: string
  /** JSON: the path of a table in lower case, as far as it is written; `[]` for other sources. */
  path: string
  /** The display form of a column in lower case, the id of a column of a data model, '' for the source itself, * for any column. */
  column_key: string
}
/** The latest version of a document as it is searched; the engine keeps its index of the words by itself. */
export interface SearchDocumentTable {
  organization_id: string
  document_id: string
  /** JSON: `SearchEntries`. */
  entries: string
  /** Distinct words of the name, the description and the entries, with a blank between each two. */
  words: string
  /** Members who have opened it. */
  readers: number
}
/** What custom and saved views read; see `DocumentReadTable`. */
export interface ViewReadTable extends DocumentReadTable {
  /** The key of a custom view, or the id of a saved view. */
  view_id: string
  /** 1: elements that the view adds or changes depend on it; 0: only the version that a custom view is of. */
  is_own: number
}
/** A workbook that gets each new version of the template that it was made from, until somebody edits it. */
export interface TemplateFollowerTable {
  organization_id: string
  workbook_id: string
  template_id: string
  /** The version of the template that the workbook has. */
  template_version: number
  /** JSON: how the sources of the template are replaced in the workbook; `{}` where they are not. */
  swaps: string
  /** The newest version that an update was tried for. */
  tried_version: number
  /** What came of the last update: done, skipped, failed. */
  state: string
  reason: string | null
  updated_at: number
  created_by: string
  created_at: number
}
export interface DocumentVersionTable {
  organization_id: string
  document_id: string
  version: number
  /** The internal document as JSON text. */
  content: string
  format_version: number
  published_by: string
  published_at: number
}
export interface TranslationTable extends Audited {
  organization_id: string
  /** The workbook; empty for a file of the organization. */
  document_id: string
  lng: string
  /** Empty for the plain file of the locale. */
  variant: string
  /** JSON: source text to translated text. */
  phrases: string
}
/** An outgoing HTTP call that was prepared. */
export interface ApiConnectorTable extends Audited {
  organization_id: string
  id: string
  name: string
  description: string
  /** Row of `connector_credentials`. */
  credential_id: string | null
  /** JSON: the request as the contract takes it. */
  params: string
  /** JSON: the configuration with all of its parts. */
  config: string
  is_archived: number
}
/** What API connectors sign in with at other servers. */
export interface ConnectorCredentialTable extends Audited {
  organization_id: string
  id: string
  name: string
  description: string
  auth_method: string
  /** JSON array of host globs. */
  allowlist: string
  /** JSON: what answers show of the credential. */
  settings: string
  /** JSON: the secrets; encrypted. */
  secrets_encrypted: string
  is_archived: number
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
export interface VersionTagTable extends Audited {
  organization_id: string
  id: string
  name: string
  /** Lower-case name; unique in the organization. */
  name_key: string
  color: string
  description: string
  owner_id: string
  /** 1: only administrators and approvers put it on documents. */
  is_protected: number
}
export interface VersionTagApproverTable {
  organization_id: string
  tag_id: string
  member_id: string
}
/** A document of its own, frozen, whose inode lies under the inode of its source. */
export interface TaggedVersionTable extends Audited {
  organization_id: string
  /** The id of its inode and document. */
  id: string
  source_id: string
  tag_id: string
  source_version: number
  /** 1: what those see who may not see the published version. */
  is_default: number
  grant_source_access: number
}
/** Somebody asks for a protected tag on a version; kept with what became of it. */
export interface TagRequestTable {
  organization_id: string
  id: string
  tag_id: string
  document_id: string
  document_kind: string
  version: number
  /** JSON: swaps of sources and switches, as tagging takes them. */
  wanted: string
  message: string
  /** pending, approved, denied, withdrawn. */
  state: string
  decided_by: string | null
  decided_at: number | null
  reason: string
  created_by: string
  created_at: number
}
/** Somebody asks for access to a file; kept with what became of it. */
export interface AccessRequestTable {
  organization_id: string
  id: string
  /** file, accountType. */
  kind: string
  /** As it was asked for: there may be no such file. Empty for an account type. */
  inode_id: string
  /** What was asked for; once approved, what was granted. For an account type: its id once it was given, empty before. */
  permission: string
  message: string
  /** pending, approved, denied, withdrawn. */
  state: string
  decided_by: string | null
  decided_at: number | null
  reason: string
  created_by: string
  created_at: number
}
/** A comment on a workbook or an element of it; the first of a thread has the id of the thread. */
export interface CommentTable {
  organization_id: string
  id: string
  document_id: string
  thread_id: string
  /** Null: about the workbook as a whole. */
  element_id: string | null
  body: string
  /** JSON: ids of members. */
  mentions: string
  /** Of the first of a thread. */
  resolved_by: string | null
  resolved_at: number | null
  created_by: string
  created_at: number
  edited_at: number | null
}
/** The draft as a snapshot and the edits after it. Absent while nobody has edited since the last publish. */
export interface DraftTable {
  organization_id: string
  document_id: string
  base_version: number
  snapshot: string
  snapshot_revision: number
  format_version: number
  updated_by: string
  updated_at: number
}
/** One editor that has a draft open; it goes with its stream of events, or a minute after its last sign of life. */
export interface DraftPresenceTable {
  organization_id: string
  document_id: string
  client_id: string
  member_id: string
  page_id: string | null
  /** JSON array of what is selected. */
  element_ids: string
  came_at: number
  seen_at: number
}
/** What custom and saved views are made of. */
interface ViewContents {
  organization_id: string
  /** The workbook, or a tagged version of it. */
  document_id: string
  owner_id: string
  /** The version that the edits were made for. */
  base_version: number
  /** JSON array of edits. */
  edits: string
  /** JSON: control id to text. */
  controls: string
  created_at: number
  updated_at: number
}
export interface CustomViewTable extends ViewContents {
  /** 128 random bits: whoever has the key of a link may open it. */
  key: string
  is_link: number
  revision: number
  used_at: number
}
export interface SavedViewTable extends ViewContents {
  id: string
  name: string
  is_shared: number
  is_default: number
  /** The custom view that it was saved from. */
  explore_key: string
}
export interface DraftEditTable {
  organization_id: string
  document_id: string
  revision: number
  /** JSON array of edits. */
  edits: string
  created_by: string
  created_at: number
}
/** Ids of tokens that were signed elsewhere and work once. */
export interface UsedTokenTable {
  organization_id: string
  /** SHA-256. */
  id_hash: string
  expires_at: number
}
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
  /** It reads the copy of the audit log; its settings are the server's. */
  is_audit_log: Generated<number>
  is_archived: number
  use_friendly_names: number
  /** Whether formulas may call functions of the data platform by name; 0 unless somebody allowed it. */
  allows_passthrough: Generated<number>
  /** Whether the account may have rights that reach further than tables; 0 unless an administrator allowed it. */
  allows_privileged_role: Generated<number>
  /** Counts changes that alter what a statement means; part of cache keys. */
  revision: number
  /** JSON: seconds, {default, worksheet, dashboard, download}. */
  timeouts: string
  /** JSON: {adhocPoolSize, catalogPoolSize, resultPoolSize, schedulePoolSize}. */
  pool_sizes: string
  last_active_at: number
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
  /** As `columns`, at the last sync or at first sight: what the next sync compares with. */
  known_columns: string | null
  /** When a sync no longer found it; null while it is there. */
  gone_at: number | null
  created_at: number
}
/** What members say about a table of a connection and its columns. */
export interface TableAnnotationTable {
  organization_id: string
  /** Of the table in the catalogue. */
  object_id: string
  /** JSON: {friendlyName?, description?, isHidden?, columns: {name: {friendlyName?, description?, isHidden?, format?}}}. */
  annotations: string
  updated_by: string
  updated_at: number
}
/** What the artifacts of a dbt run say about a table. */
export interface DbtNodeTable {
  organization_id: string
  connection_id: string
  /** JSON array of schema and name, in lower case. */
  name_key: string
  /** In lower case; empty where dbt names none. */
  database_name: string
  /** JSON: {uniqueId, resourceType, description?, columns: {name in lower case: description}, exposures}. */
  facts: string
  uploaded_at: number
}
/** One sync of a connection, or of what is below a path of it. */
export interface CatalogSyncTable {
  organization_id: string
  id: string
  connection_id: string
  /** JSON array; empty for the whole connection. */
  path: string
  /** `system` where nobody asked for it. */
  member_id: string
  state: 'running' | 'done' | 'failed'
  started_at: number
  deadline_at: number
  finished_at: number | null
  /** Databases, schemas and tables that were found. */
  objects: number | null
  /** JSON: `{ counts, list }`; the list is bounded, the counts are exact. */
  changes: string
  /** Why it failed. */
  reason: string | null
}
/** A document that depends on what a sync found changed. */
export interface CatalogSyncEffectTable {
  organization_id: string
  sync_id: string
  document_id: string
  /** Of the document, at the sync. */
  owner_id: string | null
  /** JSON array of elements with their columns and the places of the changes in the list. */
  elements: string
  /** JSON array of ids of views with the places of the changes in the list. */
  views: string
}
/** A table, or a column of it, that documents may read and that the last sync did not find. */
export interface MissingSourceTable {
  organization_id: string
  /** Of the table in the catalogue. */
  object_id: string
  /** Empty for the table. */
  column_key: string
  connection_id: string
  /** As in `document_reads`. */
  source_key: string
  path: string
  column_name: string | null
  noticed_at: number
}
export type JobState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
/** The ledger of all work (ban 4). */
export interface JobTable {
  organization_id: string
  id: string
  kind: string
  /** JSON by the payload schema of the kind. */
  payload: string
  state: JobState
  run_at: number
  /** After it the job ends as failed with `deadline_passed`. */
  deadline_at: number
  attempts: number
  max_attempts: number
  lease_owner: string | null
  lease_until: number | null
  cancel_requested: number
  /** JSON: what the handler answered. */
  outcome: string | null
  /** JSON: {code, message}. */
  error: string | null
  /** Unique while the job is not ended; null for none. */
  unique_key: string | null
  actor_id: string
  created_at: number
  started_at: number | null
  finished_at: number | null
}
export interface ExportTable {
  organization_id: string
  /** The queryId of the API. */
  id: string
  job_id: string
  document_id: string
  /** Pinned when the export was asked for. */
  document_version: number
  /** Whoever asked; the only one who may download. */
  member_id: string
  /** JSON: the request as validated. */
  request: string
  format: string
  state: 'queued' | 'running' | 'ready' | 'failed' | 'cancelled' | 'expired'
  file_key: string | null
  file_name: string | null
  media_type: string | null
  row_count: number | null
  is_truncated: number | null
  size_bytes: number | null
  /** SHA-256 of the file, hex. */
  checksum: string | null
  /** JSON: the error body without request id. */
  error: string | null
  validity_ms: number
  created_at: number
  ready_at: number | null
  expires_at: number | null
}
/** A scheduled export of a document. */
export interface ScheduleTable extends Audited {
  organization_id: string
  id: string
  document_id: string
  /** With whose rights it is sent. */
  owner_id: string
  /** Five fields, in the zone. */
  cron: string
  zone: string
  /** JSON: where it is sent to. */
  targets: string
  /** JSON: what is sent, in the words of the request. */
  config: string
  description: string | null
  /** Suspended: by the service, after runs that failed one after the other. */
  state: 'active' | 'paused' | 'suspended'
  disabled_at: number | null
  disabled_by: string | null
  /** Runs that failed since the last one that did not. */
  failures: number
  /** Null while none is planned. */
  next_due_at: number | null
  /** When that was worked out, by the clock of then. */
  planned_at: number
  /** Deleted, or archived with its owner: in no list any more, and never run. Its runs stay. */
  ended_at: number | null
  /** 1: sent once, now; no due times, and in no list of schedules. */
  is_once: Generated<number>
  /** Due times that were sent since its limit was set. */
  sent_count: Generated<number>
}
/** The ledger: what became of each due time. A row is written once for a due time, by whichever process comes first. */
export interface ScheduleRunTable {
  organization_id: string
  schedule_id: string
  due_at: number
  /** Names the delivery to receivers, in each attempt. */
  id: string
  state: 'waiting' | 'running' | 'success' | 'error' | 'skipped'
  reason: string | null
  /** Asked for by a person. */
  is_manual: number
  /** Null where nothing was to be run. */
  job_id: string | null
  attempts: number
  created_at: number
  started_at: number | null
  /** The condition was known. */
  checked_at: number | null
  /** The files were whole. */
  files_at: number | null
  finished_at: number | null
  /** Files in the blobs, begun ones included; 0 once they are removed. */
  file_count: number
}
/** What a run sends to one receiver, or to all who share a mail. */
export interface ScheduleDeliveryTable {
  organization_id: string
  schedule_id: string
  due_at: number
  /** Within the run: `mail`, `mail.` and a hash of the recipient, or `hook` and a hash of the address. */
  name: string
  /** Dropped: the schedule was paused or removed before. Skipped: it was never to be sent, and has no job. */
  state: 'waiting' | 'sent' | 'failed' | 'dropped' | 'skipped'
  /** JSON: message and receiver; null once it has ended. */
  parcel: string | null
  /** Why it failed, or what its owner should know although it was sent. */
  reason: string | null
  job_id: string
  created_at: number
  finished_at: number | null
  /** Who gets it, as people read it; null for what older versions sent. */
  recipient: string | null
  /** Of a burst: the value of its control. */
  value: string | null
  /** JSON: the files it carried; null for what older versions sent. */
  files: Generated<string | null>
}
/** Files whose rows are gone, until they are removed too. */
export interface ForgottenFileTable {
  organization_id: string
  file_key: string
}
/** Inserted unhashed in the transaction of the write; a sealer chains committed events. */
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
export interface IdempotencyKeyTable {
  organization_id: string
  actor_id: string
  operation: string
  key_hash: string
  request_hash: string
  status: number | null
  response_encrypted: string | null
  created_at: number
  expires_at: number
}

/** An element whose rows are stored as tables in the write place of its connection. */
export interface MaterializationScheduleTable {
  organization_id: string
  id: string
  document_id: string
  document_type: 'workbook' | 'data-model' | 'dataset'
  element_id: string
  /** With whose rights the rows are read. */
  owner_id: string
  /** Five fields, in the zone. */
  cron: string
  zone: string
  /** Null while it is paused. */
  next_due_at: number | null
  configured_at: number
  /** Why nothing is stored and nothing stored is read any more; null while it is active. */
  paused_because: string | null
  /** Runs that failed since the last one that did not. */
  failures: number
  /** When its rows were last read, or it was configured. */
  used_at: number
  /** JSON: for each stored relation `identity` (a digest of connection and statement) and `tableId`. */
  tables: string
  /** Names what the stored rows were made of; null while nothing is stored. */
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
  /** When a later run replaced the rows that this one stored, or the schedule was removed. */
  expired_at: number | null
  error: string | null
  row_count: number | null
  size_bytes: number | null
}
