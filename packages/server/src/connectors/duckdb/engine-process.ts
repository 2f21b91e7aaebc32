/**
 * Starts the engine process when it is first needed, talks to it, watches its resident size and replaces it when it
 * died. A crash costs the statements that were running; the next one starts another process.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { AppError } from '@octavo/core/errors'
import type { EngineColumn, QueryBudget, StreamSummary } from '../api.ts'
import type { DatabaseFile, EngineFailure, EngineWork, FromEngine, ToEngine } from './messages.ts'

export interface EngineProcessOptions {
  /** Resident size at which the process is ended. */
  residentLimitMb: number
  /** Without a statement for so long, the process is ended; it starts again when asked. */
  idleMs: number
}

export interface EngineRun<T> {
  columns: EngineColumn[]
  items: AsyncIterable<T>
  summary(): StreamSummary
}

export interface EngineProcess {
  /** Resolves when the columns are known. Throws AppError as connectors do. */
  run<T>(database: DatabaseFile, work: EngineWork, budget: QueryBudget, signal: AbortSignal): Promise<EngineRun<T>>
  /** Process id, or null while none runs. */
  pid(): number | null
  close(): Promise<void>
}

const watchEveryMs = 100

interface Conversation {
  receive(message: FromEngine): void
  fail(error: AppError): void
}

export function createEngineProcess(options: EngineProcessOptions): EngineProcess {
  let child: ChildProcess | null = null
  let watch: NodeJS.Timeout | null = null
  let idle: NodeJS.Timeout | null = null
  let lastId = 0
  let isOverMemory = false
  const conversations = new Map<number, Conversation>()

  function start(): ChildProcess {
    const started = fork(fileURLToPath(new URL('./engine-worker.ts', import.meta.url)), [], {
      serialization: 'advanced',
      // Cells go through this process and do not stay: a large space for young objects would only lie there.
      execArgv: ['--max-semi-space-size=2'],
      // Nothing of our environment: the process needs none of our secrets.
      env: {
        PATH: process.env.PATH ?? '',
        ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
        // Each thread of the pool would keep freed memory of its own.
        MALLOC_ARENA_MAX: '2',
        UV_THREADPOOL_SIZE: String(Math.max(16, availableParallelism() * 4)),
      },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    isOverMemory = false
    started.on('message', (message: FromEngine) => {
      conversations.get(message.id)?.receive(message)
    })
    started.once('error', () => ended(started))
    started.once('exit', () => ended(started))
    return started
  }

  function ended(which: ChildProcess): void {
    if (child !== which) return
    child = null
    stopWatching()
    const waiting = [...conversations.values()]
    conversations.clear()
    const isCulprit = isOverMemory && waiting.length === 1
    for (const conversation of waiting) {
      conversation.fail(
        isCulprit
          ? new AppError('query_over_budget', { budget: 'memory', limit: `${options.residentLimitMb} MB` })
          : new AppError('engine_unavailable', {
              reason: isOverMemory
                ? 'queries that ran at the same time needed more memory than they may use'
                : 'its process ended while the query was running',
            }),
      )
    }
  }

  function begin(id: number, conversation: Conversation): ChildProcess {
    child ??= start()
    conversations.set(id, conversation)
    if (idle) clearTimeout(idle)
    idle = null
    watch ??= setInterval(checkSize, watchEveryMs).unref()
    child.ref()
    child.channel?.ref()
    return child
  }

  function finish(id: number): void {
    if (!conversations.delete(id) || conversations.size > 0) return
    stopWatching()
    // An idle engine keeps no program alive.
    child?.unref()
    child?.channel?.unref()
    idle = setTimeout(() => child?.kill('SIGKILL'), options.idleMs).unref()
  }

  function stopWatching(): void {
    if (watch) clearInterval(watch)
    watch = null
  }

  function checkSize(): void {
    const size = child?.pid === undefined ? null : residentMb(child.pid)
    if (size === null || size <= options.residentLimitMb) return
    isOverMemory = true
    child?.kill('SIGKILL')
  }

  function post(to: ChildProcess, message: ToEngine): void {
    if (to.connected) to.send(message, () => {})
  }

  return {
    async run<T>(database: DatabaseFile, work: EngineWork, budget: QueryBudget, signal: AbortSignal) {
      if (signal.aborted) throw new AppError('query_cancelled', {})
      const id = ++lastId
      const queue: T[] = []
      let columns: EngineColumn[] | null = null
      let summary: StreamSummary | null = null
      let failure: AppError | null = null
      let wake: (() => void) | null = null
      const changed = () => {
        const resolve = wake
        wake = null
        resolve?.()
      }
      const close = () => {
        signal.removeEventListener('abort', abort)
        finish(id)
        changed()
      }
      const engine = begin(id, {
        receive(message) {
          if (message.type === 'columns') columns = message.columns
          else if (message.type === 'batch') queue.push(message.batch as T)
          else if (message.type === 'lines') queue.push({ rowCount: message.rowCount, bytes: message.bytes } as T)
          else if (message.type === 'end') {
            summary = { rowCount: message.rowCount, truncated: message.truncated }
            close()
          } else {
            failure = errorOf(message.failure)
            close()
          }
          changed()
        },
        fail(error) {
          failure = error
          signal.removeEventListener('abort', abort)
          changed()
        },
      })
      const cancel = () => {
        if (summary || failure) return
        failure = new AppError('query_cancelled', {})
        post(engine, { type: 'cancel', id })
        close()
      }
      const abort = () => cancel()
      signal.addEventListener('abort', abort)
      post(engine, { type: 'run', id, database, work, budget })

      const next = () =>
        new Promise<void>((resolve) => {
          wake = resolve
        })
      while (!columns && !failure) await next()
      if (failure) throw failure

      async function* items(): AsyncGenerator<T> {
        try {
          for (;;) {
            const item = queue.shift()
            if (item !== undefined) {
              post(engine, { type: 'credit', id })
              yield item
            } else if (failure) {
              throw failure
            } else if (summary) {
              return
            } else {
              await next()
            }
          }
        } finally {
          cancel()
        }
      }
      return {
        columns: columns ?? [],
        items: items(),
        summary: () => summary ?? { rowCount: 0, truncated: false },
      }
    },
    pid: () => child?.pid ?? null,
    async close() {
      if (idle) clearTimeout(idle)
      stopWatching()
      const ending = child
      if (!ending) return
      // An idle process is let go of; somebody waits for its end now.
      ending.ref()
      const gone = new Promise<void>((resolve) => ending.once('exit', () => resolve()))
      ending.kill('SIGKILL')
      await gone
    },
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

/** Resident size from the kernel's own table; null where there is none (then only the engine's limit counts). */
function residentMb(pid: number): number | null {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    return Number.isFinite(pages) ? (pages * 4096) / 1_048_576 : null
  } catch {
    return null
  }
}
