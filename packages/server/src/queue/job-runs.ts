import { isAppError } from '@octavo/core/errors'
import { isJobKind, type JobKind, type JobPayload, parsePayload } from '@octavo/core/jobs'
import type { Clock } from '../config/index.ts'
import type { Store } from '../store/index.ts'
import { type JobEnd, type JobHold, type JobRow, renewLease, settleJob } from '../store/jobs.ts'

export interface RunningJob<K extends JobKind> {
  organizationId: string
  id: string
  kind: K
  payload: JobPayload<K>
  actorId: string
  /** 1 for the first attempt. A handler may be repeated after an interruption anywhere, so its effects must be repeatable. */
  attempt: number
  deadlineAt: number
  /** Aborted when the job is cancelled, passes its deadline, is taken over by another worker, or the worker stops. */
  signal: AbortSignal
}

/** Its result (JSON) becomes the outcome in the ledger. */
export type JobHandler<K extends JobKind> = (job: RunningJob<K>) => Promise<Record<string, unknown> | undefined>
export type JobHandlers = { [K in JobKind]: JobHandler<K> }

/** What a worker needs to run a job that it has claimed. */
export interface JobRunner {
  store: Store
  clock: Clock
  handlers: Partial<JobHandlers>
  leaseMs: number
  onError: (error: unknown, job: { id: string; kind: string } | null) => void
}

interface Run {
  hold: JobHold
  job: JobRow
  controller: AbortController
  done: Promise<void>
}

type AbortCause = 'cancelled' | 'deadline_passed' | 'lease_lost' | 'stopping'

export const overdue = JSON.stringify({
  code: 'deadline_passed',
  message: 'The job did not end before its deadline.',
})
const firstRetryMs = 1000
const longestRetryMs = 5 * 60_000
/** Limit of setTimeout; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1
/** The job ledger is written even when the disk is full. */
export const urgent = { isolation: 'read committed', isUrgent: true } as const

export type RunningJobs = ReturnType<typeof createRunningJobs>

/** The running jobs of one worker. `onEnd` is called after each end. */
export function createRunningJobs(runner: JobRunner, owner: string, onEnd: () => void) {
  const runs = new Set<Run>()

  /** Renews the leases of running jobs, and stops those that were cancelled, are overdue or belong to another worker. */
  async function beat(): Promise<void> {
    for (const run of [...runs]) await renew(runner, run)
  }

  return {
    beat,
    jobs: (): JobRow[] => Array.from(runs, ({ job }) => job),

    start(job: JobRow): void {
      const hold = { organizationId: job.organization_id, id: job.id, owner, attempt: job.attempts }
      const run: Run = { hold, job, controller: new AbortController(), done: Promise.resolve() }
      runs.add(run)
      const atDeadline = setTimeout(
        () => void beat().catch((error: unknown) => runner.onError(error, null)),
        Math.min(longestTimerMs, job.deadline_at - runner.clock.now()),
      )
      run.done = runJob(runner, run)
        .catch((error: unknown) => runner.onError(error, { id: job.id, kind: job.kind }))
        .finally(() => {
          clearTimeout(atDeadline)
          runs.delete(run)
          onEnd()
        })
    },

    /** Resolves when all currently running jobs have ended. */
    ended: (): Promise<unknown> => Promise.all(Array.from(runs, ({ done }) => done)),

    abort(): void {
      for (const { controller } of runs) controller.abort('stopping' satisfies AbortCause)
    },
  }
}

/** Runs a claimed job and records its end in the ledger, unless the job belongs to another worker by then. */
async function runJob(runner: JobRunner, { hold, job, controller }: Run): Promise<void> {
  const { store, clock, onError } = runner
  const { signal } = controller
  const work = handle(runner, job, signal).then(
    (outcome): JobEnd => ({ state: 'succeeded', outcome: outcome === undefined ? null : JSON.stringify(outcome) }),
    (error: unknown): JobEnd => {
      // An error that a handler throws after the abort is not a bug.
      if (!isAppError(error) && !signal.aborted) onError(error, { id: job.id, kind: job.kind })
      return endAfter(error, job, clock.now())
    },
  )
  const aborted = new Promise<'aborted'>((resolve) => {
    signal.addEventListener('abort', () => resolve('aborted'), { once: true })
  })
  // The ledger does not wait for a handler that is slow to react to its signal; the slot does.
  const first = await Promise.race([work, aborted])
  const end = first === 'aborted' ? endOfAborted(signal.reason as AbortCause, clock.now()) : first
  if (end) await store.maintain('settle job', (tx) => settleJob(tx, hold, end, clock.now()), urgent)
  await work
}

async function handle(
  { handlers }: JobRunner,
  job: JobRow,
  signal: AbortSignal,
): Promise<Record<string, unknown> | undefined> {
  if (!isJobKind(job.kind)) throw new Error(`There is no job kind "${job.kind}".`)
  return call(handlers, job.kind, job, signal)
}

async function call<K extends JobKind>(handlers: Partial<JobHandlers>, kind: K, job: JobRow, signal: AbortSignal) {
  const handler: JobHandler<K> | undefined = handlers[kind]
  if (!handler) throw new Error(`There is no handler for the job kind "${kind}".`)
  return handler({
    organizationId: job.organization_id,
    id: job.id,
    kind,
    payload: parsePayload(kind, job.payload),
    actorId: job.actor_id,
    attempt: job.attempts,
    deadlineAt: job.deadline_at,
    signal,
  })
}

/** Renews the lease of a running job; stops the job when it was cancelled, is overdue or belongs to another worker. */
async function renew({ store, clock, leaseMs }: JobRunner, { hold, job, controller }: Run): Promise<void> {
  if (controller.signal.aborted) return
  const now = clock.now()
  if (now >= job.deadline_at) {
    controller.abort('deadline_passed' satisfies AbortCause)
    return
  }
  const isCancelled = await store.maintain('job heartbeat', (tx) => renewLease(tx, hold, now + leaseMs), urgent)
  if (isCancelled === null) controller.abort('lease_lost' satisfies AbortCause)
  else if (isCancelled) controller.abort('cancelled' satisfies AbortCause)
}

/** An error that the caller can fix fails at once; any other is retried with growing delays. */
function endAfter(error: unknown, job: JobRow, now: number): JobEnd {
  const isPassing = isAppError(error, 'source_unavailable') && error.details.isPassing
  const isHopeless = isAppError(error) && error.status < 500 && !isPassing
  const reported = JSON.stringify(
    isAppError(error)
      ? { code: error.code, message: error.message, hint: error.hint, details: error.details }
      : { code: 'internal', message: 'Something went wrong on our side.' },
  )
  if (isHopeless || job.attempts >= job.max_attempts) return { state: 'failed', error: reported }
  const delayMs = Math.min(longestRetryMs, firstRetryMs * 4 ** (job.attempts - 1))
  return { state: 'queued', runAt: now + delayMs, error: reported, isCounted: true }
}

/** Null when another process has already recorded the end. */
function endOfAborted(cause: AbortCause, now: number): JobEnd | null {
  switch (cause) {
    case 'cancelled':
      return { state: 'cancelled', error: null }
    case 'deadline_passed':
      return { state: 'failed', error: overdue }
    case 'stopping':
      return { state: 'queued', runAt: now, error: null, isCounted: false }
    case 'lease_lost':
      return null
  }
}
