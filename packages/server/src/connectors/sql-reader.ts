import { Worker } from 'node:worker_threads'
import { AppError } from '@octavo/core/errors'
import type { SqlReferences } from './sql-references.ts'

export interface SqlQuestion {
  id: number
  text: string
  /** Name of the dialect in core `sql`. */
  dialect: string
  requested: 'reason' | 'references'
}
export interface ReadSql {
  id: number
  /** Why the text cannot be read as one query, or null. */
  reason: string | null
  references: SqlReferences | null
}

/** The parser is 23 MB of WebAssembly: its thread starts with the first text and ends after a while without one. */
const idleMs = 60_000
const deadlineMs = 20_000
/** SQL forms that the compiler writes for elements read by name: the server knows them, the parser does not. */
const ourForms = / COLLATE utf8mb4_\w+| CHARACTER SET utf8mb4(?= PATH)/g

let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined
let lastId = 0
let reading = 0

/** Why SQL that a person wrote cannot be read as one query, or null. Throws `query_failed` when the parser fails. */
export async function whyUnread(text: string, dialect: 'mysql' | 'trino' = 'mysql'): Promise<string | null> {
  return (await ask({ text: text.replace(ourForms, ''), dialect, requested: 'reason' })).reason
}

/**
 * The tables and columns that custom SQL names, with their positions in the text; null when it cannot be parsed. Placeholders
 * (`{{control}}`) count as words. Throws `query_failed` when the parser fails.
 */
export async function sqlReferences(statement: string, dialect: string): Promise<SqlReferences | null> {
  const text = statement.replace(holes, (hole) => 'x'.repeat(hole.length))
  return (await ask({ text, dialect, requested: 'references' })).references
}

const holes = /\{\{[^{}]*\}\}(?::(?:min|max|start|end)\b)?/g

async function ask(question: Omit<SqlQuestion, 'id'>): Promise<ReadSql> {
  clearTimeout(idle)
  lastId += 1
  const asked: SqlQuestion = { id: lastId, ...question }
  const worker = thread ?? new Worker(new URL('./sql-reader-worker.ts', import.meta.url))
  thread = worker
  worker.unref()
  reading += 1
  try {
    return await answerOf(worker, asked)
  } catch (error) {
    if (thread === worker) thread = undefined
    await worker.terminate()
    throw error
  } finally {
    reading -= 1
    if (reading === 0) idle = setTimeout(end, idleMs).unref()
  }
}

function end(): void {
  const ended = thread
  thread = undefined
  void ended?.terminate()
}

function answerOf(worker: Worker, asked: SqlQuestion): Promise<ReadSql> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadSql>()
  const listen = (answer: ReadSql) => {
    if (answer.id === asked.id) resolve(answer)
  }
  const fail = (cause?: unknown) =>
    reject(new AppError('query_failed', { reason: 'The statement takes too long to read.' }, { cause }))
  // The timer keeps the process alive while a caller waits.
  const deadline = setTimeout(fail, deadlineMs)
  worker.on('message', listen)
  worker.once('error', fail)
  worker.once('exit', fail)
  worker.postMessage(asked)
  return promise.finally(() => {
    clearTimeout(deadline)
    worker.off('message', listen)
    worker.off('error', fail)
    worker.off('exit', fail)
  })
}
