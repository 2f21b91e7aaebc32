/**
 * The process of the embedded engine. It is started by `engine-process.ts`, opens one instance for each database file, runs statements that
 * the guard accepts, and sends batches while the other side has credit left.
 */
import {
  type DuckDBConnection,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  type DuckDBType,
  DuckDBTypeId,
} from '@duckdb/node-api'
import type { Statement } from '@octavo/core/types'
import type { QueryBudget } from '../api.ts'
import { filesOfUpload } from '../ingest/upload-folder.ts'
import { isReadDirectly, readingExpression, valueTypeOf } from './cells.ts'
import { failureOf } from './engine-errors.ts'
import { batchCredit, type DatabaseFile, type EngineWork, type ToEngine } from './messages.ts'
import { buildDatabase, type OpenDatabase, openDatabase } from './open-database.ts'
import { putReady, type ReadyStatement, takeReady } from './ready-statements.ts'
import { Refusal } from './refusal.ts'
import { linesStatement } from './row-format.ts'
import { endAtOnce, giveCredit, type Running, running, send, stop, throwIfEnded } from './running.ts'
import { overBytes, type Summary, sendBatches, sendLines } from './send-results.ts'
import { refuseStatement, uploadsNamedIn } from './statement-guard.ts'
import { storeTable } from './store-table.ts'
import { storeTransferred, type TransferredRows, viewOfTransferred } from './store-transferred.ts'
import { keepLeadingMarks } from './text-decoding.ts'

keepLeadingMarks()

/** Number of statements whose check is cached. */
const rememberedChecks = 2000
const checked = new Map<string, Checked>()
/** Uploaded tables that already have a view on a connection. */
const shown = new WeakMap<DuckDBConnection, Set<string>>()

/** Why a statement is refused, and the uploaded tables that it names. */
interface Checked {
  reason: string | null
  uploads: readonly string[]
}

process.on('message', (message: ToEngine) => {
  if (message.type === 'run') void run(message.id, message.database, message.work, message.budget)
  else if (message.type === 'credit') giveCredit(message.id)
  else stop(message.id, { code: 'query_cancelled', reason: 'Cancelled.' })
})
// The server is gone. An orderly exit would wait for statements that may never end.
process.on('disconnect', endAtOnce)

async function run(id: number, file: DatabaseFile, work: EngineWork, budget: QueryBudget): Promise<void> {
  const state: Running = { connection: null, credit: batchCredit, wake: null, ended: null }
  running.set(id, state)
  const timer = setTimeout(() => {
    const limit = `${budget.timeoutMs} ms`
    stop(id, { code: 'query_over_budget', reason: 'Out of time.', budget: 'time', limit })
  }, budget.timeoutMs)
  let database: OpenDatabase | null = null
  let isClean = false
  try {
    if (work.kind === 'build') {
      await buildDatabase(file, work.statements)
      send({ type: 'columns', id, columns: [] })
      send({ type: 'end', id, rowCount: 0, truncated: false })
      return
    }
    database = await openDatabase(file)
    database.users += 1
    const connection = database.idle.pop() ?? (await database.instance.connect())
    state.connection = connection
    throwIfEnded(state)
    const { uploadsFolder } = file
    const summary =
      work.kind === 'transfer'
        ? await transfer(id, connection, { ...work, folder: uploadsFolder })
        : await perform(
            id,
            state,
            connection,
            { ...work, isKept: file.readOnly && work.kind === 'query', uploadsFolder },
            budget,
          )
    isClean = true
    send({ type: 'end', id, ...summary })
  } catch (error) {
    const failure = state.ended ?? (error instanceof Refusal ? error.failure : failureOf(error))
    isClean = failure.code === 'query_failed'
    if (!state.ended) send({ type: 'failed', id, failure })
    // An internal error of the engine leaves its instance unusable; the supervisor starts another process.
    if (failure.code === 'engine_unavailable') setImmediate(endAtOnce)
  } finally {
    clearTimeout(timer)
    running.delete(id)
    if (database) database.users -= 1
    if (state.connection && database) {
      if (isClean) database.idle.push(state.connection)
      else state.connection.closeSync()
    }
  }
}

