import type { JobHandlers } from '../../queue/index.ts'
import type { SyncMails } from './sync-mails.ts'

/** Handler of the job kind `mail.sync`. Run twice, it sends twice under the same id: a mail server cannot be asked what it has. */
export function syncMailJobs(mails: SyncMails): Pick<JobHandlers, 'mail.sync'> {
  return {
    'mail.sync': async ({ organizationId, payload }) => ({ sent: await mails.send(organizationId, payload) }),
  }
}
