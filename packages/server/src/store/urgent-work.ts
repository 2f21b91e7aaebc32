import { AsyncLocalStorage } from 'node:async_hooks'

const urgent = new AsyncLocalStorage<true>()

/** Runs work that a full disk must not stop: signing in, deleting, ending jobs. Its writes may use the reserve of the store. */
export function runUrgently<R>(work: () => R): R {
  return urgent.run(true, work)
}

export const isUrgent = (): boolean => urgent.getStore() === true

/** Runs work that is triggered by urgent work but is not urgent itself. */
export function notUrgent(work: () => void): void {
  urgent.exit(work)
}
