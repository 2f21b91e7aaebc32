import { type JobKind, jobKinds } from '@octavo/core/jobs'
import type { Clock } from '../config/index.ts'
import type { Store } from '../store/index.ts'
import { type CrowdedKind, claimJob, findNextDue, type JobRow, turnOf } from '../store/jobs.ts'
import { urgent } from './job-runs.ts'

/** Failed attempts to claim a job before a worker leaves the due jobs to others. */
const mostMisses = 10
/** Members whose turns are remembered. */
const mostServed = 50

export interface ClaimOptions {
  store: Store
  clock: Clock
  owner: string
  kinds: readonly JobKind[]
  concurrency: number
  leaseMs: number
  running: { jobs(): readonly JobRow[]; start(job: JobRow): void }
  isStopping(): boolean
}

/** Claims due jobs while slots are free. */
export function createClaims(options: ClaimOptions) {
  /** Members whose jobs were started, most recent last. */
  let served: string[] = []
  let isFilling = false
  let filling: Promise<number> = Promise.resolve(0)
  let mustFillAgain = false

  async function fillAll(): Promise<number> {
    let started = 0
    try {
      do {
        mustFillAgain = false
        started += await claimDue(options, () => served, noteTurn)
      } while (mustFillAgain)
    } finally {
      // In the same turn of the event loop as the last check of `mustFillAgain`, so that no call in between is lost.
      isFilling = false
    }
    return started
  }

  /** A member who had a turn waits until the others had theirs. */
  function noteTurn(job: JobRow): void {
    const turn = turnOf(job)
    served = [...served.filter((each) => each !== turn), turn].slice(-mostServed)
  }

  return {
    /** Starts due jobs until the slots are full or nothing is due. Returns how many it started. */
    async fill(): Promise<number> {
      if (isFilling) {
        mustFillAgain = true
        return 0
      }
      isFilling = true
      filling = fillAll()
      return filling
    },

    /** Resolves when no claim is in progress. */
    underWay: (): Promise<number> => filling,
  }
}

async function claimDue(
  { store, clock, owner, kinds, concurrency, leaseMs, running, isStopping }: ClaimOptions,
  served: () => string[],
  noteTurn: (job: JobRow) => void,
): Promise<number> {
  let started = 0
  let misses = 0
  while (!isStopping()) {
    const { free, crowded } = freeSlots(kinds, running.jobs(), concurrency)
    if (free.length === 0) break
    const now = clock.now()
    const due = await findNextDue(store.db, { kinds: free, now, crowded })
    if (due === null || due > now) break
    const { skipLocked } = store
    const claim = { kinds: free, owner, now, leaseUntil: now + leaseMs, skipLocked, served: served(), crowded }
    const row = await store.maintain('claim job', (tx) => claimJob(tx, claim), urgent)
    // None: another worker was faster, and may have left the next one.
    if (!row) {
      misses += 1
      if (misses > mostMisses) break
      continue
    }
    noteTurn(row)
    running.start(row)
    started += 1
  }
  return started
}

/** Kinds with a free slot, and for each the members who use all slots that one member may have. */
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
