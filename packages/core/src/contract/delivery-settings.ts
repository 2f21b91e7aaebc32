import { type Static, Type } from 'typebox'
import { Empty, Timestamp } from './common.ts'
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

export const deliverySettingOperations = [
  getWebhookSecret,
  rotateWebhookSecret,
  getSlackSetting,
  updateSlackSetting,
  deleteSlackSetting,
] as const
