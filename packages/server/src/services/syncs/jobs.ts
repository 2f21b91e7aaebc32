import type { JobHandlers } from '../../queue/index.ts'
import type { PeriodicSyncs } from './periodic-syncs.ts'
import type { SyncMails } from './sync-mails.ts'

/**
 * Handlers of the job kinds of syncs. A repeated mail job sends the mail again with the same id: a mail server cannot be asked what it has
 * received.
 */
export function syncJobs({
  periodicSyncs,
  syncMails,
}: {
  periodicSyncs: PeriodicSyncs
  syncMails: SyncMails
}): Pick<JobHandlers, 'catalog.sync' | 'mail.sync'> {
  return {
    'catalog.sync': async ({ organizationId, id, payload, signal }) => ({
      ...(await periodicSyncs.run({ organizationId, jobId: id, ...payload, signal })),
    }),
    'mail.sync': async ({ organizationId, payload }) => ({ sent: await syncMails.send(organizationId, payload) }),
  }
}
