/**
 * The process of the embedded engine. It is started by `engine-process.ts`, opens one instance for each database file, runs statements that
 * the guard accepts, and sends batches while the other side has credit left.
 */
import { mkdirSync } from 'node:fs'
import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  type DuckDBType,
  DuckDBTypeId,
} from '@duckdb/node-api'
import type { ResultBatch, Statement } from '@octavo/core/types'
import type { EngineColumn, LineFormat, QueryBudget } from '../api.ts'
import { filesOfUpload } from '../ingest/upload-folder.ts'
import { isReadDirectly, readColumn, readingExpression, valueTypeOf } from './cells.ts'
import { failureOf } from './engine-errors.ts'
import { lineBytes } from './line-bytes.ts'
import {
  batchCredit,
  type DatabaseFile,
  type EngineFailure,
  type EngineWork,
  type FromEngine,
  type ToEngine,
} from './messages.ts'
import { putReady, type ReadyStatement, takeReady } from './ready-statements.ts'
import { linesStatement } from './row-format.ts'
import { refuseStatement, uploadsNamedIn } from './statement-guard.ts'
import { type BroughtRows, storeBrought, viewOfBrought } from './store-brought.ts'
import { storeTable } from './store-table.ts'
import { keepLeadingMarks } from './text-decoding.ts'

keepLeadingMarks()

/** Size at which finished lines are sent. */
const lineChunkBytes = 256 * 1024
/** How long a statement may take to react to its interrupt. */
const interruptGraceMs = 30_000
/** A snapshot that was not read for this long is closed when another one is opened. */
const snapshotIdleMs = 90_000
/** Number of statements whose check is cached. */
const rememberedChecks = 2000

interface OpenDatabase {
  instance: DuckDBInstance
  idle: DuckDBConnection[]
  /** Number of statements that use it now. */
  users: number
}

interface Running {
  connection: DuckDBConnection | null
  credit: number
  wake: (() => void) | null
  ended: EngineFailure | null
}

class Refusal extends Error {
  readonly failure: EngineFailure

  constructor(failure: EngineFailure) {
    super(failure.reason)
    this.failure = failure
  }
}

/** Only ever one instance for each file: two on one file lose each other's tables. */
const databases = new Map<string, Promise<OpenDatabase>>()
const running = new Map<number, Running>()
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

function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL')
}

function send(message: FromEngine): void {
  if (process.connected) process.send?.(message)
}

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
      await build(file, work.statements)
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
      work.kind === 'bring'
        ? await bring(id, connection, { ...work, folder: uploadsFolder })
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

type Summary = { rowCount: number; truncated: boolean }

