/**
 * Reads uploaded files, each in a separate process that may access only the folder of the file, and is ended when it exceeds its memory,
 * time or disk limit. A crash affects only that file.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { lstatSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '@octavo/core/errors'
import { createPool, inPlace } from '../pool.ts'
import { residentMb } from '../resident-size.ts'
import type {
  ConvertOutcome,
  ConvertTask,
  IngestOutcome,
  IngestTask,
  PlaceOutcome,
  PlaceTask,
  ReadOutcome,
  ReadTask,
} from './messages.ts'

export interface IngestOptions {
  /** Resident size at which the process is ended. */
  residentLimitMb?: number
  timeoutMs?: number
  /** Maximum size of the folder including the file. */
  diskLimitMb?: number
}

export interface Ingest {
  /** Reads a file. Throws `invalid_request` with the line for one that cannot be read, `query_cancelled` when aborted. */
  read(task: Omit<ReadTask, 'kind'>, owner: string, signal: AbortSignal): Promise<ReadOutcome>
  convert(task: Omit<ConvertTask, 'kind'>, owner: string, signal: AbortSignal): Promise<ConvertOutcome>
  /** Names the place of a row in the file, as messages do. */
  place(task: Omit<PlaceTask, 'kind'>, owner: string, signal: AbortSignal): Promise<string>
}

/** Maximum files that are read at once; their owners take turns. */
const atOnce = 2
const watchEveryMs = 50

export function createIngest(options: IngestOptions = {}): Ingest {
  const limits = { residentLimitMb: 1536, timeoutMs: 10 * 60_000, diskLimitMb: 8192, ...options }
  const places = createPool(atOnce)
  async function perform(task: IngestTask, owner: string, signal: AbortSignal): Promise<IngestOutcome> {
    const outcome = await inPlace(places, owner, signal, () => runProcess(task, limits, signal))
    if (outcome.kind !== 'refused') return outcome
    const { kind: _, ...details } = outcome
    throw new AppError('invalid_request', details)
  }
  return {
    // The process responds to a task with the outcome of its kind or a refusal.
    read: async (task, owner, signal) => (await perform({ kind: 'read', ...task }, owner, signal)) as ReadOutcome,
    convert: async (task, owner, signal) =>
      (await perform({ kind: 'convert', ...task }, owner, signal)) as ConvertOutcome,
    place: async (task, owner, signal) =>
      ((await perform({ kind: 'place', ...task }, owner, signal)) as PlaceOutcome).place,
  }
}

function runProcess(task: IngestTask, limits: Required<IngestOptions>, signal: AbortSignal): Promise<IngestOutcome> {
  return new Promise((settle, fail) => {
    const child = start(task.folder)
    const startedAt = performance.now()
    const end = (finish: () => void) => {
      clearInterval(watch)
      signal.removeEventListener('abort', abort)
      child.removeAllListeners()
      child.on('error', () => {})
      child.kill('SIGKILL')
      finish()
    }
    const refuse = (reason: string) => end(() => settle({ kind: 'refused', reason }))
    const abort = () => end(() => fail(new AppError('query_cancelled', {})))
    const watch = setInterval(() => {
      const excess = excessOf(child, task.folder, startedAt, limits)
      if (excess !== null) refuse(excess)
    }, watchEveryMs)
    signal.addEventListener('abort', abort)
    child.once('message', (outcome: IngestOutcome) => end(() => settle(outcome)))
    child.once('error', () =>
      end(() => fail(new AppError('engine_unavailable', { reason: 'its process did not start' }))),
    )
    child.once('exit', () =>
      refuse('The file cannot be read: the process that reads files ended while it read this one.'),
    )
    child.send(task, (error) => {
      if (error) end(() => fail(new AppError('engine_unavailable', { reason: 'its process did not start' })))
    })
    if (signal.aborted) abort()
  })
}

/** The program and its libraries: everything that the process may read besides its folder. */
const program = resolve(fileURLToPath(new URL('../../../../..', import.meta.url)))

function start(folder: string): ChildProcess {
  const reads = [join(program, 'packages'), join(program, 'node_modules'), join(program, 'package.json'), folder]
  return fork(fileURLToPath(new URL('./ingest-worker.ts', import.meta.url)), [], {
    serialization: 'advanced',
    execArgv: [
      // Node restricts JavaScript code, such as the XLSX reader, to these paths; the engine has its own settings.
      '--permission',
      '--allow-addons',
      '--no-warnings',
      ...reads.map((path) => `--allow-fs-read=${path}`),
      `--allow-fs-write=${folder}`,
      '--max-old-space-size=768',
    ],
    // None of our environment, because the process needs none of our secrets.
    env: { PATH: process.env.PATH ?? '', MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

function excessOf(
  child: ChildProcess,
  folder: string,
  startedAt: number,
  { residentLimitMb, timeoutMs, diskLimitMb }: Required<IngestOptions>,
): string | null {
  const size = child.pid === undefined ? null : residentMb(child.pid)
  if (size !== null && size > residentLimitMb) {
    return `Reading the file takes more memory than the limit of ${residentLimitMb} MB.`
  }
  if (performance.now() - startedAt > timeoutMs) {
    return `Reading the file takes longer than the limit of ${timeoutMs / 1000} seconds.`
  }
  return sizeOf(folder) > diskLimitMb * 1_048_576
    ? `Reading the file takes more disk space than the limit of ${diskLimitMb} MB.`
    : null
}

/** Total size of a folder's files; files deleted meanwhile count as 0. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => {
    return sum + (lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
  }, 0)
}
