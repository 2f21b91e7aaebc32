/** Time as everything in the server gets it: passed in, so that a test can hold it still. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

/**
 * Whether the time of what is kept for `keptMs` is over. It is over, too, where it ends later than it can: then the clock was set
 * back, and nothing is kept until that time comes again.
 */
export const isOver = (until: number, keptMs: number, now: number): boolean => until <= now || until > now + keptMs

export const systemClock: Clock = { now: () => Date.now() }
