import type { JobHandlers, Queue } from '../queue/index.ts'
import { listUnsealedOrganizations } from '../store/audit-log.ts'
import type { Store } from '../store/index.ts'
import { findOrganization } from '../store/organizations.ts'
import { sealEvents } from './index.ts'

/** Where sealed events are copied to. */
export interface SealedCopies {
  /** Copies the sealed events that are not copied yet, when the organization has a copy; returns their number. */
  copy(organizationId: string, signal: AbortSignal): Promise<number>
  /** Organizations whose copy is not up to date. */
  behind(): Promise<string[]>
}

/**
 * Handler of the job kind `audit.seal`: seals the events of the job's organization, and copies them when it has a copy.
 */
export function auditSealJobs({
  store,
  trailCopies,
}: {
  store: Store
  trailCopies: SealedCopies
}): Pick<JobHandlers, 'audit.seal'> {
  return {
    'audit.seal': async ({ organizationId, signal }) => {
      const sealed = await sealEvents(store, organizationId)
      return { sealed, copied: await trailCopies.copy(organizationId, signal) }
    },
  }
}

/**
 * Enqueues a seal job for every organization with events to seal or to copy; an unfinished job of the organization is
 * reused.
 */
export async function enqueueSeals({
  store,
  queue,
  trailCopies,
}: {
  store: Store
  queue: Queue
  trailCopies: Pick<SealedCopies, 'behind'>
}): Promise<void> {
  const unsealed = await listUnsealedOrganizations(store.db)
  for (const organizationId of new Set([...unsealed, ...(await trailCopies.behind())])) {
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
