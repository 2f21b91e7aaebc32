import { expect, test } from 'vitest'
import { createReadMemory } from './read-memory.ts'
import { describeStores } from './testing.ts'

describeStores('what was read', (openStore, engine) => {
  const open = async () => {
    const store = await openStore()
    const clock = { at: 0, now: () => clock.at }
    let reads = 0
    const read = async () => ++reads
    return { store, clock, read }
  }

  test('is valid until the next commit in an exclusive store, and not cached in a shared one', async () => {
    const { store, read } = await open()
    const remembered = createReadMemory(store)
    const owner = {}
    const isExclusive = engine === 'sqlite'
    expect([await remembered(owner, 'a', read), await remembered(owner, 'a', read)]).toEqual(
      isExclusive ? [1, 1] : [1, 2],
    )
    await store.maintain('test', async () => {})
    expect(await remembered(owner, 'a', read)).toBe(isExclusive ? 2 : 3)
  })

  test('a failed transaction does not change it', async () => {
    const { store, read } = await open()
    const remembered = createReadMemory(store, { forMs: 1000, clock: { now: () => 0 } })
    await remembered(store, 'a', read)
    await expect(store.maintain('test', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await remembered(store, 'a', read)).toBe(1)
  })

  test('is valid for the given time in a shared store, even when the clock is set back', async () => {
    const { store, clock, read } = await open()
    const remembered = createReadMemory(store, { forMs: 1000, clock })
    const answers: number[] = []
    for (clock.at of [0, 999, 1000, 1999, -1]) answers.push(await remembered(store, 'a', read))
    expect(answers).toEqual(engine === 'sqlite' ? [1, 1, 1, 1, 1] : [1, 1, 2, 2, 3])
  })

  test('belongs to its owner and key', async () => {
    const { store, clock, read } = await open()
    const remembered = createReadMemory(store, { forMs: 1000, clock })
    const [one, two] = [{}, {}]
    const answers = [
      await remembered(one, 'a', read),
      await remembered(two, 'a', read),
      await remembered(one, 'b', read),
    ]
    expect(answers).toEqual([1, 2, 3])
  })

  test('a failure is returned to waiting callers and not cached', async () => {
    const { store, clock, read } = await open()
    const remembered = createReadMemory(store, { forMs: 1000, clock })
    const failing = () => Promise.reject(new Error('broken'))
    await expect(remembered(store, 'a', failing)).rejects.toThrow('broken')
    expect(await remembered(store, 'a', read)).toBe(1)
  })
})
