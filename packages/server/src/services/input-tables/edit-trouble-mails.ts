import { editStopOf } from '@octavo/core/document'
import type { JobPayload } from '@octavo/core/jobs'
import { findConnection } from '../../store/connections.ts'
import type { Store } from '../../store/index.ts'
import { findMember, isActive } from '../../store/members.ts'
import { findOrganization } from '../../store/organizations.ts'
import { type MailText, mailTextFor } from '../mail-texts/mail-text.ts'
import type { Mails } from '../organization/mails/mails.ts'

export type EditTroubleMails = ReturnType<typeof createEditTroubleMails>

/** Notifies an administrator that edits of the input tables of a connection stopped, and why. */
export function createEditTroubleMails({ store, mails }: { store: Store; mails: Mails }) {
  return {
    /** False when no administrator can be notified any more, or there is no mail server. Throws when the mail server refuses the mail. */
    async send(
      organizationId: string,
      { connectionId, troubleId, reason, memberId, baseUrl }: JobPayload<'mail.edit-trouble'>,
    ): Promise<boolean> {
      const member = await findMember(store.db, organizationId, memberId)
      const connection = await findConnection(store.db, organizationId, connectionId)
      const organization = await findOrganization(store.db, organizationId)
      if (!(await mails.isSet(organizationId)) || !connection || !isActive(member)) return false
      const text = await mailTextFor(store.db, organizationId, member)
      const address = baseUrl === null ? null : `${baseUrl}/administration/connections/${connectionId}`
      await mails.send(organizationId, {
        to: member.email,
        subject: text('editsSubject', { connection: connection.name }),
        text: [
          text('organization', { name: organization?.name ?? organizationId }),
          text('connection', { name: connection.name }),
          ...(address === null ? [] : [text('viewConnection', { address })]),
          '',
          text('editsReason', { reason: reasonIn(text, reason) }),
          '',
          text('editsStopped'),
          text('editsChecks'),
          text('editsAdvice'),
          '',
        ].join('\n'),
        deliveryId: `${troubleId}.${memberId}`,
      })
      return true
    },
  }
}

/** The text of a data platform stays as it is. */
function reasonIn(text: MailText, reason: string): string {
  const stop = editStopOf(reason)
  return stop === null ? reason : text(`stop_${stop.code}`, { value: stop.value })
}
