import { existsSync, realpathSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { AppError, type Problem } from '@octavo/core/errors'
import type { ResultBatch, ValueType } from '@octavo/core/types'
import type { Connector, EngineColumn, EngineObject, EngineSession } from '../api.ts'
import { duckdbPlan } from '../engine-plan.ts'
import { createEngineProcess, type EngineProcess } from './engine-process.ts'
import type { DatabaseFile, EngineWork } from './messages.ts'

export interface DuckdbOptions {
  /** Folders whose database files a connection may name. The store's own folder is never one of them. */
  folders: readonly string[]
  /** Folder for sorts and joins that do not fit into memory; null forbids them. */
  spillFolder: string | null
  spillLimitMb?: number
  /** What the engine takes for its own buffers, for each database file; more goes to the spill folder. */
  memoryLimitMb?: number
  /** Resident size at which the engine process is ended; memoryLimitMb does not bind everything. */
  residentLimitMb?: number
  threads?: number
  idleMs?: number
}

export interface DuckdbConnector extends Connector {
  engine: EngineProcess
  /** Makes a new database file inside the folders with statements of the program's own, in the engine process. */
  build(path: string, statements: readonly string[], signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Settings of a connection: `{ path, readOnly? }`. Read-only unless it says otherwise. */
export function createDuckdbConnector(options: DuckdbOptions): DuckdbConnector {
  const engine = createEngineProcess({
    residentLimitMb: options.residentLimitMb ?? 2048,
    idleMs: options.idleMs ?? 15 * 60_000,
  })

  function problemsOf(settings: unknown): Problem[] {
    if (typeof settings !== 'object' || settings === null) return [{ path: '', message: 'Settings must be an object.' }]
    const problems: Problem[] = []
    for (const [key, value] of Object.entries(settings)) {
      if (key === 'path') {
        if (typeof value !== 'string' || value === '') problems.push({ path: 'path', message: 'Must name a file.' })
        else if (!insideFolders(value)) {
          problems.push({
            path: 'path',
            message: 'The file lies outside the folders that connections may use.',
            hint: 'Put the file into the folder of databases, or ask the operator to allow its folder.',
          })
        }
      } else if (key === 'readOnly') {
        if (typeof value !== 'boolean') problems.push({ path: 'readOnly', message: 'Must be true or false.' })
      } else problems.push({ path: key, message: `There is no setting "${key}".`, hint: 'Known: path, readOnly.' })
    }
    if (!('path' in settings)) problems.push({ path: 'path', message: 'Must name a file.' })
    return problems
  }

  /** After canonicalisation, so that no link and no `..` leads out. */
  function insideFolders(path: string): boolean {
    const file = canonical(resolve(path))
    return options.folders.some((folder) => {
      const below = relative(canonical(resolve(folder)), file)
      return below !== '' && below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below)
    })
  }

  function databaseFile(path: string, readOnly: boolean): DatabaseFile {
    return {
      path,
      readOnly,
      memoryLimitMb: options.memoryLimitMb ?? 256,
      threads: options.threads ?? availableParallelism(),
      spillFolder: options.spillFolder,
      spillLimitMb: options.spillLimitMb ?? 8192,
    }
  }

  return {
    kind: 'duckdb',
    label: 'DuckDB',
    dialect: 'duckdb',
    capabilities: { cancel: true, write: false, formatRows: true, queryLog: false },
    engine,
    validate: problemsOf,
    async open(settings) {
      const [problem] = problemsOf(settings)
      if (problem) throw new AppError('source_unavailable', { source: 'database file', reason: problem.message })
      const { path, readOnly } = settings as { path: string; readOnly?: boolean }
      const file = canonical(resolve(path))
      if (!existsSync(file)) {
        throw new AppError('source_unavailable', { source: 'database file', reason: 'The file does not exist.' })
      }
      return createSession(engine, databaseFile(file, readOnly ?? true))
    },
    async build(path, statements, signal) {
      const work: EngineWork = { kind: 'build', statements }
      const budget = { timeoutMs: 300_000, maxRows: null }
      const run = await engine.run(databaseFile(path, false), work, budget, signal)
      for await (const _ of run.items) {
        // No rows come; the end of the stream is the end of the work.
      }
    },
    close: () => engine.close(),
  }
}

/** The real path of a file, or of its folder where the file is not there yet. */
function canonical(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const parent = resolve(path, '..')
  return parent === path ? path : resolve(canonical(parent), path.slice(parent.length).replace(/^[\\/]/, ''))
}

function createSession(engine: EngineProcess, database: DatabaseFile): EngineSession {
  const catalogueBudget = { timeoutMs: 30_000, maxRows: null }

  /** All rows of a small statement over the engine's catalogue, as columns of cells. */
  async function catalogue(text: string, values: readonly string[], signal: AbortSignal): Promise<string[][]> {
    const statement = { text, values: values.map((value) => ({ type: { kind: 'text' } satisfies ValueType, value })) }
    const work: EngineWork = { kind: 'catalogue', statement }
    const run = await engine.run<ResultBatch>(database, work, catalogueBudget, signal)
    const rows: string[][] = []
    for await (const batch of run.items) {
      for (let row = 0; row < batch.rowCount; row++) rows.push(batch.columns.map(({ values }) => String(values[row])))
    }
    return rows
  }

  async function columnsOf(work: EngineWork, signal: AbortSignal): Promise<EngineColumn[]> {
    const run = await engine.run(database, work, catalogueBudget, signal)
    for await (const _ of run.items) {
      // A describe has no rows; reading to the end frees its connection.
    }
    return run.columns
  }

  return {
    async query(statement, budget, signal) {
      const run = await engine.run<ResultBatch>(database, { kind: 'query', statement }, budget, signal)
      return { columns: run.columns, batches: run.items, summary: run.summary }
    },
    describe: (statement, signal) => columnsOf({ kind: 'describe', statement }, signal),
    async explain(statement, signal) {
      const run = await engine.run<ResultBatch>(database, { kind: 'explain', statement }, catalogueBudget, signal)
      let json = 'null'
      for await (const batch of run.items) json = String(batch.columns[1]?.values[0] ?? json)
      return duckdbPlan(json)
    },
    async describeTable(path, signal) {
      if (path.length !== 3) return null
      const rows = await catalogue(
        `SELECT column_name, is_nullable FROM duckdb_columns()
         WHERE NOT internal AND lower(database_name) = lower($1) AND lower(schema_name) = lower($2)
           AND lower(table_name) = lower($3) ORDER BY column_index`,
        path,
        signal,
      )
      if (rows.length === 0) return null
      const text = `SELECT * FROM ${path.map((segment) => `"${segment.replaceAll('"', '""')}"`).join('.')}`
      const columns = await columnsOf({ kind: 'describe', statement: { text, values: [] } }, signal)
      const described = columns.map((column, index) => ({ ...column, nullable: rows[index]?.[1] !== 'false' }))
      // A column of the name would hide the number of the row. Views have no order that lasts.
      const hasNumbers =
        !described.some(({ name }) => name.toLowerCase() === ROW_NUMBER) &&
        (await catalogue(TABLE_AT, path, signal)).length > 0
      return { columns: described, ...(hasNumbers ? { rowOrder: { kind: 'stored', column: ROW_NUMBER } } : {}) }
    },
    async list(path, signal) {
      const rows = await catalogue(listing(path.length), path, signal)
      return rows.map(([name, kind]) => ({ path: [...path, name ?? ''], kind: kind as EngineObject['kind'] }))
    },
    async formatRows(statement, format, budget, signal) {
      type Lines = { rowCount: number; bytes: Uint8Array }
      const run = await engine.run<Lines>(database, { kind: 'lines', statement, format }, budget, signal)
      return { columns: run.columns, chunks: run.items, summary: run.summary }
    },
    // The file stays open in the engine for the next session; there is one owner of a file, ever.
    async close() {},
  }
}

/**
 * The number that DuckDB gives every row of a table. Plain reads come in its order while `preserve_insertion_order` is
 * on, as it is by default: https://duckdb.org/docs/stable/sql/dialect/order_preservation
 */
const ROW_NUMBER = 'rowid'
const TABLE_AT = `SELECT table_name FROM duckdb_tables()
  WHERE NOT internal AND lower(database_name) = lower($1) AND lower(schema_name) = lower($2)
    AND lower(table_name) = lower($3)`

/** Children of a path of so many segments: name and kind, by name. */
function listing(depth: number): string {
  switch (depth) {
    case 0:
      return `SELECT database_name, 'database' FROM duckdb_databases() WHERE NOT internal ORDER BY 1`
    case 1:
      return `SELECT schema_name, 'schema' FROM duckdb_schemas()
        WHERE lower(database_name) = lower($1) AND schema_name NOT IN ('information_schema', 'pg_catalog') ORDER BY 1`
    case 2:
      return `SELECT * FROM (
          SELECT table_name AS name, 'table' AS kind FROM duckdb_tables()
            WHERE NOT internal AND lower(database_name) = lower($1) AND lower(schema_name) = lower($2)
          UNION ALL
          SELECT view_name, 'view' FROM duckdb_views()
            WHERE NOT internal AND lower(database_name) = lower($1) AND lower(schema_name) = lower($2)
        ) ORDER BY name`
    default:
      return `SELECT NULL, NULL WHERE false AND ${Array.from({ length: depth }, (_, index) => `$${index + 1}::VARCHAR IS NULL`).join(' AND ')}`
  }
}