async function perform(
  id: number,
  state: Running,
  connection: DuckDBConnection,
  work: Exclude<EngineWork, { kind: 'build' | 'transfer' }> & { isKept: boolean; uploadsFolder: string | null },
  budget: QueryBudget,
): Promise<Summary> {
  const { statement } = work
  if (work.kind !== 'catalogue') await check(connection, statement)
  await showUploads(connection, work.uploadsFolder, statement.uploads ?? [])
  await showSides(connection, work.uploadsFolder, statement.sides ?? [])
  throwIfEnded(state)
  if (work.kind === 'explain') {
    const plan = await connection.prepare(`EXPLAIN (FORMAT JSON) ${statement.text}`)
    const columns = ['key', 'plan'].map((name) => ({ name, type: { kind: 'text' as const }, nullable: false }))
    return sendBatches(id, state, await stream(plan, statement), columns, budget)
  }
  const ready = work.isKept ? takeReady(connection, statement.text) : undefined
  if (ready) return runReady(id, state, connection, { statement, ready, isKept: true }, budget)
  const prepared = await connection.prepare(statement.text)
  const known = typesKnown(prepared)
  const types = known ?? (await typesOfBound(connection, statement))
  throwIfEnded(state)
  const columns = types.map(({ name, type }) => ({ name, type: valueTypeOf(type), nullable: true }))
  if (work.kind === 'describe') {
    send({ type: 'columns', id, columns })
    return { rowCount: 0, truncated: false }
  }
  if (work.kind === 'store') {
    send({ type: 'columns', id, columns: [] })
    const place = { folder: work.uploadsFolder, table: work.table, columns: types.length, maxBytes: budget.maxBytes }
    const tooLarge = (maxBytes: number) => stop(id, overBytes(maxBytes))
    return { rowCount: await storeTable(connection, statement, place, bind, tooLarge), truncated: false }
  }
  if (work.kind === 'lines') {
    send({ type: 'columns', id, columns })
    const text = linesStatement(
      statement.text,
      types.map(({ type }) => type),
      work.format,
    )
    const lines = await connection.prepare(text)
    return sendLines(id, state, await stream(lines, statement), work.format.kind, budget)
  }
  const isDirect = types.every(({ type }) => isReadDirectly(type))
  const reading = isDirect ? prepared : await connection.prepare(readingStatement(statement.text, types))
  const isKept = work.isKept && known !== null
  return runReady(id, state, connection, { statement, ready: { prepared: reading, columns }, isKept }, budget)
}

/** Cached, because preparing a statement and reading its columns takes the engine longer than finding some rows. */
async function runReady(
  id: number,
  state: Running,
  connection: DuckDBConnection,
  { statement, ready, isKept }: { statement: Statement; ready: ReadyStatement; isKept: boolean },
  budget: QueryBudget,
): Promise<Summary> {
  const summary = await sendBatches(id, state, await stream(ready.prepared, statement), ready.columns, budget)
  if (isKept) putReady(connection, statement.text, ready)
  return summary
}

/** Refuses statements that users may not run; the result is cached by the text. */
async function check(connection: DuckDBConnection, { text, uploads = [] }: Statement): Promise<void> {
  const known = checked.get(text) ?? (await examine(connection, text))
  if (known.reason !== null) throw new Refusal({ code: 'query_failed', reason: known.reason })
  const other = known.uploads.find((name) => !uploads.includes(name))
  if (other === undefined) return
  const reason = `The table "${other}" was uploaded: it is read as a source, and not by its name.`
  throw new Refusal({ code: 'query_failed', reason })
}

