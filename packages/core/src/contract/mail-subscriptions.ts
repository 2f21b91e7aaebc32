import { type Static, Type } from 'typebox'
import { operation } from './define.ts'

const tag = 'workbooks'
const path = '/v2/mail-subscriptions'
const query = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 1024, description: 'Of the link in a mail of a scheduled export.' }),
})
const errors = ['not_found'] as const
const who =
  'For everybody who has the link, without signing in. The response is the same for a forged link and for the link of a deleted schedule.'

export type MailSubscription = Static<typeof MailSubscription>
export const MailSubscription = Type.Object(
  { isSubscribed: Type.Boolean({ description: 'The recipient of the mail gets the scheduled export.' }) },
  { $id: 'MailSubscription' },
)

export const getMailSubscription = operation({
  id: 'getMailSubscription',
  method: 'GET',
  path,
  tag,
  auth: 'none',
  summary: 'Get whether the recipient of a mail still gets the scheduled export',
  description: who,
  query,
  answers: { 200: MailSubscription },
  errors: [...errors],
})

const oneClick = Type.Object({
  'List-Unsubscribe': Type.Optional(Type.String({ description: 'One-Click, as mail programs send it (RFC 8058).' })),
})

export const unsubscribeMail = operation({
  id: 'unsubscribeMail',
  method: 'POST',
  path: `${path}/unsubscribe`,
  tag,
  auth: 'none',
  summary: 'Stop sending a scheduled export to the recipient of a mail',
  description: `${who} The address of the header List-Unsubscribe of these mails.`,
  query,
  body: {
    'application/json': oneClick,
    'application/x-www-form-urlencoded': oneClick,
    'multipart/form-data': oneClick,
  },
  answers: { 200: MailSubscription },
  errors: [...errors],
})

export const resubscribeMail = operation({
  id: 'resubscribeMail',
  method: 'POST',
  path: `${path}/resubscribe`,
  tag,
  auth: 'none',
  summary: 'Resume sending a scheduled export to the recipient of a mail',
  description: who,
  query,
  answers: { 200: MailSubscription },
  errors: [...errors],
})

export const mailSubscriptionOperations = [getMailSubscription, unsubscribeMail, resubscribeMail] as const
