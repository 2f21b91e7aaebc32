import { AppError } from '@octavo/core/errors'

/**
 * Limits the concurrent statements of a connection. Waiting owners take turns, so that one member with a hundred elements does not block
 * the others.
 */
export interface Pool {
  /**
   * Resolves with the function that releases the slot. Throws query_cancelled when the signal aborts first. While waiting, `onAhead` is
   * called whenever the number of statements that run or start before it changes; 0 when it starts.
   */
  acquire(owner: string, signal: AbortSignal, onAhead?: OnAhead): Promise<() => void>
}

export type OnAhead = (ahead: number) => void

/** Runs the work in a slot of the pool, and always releases the slot afterwards. */
export async function inPlace<T>(
  pool: Pool,
  owner: string,
  signal: AbortSignal,
  work: () => Promise<T>,
  onAhead?: OnAhead,
): Promise<T> {
  const giveBack = await pool.acquire(owner, signal, onAhead)
  try {
    return await work()
  } finally {
    giveBack()
  }
}

/** The slots of a connection by the purpose of statements: no purpose waits for another. */
export interface Pools {
  /** Pages that people view or edit. */
  adhoc: Pool
  /** Tables, columns, and the values that controls offer. */
  catalog: Pool
  /** Whole results that people download. */
  result: Pool
  /** What runs on a schedule. */
  schedule: Pool
  /** Total number of slots. */
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

interface Waiting {
  start: () => void
  onAhead: OnAhead | undefined
}

/** Reports to all waiting statements how many run or start before them. */
function reportAhead(waiting: ReadonlyMap<string, readonly Waiting[]>, taken: number): void {
  const queues = [...waiting.values()]
  for (const [turn, queue] of queues.entries()) {
    for (const [place, { onAhead }] of queue.entries()) {
      // Owners before this one will have had one more turn when it is this statement's turn.
      onAhead?.(
        queues.reduce((sum, { length }, other) => sum + Math.min(length, place + (other < turn ? 1 : 0)), taken),
      )
    }
  }
}

export function createPool(size: number): Pool {
  let taken = 0
  /** In round-robin order: an owner who got a slot moves to the end. */
  const waiting = new Map<string, Waiting[]>()

  function next(): void {
    const first = waiting.entries().next()
    if (first.done) return
    const [owner, queue] = first.value
    const entry = queue.shift()
    waiting.delete(owner)
    if (queue.length > 0) waiting.set(owner, queue)
    entry?.start()
  }

  function place(): () => void {
    let isGivenBack = false
    return () => {
      if (isGivenBack) return
      isGivenBack = true
      taken--
      next()
      reportAhead(waiting, taken)
    }
  }

  return {
    acquire(owner, signal, onAhead) {
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
          onAhead?.(0)
          resolve(place())
        }
        const entry = { start, onAhead }
        const abort = () => {
          const index = queue.indexOf(entry)
          if (index >= 0) queue.splice(index, 1)
          if (queue.length === 0 && waiting.get(owner) === queue) waiting.delete(owner)
          reportAhead(waiting, taken)
          reject(new AppError('query_cancelled', {}))
        }
        queue.push(entry)
        signal.addEventListener('abort', abort, { once: true })
        reportAhead(waiting, taken)
      })
    },
  }
}