async function examine(connection: DuckDBConnection, text: string): Promise<Checked> {
  const reader = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [text])
  const serialized = String(reader.getRows()[0]?.[0])
  const found = { reason: refuseStatement(serialized), uploads: uploadsNamedIn(serialized) }
  if (checked.size >= rememberedChecks) checked.delete(checked.keys().next().value ?? '')
  checked.set(text, found)
  return found
}

/** Stores rows of another connection. */
async function transfer(id: number, connection: DuckDBConnection, rows: TransferredRows): Promise<Summary> {
  send({ type: 'columns', id, columns: [] })
  return { rowCount: await storeTransferred(connection, rows), truncated: false }
}

/** Creates views for rows of other connections under the names in the statement. */
async function showSides(
  connection: DuckDBConnection,
  folder: string | null,
  sides: NonNullable<Statement['sides']>,
): Promise<void> {
  for (const { table, storedAs, columns } of sides) {
    const files = folder === null || storedAs === undefined ? null : filesOfUpload(folder, storedAs)
    if (files === null) throw new Refusal({ code: 'query_failed', reason: `The rows of "${table}" were not read.` })
    await connection.run(viewOfTransferred(table, files, columns))
  }
}

/** Creates views for uploaded tables under their names. */
async function showUploads(
  connection: DuckDBConnection,
  folder: string | null,
  names: readonly string[],
): Promise<void> {
  const known = shown.get(connection) ?? new Set<string>()
  shown.set(connection, known)
  for (const name of names) {
    if (known.has(name)) continue
    const files = folder === null ? null : filesOfUpload(folder, name)
    if (files === null) throw new Refusal({ code: 'query_failed', reason: `There is no uploaded table "${name}".` })
    const reading = `read_parquet('${files.replaceAll("'", "''")}')`
    await connection.run(`CREATE OR REPLACE TEMP VIEW "${name}" AS SELECT * FROM ${reading}`)
    known.add(name)
  }
}

interface TypedColumn {
  name: string
  type: DuckDBType
}

/** Columns of a prepared statement, or null when a type depends on an unbound parameter. */
function typesKnown(prepared: DuckDBPreparedStatement): TypedColumn[] | null {
  const columns: TypedColumn[] = []
  for (let index = 0; index < prepared.columnCount; index++) {
    if (prepared.columnTypeId(index) === DuckDBTypeId.INVALID) return null
    columns.push({ name: prepared.columnName(index), type: prepared.columnType(index) })
  }
  return columns.length === 0 ? null : columns
}

async function typesOfBound(connection: DuckDBConnection, statement: Statement): Promise<TypedColumn[]> {
  const prepared = await connection.prepare(`SELECT * FROM (${statement.text}\n) AS t LIMIT 0`)
  const result = await stream(prepared, statement)
  return result.columnNames().map((name, index) => ({ name, type: result.columnType(index) }))
}

function readingStatement(text: string, types: readonly TypedColumn[]): string {
  const items = types.map(({ type }, index) => {
    const column = `t.c${index}`
    return `${readingExpression(type, column) ?? column} AS c${index}`
  })
  return `SELECT ${items.join(', ')} FROM (${text}\n) AS t(${types.map((_, index) => `c${index}`).join(', ')})`
}

function stream(prepared: DuckDBPreparedStatement, statement: Statement): Promise<DuckDBResult> {
  bind(prepared, statement)
  return prepared.stream()
}

/** Values are bound as text when the dialect writes a cast around the placeholder; that is exact for every type. */
function bind(prepared: DuckDBPreparedStatement, statement: Statement): void {
  statement.values.forEach(({ type, value }, index) => {
    const position = index + 1
    if (value === null) prepared.bindNull(position)
    else if (typeof value === 'boolean') prepared.bindBoolean(position, value)
    else if (typeof value === 'number') prepared.bindDouble(position, value)
    else if (type.kind === 'int64') prepared.bindBigInt(position, BigInt(value))
    else prepared.bindVarchar(position, value)
  })
}
