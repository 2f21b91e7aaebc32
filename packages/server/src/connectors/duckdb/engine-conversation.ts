import { AppError } from '@octavo/core/errors'
import type { EngineColumn, QueryBudget, StreamSummary } from '../api.ts'
import type { DatabaseFile, EngineFailure, EngineWork, FromEngine, ToEngine } from './messages.ts'

export interface EngineRun<T> {
  columns: EngineColumn[]
  items: AsyncIterable<T>
  summary(): StreamSummary
}

export interface EngineQuestion {
  database: DatabaseFile
  work: EngineWork
  budget: QueryBudget
}

/** A process that accepts conversations; it may be replaced by another one while they wait. */
export interface EngineLink {
  /** Registers the conversation and returns its number and the function that sends messages to the process. */
  begin(conversation: Exchange): { id: number; post: (message: ToEngine) => void }
  finish(id: number): void
}

/** A conversation as the process handles it. */
export interface Exchange {
  receive(message: FromEngine): void
  fail(error: AppError): void
  /** Whether the statement may be repeated: it only reads, and none of its rows was delivered. */
  mayRunAgain(): boolean
  /** Runs the statement again in the next process. False when it has ended in the meantime. */
  runAgain(): boolean
}

/** One statement, from its start to its last row. */
export class EngineConversation<T> implements Exchange {
  private readonly link: EngineLink
  private readonly question: EngineQuestion
  private readonly signal: AbortSignal
  private line: ReturnType<EngineLink['begin']>
  private queue: T[] = []
  private columns: EngineColumn[] | null = null
  private summary: StreamSummary | null = null
  private failure: AppError | null = null
  private wake: (() => void) | null = null
  private hasGiven = false
  private isAgain = false
  private readonly abort = () => this.cancel()

  constructor(link: EngineLink, question: EngineQuestion, signal: AbortSignal) {
    this.link = link
    this.question = question
    this.signal = signal
    signal.addEventListener('abort', this.abort)
    this.line = this.start()
  }

  receive(message: FromEngine): void {
    if (message.type === 'columns') this.columns ??= message.columns
    else if (message.type === 'batch') this.queue.push(message.batch as T)
    else if (message.type === 'lines') this.queue.push({ rowCount: message.rowCount, bytes: message.bytes } as T)
    else if (message.type === 'end') {
      this.summary = { rowCount: message.rowCount, truncated: message.truncated }
      this.close()
    } else {
      this.failure = errorOf(message.failure)
      this.close()
    }
    this.changed()
  }

  fail(error: AppError): void {
    this.failure = error
    this.signal.removeEventListener('abort', this.abort)
    this.changed()
  }

  mayRunAgain(): boolean {
    return !this.isAgain && !this.hasGiven && this.question.work.kind !== 'build'
  }

  runAgain(): boolean {
    if (this.failure) return false
    this.isAgain = true
    this.queue = []
    this.line = this.start()
    return true
  }

  /** Resolves when the columns are known. */
  async run(): Promise<EngineRun<T>> {
    while (!this.columns && !this.failure) await this.next()
    if (this.failure) throw this.failure
    return {
      columns: this.columns ?? [],
      items: this.items(),
      summary: () => this.summary ?? { rowCount: 0, truncated: false },
    }
  }

  private async *items(): AsyncGenerator<T> {
    try {
      for (;;) {
        const item = this.queue.shift()
        if (item !== undefined) {
          this.hasGiven = true
          this.line.post({ type: 'credit', id: this.line.id })
          yield item
        } else if (this.failure) {
          throw this.failure
        } else if (this.summary) {
          return
        } else {
          await this.next()
        }
      }
    } finally {
      this.cancel()
    }
  }

  private start(): ReturnType<EngineLink['begin']> {
    const line = this.link.begin(this)
    line.post({ type: 'run', id: line.id, ...this.question })
    return line
  }

  private cancel(): void {
    if (this.summary || this.failure) return
    this.failure = new AppError('query_cancelled', {})
    this.line.post({ type: 'cancel', id: this.line.id })
    this.close()
  }

  private close(): void {
    this.signal.removeEventListener('abort', this.abort)
    this.link.finish(this.line.id)
    this.changed()
  }

  private changed(): void {
    const resolve = this.wake
    this.wake = null
    resolve?.()
  }

  private next(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve
    })
  }
}

function errorOf(failure: EngineFailure): AppError {
  switch (failure.code) {
    case 'query_failed':
      return new AppError('query_failed', {
        reason: failure.reason,
        ...(failure.engineCode === undefined ? {} : { engineCode: failure.engineCode }),
      })
    case 'query_cancelled':
      return new AppError('query_cancelled', {})
    case 'query_over_budget':
      return new AppError('query_over_budget', { budget: failure.budget ?? 'memory', limit: failure.limit ?? '' })
    case 'engine_unavailable':
      return new AppError('engine_unavailable', { reason: failure.reason })
  }
}
