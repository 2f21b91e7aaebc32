import { AppError } from '@octavo/core/errors'

/** A running query with its signal and its time limit. */
export interface QueryWatch {
  /** Why the query was stopped; null while it runs and after it has ended by itself. */
  readonly stopped: AppError | null
  /** Stops the query as its signal would. */
  abort(): void
  /** Marks the query as ended. Returns false when it was already stopped. */
  end(): boolean
}

/** Calls `onStop` at most once, and never after `end`. A signal that is already aborted is not checked. */
export function watchQuery(signal: AbortSignal, timeoutMs: number, onStop: (error: AppError) => void): QueryWatch {
  let stopped: AppError | null = null
  let isOver = false

  const end = (): boolean => {
    if (isOver) return false
    isOver = true
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    return true
  }
  const stop = (error: AppError) => {
    if (!end()) return
    stopped = error
    onStop(error)
  }
  const abort = () => stop(new AppError('query_cancelled', {}))
  const timer = setTimeout(() => {
    stop(new AppError('query_over_budget', { budget: 'time', limit: `${timeoutMs} ms` }))
  }, timeoutMs)
  signal.addEventListener('abort', abort)
  return {
    get stopped() {
      return stopped
    },
    abort,
    end,
  }
}
