import { type Static, Type } from 'typebox'
import { countedPageOf, Empty, Id, pageQuery, Timestamp, Words } from './common.ts'
import { operation } from './define.ts'
import { StorageSettingChange } from './delivery-settings.ts'

/** The subject area of an audit log event; each event has one. */
export const auditCategories = [
  'ACCESS',
  'USER_ACCOUNT',
  'ACCOUNT_TYPE',
  'CUSTOM_FUNCTION',
  'TEAMS',
  'ORGANIZATION',
  'USER_ATTRIBUTE',
  'VERSION_TAG',
  'CONNECTION',
  'OBJECT_INTERACTION',
  'INPUT_TABLES',
  'QUERY_EXECUTIONS',
  'PUBLIC_API',
  'EXPORTS',
  'SYSTEM',
] as const

export const auditActorKinds = ['member', 'credential', 'system'] as const
export const auditStatuses = ['success', 'failure'] as const

const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const Facts = Type.Record(Type.String(), Type.Unknown())

export type AuditLogEvent = Static<typeof AuditLogEvent>
export const AuditLogEvent = Type.Object(
  {
    eventId: Id,
    createdAt: Timestamp,
    category: Words(auditCategories),
    eventType: Type.String({ description: 'What happened, for example `WORKBOOK_CREATED`.' }),
    status: Words(auditStatuses, { description: '`failure`: it was refused.' }),
    actor: Type.Object({
      kind: Words(auditActorKinds, {
        description: '`credential`: the member through an API credential; `system`: the server itself.',
      }),
      memberId: textOrNull('Null for the server.'),
      email: textOrNull('The current name; null for the server and for members of other organizations.'),
      name: textOrNull('As it is now.'),
    }),
    object: Type.Object({
      type: textOrNull('Kind of the object, for example `workbook`; null in events that have none.'),
      id: textOrNull('The id that the API uses for the object.'),
      name: textOrNull('The current name, or the last one of a removed object; null for an object without a name.'),
    }),
    before: Type.Union([Facts, Type.Null()], {
      description:
        'The changed fields before the event, without secrets; null for created objects, and if nothing was changed.',
    }),
    after: Type.Union([Facts, Type.Null()], {
      description: 'The changed fields after the event; null for removed objects, and if nothing was changed.',
    }),
    details: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: 'More about the event. Long texts and lists are shortened.',
    }),
    ipAddress: textOrNull('Address of the client; null for the server.'),
    requestId: textOrNull('The header x-request-id of the request.'),
  },
  { $id: 'AuditLogEvent' },
)
const AuditLogEventPage = countedPageOf(AuditLogEvent, 'AuditLogEventPage')

const filter = {
  category: Type.Optional(Words(auditCategories)),
  eventType: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  status: Type.Optional(Words(auditStatuses)),
  memberId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 128, description: 'Who acted; `system` for the server.' }),
  ),
  objectId: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'At this time or later.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Before this time.' })),
}
const AuditLogFilter = Type.Object(filter)
export type AuditLogFilter = Static<typeof AuditLogFilter>

export const listAuditEvents = operation({
  id: 'listAuditEvents',
  method: 'GET',
  path: '/v2/audit/events',
  tag: 'audit',
  summary: 'List the events of the audit log, newest first',
  description: 'For the Admin account type. Filters are combined. The log of a tenant organization is its own.',
  query: Type.Object({ ...pageQuery, ...filter }),
  answers: { 200: AuditLogEventPage },
  errors: ['forbidden'],
})

/** Days for which the copy keeps events: the default, and the maximum. */
export const auditRetentionDays = { usual: 30, most: 3650 } as const
/** Days for which the copy is kept after it was disabled. */
export const auditKeptDays = 30

const timeOrNull = (description: string) => Type.Union([Timestamp, Type.Null()], { description })

export type AuditSettings = Static<typeof AuditSettings>
export const AuditSettings = Type.Object(
  {
    enabled: Type.Boolean({
      description: 'Whether there is an audit log connection. Events are recorded and chained in any case.',
    }),
    isReady: Type.Boolean({ description: 'The connection can be read; false while its first copy is made.' }),
    retentionDays: Type.Integer({
      description: 'Older events are removed from the copy; the chain itself keeps them.',
    }),
    connectionId: textOrNull('Of the audit log connection; null while there is none.'),
    workspaceId: textOrNull('Where the usage dashboards are; null while there are none.'),
    copiedAt: timeOrNull('When events were last copied.'),
    enabledAt: timeOrNull('Null: never.'),
    enabledBy: textOrNull('Member id.'),
    disabledAt: timeOrNull('Null: never, or enabled again.'),
    disabledBy: textOrNull('Member id.'),
    keptUntil: timeOrNull('After disabling: the copy stays until then, and comes back when it is enabled again.'),
    linked: Type.Object(
      {
        documents: Type.Integer({
          description: 'Documents that read the connection and have no data while it is disabled.',
        }),
        schedules: Type.Integer({
          description: 'Scheduled exports of these documents and to storage integrations, which are cancelled.',
        }),
        storageIntegrations: Type.Integer({ description: 'Deleted.' }),
      },
      { description: 'The effects of disabling.' },
    ),
  },
  { $id: 'AuditSettings' },
)

