import { AsyncLocalStorage } from 'node:async_hooks'

const urgent = new AsyncLocalStorage<true>()

/** Work that a full disk must not stop: signing in, removing things, ending jobs. Its writes may use the reserve of the store. */
export function mustGoOn<R>(work: () => R): R {
  return urgent.run(true, work)
}

export const isUrgent = (): boolean => urgent.getStore() === true

/** For what urgent work wakes, which is not urgent by that. */
export function notUrgent(work: () => void): void {
  urgent.exit(work)
}
