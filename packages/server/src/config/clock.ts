/** Time as everything in the server gets it: passed in, so that a test can hold it still. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