async function perform(
  id: number,
  state: Running,
  connection: DuckDBConnection,
  work: Exclude<EngineWork, { kind: 'build' | 'bring' }> & { isKept: boolean; uploadsFolder: string | null },
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
async function bring(id: number, connection: DuckDBConnection, rows: BroughtRows): Promise<Summary> {
  send({ type: 'columns', id, columns: [] })
  return { rowCount: await storeBrought(connection, rows), truncated: false }
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
    await connection.run(viewOfBrought(table, files, columns))
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

async function sendBatches(
  id: number,
  state: Running,
  result: DuckDBResult,
  columns: EngineColumn[],
  budget: QueryBudget,
): Promise<Summary> {
  send({ type: 'columns', id, columns })
  const types = columns.map((_, index) => result.columnType(index))
  const maxRows = budget.maxRows ?? Number.POSITIVE_INFINITY
  let rowCount = 0
  let bytes = 0
  for (;;) {
    const chunk = await result.fetchChunk()
    throwIfEnded(state)
    if (!chunk || chunk.rowCount === 0) return { rowCount, truncated: false }
    const left = maxRows - rowCount
    if (left <= 0) return { rowCount, truncated: true }
    const batch: ResultBatch = {
      rowCount: Math.min(chunk.rowCount, left),
      columns: types.map((type, index) => readColumn(chunk, index, type, left)),
    }
    rowCount += batch.rowCount
    bytes = addBytes(bytes, batch, budget.maxBytes)
    await takeCredit(state)
    send({ type: 'batch', id, batch })
    if (chunk.rowCount > left) return { rowCount, truncated: true }
  }
}

function addBytes(bytes: number, batch: ResultBatch, maxBytes: number | undefined): number {
  if (maxBytes === undefined) return bytes
  let sum = bytes
  for (const { values } of batch.columns) {
    for (const cell of values) sum += typeof cell === 'string' ? cell.length : 8
  }
  if (sum > maxBytes) throwBytes(maxBytes)
  return sum
}

function overBytes(maxBytes: number): EngineFailure {
  const limit = `${maxBytes} bytes`
  return { code: 'query_over_budget', reason: 'The result is too large.', budget: 'bytes', limit }
}

function throwBytes(maxBytes: number): never {
  throw new Refusal(overBytes(maxBytes))
}

/** `,` and a line feed. */
const jsonSeparatorBytes = 2

async function sendLines(
  id: number,
  state: Running,
  result: DuckDBResult,
  kind: LineFormat['kind'],
  budget: QueryBudget,
): Promise<Summary> {
  const maxRows = budget.maxRows ?? Number.POSITIVE_INFINITY
  let rowCount = 0
  let bytes = 0
  let pending: Uint8Array[] = []
  let pendingRows = 0
  let pendingBytes = 0
  let truncated = false
  const flush = async () => {
    if (pendingRows === 0) return
    const joined = Buffer.concat(pending)
    // Every line includes its end; between the rows of an array it is a separator, which the last row of a chunk must not have.
    const encoded = kind === 'json' ? joined.subarray(0, -jsonSeparatorBytes) : joined
    const rows = pendingRows
    pending = []
    pendingRows = 0
    pendingBytes = 0
    bytes += encoded.byteLength
    if (budget.maxBytes !== undefined && bytes > budget.maxBytes) throwBytes(budget.maxBytes)
    await takeCredit(state)
    send({ type: 'lines', id, rowCount: rows, bytes: encoded })
  }
  for (;;) {
    const chunk = await result.fetchChunk()
    throwIfEnded(state)
    if (!chunk || chunk.rowCount === 0) break
    const left = maxRows - rowCount
    const count = Math.min(chunk.rowCount, left)
    const lines = lineBytes(chunk, count)
    pending.push(lines)
    pendingRows += count
    pendingBytes += lines.byteLength
    rowCount += count
    if (pendingBytes >= lineChunkBytes) await flush()
    if (chunk.rowCount > left) {
      truncated = true
      break
    }
  }
  await flush()
  return { rowCount, truncated }
}

function throwIfEnded(state: Running): void {
  if (state.ended) throw new Refusal(state.ended)
}

async function takeCredit(state: Running): Promise<void> {
  while (state.credit === 0 && !state.ended) {
    await new Promise<void>((resolve) => {
      state.wake = resolve
    })
  }
  throwIfEnded(state)
  state.credit--
}

function giveCredit(id: number): void {
  const state = running.get(id)
  if (!state) return
  state.credit++
  wake(state)
}

function wake(state: Running): void {
  const { wake: resolve } = state
  state.wake = null
  resolve?.()
}

/**
 * Reports the stop at once, and interrupts until the statement has ended: an interrupt between two steps of the engine is lost, and one
 * within a long step waits for its end. A statement that ignores it ends with the process.
 */
function stop(id: number, failure: EngineFailure): void {
  const state = running.get(id)
  if (!state || state.ended) return
  state.ended = failure
  send({ type: 'failed', id, failure })
  wake(state)
  const until = performance.now() + interruptGraceMs
  const interrupt = () => {
    if (running.get(id) !== state) return
    if (performance.now() > until) endAtOnce()
    state.connection?.interrupt()
    setTimeout(interrupt, 10)
  }
  interrupt()
}

async function openDatabase(file: DatabaseFile): Promise<OpenDatabase> {
  if (file.partsFolder !== null) {
    snapshots.set(file.path, { partsFolder: file.partsFolder, askedAt: performance.now() })
  }
  let opening = databases.get(file.path)
  if (!opening) {
    opening = open(file)
    databases.set(file.path, opening)
    opening.catch(() => databases.delete(file.path))
  }
  return opening
}

/** Open snapshots, and when each was last used. */
const snapshots = new Map<string, { partsFolder: string; askedAt: number }>()

/** Closes older snapshots of the same parts, so that a copy that grows every minute does not leave one open each minute. */
async function closeSnapshots(partsFolder: string): Promise<void> {
  for (const [path, snapshot] of snapshots) {
    const opening = snapshot.partsFolder === partsFolder ? databases.get(path) : undefined
    if (!opening || performance.now() - snapshot.askedAt < snapshotIdleMs) continue
    const database = await opening.catch(() => null)
    if (database === null || database.users > 0) continue
    if (performance.now() - snapshot.askedAt < snapshotIdleMs || databases.get(path) !== opening) continue
    databases.delete(path)
    snapshots.delete(path)
    for (const connection of database.idle) connection.closeSync()
    database.instance.closeSync()
  }
}

/** Runs our own statements on a new file that no other process has open, and closes it. */
async function build(file: DatabaseFile, statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(file.path, {
    memory_limit: `${file.memoryLimitMb}MB`,
    threads: String(file.threads),
  })
  try {
    const connection = await instance.connect()
    for (const statement of statements) await connection.run(statement)
    connection.closeSync()
  } finally {
    instance.closeSync()
  }
}

/** Opens a file and locks the configuration before the first statement of a user can run. */
async function open(file: DatabaseFile): Promise<OpenDatabase> {
  if (file.partsFolder !== null) await closeSnapshots(file.partsFolder)
  if (file.spillFolder) mkdirSync(file.spillFolder, { recursive: true })
  if (file.uploadsFolder) mkdirSync(file.uploadsFolder, { recursive: true, mode: 0o700 })
  let instance: DuckDBInstance
  try {
    instance = await DuckDBInstance.create(file.path, {
      // Set first, because it cannot be set when external access is off.
      temp_directory: file.spillFolder ?? '',
      access_mode: file.readOnly ? 'READ_ONLY' : 'READ_WRITE',
      memory_limit: `${file.memoryLimitMb}MB`,
      threads: String(file.threads),
      // Returns memory after a query: 142 MB of resident memory after a page of ten queries instead of 250.
      allocator_background_threads: 'true',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      allow_community_extensions: 'false',
    })
  } catch (error) {
    throw new Refusal({ code: 'query_failed', reason: `The database cannot be opened: ${failureOf(error).reason}` })
  }
  const connection = await instance.connect()
  // The only files besides its own that the engine may open: for statements that name an uploaded table and for views of the file.
  const folders = [file.uploadsFolder, file.partsFolder].flatMap((folder) =>
    folder === null ? [] : [`'${folder.replaceAll("'", "''")}/'`],
  )
  if (folders.length > 0) await connection.run(`SET GLOBAL allowed_directories = [${folders.join(', ')}]`)
  await connection.run('SET GLOBAL enable_external_access = false')
  await connection.run("SET GLOBAL TimeZone = 'UTC'")
  if (file.spillFolder) await connection.run(`SET GLOBAL max_temp_directory_size = '${file.spillLimitMb}MB'`)
  await connection.run('SET GLOBAL lock_configuration = true')
  return { instance, idle: [connection], users: 0 }
}
