import { isAppError } from '@octavo/core/errors'
import { isJobKind, type JobKind, type JobPayload, jobKinds, parsePayload } from '@octavo/core/jobs'
import type { Clock } from '../config/index.ts'
import { newUuid, type Queryable, type Store } from '../store/index.ts'
import {
  bringForward,
  type CrowdedKind,
  claimJob,
  failOverdueJobs,
  findNextDue,
  type JobEnd,
  type JobHold,
  type JobRow,
  recoverLostJobs,
  renewLease,
  settleJob,
  turnOf,
} from '../store/jobs.ts'
import { channels } from './queue.ts'

export interface RunningJob<K extends JobKind> {
  organizationId: string
  id: string
  kind: K
  payload: JobPayload<K>
  actorId: string
  /** 1 for the first try. A handler may run again after it was stopped anywhere, so what it does it can do twice. */
  attempt: number
  deadlineAt: number
  /** Aborted when the job is cancelled, passes its deadline, belongs to somebody else or the worker stops. */
  signal: AbortSignal
}

/** What it answers (JSON) becomes the outcome in the ledger. */
export type JobHandler<K extends JobKind> = (job: RunningJob<K>) => Promise<Record<string, unknown> | undefined>
export type JobHandlers = { [K in JobKind]: JobHandler<K> }

export interface WorkerOptions {
  store: Store
  clock: Clock
  handlers: Partial<JobHandlers>
  /** Jobs of one kind at once in this process, where the kind says nothing: each kind has slots of its own. */
  concurrency: number
  leaseMs?: number
  /** How often it looks by itself; enqueueing wakes it at once. */
  pollMs?: number
  /** Errors that are bugs: of handlers, or of the store under the worker. */
  onError?: (error: unknown, job: { id: string; kind: string } | null) => void
}

export type Worker = ReturnType<typeof createWorker>

type AbortCause = 'cancelled' | 'deadline_passed' | 'lease_lost' | 'stopping'

interface Running {
  hold: JobHold
  job: JobRow
  controller: AbortController
  done: Promise<void>
}

const overdue = JSON.stringify({ code: 'deadline_passed', message: 'The job did not end before its deadline.' })
const lost = JSON.stringify({ code: 'worker_lost', message: 'The process that ran the job ended before the job did.' })
const firstRetryMs = 1000
const longestRetryMs = 5 * 60_000
/** Of setTimeout; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1
/** The ledger goes on where the disk is full. */
const urgent = { isolation: 'read committed', isUrgent: true } as const
const abortGraceMs = 2000
/** Claims in vain before a worker leaves what is due to the others. */
const mostMisses = 10
/** Members whose turns are remembered. */
const mostServed = 50

/**
 * Runs jobs from the ledger. A job belongs to one worker for the time of its lease, which heartbeats prolong; every
 * change of the ledger proves that it still does. What a worker leaves behind, others find when the lease has run out.
 */
