import { enqueueSeals } from '../audit/jobs.ts'
import type { Services } from '../composition/services.ts'
import { removeExpiredFiles } from '../services/files/expired-files.ts'
import { removeExpiredSignIns } from '../services/sign-in/expired-sign-ins.ts'
import { deleteExpiredIdempotencyKeys } from '../store/idempotency-keys.ts'
import { runUrgently } from '../store/index.ts'
import { deleteSequenceCalls } from '../store/sequence-calls.ts'

const hourMs = 3_600_000
/** Interval for sealing events into the chain: an event is sealed at most a minute after it was written. */
const sealEveryMs = 30_000
/** Interval for checking due times: a scheduled export starts at most this late. */
const dueEveryMs = 2_000

export interface Upkeep {
  start(): void
  /** Resolves when a running check of due times has ended. */
  stop(): Promise<void>
}

/** Periodic work of a process: due times, seals of audit events, and removal of expired data. */
export function createUpkeep(services: Services, publicUrl: string | null): Upkeep {
  const { store, queue, trailCopies, reportBug } = services
  const timers: NodeJS.Timeout[] = []
  const repeat = (everyMs: number, run: () => void) => {
    run()
    timers.push(setInterval(run, everyMs).unref())
  }
  let looking: Promise<unknown> | null = null
  const lookForDueTimes = () => {
    looking ??= Promise.all([
      services.scheduleDue.tick(),
      services.periodicSyncs.tick(publicUrl),
      services.materializationDue.tick(),
      services.rowSettling.tick(publicUrl),
    ])
      .catch(reportBug)
      .finally(() => {
        looking = null
      })
  }
  return {
    start() {
      // Upkeep frees disk space, so it runs even when the disk is full.
      repeat(hourMs, () => void runUrgently(() => Promise.all(upkeepTasks(services))).catch(reportBug))
      repeat(sealEveryMs, () => void enqueueSeals({ store, queue, trailCopies }).catch(reportBug))
      repeat(dueEveryMs, lookForDueTimes)
    },
    async stop() {
      for (const timer of timers.splice(0)) clearInterval(timer)
      await looking
    },
  }
}

/** Removes expired data, about once an hour. */
function upkeepTasks(services: Services): Promise<unknown>[] {
  const { store, clock } = services
  return [
    removeExpiredSignIns({ store, clock }),
    removeExpiredFiles(services),
    services.customViews.endUnusedLinks(),
    store.maintain('remove expired keys', (tx) => deleteExpiredIdempotencyKeys(tx, clock.now())),
    store.maintain('remove answers of calls', (tx) => deleteSequenceCalls(tx, clock.now())),
    services.queryHistory.clean(),
    services.sqlTexts.clean(),
    services.scheduleDue.clean(),
    services.materializationDue.clean(),
    services.schemaTables.clean(),
    services.trailCopies.clean(),
  ]
}
