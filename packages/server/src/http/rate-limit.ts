import { AppError } from '@octavo/core/errors'
import type { Clock } from '../config/index.ts'

export interface RateLimit {
  perSecond: number
  burst: number
}

const bucketsKept = 10_000

/** A token bucket for each subject, in the memory of this process. `take` throws `too_many_attempts` when it is empty. */
export function createRateLimiter({ perSecond, burst }: RateLimit, clock: Clock) {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return {
    take(subject: string): void {
      const now = clock.now()
      const known = buckets.get(subject)
      const tokens = Math.min(burst, (known?.tokens ?? burst) + ((now - (known?.at ?? now)) / 1000) * perSecond)
      // Deleting first keeps the map in order of last use, so that the oldest subject makes room.
      buckets.delete(subject)
      buckets.set(subject, { tokens: tokens < 1 ? tokens : tokens - 1, at: now })
      if (buckets.size > bucketsKept) buckets.delete(buckets.keys().next().value ?? '')
      if (tokens < 1) {
        throw new AppError('too_many_attempts', { retryAfterSeconds: Math.ceil((1 - tokens) / perSecond) })
      }
    },
  }
}
