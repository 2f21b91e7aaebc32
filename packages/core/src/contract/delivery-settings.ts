import { type Static, Type } from 'typebox'
import { Empty, Timestamp, Words } from './common.ts'
import { operation } from './define.ts'

const tag = 'organizations'
const errors = ['forbidden'] as const
const MaybeTimestamp = (description: string) => Type.Union([Timestamp, Type.Null()], { description })

export type WebhookSecret = Static<typeof WebhookSecret>
export const WebhookSecret = Type.Object(
  {
    secret: Type.String({
      description:
        'Key of the header `Octavo-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">` of webhooks. For a day after it was replaced, there is a second `v1` with the previous one.',
    }),
    rotatedAt: MaybeTimestamp('Null: never.'),
    previousValidUntil: MaybeTimestamp('The previous one also signs until then; null if there is only one.'),
  },
  { $id: 'WebhookSecret' },
)

const secretPath = '/v2/organizations/settings/webhookSecret'

export const getWebhookSecret = operation({
  id: 'getWebhookSecret',
  method: 'GET',
  path: secretPath,
  tag,
  summary: 'Get the secret that signs webhooks',
  answers: { 200: WebhookSecret },
  errors: [...errors],
})

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: secretPath,
  tag,
  summary: 'Replace the secret that signs webhooks; the previous one also signs for another day',
  answers: { 200: WebhookSecret },
  errors: [...errors],
})

export type SlackSetting = Static<typeof SlackSetting>
export const SlackSetting = Type.Object(
  {
    isConnected: Type.Boolean(),
    workspace: Type.Union([Type.String(), Type.Null()], { description: 'Its name in Slack.' }),
    bot: Type.Union([Type.String(), Type.Null()], { description: 'Name of the bot that sends.' }),
    connectedAt: MaybeTimestamp('When the token was set.'),
  },
  { $id: 'SlackSetting', description: 'The bot that sends exports to Slack. Its token is never returned.' },
)

const slackPath = '/v2/organizations/settings/slack'

export const getSlackSetting = operation({
  id: 'getSlackSetting',
  method: 'GET',
  path: slackPath,
  tag,
  summary: 'Get the bot that sends exports to Slack',
  answers: { 200: SlackSetting },
  errors: [...errors],
})

export type SlackSettingChange = Static<typeof SlackSettingChange>
export const SlackSettingChange = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '^[\\x21-\\x7e]+$',
      description: 'Bot token (xoxb-...) with the scopes chat:write, files:write and im:write.',
    }),
  },
  { $id: 'SlackSettingChange' },
)

export const updateSlackSetting = operation({
  id: 'updateSlackSetting',
  method: 'PUT',
  path: slackPath,
  tag,
  summary: 'Set the bot that sends exports to Slack',
  description:
    'Slack is asked for the owner of the token; a token that Slack does not accept is refused with its message.',
  body: SlackSettingChange,
  answers: { 200: SlackSetting },
  errors: [...errors],
})

export const deleteSlackSetting = operation({
  id: 'deleteSlackSetting',
  method: 'DELETE',
  path: slackPath,
  tag,
  summary: 'Remove the bot that sends exports to Slack; schedules that use it then fail',
  answers: { 200: Empty },
  errors: [...errors],
})

export type StorageSetting = Static<typeof StorageSetting>
export const StorageSetting = Type.Object(
  {
    name: Type.String({ description: 'The `authorization` of exports that use it.' }),
    uri: Type.String({ description: 'Address below which exports may be written, such as s3://bucket/folder/.' }),
    connection: Type.Optional(
      Type.Object(
        {
          region: Type.String(),
          endpoint: Type.Union([Type.String(), Type.Null()], { description: 'Null: that of AWS for the region.' }),
          isPathStyle: Type.Boolean(),
          accessKeyId: Type.String(),
          updatedAt: Timestamp,
        },
        { description: 'For those who manage destinations.' },
      ),
    ),
  },
  {
    $id: 'StorageSetting',
    description: 'A bucket of S3, or of a storage with the same API. Its key is never returned.',
  },
)

