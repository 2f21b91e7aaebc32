import { expect, test } from 'vitest'
import { createRateLimiter } from './rate-limit.ts'

test('a subject may burst, then goes at the rate, and others are not hindered', () => {
  let now = 1_000_000
  const limiter = createRateLimiter({ perSecond: 2, burst: 3 }, { now: () => now })
  for (let i = 0; i < 3; i += 1) limiter.take('a')
  const refused = expect.objectContaining({ code: 'too_many_attempts', details: { retryAfterSeconds: 1 } })
  expect(() => limiter.take('a')).toThrow(refused)
  limiter.take('b')
  now += 500
  limiter.take('a')
  expect(() => limiter.take('a')).toThrow(refused)
  now += 3_600_000
  for (let i = 0; i < 3; i += 1) limiter.take('a')
  expect(() => limiter.take('a')).toThrow(refused)
})
