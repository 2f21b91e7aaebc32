import type { JobHandlers } from '../../queue/index.ts'
import type { AccessRequestMails } from './access-request-mails.ts'

/**
 * Handler of the job kind `mail.access-request`. A repeated run sends the mail twice: a mail server cannot be asked what it has received.
 */
export function accessRequestMailJobs(mails: AccessRequestMails): Pick<JobHandlers, 'mail.access-request'> {
  return {
    'mail.access-request': async ({ organizationId, payload }) => ({ sent: await mails.send(organizationId, payload) }),
  }
}
