import type { JobHandlers } from '../../../queue/index.ts'
import type { InvitationMails } from './invitation-mails.ts'
import type { PasswordResets } from './password-resets.ts'

/** Handler of the job kind `mail.invitation`. A repeated run sends the mail twice: a mail server cannot be asked what it has received. */
export function invitationMailJobs(mails: InvitationMails): Pick<JobHandlers, 'mail.invitation'> {
  return {
    'mail.invitation': async ({ organizationId, payload }) => ({ sent: await mails.send(organizationId, payload) }),
  }
}

/** Handler of the job kind `mail.password-reset`; a repeated run also sends the mail twice. */
export function passwordResetJobs(resets: PasswordResets): Pick<JobHandlers, 'mail.password-reset'> {
  return {
    'mail.password-reset': async ({ organizationId, payload }) => ({
      sent: await resets.sendLink(organizationId, payload),
    }),
  }
}
