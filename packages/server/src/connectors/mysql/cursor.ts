import { AppError } from '@octavo/core/errors'
import type { ResultBatch, Statement } from '@octavo/core/types'
import type { PoolConnection } from 'mysql2'
import type { EngineColumn, QueryBudget, StreamSummary } from '../api.ts'
import { type QueryWatch, watchQuery } from '../query-watch.ts'
import { boundOf, cellOf, type Field, isNullable, valueTypeOf } from './cells.ts'
import { errorOf } from './engine-errors.ts'
import { ask, giveBack, kill, type Links, limitTime, takeLink } from './links.ts'
import { flowOf, type RowFlow } from './row-flow.ts'
import { labels } from './server-version.ts'

export interface Cursor {
  columns: EngineColumn[]
  batches: AsyncGenerator<ResultBatch>
  summary(): StreamSummary
}

/** State of one session. */
export interface SessionState {
  links: Links
  /** The server has its time zone tables. */
  knowsZones: boolean
}

/** A statement that runs on a connection, when it has one. */
interface Running {
  links: Links
  budget: QueryBudget
  watch: QueryWatch
  link: PoolConnection | null
  flow: RowFlow | null
  /** Rejects when the query is stopped. */
  stopping: PromiseWithResolvers<never>
  rowCount: number
  truncated: boolean
}

/**
 * Runs a checked statement, or one of the program's own. `before` is prepended, for EXPLAIN and similar statements. Throws AppError.
 */
export async function openCursor(
  state: SessionState,
  statement: Statement,
  budget: QueryBudget,
  signal: AbortSignal,
  before = '',
): Promise<Cursor> {
  if (signal.aborted) throw new AppError('query_cancelled', {})
  const running = start(state.links, budget, signal)
  try {
    const flow = await execute(running, state, statement, before)
    const fields = await flow.fields
    const columns = fields.map((field) => ({
      name: field.name,
      type: valueTypeOf(field),
      nullable: isNullable(field),
    }))
    return {
      columns,
      batches: batchesOf(running, flow, columns, fields),
      summary: () => ({ rowCount: running.rowCount, truncated: running.truncated }),
    }
  } catch (error) {
    close(running, false)
    throw failureOf(running, error)
  }
}

function start(links: Links, budget: QueryBudget, signal: AbortSignal): Running {
  const stopping = Promise.withResolvers<never>()
  stopping.promise.catch(() => {})
  const watch = watchQuery(signal, budget.timeoutMs, (error) => {
    stopping.reject(error)
    running.flow?.fail(error)
    if (running.link) kill(links, running.link)
  })
  const running: Running = { links, budget, watch, link: null, flow: null, stopping, rowCount: 0, truncated: false }
  return running
}

/** Returns the connection to the pool, or ends it with the running statement. */
function close({ watch, links, link }: Running, isDone: boolean): void {
  if (!watch.end() || link === null) return
  if (isDone) giveBack(links, link)
  else kill(links, link)
}

function failureOf({ watch, links }: Running, error: unknown): AppError {
  return watch.stopped ?? errorOf(error, labels[links.flavour])
}

async function execute(
  running: Running,
  state: SessionState,
  { text, values }: Statement,
  before: string,
): Promise<RowFlow> {
  const { links, stopping, watch, budget } = running
  const orStop = <T>(work: Promise<T>): Promise<T> => Promise.race([stopping.promise, work])
  const taking = takeLink(links)
  taking.then(
    // Stopped while the connection was opened: it is not needed any more.
    (late) => watch.stopped && late.release(),
    () => {},
  )
  const link = await orStop(taking)
  running.link = link
  await orStop(limitTime(links, link, budget.timeoutMs))
  if (text.includes('CONVERT_TZ(')) await orStop(assertZones(state, link))
  const query = link.execute({
    sql: `${before}${text}`,
    values: values.map(({ value, type }) => boundOf(value, type)),
    rowsAsArray: true,
  })
  const flow = flowOf(query, link)
  running.flow = flow
  return flow
}

/** Without its time zone tables the server silently returns null for every time in a zone. */
async function assertZones(state: SessionState, link: PoolConnection): Promise<void> {
  if (state.knowsZones) return
  const { links } = state
  const [moment] = await ask(links, link, "SELECT CONVERT_TZ('2024-07-01 12:00:00', '+00:00', 'Europe/Paris')")
  if (moment === null) {
    const tool = links.flavour === 'mariadb' ? 'mariadb-tzinfo-to-sql' : 'mysql_tzinfo_to_sql'
    throw new AppError('query_failed', {
      reason: `The server knows no time zones by name. Its administrator can load them with ${tool}.`,
    })
  }
  state.knowsZones = true
}

async function* batchesOf(
  running: Running,
  flow: RowFlow,
  columns: readonly EngineColumn[],
  fields: readonly Field[],
): AsyncGenerator<ResultBatch> {
  const { maxRows, maxBytes } = running.budget
  let bytes = 0
  let isDone = false
  try {
    for (;;) {
      const rows = await flow.next()
      if (rows === null) {
        isDone = true
        return
      }
      const left = (maxRows ?? Number.POSITIVE_INFINITY) - running.rowCount
      running.truncated = rows.length > left
      const kept = running.truncated ? rows.slice(0, left) : rows
      const batch = batchOf(kept, columns, fields)
      bytes += sizeOf(batch)
      if (maxBytes !== undefined && bytes > maxBytes) {
        throw new AppError('query_over_budget', { budget: 'bytes', limit: `${maxBytes} bytes` })
      }
      running.rowCount += kept.length
      if (kept.length > 0) yield batch
      if (running.truncated) return
    }
  } catch (error) {
    throw failureOf(running, error)
  } finally {
    close(running, isDone)
  }
}

function batchOf(rows: readonly unknown[][], columns: readonly EngineColumn[], fields: readonly Field[]): ResultBatch {
  return {
    rowCount: rows.length,
    columns: columns.map(({ type }, index) => {
      const field = fields[index] ?? { name: '' }
      return { values: rows.map((row) => cellOf(row[index], type, field)) }
    }),
  }
}

function sizeOf({ columns }: ResultBatch): number {
  let bytes = 0
  for (const { values } of columns) for (const cell of values) bytes += typeof cell === 'string' ? cell.length : 8
  return bytes
}
