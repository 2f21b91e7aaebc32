import { expect, test } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

test('a subject may use its burst, then its rate, without affecting others', () => {
  let now = 1_000_000
  const limiter = createRateLimiter({ perSecond: 2, burst: 3 }, { now: () => now })
  const allowed = (subject: string, times: number) =>
    Array.from({ length: times }, () => limiter.count(subject).isAllowed)
  expect(allowed('a', 4)).toEqual([true, true, true, false])
  expect(limiter.count('a')).toEqual({ isAllowed: false, remaining: 0, retryAfterSeconds: 1, resetSeconds: 2 })
  expect(allowed('b', 1)).toEqual([true])
  now += 500
  expect(allowed('a', 2)).toEqual([true, false])
  now += 3_600_000
  expect(allowed('a', 4)).toEqual([true, true, true, false])
})
