import type { ExportProgress } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { progressNotes } from './progress-notes.ts'

const written = (rows: number): ExportProgress => ({ step: 'writing', done: 0, total: null, rows, rowTotal: null })

test('the latest progress is written, one write at a time, and nothing after the end', async () => {
  const writes: (number | null)[] = []
  let release = () => {}
  const notes = progressNotes(async ({ rows }: ExportProgress) => {
    writes.push(rows)
    await new Promise<void>((resolve) => {
      release = resolve
    })
  }, 1)
  notes.note(written(1))
  notes.note(written(2))
  await expect.poll(() => writes).toEqual([2])
  notes.note(written(3))
  notes.note(written(4))
  expect(writes).toEqual([2])
  release()
  await expect.poll(() => writes).toEqual([2, 4])
  let hasEnded = false
  const ended = notes.end().then(() => {
    hasEnded = true
  })
  notes.note(written(5))
  await Promise.resolve()
  expect(hasEnded).toBe(false)
  release()
  await ended
  expect(writes).toEqual([2, 4])
})

test('a write that fails is replaced by the next one', async () => {
  const writes: (number | null)[] = []
  const notes = progressNotes(async ({ rows }: ExportProgress) => {
    writes.push(rows)
    if (rows === 1) throw new Error('The disk is full.')
  }, 1)
  notes.note(written(1))
  await expect.poll(() => writes).toEqual([1])
  notes.note(written(2))
  await expect.poll(() => writes).toEqual([1, 2])
  await notes.end()
})
