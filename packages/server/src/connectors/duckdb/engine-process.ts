/**
 * Starts the engine process when it is first needed, talks to it, watches its resident size and replaces it when it
 * died. A crash costs the statements that were running; the next one starts another process. Memory is that of the whole
 * process, so over its limit all statements end with it. They run again one after the other, the latest last, each once:
 * the one that goes over the limit again took the memory and gets the error; the others get their rows.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { AppError } from '@octavo/core/errors'
import type { QueryBudget } from '../api.ts'
import { EngineConversation, type EngineRun, type Exchange } from './engine-conversation.ts'
import type { DatabaseFile, EngineWork, FromEngine, ToEngine } from './messages.ts'

export type { EngineRun } from './engine-conversation.ts'

export interface EngineProcessOptions {
  /** Resident size at which the process is ended. */
  residentLimitMb: number
  /** Without a statement for so long, the process is ended; it starts again when asked. */
  idleMs: number
}

export interface EngineProcess {
  /** Resolves when the columns are known. Throws AppError as connectors do. */
  run<T>(database: DatabaseFile, work: EngineWork, budget: QueryBudget, signal: AbortSignal): Promise<EngineRun<T>>
  /** Process id, or null while none runs. */
  pid(): number | null
  close(): Promise<void>
}

const watchEveryMs = 100

export function createEngineProcess(options: EngineProcessOptions): EngineProcess {
  let child: ChildProcess | null = null
  let watch: NodeJS.Timeout | null = null
  let idle: NodeJS.Timeout | null = null
  let lastId = 0
  let isOverMemory = false
  let isClosed = false
  /** Statements that were ended with others over the memory and wait to run again, and the one whose turn it is. */
  const suspects: Exchange[] = []
  let suspect: Exchange | null = null
  const conversations = new Map<number, Exchange>()

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
    const culprit = waiting.length === 1 ? waiting[0] : suspect
    for (const conversation of waiting) {
      if (!isOverMemory) conversation.fail(crashed())
      else if (conversation === culprit) conversation.fail(overMemory(options))
      else if (conversation.mayRunAgain()) suspects.push(conversation)
      else conversation.fail(crowded())
    }
    runNextSuspect()
  }

  function runNextSuspect(): void {
    suspect = null
    while (suspect === null && !isClosed) {
      const next = suspects.shift()
      if (!next) return
      suspect = next
      if (!next.runAgain()) suspect = null
    }
  }

  function begin(conversation: Exchange): { id: number; post: (message: ToEngine) => void } {
    const engine = child ?? start()
    child = engine
    const id = ++lastId
    conversations.set(id, conversation)
    if (idle) clearTimeout(idle)
    idle = null
    watch ??= setInterval(checkSize, watchEveryMs).unref()
    engine.ref()
    engine.channel?.ref()
    return { id, post: (message) => post(engine, message) }
  }

  function finish(id: number): void {
    const isSuspect = suspect !== null && conversations.get(id) === suspect
    const isKnown = conversations.delete(id)
    if (isSuspect) runNextSuspect()
    if (!isKnown || conversations.size > 0) return
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
      return new EngineConversation<T>({ begin, finish }, { database, work, budget }, signal).run()
    },
    pid: () => child?.pid ?? null,
    async close() {
      if (idle) clearTimeout(idle)
      stopWatching()
      isClosed = true
      for (const conversation of suspects.splice(0)) conversation.fail(crashed())
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

function overMemory({ residentLimitMb }: EngineProcessOptions): AppError {
  return new AppError('query_over_budget', { budget: 'memory', limit: `${residentLimitMb} MB` })
}

function crashed(): AppError {
  return new AppError('engine_unavailable', { reason: 'its process ended while the query was running' })
}

function crowded(): AppError {
  const reason = 'queries that ran at the same time needed more memory than they may use'
  return new AppError('engine_unavailable', { reason })
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
