const documentVerbs = [
  'CREATED',
  'DRAFT_SAVED',
  'DRAFT_DISCARDED',
  'DRAFT_VIEWED_AS',
  'PUBLISHED',
  'TAGGED',
  'UNTAGGED',
] as const
/** `DELETED`: moved to the archive; `PURGED`: removed permanently; `EXPIRED`: removed after a long time in the archive. */
const fileVerbs = ['UPDATED', 'DELETED', 'PURGED', 'EXPIRED'] as const
const requestVerbs = ['CREATED', 'APPROVED', 'DENIED', 'WITHDRAWN'] as const
const changes = ['CREATED', 'UPDATED', 'DELETED'] as const

/** The possible events for each noun. Names are part of the log's hash chain: add to them, and never rename one. */
const verbsOf = {
  ACCESS: ['DENIED'],
  ACCESS_REQUEST: requestVerbs,
  ACCOUNT_TYPE: changes,
  ACCOUNT_TYPE_REQUEST: requestVerbs,
  ALLOWED_ADDRESSES: ['ADDED', 'REMOVED'],
  API: ['CALLED'],
  API_CONNECTOR: [...changes, 'CALLED'],
  API_CREDENTIAL: changes,
  AUDIT_LOGGING: ['ENABLED', 'DISABLED'],
  AUDIT_RETENTION: ['CHANGED'],
  COMMENT: [...changes, 'RESOLVED', 'REOPENED'],
  CONNECTION: [
    ...changes,
    'RESTORED',
    'SYNCED',
    'DBT_ARTIFACTS_UPLOADED',
    'QUERY_CANCELLED',
    'TABLE_ANNOTATED',
    'SIGN_IN_STARTED',
    'SIGNED_IN',
    'SIGNED_OUT',
  ],
  CREDENTIAL: ['CREATED', 'REVOKED'],
  CSV: ['UPLOADED', 'DELETED'],
  CUSTOM_FUNCTION: changes,
  CUSTOM_VIEW: ['CREATED', 'CHANGED', 'SHARED', 'DELETED'],
  DATASET: ['CREATED', 'MIGRATED', ...fileVerbs],
  DATA_MODEL: [...documentVerbs, ...fileVerbs],
  ELEMENT_STYLE: ['SET'],
  EMBED: ['CREATED', 'DELETED'],
  EMBED_SESSION: ['STARTED'],
  EXPORT: ['REQUESTED', 'COMPLETED', 'FAILED', 'DOWNLOADED', 'CANCELLED', 'DELETED'],
  EXPORT_RULES: ['CHANGED'],
  FAVORITE: ['ADDED', 'REMOVED'],
  FOLDER: ['CREATED', ...fileVerbs],
  GRANT: changes,
  IMPERSONATION: ['STARTED', 'REFUSED'],
  INPUT_TABLE: ['EDITS_STOPPED', 'EDITS_RESUMED', 'ROWS_CHANGED', 'ROWS_MOVED'],
  INSTALLATION: ['STARTED'],
  INVITATION: ['CREATED', 'ACCEPTED'],
  LOGO: ['SET', 'REMOVED'],
  MAIL_SERVER: ['SET', 'REMOVED', 'TESTED'],
  MATERIALIZATION: ['COMPLETED', 'FAILED'],
  MATERIALIZATION_SCHEDULE: [...changes, 'RUN'],
  MEMBER: ['CREATED', 'UPDATED', 'DEACTIVATED', 'REACTIVATED'],
  OBJECT: ['OPENED'],
  ORGANIZATION_SETTINGS: ['CHANGED'],
  PASSWORD: ['CHANGED', 'RESET', 'RESET_REQUESTED', 'RESET_LINK_CREATED'],
  PICTURE: ['UPLOADED'],
  PROFILE: ['CHANGED'],
  QUERY: ['EXECUTED'],
  REFRESH_TOKENS: ['REVOKED'],
  SAVED_VIEW: ['CREATED', 'CHANGED', 'DELETED'],
  SCHEDULE: [
    ...changes,
    'PAUSED',
    'RESUMED',
    'SUSPENDED',
    'RUN_REQUESTED',
    'SENT',
    'FAILED',
    'RUN_CANCELLED',
    'UNSUBSCRIBED',
    'RESUBSCRIBED',
  ],
  SENT_FILE: ['DOWNLOADED'],
  SEQUENCE: ['PROCEDURE_CALLED', 'STARTED'],
  SHORTCUT: ['CREATED'],
  SIGNED: ['IN', 'OUT'],
  SIGN_IN: ['FAILED'],
  SLACK_BOT: ['SET', 'REMOVED'],
  SOURCE_SWAP_POLICY: changes,
  STORAGE: ['SET', 'REMOVED'],
  STORAGE_INTEGRATION: changes,
  SYMLINK: fileVerbs,
  TAGGED_DATA_MODEL: fileVerbs,
  TAGGED_WORKBOOK: fileVerbs,
  TAG_REQUEST: requestVerbs,
  TEAM: [...changes, 'ADMIN_CHANGED', 'MEMBERS_CHANGED'],
  TEMPLATE: [...documentVerbs, ...fileVerbs],
  TENANT: ['CREATED', 'RENAMED', 'DELETED'],
  TOKEN: ['ISSUED', 'REFRESHED', 'REFUSED', 'REUSE_DETECTED'],
  TRANSLATION: changes,
  UPLOAD: ['CREATED', 'APPENDED', 'REPLACED', 'DELETED'],
  USER_ATTRIBUTE: [...changes, 'VALUES_SET', 'VALUES_REMOVED'],
  VERSION_TAG: changes,
  VIEW_AS: ['STARTED', 'ENDED'],
  WEBHOOK: ['CREATED', 'DELETED'],
  WEBHOOK_SECRET: ['REPLACED'],
  WEB_QUERY: ['CREATED', 'REVOKED', 'READ'],
  WORKBOOK: [...documentVerbs, ...fileVerbs, 'SENT_NOW', 'UNFOLLOWED'],
  WORKSPACE: ['CREATED', ...fileVerbs],
} as const

type Nouns = typeof verbsOf

/** The type of an audit log event: NOUN_VERB in the past tense. */
export type AuditEventType = { [Noun in keyof Nouns]: `${Noun}_${Nouns[Noun][number]}` }[keyof Nouns]

/** The verbs of a noun: `CREATED` of `TEAM_CREATED`. */
export type AuditVerb<Noun extends keyof Nouns> = Nouns[Noun][number]

export type FileVerb = (typeof fileVerbs)[number]

/** All types, sorted by name. */
export const auditEventTypes: readonly AuditEventType[] = Object.entries(verbsOf)
  .flatMap(([noun, verbs]) => verbs.map((verb) => `${noun}_${verb}` as AuditEventType))
  .sort()

const known: ReadonlySet<string> = new Set(auditEventTypes)

/** False for events of other versions of Octavo. */
export const isAuditEventType = (name: string): name is AuditEventType => known.has(name)
