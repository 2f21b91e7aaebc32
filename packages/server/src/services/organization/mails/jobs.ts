import type { JobHandlers } from '../../../queue/index.ts'
import type { SwitchMails } from './switch-mails.ts'

/** Handler of the job kind `mail.switch`. A repeated job sends the mail again with the same id. */
export function switchMailJobs(mails: SwitchMails): Pick<JobHandlers, 'mail.switch'> {
  return {
    'mail.switch': async ({ organizationId, payload }) => ({ sent: await mails.send(organizationId, payload) }),
  }
}
