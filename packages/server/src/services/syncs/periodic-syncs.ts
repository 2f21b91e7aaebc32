import { isAppError } from '@octavo/core/errors'
import { type Clock, isOver } from '../../config/index.ts'
import type { Queue } from '../../queue/index.ts'
import { findConnectionsToSync } from '../../store/catalog-syncs.ts'
import type { Store } from '../../store/index.ts'
import { findJob } from '../../store/jobs.ts'
import { listOrganizations } from '../../store/organizations.ts'
import { defaultSyncHours, type OrganizationSettingsReader } from '../organization/settings/organization-settings.ts'
import { serviceOf } from '../service/service.ts'
import type { Syncs } from './syncs.ts'

const hourMs = 3_600_000
/** Time between two checks of one process. */
const lookEveryMs = 60_000
/** Maximum connections of one organization for each check; the next check continues. */
const atOnce = 100

export type PeriodicSyncs = ReturnType<typeof createPeriodicSyncs>

/**
 * Syncs every connection periodically. Any number of processes may do so at once: a connection has one job at a time, and the job checks
 * again whether its sync is due.
 */
export function createPeriodicSyncs(given: Given) {
  return serviceOf({ ...given, looked: { until: Number.NEGATIVE_INFINITY } }, { tick, run })
}

interface Given {
  store: Store
  clock: Clock
  queue: Queue
  settings: OrganizationSettingsReader
  syncs: Syncs
}
type Parts = Given & { looked: { until: number } }

/** Enqueues a job for each connection that is due. Call it often: most calls return at once. */
async function tick(parts: Parts, baseUrl: string | null): Promise<void> {
  const { clock, looked, queue, store } = parts
  const now = clock.now()
  if (!isOver(looked.until, lookEveryMs, now)) return
  looked.until = now + lookEveryMs
  for (const { id: organizationId } of await listOrganizations(store.db)) {
    const before = await dueBefore(parts, organizationId)
    if (before === null) continue
    const due = await findConnectionsToSync(store.db, organizationId, { before, limit: atOnce })
    for (const connectionId of due) {
      await store.maintain('due time of a sync', (tx) =>
        queue.enqueue(tx, {
          organizationId,
          kind: 'catalog.sync',
          payload: { connectionId, baseUrl },
          actorId: 'system',
          uniqueKey: `catalog.sync ${connectionId}`,
        }),
      )
    }
  }
}

/** A connection whose last sync began at or before this time is due; null when the organization has turned syncs off. */
async function dueBefore({ clock, settings }: Parts, organizationId: string): Promise<number | null> {
  const { connectionSyncHours = defaultSyncHours } = await settings.read(organizationId)
  return connectionSyncHours === null ? null : clock.now() - connectionSyncHours * hourMs
}

interface DueSync {
  organizationId: string
  jobId: string
  connectionId: string
  baseUrl: string | null
  signal: AbortSignal
}

/** Result of the job. A data platform that does not respond is not a failure of the job: the sync's row has the reason. */
type Ended = { state: 'done' | 'skipped' } | { state: 'failed'; reason: string }

/**
 * Syncs the connection, unless it was synced or deleted in the meantime. A repeated run syncs again: an unfinished attempt of this job does
 * not count.
 */
async function run(parts: Parts, { organizationId, jobId, connectionId, baseUrl, signal }: DueSync): Promise<Ended> {
  const { store, syncs } = parts
  const before = await dueBefore(parts, organizationId)
  const job = await findJob(store.db, organizationId, jobId)
  if (before === null || !job) return { state: 'skipped' }
  const due = await findConnectionsToSync(store.db, organizationId, {
    before,
    unendedSince: job.created_at,
    connectionId,
    limit: 1,
  })
  if (due.length === 0) return { state: 'skipped' }
  try {
    await syncs.runDueSync(organizationId, connectionId, { baseUrl, signal })
    return { state: 'done' }
  } catch (error) {
    if (signal.aborted || !isAppError(error)) throw error
    return { state: 'failed', reason: error.message }
  }
}
