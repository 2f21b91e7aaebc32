import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api.ts'
import { runAll } from './run-all.ts'

describe('a write for many things', () => {
  it('returns what was done and what failed, each in the given order', async () => {
    const progress: number[] = []
    const { done, failed } = await runAll(
      [1, 2, 3, 4, 5],
      async (item) => {
        if (item % 2 === 0) throw new ApiError(403, { code: 'forbidden', message: `Not ${item}.`, hint: 'Ask.' })
        return item * 10
      },
      { atOnce: 2, onProgress: (finished) => progress.push(finished) },
    )
    expect(done).toEqual([
      { item: 1, answer: 10 },
      { item: 3, answer: 30 },
      { item: 5, answer: 50 },
    ])
    expect(failed.map(({ item, failure }) => [item, failure.code, failure.message])).toEqual([
      [2, 'forbidden', 'Not 2.'],
      [4, 'forbidden', 'Not 4.'],
    ])
    expect(progress).toEqual([1, 2, 3, 4, 5])
  })

  it('runs at most the given number at once', async () => {
    let running = 0
    let most = 0
    await runAll(
      Array.from({ length: 12 }, (_, place) => place),
      async () => {
        most = Math.max(most, ++running)
        await Promise.resolve()
        running--
      },
      { atOnce: 3 },
    )
    expect(most).toBe(3)
  })
})
