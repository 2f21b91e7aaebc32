import type { Clock } from '../../../config/index.ts'
import type { Store } from '../../../store/index.ts'
import { findMember, fullNameOf, isActive } from '../../../store/members.ts'
import { findOrganization } from '../../../store/organizations.ts'
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
      await mails.send(organizationId, {
        to: member.email,
        subject: `Invitation to ${organization.name} on Octavo`,
        text: [
          name === '' ? 'Hello,' : `Hello ${name},`,
          '',
          `you are invited to ${organization.name} on Octavo. Choose your password here:`,
          '',
          url,
          '',
          `The link works once, and for ${days} days. If you do not expect this mail, ignore it.`,
          '',
        ].join('\n'),
      })
      return true
    },
  }
}
