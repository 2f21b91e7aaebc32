import { getMailSubscription, resubscribeMail, unsubscribeMail } from '@octavo/core/contract'
import type { MailSubscriptions } from '../../services/schedules/destinations/mail/mail-subscriptions.ts'
import { handle, type Route } from '../handle.ts'

export const mailSubscriptionRoutes = ({ mailSubscriptions }: { mailSubscriptions: MailSubscriptions }): Route[] => [
  handle(getMailSubscription, ({ query }) => mailSubscriptions.isSubscribed(query.token)),
  handle(unsubscribeMail, ({ query }) => mailSubscriptions.change(query.token, { isSubscribed: false })),
  handle(resubscribeMail, ({ query }) => mailSubscriptions.change(query.token, { isSubscribed: true })),
]
