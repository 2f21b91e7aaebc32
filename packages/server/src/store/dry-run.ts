import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'
import type { AuditEvent } from './audit-events.ts'
import type { Database } from './schema.ts'

/** Runs work whose writes all go into one transaction that is rolled back at its end. */
export interface DryRun {
  tx: Transaction<Database>
  isOpen: boolean
  /** Events of the rolled back changes, in order. */
  events: AuditEvent[]
}

const dryRuns = new AsyncLocalStorage<DryRun>()

export function withDryRun<R>(run: DryRun, work: () => R): R {
  return dryRuns.run(run, work)
}

/** The dry run that the current work belongs to; undefined outside, and for work that outlives it. */
export function currentDryRun(): DryRun | undefined {
  const run = dryRuns.getStore()
  return run?.isOpen === true ? run : undefined
}

/** For writes that must persist whatever happens to the dry run, such as recording a wrong secret. Not awaited inside. */
export function outsideDryRun<R>(work: () => R): R {
  return dryRuns.exit(work)
}

/**
 * Whether current reads may see changes that will be rolled back. Caches that outlive a request must then be neither read nor filled.
 */
export const isDryRun = (): boolean => dryRuns.getStore() !== undefined
