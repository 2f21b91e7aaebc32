import type { JobHandlers } from '../../../queue/index.ts'
import type { InvitationMails } from './invitation-mails.ts'
import type { PasswordResets } from './password-resets.ts'

/** Handler of the job kind `mail.invitation`. Run twice, it sends twice: a mail server cannot be asked what it has. */
export function invitationMailJobs(mails: InvitationMails): Pick<JobHandlers, 'mail.invitation'> {
  return {
    'mail.invitation': async ({ organizationId, payload }) => ({ sent: await mails.send(organizationId, payload) }),
  }
}

/** Handler of the job kind `mail.password-reset`; the same holds when it is run twice. */
export function passwordResetJobs(resets: PasswordResets): Pick<JobHandlers, 'mail.password-reset'> {
  return {
    'mail.password-reset': async ({ organizationId, payload }) => ({
      sent: await resets.sendLink(organizationId, payload),
    }),
  }
}
