import { expect, test } from 'vitest'
import { createTotals, exactUpTo } from './totals.ts'

function counted(sizes: number[]) {
  const limits: (number | null)[] = []
  const count = async (atMost: number | null) => {
    limits.push(atMost)
    const size = sizes[0] ?? 0
    return atMost === null ? size : Math.min(size, atMost)
  }
  return { limits, count }
}

test('a small list is counted each time', async () => {
  const totals = createTotals({ clock: { now: () => 0 } })
  const sizes = [3]
  const { count } = counted(sizes)
  expect(await totals(['list', 'me'], count)).toBe(3)
  sizes[0] = exactUpTo
  expect(await totals(['list', 'me'], count)).toBe(exactUpTo)
})

test('a large list is counted completely, and then cached for a minute', async () => {
  let now = 0
  const totals = createTotals({ clock: { now: () => now } })
  const sizes = [25_000]
  const { limits, count } = counted(sizes)
  expect(await totals(['list', 'me'], count)).toBe(25_000)
  sizes[0] = 30_000
  now = 59_999
  expect(await totals(['list', 'me'], count)).toBe(25_000)
  expect(limits).toEqual([exactUpTo + 1, null])
  expect(await totals(['list', 'you'], count)).toBe(30_000)
  now = 60_000
  expect(await totals(['list', 'me'], count)).toBe(30_000)
  sizes[0] = 40_000
  now = -3_600_000
  expect(await totals(['list', 'me'], count), 'a clock that was set back keeps nothing for longer').toBe(40_000)
})
