import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'
import type { AuditEvent } from './audit-events.ts'
import type { Database } from './schema.ts'

/** Work whose writes all go into one transaction that is rolled back at its end. */
export interface DryRun {
  tx: Transaction<Database>
  isOpen: boolean
  /** Events of the changes that were made and undone, in order. */
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

/** For what is to last whatever becomes of the present dry run, such as the record that a secret was wrong. Not awaited inside. */
export function outsideDryRun<R>(work: () => R): R {
  return dryRuns.exit(work)
}

/**
 * Whether what is read now may be undone in a moment. Caches that live longer than a request neither answer nor keep
 * anything then.
 */
export const isDryRun = (): boolean => dryRuns.getStore() !== undefined
