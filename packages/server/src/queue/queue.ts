import { type JobKind, type JobPayload, jobKinds } from '@octavo/core/jobs'
import type { Transaction } from 'kysely'
import type { Clock } from '../config/index.ts'
import { type Database, newUuid, type Store } from '../store/index.ts'
import { findOpenJob, insertJob, requestCancel } from '../store/jobs.ts'

/** Notification channels on which workers listen. */
export const channels = { work: 'octavo_jobs', cancel: 'octavo_cancel' }

export interface NewJob<K extends JobKind> {
  organizationId: string
  kind: K
  payload: JobPayload<K>
  /** Member id, or `system`. */
  actorId: string
  /** Epoch milliseconds; defaults to now. */
  runAt?: number
  /** Counted from `runAt`; by default the kind's deadline. */
  deadlineMs?: number
  maxAttempts?: number
  /** While a job with this key is unfinished, enqueueing returns that job. */
  uniqueKey?: string
}

export type Queue = ReturnType<typeof createQueue>

/** Adds jobs to the ledger, in the transaction of the write that needs them. */
export function createQueue({ store, clock }: { store: Store; clock: Clock }) {
  return {
    /** The id of the job, and whether it is new or an unfinished one with the same unique key. */
    async enqueue<K extends JobKind>(
      tx: Transaction<Database>,
      job: NewJob<K>,
    ): Promise<{ jobId: string; isNew: boolean }> {
      const { organizationId, kind, payload, actorId, uniqueKey = null } = job
      const now = clock.now()
      const runAt = job.runAt ?? now
      const id = newUuid()
      const isNew = await insertJob(tx, {
        organization_id: organizationId,
        id,
        kind,
        payload: JSON.stringify(payload),
        state: 'queued',
        run_at: runAt,
        deadline_at: Math.max(runAt, now) + (job.deadlineMs ?? jobKinds[kind].deadlineMs),
        attempts: 0,
        max_attempts: job.maxAttempts ?? jobKinds[kind].maxAttempts,
        lease_owner: null,
        lease_until: null,
        cancel_requested: 0,
        outcome: null,
        error: null,
        unique_key: uniqueKey,
        actor_id: actorId,
        created_at: now,
        started_at: null,
        finished_at: null,
      })
      if (isNew) {
        await store.announce(tx, channels.work)
        return { jobId: id, isNew }
      }
      const open = uniqueKey === null ? undefined : await findOpenJob(tx, organizationId, uniqueKey)
      if (!open) throw new Error(`The job of kind "${kind}" could not be inserted.`)
      return { jobId: open.id, isNew }
    },

    /**
     * Cancels a waiting job at once; a running one is aborted and ends as cancelled soon after. Null when the job does not exist or has
     * ended.
     */
    async cancel(
      tx: Transaction<Database>,
      organizationId: string,
      jobId: string,
    ): Promise<'cancelled' | 'requested' | null> {
      const answer = await requestCancel(tx, organizationId, jobId, clock.now())
      if (answer === 'requested') await store.announce(tx, channels.cancel)
      return answer
    },
  }
}
