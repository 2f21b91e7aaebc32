import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ResultBatch, Statement, ValueType } from '@octavo/core/types'
import type { EngineColumn, EngineObject, EngineSession, EngineTables, QueryBudget } from '../api.ts'
import { duckdbPlan } from '../engine-plan.ts'
import { filesOfUpload } from '../ingest/upload-folder.ts'
import type { EngineProcess } from './engine-process.ts'
import type { DatabaseFile, EngineWork } from './messages.ts'
import { transferredTables } from './transferred-tables.ts'

/** A database file and the process that has it open. */
interface Opened {
  engine: EngineProcess
  database: DatabaseFile
  catalogBudget: QueryBudget
}

const usualCatalogTimeoutMs = 30_000

export function createSession(
  engine: EngineProcess,
  database: DatabaseFile,
  timeoutMs = usualCatalogTimeoutMs,
): EngineSession {
  const catalogBudget = { timeoutMs, maxRows: null }
  const opened: Opened = { engine, database, catalogBudget }
  return {
    async query(statement, budget, signal) {
      const run = await engine.run<ResultBatch>(database, { kind: 'query', statement }, budget, signal)
      return { columns: run.columns, batches: run.items, summary: run.summary }
    },
    describe: (statement, signal) => columnsOf(opened, statement, signal),
    async explain(statement, signal) {
      const run = await engine.run<ResultBatch>(database, { kind: 'explain', statement }, catalogBudget, signal)
      let json = 'null'
      for await (const batch of run.items) json = String(batch.columns[1]?.values[0] ?? json)
      return duckdbPlan(json)
    },
    describeTable: (path, signal) => describeTable(opened, path, signal),
    async list(path, signal) {
      const rows = await rowsOf(opened, listing(path.length), path, signal)
      return rows.map(([name, kind]) => ({ path: [...path, name ?? ''], kind: kind as EngineObject['kind'] }))
    },
    async formatRows(statement, format, budget, signal) {
      type Lines = { rowCount: number; bytes: Uint8Array }
      const run = await engine.run<Lines>(database, { kind: 'lines', statement, format }, budget, signal)
      return { columns: run.columns, chunks: run.items, summary: run.summary }
    },
    ...placesOf(opened),
    // The file stays open in the engine for the next session; a file is opened only once.
    async close() {},
  }
}

/** Storage places of the engine: without a database file only rows of other connections can be stored. */
function placesOf(opened: Opened): Pick<EngineSession, 'tables' | 'transferred'> {
  const { engine, database } = opened
  const { uploadsFolder, path } = database
  if (uploadsFolder === null) return {}
  if (path === ':memory:') return { transferred: transferredTables(engine, database, uploadsFolder) }
  return { tables: tablesOf(opened, uploadsFolder) }
}

/** Own tables are stored next to uploaded ones; the database file itself is not changed. */
function tablesOf({ engine, database }: Opened, folder: string): EngineTables {
  return {
    async store(table, statement, budget, signal) {
      const run = await engine.run(database, { kind: 'store', statement, table }, budget, signal)
      for await (const _ of run.items) {
        // No rows arrive; the end of the stream is the end of the work.
      }
      const files = filesOfUpload(folder, table)
      const sizeBytes = files === null ? 0 : statSync(join(dirname(files), '000001.parquet')).size
      return { rowCount: run.summary().rowCount, sizeBytes }
    },
    dataState() {
      const { mtimeMs, size } = statSync(database.path)
      return `${database.path} ${mtimeMs} ${size}`
    },
  }
}

/** All rows of a small statement over the engine's catalog, as texts. */
async function rowsOf(
  { engine, database, catalogBudget }: Opened,
  text: string,
  values: readonly string[],
  signal: AbortSignal,
): Promise<string[][]> {
  const statement = { text, values: values.map((value) => ({ type: { kind: 'text' } satisfies ValueType, value })) }
  const work: EngineWork = { kind: 'catalogue', statement }
  const run = await engine.run<ResultBatch>(database, work, catalogBudget, signal)
  const rows: string[][] = []
  for await (const batch of run.items) {
    for (let row = 0; row < batch.rowCount; row++) rows.push(batch.columns.map(({ values }) => String(values[row])))
  }
  return rows
}

async function columnsOf(
  { engine, database, catalogBudget }: Opened,
  statement: Statement,
  signal: AbortSignal,
): Promise<EngineColumn[]> {
  const run = await engine.run(database, { kind: 'describe', statement }, catalogBudget, signal)
  for await (const _ of run.items) {
    // A describe has no rows; reading to the end frees its connection.
  }
  return run.columns
}

async function describeTable(
  opened: Opened,
  path: readonly string[],
  signal: AbortSignal,
): ReturnType<EngineSession['describeTable']> {
  if (path.length !== 3) return null
  const rows = await rowsOf(
    opened,
    `SELECT column_name, is_nullable FROM duckdb_columns()
       WHERE NOT internal AND lower(database_name) = lower($1) AND lower(schema_name) = lower($2)
         AND lower(table_name) = lower($3) ORDER BY column_index`,
    path,
    signal,
  )
  if (rows.length === 0) return null
  const text = `SELECT * FROM ${path.map((segment) => `"${segment.replaceAll('"', '""')}"`).join('.')}`
  const columns = await columnsOf(opened, { text, values: [] }, signal)
  const described = columns.map((column, index) => ({ ...column, nullable: rows[index]?.[1] !== 'false' }))
  // A column with this name would hide the row number. Views have no stable order.
  const hasNumbers =
    !described.some(({ name }) => name.toLowerCase() === ROW_NUMBER) &&
    (await rowsOf(opened, TABLE_AT, path, signal)).length > 0
  return { columns: described, ...(hasNumbers ? { rowOrder: { kind: 'stored', column: ROW_NUMBER } } : {}) }
}

/**
 * DuckDB's number of every table row. Plain reads are in its order while `preserve_insertion_order` is on, the default:
 * https://duckdb.org/docs/stable/sql/dialect/order_preservation
 */
const ROW_NUMBER = 'rowid'
const TABLE_AT = `SELECT table_name FROM duckdb_tables()
  WHERE NOT internal AND lower(database_name) = lower($1) AND lower(schema_name) = lower($2)
    AND lower(table_name) = lower($3)`

/** Children of a path with this many segments: name and kind, by name. */
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
