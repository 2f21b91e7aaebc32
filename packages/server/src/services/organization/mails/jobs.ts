import type { JobHandlers } from '../../../queue/index.ts'
import type { SwitchMails } from './switch-mails.ts'

/** Handler of the job kind `mail.switch`. A mail whose job is run twice is sent twice under the same id. */
export function switchMailJobs(mails: SwitchMails): Pick<JobHandlers, 'mail.switch'> {
  return {
    'mail.switch': async ({ organizationId, payload }) => ({ sent: await mails.send(organizationId, payload) }),
  }
}
