import type { Clock } from '../../../config/index.ts'
import type { Store } from '../../../store/index.ts'
import { findMember, fullNameOf, isActive } from '../../../store/members.ts'
import { findOrganization } from '../../../store/organizations.ts'
import { mailTextFor } from '../../mail-texts/mail-text.ts'
import type { Mails } from '../mails/mails.ts'
import type { Invitations } from './invitations.ts'

export type InvitationMails = ReturnType<typeof createInvitationMails>

/** Sends the link of an invitation. The link is created when the mail is sent, so no table ever stores it. */
export function createInvitationMails({
  store,
  clock,
  invitations,
  mails,
}: {
  store: Store
  clock: Clock
  invitations: Invitations
  mails: Mails
}) {
  return {
    /** False when the member is gone or there is no mail server. Throws when the mail server refuses the mail. */
    async send(organizationId: string, { memberId, baseUrl }: { memberId: string; baseUrl: string }): Promise<boolean> {
      const member = await findMember(store.db, organizationId, memberId)
      const organization = await findOrganization(store.db, organizationId)
      if (!organization || !isActive(member) || member.password_hash !== null) return false
      if (!(await mails.isSet(organizationId))) return false
      const { url, expiresAt } = invitations.linkFor(member, baseUrl)
      const days = Math.round((Date.parse(expiresAt) - clock.now()) / 86_400_000)
      const name = fullNameOf(member)
      const text = await mailTextFor(store.db, organizationId, member)
      const time = new Intl.NumberFormat(text.language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(
        days,
      )
      await mails.send(organizationId, {
        to: member.email,
        subject: text('invitationSubject', { organization: organization.name }),
        text: [
          name === '' ? text('hello') : text('helloName', { name }),
          '',
          text('invitation', { organization: organization.name }),
          '',
          url,
          '',
          text('invitationEnd', { time }),
          '',
        ].join('\n'),
      })
      return true
    },
  }
}
