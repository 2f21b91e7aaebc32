import { resource } from '../resource.ts'

export const mailSubscriptions = resource({
  withoutKey: {
    unsubscribeMail: 'nobody is known; a second request changes nothing',
    resubscribeMail: 'as for unsubscribeMail',
  },
  notPublished: {
    getMailSubscription:
      'Recipients end the mails of a schedule by a link, which the published contract leaves to the app.',
    unsubscribeMail: 'Part of the links that end mails.',
    resubscribeMail: 'Part of the links that end mails.',
  },
})
