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
        'Key of the header `Octavo-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">` of webhooks. For a day after it was replaced, there is a second `v1` with the one before.',
    }),
    rotatedAt: MaybeTimestamp('Null: never.'),
    previousValidUntil: MaybeTimestamp('The one before signs until then; null where only one does.'),
  },
  { $id: 'WebhookSecret' },
)

const secretPath = '/v2/organizations/settings/webhookSecret'

export const getWebhookSecret = operation({
  id: 'getWebhookSecret',
  method: 'GET',
  path: secretPath,
  tag,
  summary: 'Read the secret that signs webhooks',
  answers: { 200: WebhookSecret },
  errors: [...errors],
})

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: secretPath,
  tag,
  summary: 'Replace the secret that signs webhooks; the one before signs for another day',
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
  { $id: 'SlackSetting', description: 'The bot with which exports go to Slack. Its token is never answered.' },
)

const slackPath = '/v2/organizations/settings/slack'

export const getSlackSetting = operation({
  id: 'getSlackSetting',
  method: 'GET',
  path: slackPath,
  tag,
  summary: 'Read which bot sends exports to Slack',
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
  description: 'Slack is asked whose token it is; a token that it does not take is refused with what it said.',
  body: SlackSettingChange,
  answers: { 200: SlackSetting },
  errors: [...errors],
})

export const deleteSlackSetting = operation({
  id: 'deleteSlackSetting',
  method: 'DELETE',
  path: slackPath,
  tag,
  summary: 'Remove the bot that sends exports to Slack; schedules that go there fail from then on',
  answers: { 200: Empty },
  errors: [...errors],
})

export type StorageSetting = Static<typeof StorageSetting>
export const StorageSetting = Type.Object(
  {
    name: Type.String({ description: 'The `authorization` of exports that go there.' }),
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
    description: 'A bucket of S3, or of a store that speaks its API. Its key is never answered.',
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
      Type.String({ maxLength: 500, description: 'Folder in the bucket that exports stay below; absent: all of it.' }),
    ),
    region: Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: '^[A-Za-z0-9-]+$',
      description: 'Such as eu-central-1. Stores that have none usually take us-east-1.',
    }),
    endpoint: Type.Optional(
      Type.Union([Type.String({ maxLength: 500 }), Type.Null()], {
        description: 'https address of a store that speaks the API of S3; null and absent: AWS.',
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
        description: 'Absent: the one that is kept, where endpoint and accessKeyId stay the same.',
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
    'An upload is begun and given up in the bucket before the setting is kept; one that the store refuses is refused with its answer.',
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
  summary: 'Remove a storage; schedules that write there fail from then on, and its objects stay',
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
        description: 'Null: the mails of the organization go by the mail server of this server.',
      },
    ),
    sendsMail: Type.Boolean({
      description: 'Mails are sent: there is a mail server, this one or that of this server.',
    }),
  },
  {
    $id: 'MailServerSetting',
    description: 'The mail server by which all mails of the organization go. Its password is never answered.',
  },
)

export type MailServerChange = Static<typeof MailServerChange>
export const MailServerChange = Type.Object(
  {
    ...serverFields,
    password: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 1000 }), Type.Null()], {
        description: 'Absent: the one that is kept, where host and user stay the same. Null: none.',
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
  summary: 'Read by which mail server the mails of the organization go',
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
  summary: 'Send a mail to yourself by a mail server that is not kept yet',
  description: 'What the mail server answers to it is refused with its words.',
  body: MailServerChange,
  answers: { 200: Empty },
  errors: [...errors],
})

export const deleteMailServer = operation({
  id: 'deleteMailServer',
  method: 'DELETE',
  path: mailServerPath,
  tag,
  summary: 'Remove the mail server of the organization; its mails go by that of this server again',
  answers: { 200: Empty },
  errors: [...errors],
})

const rulesPath = '/v2/organizations/settings/exports'
const ruleFields = {
  minimumMinutes: Type.Union([Type.Integer({ minimum: 5, maximum: 1440 }), Type.Null()], {
    description: 'Minutes between two due times of a schedule at least; schedules that are there keep theirs.',
  }),
  allowedDomains: Type.Union([Type.Array(Type.String({ maxLength: 253 }), { maxItems: 200 }), Type.Null()], {
    description: 'Domains of the addresses that get mail; null for all.',
  }),
  sameTeamOnly: Type.Boolean({ description: 'Mail is sent only to members who share a team with the sender.' }),
  asRecipientOnly: Type.Boolean({
    description: 'Mail has the data of each recipient; for schedules that are made or changed from now on.',
  }),
  blindCopy: Type.Union([Type.String({ maxLength: 320 }), Type.Null()], {
    description: 'Address that gets a blind copy of every mail with an export.',
  }),
}

export type ExportRules = Static<typeof ExportRules>
export const ExportRules = Type.Object(ruleFields, {
  $id: 'ExportRules',
  description: 'What the organization allows of exports that are sent.',
})

export const getExportRules = operation({
  id: 'getExportRules',
  method: 'GET',
  path: rulesPath,
  tag,
  summary: 'Read what the organization allows of exports that are sent',
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
  summary: 'Change what the organization allows of exports that are sent',
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