export type StorageSettingList = Static<typeof StorageSettingList>
export const StorageSettingList = Type.Object({ entries: Type.Array(StorageSetting) }, { $id: 'StorageSettingList' })

const storagesPath = '/v2/organizations/settings/storages'
const onStorage = Type.Object({
  storageName: Type.String({ description: 'Up to 64 letters, digits, and the characters _ - and dot.' }),
})

export const listStorageSettings = operation({
  id: 'listStorageSettings',
  method: 'GET',
  path: storagesPath,
  tag,
  summary:
    'List the storages that exports may be written to, for those who export to cloud storage or manage destinations',
  answers: { 200: StorageSettingList },
  errors: [...errors],
})

export type StorageSettingChange = Static<typeof StorageSettingChange>
export const StorageSettingChange = Type.Object(
  {
    bucket: Type.String({ minLength: 3, maxLength: 63, pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*[A-Za-z0-9]$' }),
    prefix: Type.Optional(
      Type.String({ maxLength: 500, description: 'Folder in the bucket for all exports; absent: the whole bucket.' }),
    ),
    region: Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: '^[A-Za-z0-9-]+$',
      description: 'Such as eu-central-1. Storages without regions usually accept us-east-1.',
    }),
    endpoint: Type.Optional(
      Type.Union([Type.String({ maxLength: 500 }), Type.Null()], {
        description: 'https address of a storage with the API of S3; null and absent: AWS.',
      }),
    ),
    isPathStyle: Type.Optional(
      Type.Boolean({
        description: 'The bucket is in the path of addresses instead of the host name; false when absent.',
      }),
    ),
    accessKeyId: Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' }),
    secretAccessKey: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        pattern: '^[\\x21-\\x7e]+$',
        description: 'Absent: the stored one, if endpoint and accessKeyId stay the same.',
      }),
    ),
  },
  { $id: 'StorageSettingChange' },
)

export const putStorageSetting = operation({
  id: 'putStorageSetting',
  method: 'PUT',
  path: `${storagesPath}/{storageName}`,
  tag,
  summary: 'Add or change a storage that exports may be written to',
  description:
    'Before the setting is saved, an upload to the bucket is started and aborted; if the storage refuses it, the request fails with the reason.',
  params: onStorage,
  body: StorageSettingChange,
  answers: { 200: StorageSetting },
  errors: [...errors, 'conflict'],
})

export const deleteStorageSetting = operation({
  id: 'deleteStorageSetting',
  method: 'DELETE',
  path: `${storagesPath}/{storageName}`,
  tag,
  summary: 'Remove a storage; schedules that use it then fail, and its objects stay',
  params: onStorage,
  answers: { 200: Empty },
  errors: [...errors, 'not_found'],
})

const serverFields = {
  host: Type.String({ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9._:-]+$' }),
  port: Type.Integer({ minimum: 1, maximum: 65_535, description: 'Usually 465 with tls, and 587 with starttls.' }),
  security: Words(['tls', 'starttls', 'none'], {
    description: 'TLS from the first byte; TLS after STARTTLS, and no mail without it; or none, in clear text.',
  }),
  user: Type.Union([Type.String({ minLength: 1, maxLength: 320 }), Type.Null()], {
    description: 'Null: without signing in.',
  }),
  from: Type.String({
    maxLength: 400,
    description: 'Sender of the mails, such as reports@example.com or Reports <reports@example.com>.',
  }),
}

export type MailServerSetting = Static<typeof MailServerSetting>
export const MailServerSetting = Type.Object(
  {
    server: Type.Union(
      [Type.Object({ ...serverFields, hasPassword: Type.Boolean(), updatedAt: Timestamp }), Type.Null()],
      {
        description: 'Null: the mails of the organization use the mail server of this server.',
      },
    ),
    sendsMail: Type.Boolean({
      description: 'Whether mails are sent: by this mail server or that of this server.',
    }),
  },
  {
    $id: 'MailServerSetting',
    description: 'The mail server for all mails of the organization. Its password is never returned.',
  },
)

export type MailServerChange = Static<typeof MailServerChange>
export const MailServerChange = Type.Object(
  {
    ...serverFields,
    password: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 1000 }), Type.Null()], {
        description: 'Absent: the stored one, if host and user stay the same. Null: none.',
      }),
    ),
  },
  { $id: 'MailServerChange' },
)

