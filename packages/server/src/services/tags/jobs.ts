import type { JobHandlers } from '../../queue/index.ts'
import type { TagRequestMails } from './tag-request-mails.ts'

/** Handler of the job kind `mail.tag-request`. A repeated run sends the mail twice: a mail server cannot be asked what it has received. */
export function tagRequestMailJobs(mails: TagRequestMails): Pick<JobHandlers, 'mail.tag-request'> {
  return {
    'mail.tag-request': async ({ organizationId, payload }) => ({ sent: await mails.send(organizationId, payload) }),
  }
}
