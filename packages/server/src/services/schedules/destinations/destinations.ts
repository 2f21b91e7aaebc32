import type { JobKind } from '@octavo/core/jobs'
import type { Blobs } from '../../../blobs/index.ts'
import type { Clock } from '../../../config/index.ts'
import type { PostHttp } from '../../../outbound/index.ts'
import type { Mails } from '../../organization/mails/mails.ts'
import { serviceOf } from '../../service/service.ts'
import type { DestinationSettings } from './destination-settings.ts'
import { allRecipients, type MailParcel, mailParcel } from './mail/mail.ts'
import type { MailSubscriptions } from './mail/mail-subscriptions.ts'
import { hostOf, type RecipientResult, type Sent } from './message/message.ts'
import { type SlackParcel, slackParcel } from './slack/slack.ts'
import type { SlackApi } from './slack/slack-api.ts'
import { abandonUploads, type StorageParcel, storageParcel } from './storage/storage.ts'
import type { StorageApi } from './storage/storage-api.ts'
import type { StorageSettings } from './storage/storage-settings.ts'
import { addressOfExport } from './storage/storage-target.ts'
import { postParcel, type WebhookParcel } from './webhook/webhook.ts'

/** A message for one recipient, or for all recipients of one mail. */
export type Parcel = MailParcel | WebhookParcel | SlackParcel | StorageParcel

/** The job kind that sends each kind of parcel. */
export const jobKindOf = {
  mail: 'schedule.mail',
  webhook: 'schedule.webhook',
  slack: 'schedule.slack',
  storage: 'schedule.storage',
} as const satisfies Record<Parcel['kind'], JobKind>

/** Readable name of a parcel's recipient. For a webhook only the host, because its address may contain a secret. */
export function recipientOf(parcel: Parcel): string {
  switch (parcel.kind) {
    case 'mail':
      return allRecipients(parcel).join(', ')
    case 'webhook':
      return hostOf(parcel.url)
    case 'slack':
      return parcel.conversationId
    case 'storage':
      return addressOfExport(parcel.target)
  }
}

/** The recipients of a mail, with those who have got their own copy so far. Empty for destinations with a single recipient. */
export function recipientsOf(parcel: Parcel): RecipientResult[] {
  if (parcel.kind !== 'mail') return []
  return allRecipients(parcel).map((recipient) => {
    const state = parcel.sentTo?.includes(recipient) === true ? 'sent' : null
    return { recipient, state, answer: parcel.answers?.[recipient] ?? null }
  })
}

/** Limit of one attempt with an external server, for sending and response together, so that a slow server cannot occupy a slot for long. */
const strangerMs = 10 * 60_000
/** The same limit for cloud storage, whose files have no limit of rows. */
const storageMs = 45 * 60_000

export type ScheduleDestinations = ReturnType<typeof createScheduleDestinations>

/** Sends parcels to mail servers, webhooks, Slack and cloud storage. Delivery is at least once; repetitions have the same delivery id. */
export function createScheduleDestinations(parts: Parts) {
  return serviceOf(parts, { send, abandon })
}

interface Parts {
  blobs: Blobs
  clock: Clock
  mails: Mails
  subscriptions: Pick<MailSubscriptions, 'linksFor'>
  post: PostHttp
  slack: SlackApi
  destinationSettings: DestinationSettings
  storage: StorageApi
  storageSettings: Pick<StorageSettings, 'open'>
}

/** `keep` stores a change of the parcel for the next attempt. Throws DeliveryFailed. */
async function send(
  parts: Parts,
  organizationId: string,
  parcel: Parcel,
  keep: (parcel: Parcel) => Promise<void>,
  signal: AbortSignal,
): Promise<Sent> {
  const { clock, destinationSettings: settings } = parts
  const limited = AbortSignal.any([signal, AbortSignal.timeout(parcel.kind === 'storage' ? storageMs : strangerMs)])
  switch (parcel.kind) {
    case 'mail':
      return mailParcel(parts, organizationId, parcel, keep)
    case 'webhook': {
      const secrets = await settings.webhookSecrets(organizationId)
      return postParcel({ ...parts, secrets, now: clock.now() }, parcel, limited)
    }
    case 'slack':
      return slackParcel({ ...parts, token: await settings.slackToken(organizationId) }, parcel, limited)
    case 'storage':
      return storageParcel(parts, organizationId, parcel, keep, limited)
  }
}

/** Cleans up at the destination after a delivery that ended without being sent. Throws DeliveryFailed. */
async function abandon(parts: Parts, organizationId: string, parcel: Parcel): Promise<void> {
  if (parcel.kind === 'storage') await abandonUploads(parts, organizationId, parcel)
}
