import type { Clock } from '../config/index.ts'

export interface RateLimit {
  perSecond: number
  burst: number
}

/** The remaining allowance of a subject after a request. */
export interface RateState {
  isAllowed: boolean
  remaining: number
  /** Seconds until one more request is allowed; 0 when it is now. */
  retryAfterSeconds: number
  /** Seconds until the full allowance is available. */
  resetSeconds: number
}

/** Headers of the response. The policy says how many requests a full bucket has, and in how many seconds an empty one refills. */
export function rateHeaders({ perSecond, burst }: RateLimit, state: RateState): Record<string, string> {
  return {
    'ratelimit-limit': String(burst),
    'ratelimit-policy': `${burst};w=${Math.round(burst / perSecond)}`,
    'ratelimit-remaining': String(state.remaining),
    'ratelimit-reset': String(state.resetSeconds),
  }
}

const bucketsKept = 10_000

/** A token bucket for each subject, in the memory of this process. */
export function createRateLimiter(limit: RateLimit, clock: Clock) {
  const buckets = new Map<string, { tokens: number; at: number }>()

  /** Counts a request; `by` when the limit differs by subject. */
  function count(subject: string, by: RateLimit = limit): RateState {
    const { perSecond, burst } = by
    const now = clock.now()
    const known = buckets.get(subject)
    // When the clock was set back, no time has elapsed.
    const elapsedMs = Math.max(0, now - (known?.at ?? now))
    const tokens = Math.min(burst, (known?.tokens ?? burst) + (elapsedMs / 1000) * perSecond)
    const isAllowed = tokens >= 1
    const left = isAllowed ? tokens - 1 : tokens
    // Deleting first keeps the map in order of last use, so that the oldest subject is evicted.
    buckets.delete(subject)
    buckets.set(subject, { tokens: left, at: now })
    if (buckets.size > bucketsKept) buckets.delete(buckets.keys().next().value ?? '')
    return {
      isAllowed,
      remaining: Math.floor(left),
      retryAfterSeconds: isAllowed ? 0 : Math.ceil((1 - tokens) / perSecond),
      resetSeconds: Math.ceil((burst - left) / perSecond),
    }
  }

  return { count }
}
