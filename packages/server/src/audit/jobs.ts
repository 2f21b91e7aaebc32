import type { JobHandlers, Queue } from '../queue/index.ts'
import { listUnsealedOrganizations } from '../store/audit-log.ts'
import type { Store } from '../store/index.ts'
import { findOrganization } from '../store/organizations.ts'
import { sealEvents } from './index.ts'

/** Handler of the job kind `audit.seal`: seals the events of the job's organization. */
export function auditSealJobs({ store }: { store: Store }): Pick<JobHandlers, 'audit.seal'> {
  return { 'audit.seal': async ({ organizationId }) => ({ sealed: await sealEvents(store, organizationId) }) }
}

/** Asks for a seal of every organization that has something to seal; where one waits or runs already, that one does. */
export async function enqueueSeals({ store, queue }: { store: Store; queue: Queue }): Promise<void> {
  for (const organizationId of await listUnsealedOrganizations(store.db)) {
    await store.maintain('enqueue seal', async (tx) => {
      // A tenant may have been removed since the list was read.
      if ((await findOrganization(tx, organizationId)) === undefined) return
      await queue.enqueue(tx, {
        organizationId,
        kind: 'audit.seal',
        payload: {},
        actorId: 'system',
        uniqueKey: 'audit.seal',
      })
    })
  }
}
