import { existsSync, realpathSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { AppError, type Problem } from '@octavo/core/errors'
import type { Connector } from '../api.ts'
import { createEngineProcess, type EngineProcess } from './engine-process.ts'
import type { DatabaseFile, EngineWork } from './messages.ts'
import { createSession } from './session.ts'

export interface DuckdbOptions {
  /** Folders with database files that connections may use. The store's own folder is never one of them. */
  folders: readonly string[]
  /** Folder for sorts and joins that do not fit into memory; null forbids them. */
  spillFolder: string | null
  spillLimitMb?: number
  /** Folder of uploaded tables; absent for none. */
  uploadsFolder?: string
  /** Folder of audit log copies, with `<organization>/snapshots/<number>/<file>` and `<organization>/parts/`; absent for none. */
  trailsFolder?: string
  /** Memory for the engine's own buffers, for each database file; more is written to the spill folder. */
  memoryLimitMb?: number
  /** Resident size at which the engine process is ended, because memoryLimitMb does not cover everything. */
  residentLimitMb?: number
  threads?: number
  idleMs?: number
}

export interface DuckdbConnector extends Connector {
  engine: EngineProcess
  /** Creates a database file inside the folders with the program's own statements, in the engine process. */
  build(path: string, statements: readonly string[], signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Settings of a connection: `{ path, readOnly? }`. Read-only by default. */
export function createDuckdbConnector(options: DuckdbOptions): DuckdbConnector {
  const engine = createEngineProcess({
    residentLimitMb: options.residentLimitMb ?? 2048,
    idleMs: options.idleMs ?? 15 * 60_000,
  })
  return {
    kind: 'duckdb',
    label: 'DuckDB',
    dialect: 'duckdb',
    capabilities: { cancel: true, write: false, formatRows: true, queryLog: false, uploads: true },
    engine,
    validate: (settings) => problemsOf(settings, foldersOf(options)),
    async open(settings, { catalogTimeoutMs } = {}) {
      const [problem] = problemsOf(settings, foldersOf(options))
      if (problem) throw new AppError('source_unavailable', { source: 'database file', reason: problem.message })
      const { path, readOnly } = settings as { path: string; readOnly?: boolean }
      const file = canonical(resolve(path))
      if (!existsSync(file)) {
        throw new AppError('source_unavailable', { source: 'database file', reason: 'The file does not exist.' })
      }
      return createSession(engine, databaseFile(options, file, readOnly ?? true), catalogTimeoutMs)
    },
    async build(path, statements, signal) {
      const work: EngineWork = { kind: 'build', statements }
      const budget = { timeoutMs: 300_000, maxRows: null }
      const run = await engine.run(databaseFile(options, path, false), work, budget, signal)
      for await (const _ of run.items) {
        // No rows arrive; the end of the stream is the end of the work.
      }
    },
    openAcross: () => createSession(engine, databaseFile(options, ':memory:', false)),
    close: () => engine.close(),
  }
}

const foldersOf = ({ folders, trailsFolder }: DuckdbOptions): readonly string[] =>
  trailsFolder === undefined ? folders : [...folders, trailsFolder]

function problemsOf(settings: unknown, folders: readonly string[]): Problem[] {
  if (typeof settings !== 'object' || settings === null) return [{ path: '', message: 'Settings must be an object.' }]
  const problems = Object.entries(settings).flatMap(([key, value]): Problem[] => {
    if (key === 'path') return problemsOfPath(value, folders)
    if (key !== 'readOnly') {
      return [{ path: key, message: `There is no setting "${key}".`, hint: 'Known: path, readOnly.' }]
    }
    return typeof value === 'boolean' ? [] : [{ path: 'readOnly', message: 'Must be true or false.' }]
  })
  return 'path' in settings ? problems : [...problems, { path: 'path', message: 'Must name a file.' }]
}

function problemsOfPath(path: unknown, folders: readonly string[]): Problem[] {
  if (typeof path !== 'string' || path === '') return [{ path: 'path', message: 'Must name a file.' }]
  if (isInside(path, folders)) return []
  return [
    {
      path: 'path',
      message: 'The file is outside the folders that connections may use.',
      hint: 'Put the file into the folder of databases, or ask the operator to allow its folder.',
    },
  ]
}

/** The path is canonical, so that no link and no `..` leads outside. */
function isInside(path: string, folders: readonly string[]): boolean {
  const file = canonical(resolve(path))
  return folders.some((folder) => {
    const below = relative(canonical(resolve(folder)), file)
    return below !== '' && below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below)
  })
}

function databaseFile(options: DuckdbOptions, path: string, readOnly: boolean): DatabaseFile {
  return {
    path,
    readOnly,
    memoryLimitMb: options.memoryLimitMb ?? 256,
    threads: options.threads ?? availableParallelism(),
    spillFolder: options.spillFolder,
    spillLimitMb: options.spillLimitMb ?? 8192,
    uploadsFolder: options.uploadsFolder ?? null,
    partsFolder: partsFolderOf(options, path),
  }
}

/** The parts folder of the same organization. */
function partsFolderOf({ trailsFolder }: DuckdbOptions, path: string): string | null {
  if (trailsFolder === undefined || !isInside(path, [trailsFolder])) return null
  return resolve(path, '..', '..', '..', 'parts')
}

/** The real path of a file, or of its folder when the file does not exist yet. */
function canonical(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const parent = resolve(path, '..')
  return parent === path ? path : resolve(canonical(parent), path.slice(parent.length).replace(/^[\\/]/, ''))
}
