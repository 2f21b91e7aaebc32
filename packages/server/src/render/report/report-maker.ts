import { Worker } from 'node:worker_threads'
import { AppError } from '@octavo/core/errors'
import type { Report, ReportOrder } from './report-order.ts'
import type { ReportOutcome, ReportTask } from './report-worker.ts'

/** Makes reports in a thread of its own, in the order in which they are asked for. */
export interface ReportMaker {
  /** Throws `export_failed` when the thread fails or takes too long; an abort ends the report wherever it is. */
  make(order: ReportOrder, signal: AbortSignal): Promise<Report>
  close(): Promise<void>
}

/** One report takes a fraction of a second; one that takes this long never ends. */
const longestMs = 60_000
/** An idle thread holds the chart library, the typesetter and its fonts: about 150 MB. */
const idleMs = 60_000

interface Waiting {
  task: ReportTask
  resolve(report: Report): void
  reject(error: unknown): void
}

export function createReportMaker(): ReportMaker {
  const waiting: Waiting[] = []
  let current: Waiting | undefined
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined
  let lastId = 0

  const stop = () => {
    const ended = worker
    worker = undefined
    clearTimeout(timer)
    return ended?.terminate() ?? Promise.resolve(0)
  }
  const failed = (reason: string, cause?: unknown) => new AppError('export_failed', { reason }, { cause })
  const settle = (end: (task: Waiting) => void) => {
    const ended = current
    current = undefined
    clearTimeout(timer)
    if (ended) end(ended)
    next()
  }
  const crash = (error: AppError) => {
    void stop()
    settle(({ reject }) => reject(error))
  }

  function open(): Worker {
    const opened = new Worker(new URL('./report-worker.ts', import.meta.url), { execArgv: [], env: {} })
    opened.unref()
    opened.on('message', (outcome: ReportOutcome) => {
      if (outcome.id !== current?.task.id) return
      if ('report' in outcome) settle(({ resolve }) => resolve(outcome.report))
      else settle(({ reject }) => reject(failed('Typesetting the report failed.', new Error(outcome.problem))))
    })
    opened.on('error', (cause) => {
      if (opened === worker) crash(failed('Typesetting the report failed.', cause))
    })
    opened.on('exit', () => {
      if (opened === worker) crash(failed('Typesetting the report ended too early.'))
    })
    return opened
  }

  function next() {
    if (current) return
    current = waiting.shift()
    if (!current) {
      if (worker) timer = setTimeout(() => void stop(), idleMs).unref()
      return
    }
    clearTimeout(timer)
    worker ??= open()
    // A thread that works keeps the process alive only through the promise that somebody waits for.
    worker.ref()
    worker.postMessage(current.task)
    timer = setTimeout(() => crash(failed('Typesetting the report took longer than a minute.')), longestMs)
  }

  return {
    make(order, signal) {
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<Report>()
      const own: Waiting = { task: { id: ++lastId, order }, resolve, reject }
      const abort = () => {
        const at = waiting.indexOf(own)
        if (at >= 0) waiting.splice(at, 1)
        if (own === current) {
          void stop()
          settle(() => reject(signal.reason))
        } else reject(signal.reason)
      }
      signal.addEventListener('abort', abort, { once: true })
      waiting.push(own)
      next()
      return promise.finally(() => {
        signal.removeEventListener('abort', abort)
        if (!current) worker?.unref()
      })
    },
    async close() {
      for (const { reject } of waiting.splice(0)) reject(failed('The server is stopping.'))
      await stop()
      settle(({ reject }) => reject(failed('The server is stopping.')))
    },
  }
}
