import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { AppError } from '@octavo/core/errors'
import { residentMb } from '../../connectors/index.ts'
import { previewPaper } from './page-sizes.ts'
import type { OnDrawn, Report, ReportOrder } from './report-order.ts'
import type { ReportMessage, ReportTask } from './report-worker.ts'

/**
 * Makes reports in a separate process, in the order of the requests. The drawing library ends its process at some shapes, for example clipped
 * ones that are entirely outside of the picture, and that must not be the process of the server.
 */
export interface ReportMaker {
  /** Throws `export_failed` when the process ends, takes too long or needs too much memory; an abort ends the report at any point. */
  make(order: ReportOrder, signal: AbortSignal, onDrawn?: OnDrawn): Promise<Report>
  /** Process id, or null while none runs. */
  pid(): number | null
  close(): Promise<void>
}

export interface ReportMakerOptions {
  /** A report takes a fraction of a second; one that takes this long is stuck. */
  longestMs?: number
  /** An idle process keeps the chart library, the typesetter and its fonts: about 200 MB. */
  idleMs?: number
  /** Resident size at which the process is ended. */
  residentLimitMb?: number
}

interface Waiting {
  task: ReportTask
  onDrawn: OnDrawn
  resolve(report: Report): void
  reject(error: unknown): void
}

const watchEveryMs = 250

export const createReportMaker = (options: ReportMakerOptions = {}): ReportMaker =>
  withPreviews(new ReportProcess({ longestMs: 120_000, idleMs: 60_000, residentLimitMb: 1536, ...options }))

/** Draws the preview of a report after it, so that a preview that fails leaves the report whole. */
const withPreviews = (maker: ReportMaker): ReportMaker => ({
  pid: () => maker.pid(),
  close: () => maker.close(),
  async make(order, signal, onDrawn) {
    const report = await maker.make(order, signal, onDrawn)
    if (!order.hasPreview || order.paper.kind !== 'pdf') return report
    const { layout, pageSize } = order.paper
    try {
      const sheet = { ...order, paper: { kind: 'sheet', layout, pageSize, picture: previewPaper } } as const
      return { ...report, preview: (await maker.make(sheet, signal)).file }
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error
      return { ...report, leftOut: [...report.leftOut, `There is no picture of the first sheet. ${error.message}`] }
    }
  },
})

/** The lock file contains the typesetter only for Linux on x64, because the registry that it was made from has no other. */
export const whyItFailed = ({ platform, arch }: { platform: string; arch: string }): string =>
  platform === 'linux' && arch === 'x64'
    ? 'Typesetting the report failed.'
    : `PDF and PNG files are made by servers on Linux x64. This one runs on ${platform} ${arch}.`

const failed = (reason: string, cause?: unknown) => new AppError('export_failed', { reason }, { cause })

/** The process starts with the first report and ends after being idle; a dead one is replaced. */
class ReportProcess implements ReportMaker {
  private readonly options: Required<ReportMakerOptions>
  private readonly waiting: Waiting[] = []
  private current: Waiting | undefined
  private child: ChildProcess | undefined
  /** The process is loaded. */
  private isReady = false
  /** Ends a report that takes too long, or an idle process. */
  private timer: NodeJS.Timeout | undefined
  /** Measures the process while it makes a report. */
  private sizes: NodeJS.Timeout | undefined
  private lastId = 0

  constructor(options: Required<ReportMakerOptions>) {
    this.options = options
  }

  async make(order: ReportOrder, signal: AbortSignal, onDrawn: OnDrawn = () => {}): Promise<Report> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<Report>()
    const own: Waiting = { task: { id: ++this.lastId, order }, onDrawn, resolve, reject }
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

  pid(): number | null {
    return this.child?.pid ?? null
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
    // The process cannot be interrupted while it typesets.
    void this.stop()
    this.settle(() => {})
  }

  private next(): void {
    if (this.current) return
    this.current = this.waiting.shift()
    clearTimeout(this.timer)
    if (!this.current) {
      this.rest()
      return
    }
    this.child ??= this.open()
    this.child.ref()
    this.child.channel?.ref()
    this.sizes ??= setInterval(() => this.measure(), watchEveryMs).unref()
    this.child.send(this.current.task, () => {})
    if (this.isReady) this.watch()
  }

  /** An idle process must not keep the program alive. */
  private rest(): void {
    clearInterval(this.sizes)
    this.sizes = undefined
    if (!this.child) return
    this.child.unref()
    this.child.channel?.unref()
    this.timer = setTimeout(() => void this.stop(), this.options.idleMs).unref()
  }

  /** The time limit excludes loading, which takes long on a busy machine. */
  private watch(): void {
    clearTimeout(this.timer)
    const { longestMs } = this.options
    const reason = `Typesetting the report took longer than the limit of ${longestMs / 1000} seconds.`
    this.timer = setTimeout(() => this.crash(failed(reason)), longestMs)
  }

  private measure(): void {
    const { residentLimitMb } = this.options
    const size = this.child?.pid === undefined ? null : residentMb(this.child.pid)
    if (size === null || size <= residentLimitMb) return
    this.crash(failed(`Typesetting the report took more memory than the limit of ${residentLimitMb} MB.`))
  }

  private open(): ChildProcess {
    const opened = fork(fileURLToPath(new URL('./report-worker.ts', import.meta.url)), [], {
      serialization: 'advanced',
      execArgv: [],
      // None of our environment, because the process needs none of our secrets.
      env: {
        PATH: process.env.PATH ?? '',
        ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
        MALLOC_ARENA_MAX: '2',
      },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    opened.on('message', (message: ReportMessage) => {
      if (opened === this.child) this.receive(message)
    })
    opened.on('error', (cause) => {
      if (opened === this.child) this.crash(failed(whyItFailed(process), cause))
    })
    opened.on('exit', (code, signal) => {
      if (opened === this.child) this.crash(failed(this.whyItEnded(code, signal)))
    })
    return opened
  }

  private whyItEnded(code: number | null, signal: string | null): string {
    if (!this.isReady && signal === null) return whyItFailed(process)
    return `The process that draws reports ended while it drew this one (${signal ?? `exit code ${code}`}).`
  }

  private receive(message: ReportMessage): void {
    if (message === 'ready') {
      this.isReady = true
      if (this.current) this.watch()
    } else if (message.id !== this.current?.task.id) {
      return
    } else if ('drawn' in message) {
      this.current.onDrawn(message.drawn, message.total)
    } else {
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
    const ended = this.child
    this.child = undefined
    this.isReady = false
    clearTimeout(this.timer)
    if (!ended || ended.exitCode !== null || ended.signalCode !== null) return
    // An idle process does not keep the program alive, but now its end must be awaited.
    ended.ref()
    const gone = new Promise<void>((resolve) => ended.once('exit', () => resolve()))
    ended.kill('SIGKILL')
    await gone
  }
}
