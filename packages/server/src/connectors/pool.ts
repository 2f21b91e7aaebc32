import { AppError } from '@octavo/core/errors'

/**
 * Lets so many statements of a connection run at once. Waiting owners take turns, so that one member with a hundred
 * elements does not keep the others waiting behind all of them.
 */
export interface Pool {
  /** Resolves with the function that gives the place back. Throws query_cancelled when the signal aborts first. */
  acquire(owner: string, signal: AbortSignal): Promise<() => void>
}

/** Does the work in a place of the pool, and gives the place back however it ends. */
export async function inPlace<T>(pool: Pool, owner: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const giveBack = await pool.acquire(owner, signal)
  try {
    return await work()
  } finally {
    giveBack()
  }
}

/** The places of a connection, by what its statements are for: none of them waits behind another. */
export interface Pools {
  /** Pages that people look at, published or in the making. */
  adhoc: Pool
  /** Tables, columns, and the values that controls offer. */
  catalog: Pool
  /** Whole results that people download. */
  result: Pool
  /** What runs on a schedule. */
  schedule: Pool
  /** Places of all of them. */
  size: number
}

export const defaultPoolSizes = { adhocPoolSize: 4, catalogPoolSize: 2, resultPoolSize: 3, schedulePoolSize: 1 }

/** `sizes` as a connection stores them. */
export function createPools(sizes: Partial<typeof defaultPoolSizes>): Pools {
  const { adhocPoolSize, catalogPoolSize, resultPoolSize, schedulePoolSize } = { ...defaultPoolSizes, ...sizes }
  return {
    adhoc: createPool(adhocPoolSize),
    catalog: createPool(catalogPoolSize),
    result: createPool(resultPoolSize),
    schedule: createPool(schedulePoolSize),
    size: adhocPoolSize + catalogPoolSize + resultPoolSize + schedulePoolSize,
  }
}

export function createPool(size: number): Pool {
  let taken = 0
  /** In the order of turns: whoever got a place goes to the end. */
  const waiting = new Map<string, (() => void)[]>()

  function next(): void {
    const first = waiting.entries().next()
    if (first.done) return
    const [owner, queue] = first.value
    const start = queue.shift()
    waiting.delete(owner)
    if (queue.length > 0) waiting.set(owner, queue)
    start?.()
  }

  function place(): () => void {
    let isGivenBack = false
    return () => {
      if (isGivenBack) return
      isGivenBack = true
      taken--
      next()
    }
  }

  return {
    acquire(owner, signal) {
      if (signal.aborted) return Promise.reject(new AppError('query_cancelled', {}))
      if (taken < size) {
        taken++
        return Promise.resolve(place())
      }
      return new Promise((resolve, reject) => {
        const queue = waiting.get(owner) ?? []
        waiting.set(owner, queue)
        const start = () => {
          signal.removeEventListener('abort', abort)
          taken++
          resolve(place())
        }
        const abort = () => {
          const index = queue.indexOf(start)
          if (index >= 0) queue.splice(index, 1)
          if (queue.length === 0 && waiting.get(owner) === queue) waiting.delete(owner)
          reject(new AppError('query_cancelled', {}))
        }
        queue.push(start)
        signal.addEventListener('abort', abort, { once: true })
      })
    },
  }
}
