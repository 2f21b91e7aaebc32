import { describe, expect, it } from 'vitest'
import { createPool } from './pool.ts'

const never = () => new AbortController().signal

describe('a pool', () => {
  it('admits a limited number, and the next when one leaves', async () => {
    const pool = createPool(2)
    const leave = await pool.acquire('a', never())
    await pool.acquire('a', never())
    let isIn = false
    const third = pool.acquire('a', never()).then(() => {
      isIn = true
    })
    await Promise.resolve()
    expect(isIn).toBe(false)
    leave()
    leave()
    await third
    expect(isIn).toBe(true)
  })

  it('lets owners take turns, however many requests one has', async () => {
    const pool = createPool(1)
    const order: string[] = []
    const leave = await pool.acquire('first', never())
    const waiting = ['a', 'a', 'a', 'b', 'c'].map(async (owner) => {
      const done = await pool.acquire(owner, never())
      order.push(owner)
      done()
    })
    leave()
    await Promise.all(waiting)
    expect(order).toEqual(['a', 'b', 'c', 'a', 'a'])
  })

  it('reports how many run or start before a statement, by the turns of the owners', async () => {
    const pool = createPool(2)
    const leave = [await pool.acquire('a', never()), await pool.acquire('a', never())]
    const ahead = new Map<string, number>()
    const gone = new AbortController()
    const wait = (name: string, owner: string, signal = never()) =>
      pool.acquire(owner, signal, (count) => ahead.set(name, count)).catch(() => undefined)
    void wait('a1', 'a')
    void wait('a2', 'a')
    void wait('b1', 'b', gone.signal)
    void wait('a3', 'a')
    expect([...ahead]).toEqual([
      ['a1', 2],
      ['a2', 4],
      ['b1', 3],
      ['a3', 5],
    ])
    gone.abort()
    expect(ahead.get('a3')).toBe(4)
    leave[0]?.()
    expect([...ahead]).toEqual([
      ['a1', 0],
      ['a2', 2],
      ['b1', 3],
      ['a3', 3],
    ])
  })

  it('forgets an owner who leaves while waiting', async () => {
    const pool = createPool(1)
    const leave = await pool.acquire('a', never())
    const controller = new AbortController()
    const gone = pool.acquire('b', controller.signal)
    const next = pool.acquire('c', never())
    controller.abort()
    await expect(gone).rejects.toMatchObject({ code: 'query_cancelled' })
    leave()
    await expect(next).resolves.toBeTypeOf('function')
    await expect(pool.acquire('d', AbortSignal.abort())).rejects.toMatchObject({ code: 'query_cancelled' })
  })
})
