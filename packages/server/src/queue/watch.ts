import { AppError } from '@octavo/core/errors'
import type { Clock } from '../config/index.ts'
import type { Store } from '../store/index.ts'
import { countOpenJobs, type OpenJobs } from '../store/jobs.ts'

/** A job that has been due for longer is late. */
const lateMs = 5 * 60_000

/** Counts of waiting and running jobs, for metrics. */
export async function countJobs({ store, clock }: { store: Store; clock: Clock }): Promise<OpenJobs> {
  const now = clock.now()
  return countOpenJobs(store.db, now, now - lateMs)
}

/**
 * Throws `not_ready` when jobs are late and no live worker runs any, so that the queue is stuck. A long queue with busy
 * workers is not an error; the metrics show it.
 */
export async function assertWorking(deps: { store: Store; clock: Clock }): Promise<void> {
  const { late, running } = await countJobs(deps)
  if (late === 0 || running > 0) return
  throw new AppError('not_ready', {
    reason: `${late} ${late === 1 ? 'job has' : 'jobs have'} been due for more than five minutes, and no worker takes them.`,
  })
}
