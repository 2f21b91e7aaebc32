import { Worker } from 'node:worker_threads'
import { AppError } from '@octavo/core/errors'
import type { Report, ReportOrder } from './report-order.ts'
import type { ReportOutcome, ReportTask } from './report-worker.ts'

/** Makes reports in a separate thread, in the order of the requests. */
export interface ReportMaker {
  /** Throws `export_failed` when the thread fails or takes too long; an abort ends the report at any point. */
  make(order: ReportOrder, signal: AbortSignal): Promise<Report>
  close(): Promise<void>
}

/** A report takes a fraction of a second; one that takes this long is stuck. */
const longestMs = 60_000
/** An idle thread holds the chart library, the typesetter and its fonts: about 150 MB. */
const idleMs = 60_000

interface Waiting {
  task: ReportTask
  resolve(report: Report): void
  reject(error: unknown): void
}

export const createReportMaker = (): ReportMaker => new ReportThread()

/** The lock file contains the typesetter only for Linux on x64, because the registry that it was made from has no other. */
export const whyItFailed = ({ platform, arch }: { platform: string; arch: string }): string =>
  platform === 'linux' && arch === 'x64'
    ? 'Typesetting the report failed.'
    : `PDF and PNG files are made by servers on Linux x64. This one runs on ${platform} ${arch}.`

const failed = (reason: string, cause?: unknown) => new AppError('export_failed', { reason }, { cause })

/** The thread starts with the first report and ends after being idle; a dead one is replaced. */
class ReportThread implements ReportMaker {
  private readonly waiting: Waiting[] = []
  private current: Waiting | undefined
  private worker: Worker | undefined
  /** The thread is loaded. */
  private isReady = false
  /** Ends a report that takes too long, or an idle thread. */
  private timer: NodeJS.Timeout | undefined
  private lastId = 0

  async make(order: ReportOrder, signal: AbortSignal): Promise<Report> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<Report>()
    const own: Waiting = { task: { id: ++this.lastId, order }, resolve, reject }
    const abort = () => this.drop(own, signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    this.waiting.push(own)
    this.next()
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  async close(): Promise<void> {
    for (const { reject } of this.waiting.splice(0)) reject(failed('The server is stopping.'))
    const stopped = this.stop()
    this.settle(({ reject }) => reject(failed('The server is stopping.')))
    await stopped
  }

  private drop(own: Waiting, reason: unknown): void {
    const at = this.waiting.indexOf(own)
    if (at >= 0) this.waiting.splice(at, 1)
    own.reject(reason)
    if (own !== this.current) return
    // The thread cannot be interrupted while it typesets.
    void this.stop()
    this.settle(() => {})
  }

  private next(): void {
    if (this.current) return
    this.current = this.waiting.shift()
    clearTimeout(this.timer)
    if (!this.current) {
      this.worker?.unref()
      if (this.worker) this.timer = setTimeout(() => void this.stop(), idleMs).unref()
      return
    }
    this.worker ??= this.open()
    this.worker.ref()
    this.worker.postMessage(this.current.task)
    if (this.isReady) this.watch()
  }

  /** The time limit excludes loading, which takes long on a busy machine. */
  private watch(): void {
    clearTimeout(this.timer)
    const reason = 'Typesetting the report took longer than a minute.'
    this.timer = setTimeout(() => this.crash(failed(reason)), longestMs)
  }

  private open(): Worker {
    const opened = new Worker(new URL('./report-worker.ts', import.meta.url), { execArgv: [], env: {} })
    opened.on('message', (message: ReportOutcome | 'ready') => {
      if (opened === this.worker) this.receive(message)
    })
    opened.on('error', (cause) => {
      if (opened === this.worker) this.crash(failed(whyItFailed(process), cause))
    })
    opened.on('exit', () => {
      if (opened === this.worker) this.crash(failed('Typesetting the report ended too early.'))
    })
    return opened
  }

  private receive(message: ReportOutcome | 'ready'): void {
    if (message === 'ready') {
      this.isReady = true
      if (this.current) this.watch()
    } else if (message.id === this.current?.task.id) {
      this.settle(({ resolve, reject }) => {
        if ('report' in message) resolve(message.report)
        else reject(failed('Typesetting the report failed.', new Error(message.problem)))
      })
    }
  }

  private crash(error: AppError): void {
    void this.stop()
    this.settle(({ reject }) => reject(error))
  }

  /** Ends the current report, and starts the next. */
  private settle(end: (task: Waiting) => void): void {
    const ended = this.current
    this.current = undefined
    if (ended) end(ended)
    this.next()
  }

  private async stop(): Promise<void> {
    const ended = this.worker
    this.worker = undefined
    this.isReady = false
    clearTimeout(this.timer)
    await ended?.terminate()
  }
}
