import type { MailSubscription, ScheduleDetails } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { Clock } from '../../../../config/index.ts'
import { isSameText, type Secrets } from '../../../../secrets/index.ts'
import { type Store, systemActor } from '../../../../store/index.ts'
import { emailKeyOf } from '../../../../store/members.ts'
import {
  deleteUnsubscription,
  insertUnsubscription,
  listUnsubscriptions,
} from '../../../../store/schedule-unsubscriptions.ts'
import { findSchedule } from '../../../../store/schedules.ts'
import { timestamp } from '../../../answers/timestamp.ts'
import { serviceOf } from '../../../service/service.ts'

export type MailSubscriptions = ReturnType<typeof createMailSubscriptions>

/** Links for recipients of scheduled exports to unsubscribe, and to subscribe again. */
export function createMailSubscriptions(parts: Parts) {
  return serviceOf(parts, { linksFor, isSubscribed, change, unsubscribedFrom, entries })
}

interface Parts {
  store: Store
  clock: Clock
  secrets: Secrets
}

export interface SubscriptionLinks {
  /** Page for people. */
  page: string
  /** For mail programs: a POST unsubscribes. */
  post: string
}

interface Subscription {
  organizationId: string
  scheduleId: string
  email: string
}

/** Links are not stored: the signed token contains the subscription, and is valid as long as the schedule exists. */
function linksFor({ secrets }: Parts, subscription: Subscription, baseUrl: string): SubscriptionLinks {
  const { organizationId, scheduleId, email } = subscription
  const facts = Buffer.from(JSON.stringify([organizationId, scheduleId, email])).toString('base64url')
  const token = `${facts}.${secrets.mac('mail subscription', facts)}`
  return {
    page: `${baseUrl}/unsubscribe#${token}`,
    post: `${baseUrl}/v2/mail-subscriptions/unsubscribe?token=${token}`,
  }
}

/** Throws the same `not_found` for a forged link and for a deleted schedule. */
async function read({ store, secrets }: Parts, token: string): Promise<Subscription> {
  const missing = new AppError('not_found', { kind: 'subscription', id: 'of the link' })
  const [facts = '', mac = ''] = token.split('.')
  if (!isSameText(mac, secrets.mac('mail subscription', facts))) throw missing
  const [organizationId, scheduleId, email] = JSON.parse(Buffer.from(facts, 'base64url').toString()) as string[]
  if (organizationId === undefined || scheduleId === undefined || email === undefined) throw missing
  const schedule = await findSchedule(store.db, organizationId, scheduleId)
  if (!schedule || schedule.ended_at !== null) throw missing
  return { organizationId, scheduleId, email }
}

async function isSubscribed(parts: Parts, token: string): Promise<MailSubscription> {
  const { organizationId, scheduleId, email } = await read(parts, token)
  return { isSubscribed: !(await unsubscribedFrom(parts, organizationId, scheduleId)).has(emailKeyOf(email)) }
}

async function change(parts: Parts, token: string, wanted: MailSubscription): Promise<MailSubscription> {
  const { store, clock } = parts
  const { organizationId, scheduleId, email } = await read(parts, token)
  const key = { organization_id: organizationId, schedule_id: scheduleId, email_key: emailKeyOf(email) }
  await store.write(
    {
      organizationId,
      actor: systemActor,
      category: 'EXPORTS',
      action: wanted.isSubscribed ? 'SCHEDULE_RESUBSCRIBED' : 'SCHEDULE_UNSUBSCRIBED',
      object: { kind: 'schedule', id: scheduleId },
      details: { email },
    },
    (tx) =>
      wanted.isSubscribed
        ? deleteUnsubscription(tx, key)
        : insertUnsubscription(tx, { ...key, email, created_at: clock.now() }),
  )
  return wanted
}

/** Normalized addresses that have unsubscribed from the schedule. */
async function unsubscribedFrom({ store }: Parts, organizationId: string, scheduleId: string): Promise<Set<string>> {
  const rows = await listUnsubscriptions(store.db, organizationId, scheduleId)
  return new Set(rows.map(({ email_key }) => email_key))
}

/** Only for the owner of the schedule. */
async function entries(
  { store }: Parts,
  organizationId: string,
  scheduleId: string,
): Promise<ScheduleDetails['unsubscribed']> {
  const rows = await listUnsubscriptions(store.db, organizationId, scheduleId)
  return rows.map(({ email, created_at: at }) => ({ email, unsubscribedAt: timestamp(at) }))
}