export type AuditSettingsChange = Static<typeof AuditSettingsChange>
export const AuditSettingsChange = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean()),
    retentionDays: Type.Optional(Type.Integer({ minimum: 1, maximum: auditRetentionDays.most })),
  },
  { $id: 'AuditSettingsChange' },
)

const settingsPath = '/v2/audit/settings'

export const getAuditSettings = operation({
  id: 'getAuditSettings',
  method: 'GET',
  path: settingsPath,
  tag: 'audit',
  summary: 'Read whether there is an audit log connection, and what disabling it would end',
  description: 'For the Admin account type.',
  answers: { 200: AuditSettings },
  errors: ['forbidden'],
})

export const updateAuditSettings = operation({
  id: 'updateAuditSettings',
  method: 'PATCH',
  path: settingsPath,
  tag: 'audit',
  summary: 'Enable or disable the audit log connection, and set how long it keeps events',
  description:
    'For the Admin account type. Disabling archives the connection, deletes the storage integrations and cancels scheduled exports of its data; the copy stays for 30 days, and comes back when it is enabled again within them.',
  body: AuditSettingsChange,
  answers: { 200: AuditSettings },
  errors: ['forbidden'],
})

/** Where integrations may write; this version writes to S3 and compatible stores. */
export const storageProviders = ['s3', 'gcs', 'azure'] as const

export type StorageIntegration = Static<typeof StorageIntegration>
export const StorageIntegration = Type.Object(
  {
    storageIntegrationId: Id,
    name: Type.String({ description: 'The `authorization` of scheduled exports that use it.' }),
    provider: Words(['s3']),
    uri: Type.String({ description: 'Address below which exports may be written, such as s3://bucket/folder/.' }),
    region: Type.String(),
    endpoint: textOrNull('Null: that of AWS for the region.'),
    isPathStyle: Type.Boolean(),
    accessKeyId: Type.String(),
    linkedSchedules: Type.Integer({ description: 'Scheduled exports that use it.' }),
    updatedAt: Timestamp,
  },
  {
    $id: 'StorageIntegration',
    description: 'A storage for exports of the audit log, only for administrators. Its key is never returned.',
  },
)
const StorageIntegrationPage = countedPageOf(StorageIntegration, 'StorageIntegrationPage')

export type NewStorageIntegration = Static<typeof NewStorageIntegration>
export const NewStorageIntegration = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64, description: 'Letters, digits, and the characters _ - and dot.' }),
    provider: Words(storageProviders),
    s3: Type.Optional(StorageSettingChange),
  },
  { $id: 'NewStorageIntegration' },
)

export type StorageIntegrationChange = Static<typeof StorageIntegrationChange>
export const StorageIntegrationChange = Type.Object(
  {
    s3: StorageSettingChange,
    linkedSchedules: Type.Optional(
      Words(['pause', 'repoint'], {
        description:
          'What happens to scheduled exports if the address changes: `pause` (when absent), or `repoint` to the same path below the new one.',
      }),
    ),
  },
  { $id: 'StorageIntegrationChange' },
)

const integrationsPath = '/v2/audit/storageIntegrations'
const onIntegration = Type.Object({ storageIntegrationId: Type.String() })
const adminOnly = 'For the Admin account type.'

export const listStorageIntegrations = operation({
  id: 'listStorageIntegrations',
  method: 'GET',
  path: integrationsPath,
  tag: 'audit',
  summary: 'List the storages that exports of the audit log go to',
  description: adminOnly,
  query: Type.Object(pageQuery),
  answers: { 200: StorageIntegrationPage },
  errors: ['forbidden'],
})

export const createStorageIntegration = operation({
  id: 'createStorageIntegration',
  method: 'POST',
  path: integrationsPath,
  tag: 'audit',
  summary: 'Add a storage that exports of the audit log go to',
  description: `${adminOnly} Before the integration is saved, an upload to the bucket is started and aborted; if the storage refuses it, the request fails with the reason. The audit log connection has to be enabled.`,
  body: NewStorageIntegration,
  answers: { 200: StorageIntegration },
  errors: ['forbidden', 'conflict', 'not_supported'],
})

export const updateStorageIntegration = operation({
  id: 'updateStorageIntegration',
  method: 'PATCH',
  path: `${integrationsPath}/{storageIntegrationId}`,
  tag: 'audit',
  summary: 'Change where a storage integration writes',
  description: `${adminOnly} It is tested before it is saved, in the same way as a new one.`,
  params: onIntegration,
  body: StorageIntegrationChange,
  answers: { 200: StorageIntegration },
  errors: ['forbidden', 'not_found'],
})

export const deleteStorageIntegration = operation({
  id: 'deleteStorageIntegration',
  method: 'DELETE',
  path: `${integrationsPath}/{storageIntegrationId}`,
  tag: 'audit',
  summary: 'Delete a storage integration; objects that it has written stay',
  description: adminOnly,
  params: onIntegration,
  query: Type.Object({
    linkedSchedules: Type.Optional(
      Words(['pause', 'delete'], {
        description: 'What happens to scheduled exports that use it; `pause` when absent.',
      }),
    ),
  }),
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const auditOperations = [
  listAuditEvents,
  getAuditSettings,
  updateAuditSettings,
  listStorageIntegrations,
  createStorageIntegration,
  updateStorageIntegration,
  deleteStorageIntegration,
] as const
