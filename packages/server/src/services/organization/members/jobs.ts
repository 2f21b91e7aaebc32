import type { JobHandlers } from '../../../queue/index.ts'
import type { InvitationMails } from './invitation-mails.ts'

/** Handler of the job kind `mail.invitation`. Run twice, it sends twice: a mail server cannot be asked what it has. */
export function invitationMailJobs(mails: InvitationMails): Pick<JobHandlers, 'mail.invitation'> {
  return {
    'mail.invitation': async ({ organizationId, payload }) => ({ sent: await mails.send(organizationId, payload) }),
  }
}
