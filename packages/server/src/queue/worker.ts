import { isJobKind } from '@octavo/core/jobs'
import type { Clock } from '../config/index.ts'
import { newUuid, type Queryable, type Store } from '../store/index.ts'
import { bringForward, failOverdueJobs, recoverLostJobs } from '../store/jobs.ts'
import { createClaims } from './job-claims.ts'
import { createRunningJobs, type JobHandlers, overdue, type RunningJobs } from './job-runs.ts'
import { channels } from './queue.ts'

export interface WorkerOptions {
  store: Store
  clock: Clock
  handlers: Partial<JobHandlers>
  /** Default number of concurrent jobs of one kind in this process; each kind has its own slots. */
  concurrency: number
  leaseMs?: number
  /** Polling interval; enqueueing wakes the worker at once. */
  pollMs?: number
  /** Called for bugs: errors of handlers, or of the store under the worker. */
  onError?: (error: unknown, job: { id: string; kind: string } | null) => void
}

export interface Worker {
  /** Renews the leases of running jobs, and stops those that were cancelled, are overdue or belong to another worker. */
  beat(): Promise<void>
  /** Sweeps, then runs due jobs to their end until nothing is due. For tests and one-off runs. */
  runDue(): Promise<number>
  /** Works until `stop`. First recovers what earlier processes left behind. */
  start(): Promise<void>
  /** Claims no new job, lets the running ones end for `graceMs`, then requeues the rest. */
  stop(options?: { graceMs?: number }): Promise<void>
}

const lost = JSON.stringify({ code: 'worker_lost', message: 'The process that ran the job ended before the job did.' })
const abortGraceMs = 2000

/**
 * Runs jobs from the ledger. A worker holds a job for the time of its lease, which heartbeats renew; every change of
 * the ledger verifies that the worker still holds it. Jobs of a dead worker are recovered by others when the lease has
 * expired.
 */
export function createWorker(options: WorkerOptions): Worker {
  const { store, clock, handlers, concurrency, leaseMs = 30_000, pollMs = 2000, onError = () => {} } = options
  const owner = `${store.opening.id}/${newUuid()}`
  const stops: (() => void)[] = []
  let isStopping = false
  const quietly = (work: () => Promise<unknown>): void => {
    work().catch((error: unknown) => onError(error, null))
  }
  const running = createRunningJobs({ store, clock, handlers, leaseMs, onError }, owner, () => {
    if (stops.length > 0) quietly(fill)
  })
  const { beat } = running
  const kinds = Object.keys(handlers).filter(isJobKind)
  const claims = createClaims({
    store,
    clock,
    owner,
    kinds,
    concurrency,
    leaseMs,
    running,
    isStopping: () => isStopping,
  })
  const { fill } = claims
  const sweep = () => sweepJobs(store, clock, { beat, claimed: () => atMost(leaseMs, claims.underWay()) })

  return {
    beat,
    runDue: async () => {
      await sweep()
      let total = 0
      for (;;) {
        const started = await fill()
        total += started
        await running.ended()
        if (started === 0) return total
      }
    },
    async start() {
      await sweep()
      stops.push(
        repeatedly(() => quietly(beat), Math.max(50, leaseMs / 3)),
        repeatedly(() => quietly(fill), pollMs),
        repeatedly(() => quietly(sweep), leaseMs),
        store.listen(channels.work, () => quietly(fill)),
        store.listen(channels.cancel, () => quietly(beat)),
      )
      quietly(fill)
    },
    async stop({ graceMs = 10_000 } = {}) {
      isStopping = true
      const [stopBeating, ...others] = stops.splice(0)
      for (const end of others) end()
      await endRunning(running, claims.underWay(), graceMs)
      stopBeating?.()
    },
  }
}

/** Lets the running jobs end for `graceMs`, then requeues the rest. */
async function endRunning(running: RunningJobs, claiming: Promise<unknown>, graceMs: number): Promise<void> {
  // A claim in progress would take the jobs that are requeued below.
  await atMost(abortGraceMs, claiming)
  const ended = running.ended()
  await atMost(graceMs, ended)
  running.abort()
  // A handler that ignores its signal ends with the process; its job is back in the queue.
  await atMost(abortGraceMs, ended)
}

function repeatedly(work: () => void, everyMs: number): () => void {
  const timer = setInterval(work, everyMs)
  return () => clearInterval(timer)
}

/** Steps before a search for lost jobs, so that a worker does not mistake its own jobs for lost ones. */
interface OwnJobs {
  /** Renews the leases of running jobs. */
  beat(): Promise<void>
  /** Resolves when the worker knows every job that it has claimed. */
  claimed(): Promise<void>
}

async function sweepJobs(store: Store, clock: Clock, own: OwnJobs): Promise<void> {
  // The time at the start of the sweep: when the store takes longer than a lease, leases renewed here have expired again by its end.
  const now = clock.now()
  // After a pause (a busy or suspended machine) a process finds its own leases expired: it is alive, so it renews them.
  await own.beat()
  // A claim that took as long has completed by now; its lease has expired too.
  await own.claimed()
  await own.beat()
  const { id, isExclusive } = store.opening
  const sweep = async (tx: Queryable) => {
    await bringForward(tx, now)
    await failOverdueJobs(tx, now, overdue)
    await recoverLostJobs(tx, { now, error: lost, onlyOwners: isExclusive ? id : null })
  }
  await store.maintain('sweep jobs', sweep, { isUrgent: true })
}

/** Waits for the work, but at most this many milliseconds. Errors of the work are reported elsewhere. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const grace = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work.catch(() => {}), grace])
  clearTimeout(timer)
}
