import { AppError } from '@octavo/core/errors'

/**
 * Runs equal work once for all callers that request it while it runs. The work is aborted when all of these callers
 * have aborted.
 */
export interface SingleFlight<T> {
  run(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, { result: Promise<T>; controller: AbortController; waiting: number }>()

  return {
    async run(key, signal, work) {
      if (signal.aborted) throw new AppError('query_cancelled', {})
      let flight = flights.get(key)
      if (!flight) {
        const controller = new AbortController()
        const started = { result: work(controller.signal), controller, waiting: 0 }
        flight = started
        flights.set(key, started)
        const forget = () => {
          if (flights.get(key) === started) flights.delete(key)
        }
        started.result.then(forget, forget)
      }
      const mine = flight
      mine.waiting++
      return new Promise<T>((resolve, reject) => {
        let isSettled = false
        const leave = () => {
          if (isSettled) return
          isSettled = true
          signal.removeEventListener('abort', abort)
          mine.waiting--
        }
        const abort = () => {
          leave()
          if (mine.waiting === 0) {
            if (flights.get(key) === mine) flights.delete(key)
            mine.controller.abort()
          }
          reject(new AppError('query_cancelled', {}))
        }
        signal.addEventListener('abort', abort, { once: true })
        mine.result.then(
          (value) => {
            leave()
            resolve(value)
          },
          (error: unknown) => {
            leave()
            reject(error)
          },
        )
      })
    },
  }
}
