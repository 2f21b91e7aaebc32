import type { JobPayload } from '@octavo/core/jobs'
import { findConnection } from '../../store/connections.ts'
import type { Store } from '../../store/index.ts'
import { findMember, isActive } from '../../store/members.ts'
import { findOrganization } from '../../store/organizations.ts'
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
      await mails.send(organizationId, {
        to: member.email,
        subject: `Input tables of the connection "${connection.name}" cannot be edited`,
        text: [
          `Organization: ${organization?.name ?? organizationId}`,
          `Connection: ${connection.name}`,
          ...(baseUrl === null ? [] : [`View connection: ${baseUrl}/administration/connections/${connectionId}`]),
          '',
          `An edit of an input table failed: ${reason}`,
          '',
          'The edit was not retried. The input tables of this connection cannot be edited until this is fixed.',
          'Octavo checks the connection every few minutes, with each sync, and when it is saved; editing is enabled again after a successful check.',
          'What to check: the user and the role of the connection, its rights in the write schema, and whether the data platform answers and has room.',
          '',
        ].join('\n'),
        deliveryId: `${troubleId}.${memberId}`,
      })
      return true
    },
  }
}