const mailServerPath = '/v2/organizations/settings/mailServer'

export const getMailServer = operation({
  id: 'getMailServer',
  method: 'GET',
  path: mailServerPath,
  tag,
  summary: 'Get the mail server of the organization',
  answers: { 200: MailServerSetting },
  errors: [...errors],
})

export const updateMailServer = operation({
  id: 'updateMailServer',
  method: 'PUT',
  path: mailServerPath,
  tag,
  summary: 'Set a mail server for all mails of the organization',
  description: 'Addresses inside the network of this server are refused unless its operator allows them.',
  body: MailServerChange,
  answers: { 200: MailServerSetting },
  errors: [...errors],
})

export const testMailServer = operation({
  id: 'testMailServer',
  method: 'POST',
  path: `${mailServerPath}/test`,
  tag,
  summary: 'Test a mail server with a mail to yourself, before it is saved',
  description: 'An error of the mail server is returned with its message.',
  body: MailServerChange,
  answers: { 200: Empty },
  errors: [...errors],
})

export const deleteMailServer = operation({
  id: 'deleteMailServer',
  method: 'DELETE',
  path: mailServerPath,
  tag,
  summary: 'Remove the mail server of the organization; its mails use the mail server of this server again',
  answers: { 200: Empty },
  errors: [...errors],
})

const rulesPath = '/v2/organizations/settings/exports'
const ruleFields = {
  minimumMinutes: Type.Union([Type.Integer({ minimum: 5, maximum: 1440 }), Type.Null()], {
    description: 'The least minutes between two due times of a schedule; existing schedules keep theirs.',
  }),
  allowedDomains: Type.Union([Type.Array(Type.String({ maxLength: 253 }), { maxItems: 200 }), Type.Null()], {
    description: 'Domains of the addresses that get mail; null for all.',
  }),
  sameTeamOnly: Type.Boolean({ description: 'Mail is sent only to members who share a team with the sender.' }),
  asRecipientOnly: Type.Boolean({
    description: 'Mail contains the data of each recipient; for schedules that are created or changed from now on.',
  }),
  blindCopy: Type.Union([Type.String({ maxLength: 320 }), Type.Null()], {
    description: 'Address that gets a blind copy of every mail with an export.',
  }),
}

export type ExportRules = Static<typeof ExportRules>
export const ExportRules = Type.Object(ruleFields, {
  $id: 'ExportRules',
  description: 'The rules of the organization for exports that are sent.',
})

export const getExportRules = operation({
  id: 'getExportRules',
  method: 'GET',
  path: rulesPath,
  tag,
  summary: 'Get the rules of the organization for exports that are sent',
  answers: { 200: ExportRules },
  errors: [...errors],
})

export type ExportRulesChange = Static<typeof ExportRulesChange>
export const ExportRulesChange = Type.Partial(Type.Object(ruleFields), { $id: 'ExportRulesChange' })

export const updateExportRules = operation({
  id: 'updateExportRules',
  method: 'PATCH',
  path: rulesPath,
  tag,
  summary: 'Change the rules of the organization for exports that are sent',
  body: ExportRulesChange,
  answers: { 200: ExportRules },
  errors: [...errors],
})

export const deliverySettingOperations = [
  getExportRules,
  updateExportRules,
  getMailServer,
  updateMailServer,
  testMailServer,
  deleteMailServer,
  getWebhookSecret,
  rotateWebhookSecret,
  getSlackSetting,
  updateSlackSetting,
  deleteSlackSetting,
  listStorageSettings,
  putStorageSetting,
  deleteStorageSetting,
] as const