export function createWorker(options: WorkerOptions) {
  const { store, clock, handlers, concurrency, leaseMs = 30_000, pollMs = 2000, onError = () => {} } = options
  const owner = `${store.opening.id}/${newUuid()}`
  const kinds = Object.keys(handlers).filter(isJobKind)
  const running = new Set<Running>()
  const stops: (() => void)[] = []
  /** Members whose jobs were started, the last one last. */
  let served: string[] = []
  let isStopping = false
  let isFilling = false
  let filling: Promise<number> = Promise.resolve(0)
  let mustFillAgain = false

  const quietly = (work: () => Promise<unknown>): void => {
    work().catch((error: unknown) => onError(error, null))
  }

  async function sweep(): Promise<void> {
    // A process that stood still (a busy machine, one that slept) finds its own leases run out: it is alive, and keeps its jobs.
    await beat()
    const now = clock.now()
    await store.maintain('sweep jobs', (tx) => sweepJobs(tx, now, store.opening), { isUrgent: true })
  }

  /** Starts due jobs until the slots are full or nothing is due. Returns how many it started. */
  async function fill(): Promise<number> {
    if (isFilling) {
      mustFillAgain = true
      return 0
    }
    isFilling = true
    filling = claimDue()
    return filling
  }

  const slots = () =>
    freeSlots(
      kinds,
      Array.from(running, ({ job }) => job),
      concurrency,
    )

  /** Who had a turn waits until the others had theirs. */
  function noteTurn(job: JobRow): void {
    const turn = turnOf(job)
    served = [...served.filter((each) => each !== turn), turn].slice(-mostServed)
  }

  async function claimDue(): Promise<number> {
    let started = 0
    try {
      do {
        mustFillAgain = false
        let misses = 0
        for (let { free, crowded } = slots(); !isStopping && free.length > 0; { free, crowded } = slots()) {
          const now = clock.now()
          const due = await findNextDue(store.db, { kinds: free, now, crowded })
          if (due === null || due > now) break
          const row = await store.maintain(
            'claim job',
            (tx) =>
              claimJob(tx, {
                kinds: free,
                owner,
                now,
                leaseUntil: now + leaseMs,
                skipLocked: store.skipLocked,
                served,
                crowded,
              }),
            urgent,
          )
          // None: another worker was faster, and has perhaps left the next one.
          if (!row) {
            misses += 1
            if (misses > mostMisses) break
            continue
          }
          noteTurn(row)
          start(row)
          started += 1
        }
      } while (mustFillAgain)
    } finally {
      // In the same turn as the last look at `mustFillAgain`, or a call in between would be lost.
      isFilling = false
    }
    return started
  }

  function start(job: JobRow): void {
    const entry: Running = {
      hold: { organizationId: job.organization_id, id: job.id, owner, attempt: job.attempts },
      job,
      controller: new AbortController(),
      done: Promise.resolve(),
    }
    running.add(entry)
    const atDeadline = setTimeout(() => quietly(beat), Math.min(longestTimerMs, job.deadline_at - clock.now()))
    entry.done = run(entry)
      .catch((error: unknown) => onError(error, { id: job.id, kind: job.kind }))
      .finally(() => {
        clearTimeout(atDeadline)
        running.delete(entry)
        if (stops.length > 0) quietly(fill)
      })
  }

  async function run({ hold, job, controller }: Running): Promise<void> {
    const { signal } = controller
    const work = handle(job, signal).then(
      (outcome): JobEnd => ({ state: 'succeeded', outcome: outcome === undefined ? null : JSON.stringify(outcome) }),
      (error: unknown): JobEnd => {
        // What a handler throws when it was told to stop is no bug.
        if (!isAppError(error) && !signal.aborted) onError(error, { id: job.id, kind: job.kind })
        return endAfter(error, job, clock.now())
      },
    )
    const aborted = new Promise<'aborted'>((resolve) => {
      signal.addEventListener('abort', () => resolve('aborted'), { once: true })
    })
    // The ledger does not wait for a handler that is slow to notice its signal; the slot does.
    const first = await Promise.race([work, aborted])
    const end = first === 'aborted' ? endOfAborted(signal.reason as AbortCause, clock.now()) : first
    if (end) {
      await store.maintain('settle job', (tx) => settleJob(tx, hold, end, clock.now()), urgent)
    }
    await work
  }

  async function handle(job: JobRow, signal: AbortSignal): Promise<Record<string, unknown> | undefined> {
    if (!isJobKind(job.kind)) throw new Error(`There is no job kind "${job.kind}".`)
    return call(job.kind, job, signal)
  }

  async function call<K extends JobKind>(kind: K, job: JobRow, signal: AbortSignal) {
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

  /** Prolongs the leases of what runs, and stops what was cancelled, is overdue or belongs to somebody else. */
  async function beat(): Promise<void> {
    const now = clock.now()
    for (const { hold, job, controller } of [...running]) {
      if (controller.signal.aborted) continue
      if (now >= job.deadline_at) {
        controller.abort('deadline_passed' satisfies AbortCause)
        continue
      }
      const isCancelled = await store.maintain('job heartbeat', (tx) => renewLease(tx, hold, now + leaseMs), urgent)
      if (isCancelled === null) controller.abort('lease_lost' satisfies AbortCause)
      else if (isCancelled) controller.abort('cancelled' satisfies AbortCause)
    }
  }

  return {
    beat,

    /** Sweeps, then starts what is due and waits for its end, until nothing is due. For tests and one-off runs. */
    async runDue(): Promise<number> {
      await sweep()
      let total = 0
      for (;;) {
        const started = await fill()
        total += started
        await Promise.all([...running].map(({ done }) => done))
        if (started === 0) return total
      }
    },

    /** Works until `stop`. Looks first for what earlier processes left behind. */
    async start(): Promise<void> {
      await sweep()
      const beating = setInterval(() => quietly(beat), Math.max(50, leaseMs / 3))
      const polling = setInterval(() => quietly(fill), pollMs)
      const sweeping = setInterval(() => quietly(sweep), leaseMs)
      stops.push(
        () => clearInterval(beating),
        () => clearInterval(polling),
        () => clearInterval(sweeping),
        store.listen(channels.work, () => quietly(fill)),
        store.listen(channels.cancel, () => quietly(beat)),
      )
      quietly(fill)
    },

    /** Takes no new job, lets the running ones end for `graceMs`, then puts the rest back into the queue. */
    async stop({ graceMs = 10_000 }: { graceMs?: number } = {}): Promise<void> {
      isStopping = true
      const [beating, ...others] = stops.splice(0)
      for (const end of others) end()
      // A claim that is under way would take what is put back below.
      await atMost(abortGraceMs, filling)
      const all = Promise.all([...running].map(({ done }) => done))
      await atMost(graceMs, all)
      for (const { controller } of running) controller.abort('stopping' satisfies AbortCause)
      // A handler that ignores its signal ends with the process; its job is back in the queue.
      await atMost(abortGraceMs, all)
      beating?.()
    },
  }
}

async function sweepJobs(tx: Queryable, now: number, { id, isExclusive }: Store['opening']): Promise<void> {
  await bringForward(tx, now)
  await failOverdueJobs(tx, now, overdue)
  await recoverLostJobs(tx, { now, error: lost, onlyOwners: isExclusive ? id : null })
}

/** What the caller can fix fails at once; anything else is tried again, later and later. */
function endAfter(error: unknown, job: JobRow, now: number): JobEnd {
  const isPassing = isAppError(error, 'source_unavailable') && error.details.isPassing
  const isHopeless = isAppError(error) && error.status < 500 && !isPassing
  const told = JSON.stringify(
    isAppError(error)
      ? { code: error.code, message: error.message, hint: error.hint, details: error.details }
      : { code: 'internal', message: 'Something went wrong on our side.' },
  )
  if (isHopeless || job.attempts >= job.max_attempts) return { state: 'failed', error: told }
  const delayMs = Math.min(longestRetryMs, firstRetryMs * 4 ** (job.attempts - 1))
  return { state: 'queued', runAt: now + delayMs, error: told, isCounted: true }
}

/** Null when the ledger has been settled by somebody else. */
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

/** Kinds that have a slot left, and of these the members who have all slots that one member may have. */
function freeSlots(
  kinds: readonly JobKind[],
  running: readonly JobRow[],
  concurrency: number,
): { free: JobKind[]; crowded: CrowdedKind[] } {
  const free: JobKind[] = []
  const crowded: CrowdedKind[] = []
  for (const kind of kinds) {
    const { slots = concurrency, slotsOfMember = slots } = jobKinds[kind]
    const jobs = running.filter((job) => job.kind === kind)
    if (jobs.length >= slots) continue
    free.push(kind)
    const turns = [...Map.groupBy(jobs, turnOf)].flatMap(([turn, own]) => (own.length >= slotsOfMember ? [turn] : []))
    if (turns.length > 0) crowded.push({ kind, turns })
  }
  return { free, crowded }
}

/** Whether the work fails is told elsewhere. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const grace = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work.catch(() => {}), grace])
  clearTimeout(timer)
}
