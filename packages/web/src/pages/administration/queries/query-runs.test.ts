import { expect, test } from 'vitest'
import { milliseconds, queryListing, totalMs } from './query-runs.ts'

const none = { compileMs: null, queueMs: null, engineMs: null, transferMs: null }

test.each([
  [none, null, '–'],
  [{ ...none, compileMs: 3, queueMs: 0 }, 3, '3 ms'],
  [{ compileMs: 1, queueMs: 2, engineMs: 996, transferMs: 1 }, 1000, '1 s'],
  [{ ...none, engineMs: 12_345 }, 12_345, '12.3 s'],
])('the steps %j take %s', (steps, total, words) => {
  expect(totalMs({ steps })).toBe(total)
  expect(milliseconds(total)).toBe(words)
})

test('empty fields are left out of the request', () => {
  expect(queryListing({ scope: 'all', outcome: '', connectionId: 'c' })).toEqual({
    path: '/v2/queryRuns',
    query: { scope: 'all', connectionId: 'c' },
  })
})
