/**
 * Starts the engine process on first use, communicates with it, monitors its resident size and replaces it when it died. A crash ends the
 * running statements; the next one starts another process. Memory is measured for the whole process, so over its limit all statements end
 * with it. They are repeated one after the other, the latest last, each once: the one that exceeds the limit again gets the error; the
 * others get their rows.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { AppError } from '@octavo/core/errors'
import type { QueryBudget } from '../api.ts'
import { residentMb } from '../resident-size.ts'
import { EngineConversation, type EngineRun, type Exchange } from './engine-conversation.ts'
import type { DatabaseFile, EngineWork, FromEngine, ToEngine } from './messages.ts'

export type { EngineRun } from './engine-conversation.ts'

export interface EngineProcessOptions {
  /** Resident size at which the process is ended. */
  residentLimitMb: number
  /** The process is ended after this time without a statement; the next one starts it again. */
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

/** The process and the statements that wait for it. */
interface Engine {
  options: EngineProcessOptions
  child: ChildProcess | null
  watch: NodeJS.Timeout | null
  idle: NodeJS.Timeout | null
  lastId: number
  isOverMemory: boolean
  isClosed: boolean
  /** Statements that were ended together over the memory limit and wait to be repeated. */
  suspects: Exchange[]
  /** The one that is currently being repeated. */
  suspect: Exchange | null
  conversations: Map<number, Exchange>
}

export function createEngineProcess(options: EngineProcessOptions): EngineProcess {
  const engine: Engine = {
    options,
    child: null,
    watch: null,
    idle: null,
    lastId: 0,
    isOverMemory: false,
    isClosed: false,
    suspects: [],
    suspect: null,
    conversations: new Map(),
  }
  const line = {
    begin: (conversation: Exchange) => begin(engine, conversation),
    finish: (id: number) => finish(engine, id),
  }
  return {
    async run<T>(database: DatabaseFile, work: EngineWork, budget: QueryBudget, signal: AbortSignal) {
      if (signal.aborted) throw new AppError('query_cancelled', {})
      return new EngineConversation<T>(line, { database, work, budget }, signal).run()
    },
    pid: () => engine.child?.pid ?? null,
    close: () => close(engine),
  }
}

function start(engine: Engine): ChildProcess {
  const started = fork(fileURLToPath(new URL('./engine-worker.ts', import.meta.url)), [], {
    serialization: 'advanced',
    // Cells only pass through this process, so a large space for young objects would waste memory.
    execArgv: ['--max-semi-space-size=2'],
    // None of our environment, because the process needs none of our secrets.
    env: {
      PATH: process.env.PATH ?? '',
      ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
      // Each thread of the pool would otherwise keep its own freed memory.
      MALLOC_ARENA_MAX: '2',
      UV_THREADPOOL_SIZE: String(Math.max(16, availableParallelism() * 4)),
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  engine.isOverMemory = false
  started.on('message', (message: FromEngine) => {
    engine.conversations.get(message.id)?.receive(message)
  })
  started.once('error', () => ended(engine, started))
  started.once('exit', () => ended(engine, started))
  return started
}

function ended(engine: Engine, which: ChildProcess): void {
  if (engine.child !== which) return
  engine.child = null
  stopWatching(engine)
  const waiting = [...engine.conversations.values()]
  engine.conversations.clear()
  const culprit = waiting.length === 1 ? waiting[0] : engine.suspect
  for (const conversation of waiting) {
    if (!engine.isOverMemory) conversation.fail(crashed())
    else if (conversation === culprit) conversation.fail(overMemory(engine.options))
    else if (conversation.mayRunAgain()) engine.suspects.push(conversation)
    else conversation.fail(crowded())
  }
  runNextSuspect(engine)
}

function runNextSuspect(engine: Engine): void {
  engine.suspect = null
  while (engine.suspect === null && !engine.isClosed) {
    const next = engine.suspects.shift()
    if (!next) return
    engine.suspect = next
    if (!next.runAgain()) engine.suspect = null
  }
}

function begin(engine: Engine, conversation: Exchange): { id: number; post: (message: ToEngine) => void } {
  const child = engine.child ?? start(engine)
  engine.child = child
  engine.lastId += 1
  const id = engine.lastId
  engine.conversations.set(id, conversation)
  if (engine.idle) clearTimeout(engine.idle)
  engine.idle = null
  engine.watch ??= setInterval(() => checkSize(engine), watchEveryMs).unref()
  child.ref()
  child.channel?.ref()
  return { id, post: (message) => post(child, message) }
}

function finish(engine: Engine, id: number): void {
  const { conversations, suspect, options } = engine
  const isSuspect = suspect !== null && conversations.get(id) === suspect
  const isKnown = conversations.delete(id)
  if (isSuspect) runNextSuspect(engine)
  if (!isKnown || conversations.size > 0) return
  stopWatching(engine)
  // An idle engine must not keep the program alive.
  engine.child?.unref()
  engine.child?.channel?.unref()
  engine.idle = setTimeout(() => engine.child?.kill('SIGKILL'), options.idleMs).unref()
}

function stopWatching(engine: Engine): void {
  if (engine.watch) clearInterval(engine.watch)
  engine.watch = null
}

function checkSize(engine: Engine): void {
  const { child, options } = engine
  const size = child?.pid === undefined ? null : residentMb(child.pid)
  if (size === null || size <= options.residentLimitMb) return
  engine.isOverMemory = true
  child?.kill('SIGKILL')
}

function post(to: ChildProcess, message: ToEngine): void {
  if (to.connected) to.send(message, () => {})
}

async function close(engine: Engine): Promise<void> {
  if (engine.idle) clearTimeout(engine.idle)
  stopWatching(engine)
  engine.isClosed = true
  for (const conversation of engine.suspects.splice(0)) conversation.fail(crashed())
  const ending = engine.child
  if (!ending) return
  // An idle process does not keep the program alive, but now its end must be awaited.
  ending.ref()
  const gone = new Promise<void>((resolve) => ending.once('exit', () => resolve()))
  ending.kill('SIGKILL')
  await gone
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
