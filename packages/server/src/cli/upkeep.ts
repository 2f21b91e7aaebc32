import { enqueueSeals } from '../audit/jobs.ts'
import type { Services } from '../composition/services.ts'
import { removeExpiredFiles } from '../services/files/expired-files.ts'
import { removeExpiredSignIns } from '../services/sign-in/expired-sign-ins.ts'
import { deleteExpiredIdempotencyKeys } from '../store/idempotency-keys.ts'
import { mustGoOn } from '../store/index.ts'
import { deleteSequenceCalls } from '../store/sequence-calls.ts'

const hourMs = 3_600_000
/** Events are sealed into the chain at most a minute after they were written. */
const sealEveryMs = 30_000
/** How often due times are looked for: a scheduled export begins that late at most. */
const dueEveryMs = 2_000

export interface Upkeep {
  start(): void
  /** Resolves when the look for due times that is under way has ended. */
  stop(): Promise<void>
}

/** What one process does again and again: due times, the seals of audit events, and what is removed because its time is over. */
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
      repeat(hourMs, () => void mustGoOn(() => Promise.all(upkeepTasks(services))).catch(reportBug))
      repeat(sealEveryMs, () => void enqueueSeals({ store, queue, trailCopies }).catch(reportBug))
      repeat(dueEveryMs, lookForDueTimes)
    },
    async stop() {
      for (const timer of timers.splice(0)) clearInterval(timer)
      await looking
    },
  }
}

/** What is removed about once an hour because its time is over. */
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
