/** The source of time for the whole server. It is passed in, so that a test can stop it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

/**
 * Whether something stored for `keptMs` has expired. An end further away than `keptMs` counts as expired too: the clock
 * was set back, and the entry would otherwise outlive its time.
 */
export const isOver = (until: number, keptMs: number, now: number): boolean => until <= now || until > now + keptMs

export const systemClock: Clock = { now: () => Date.now() }
