import { AppError } from '@octavo/core/errors'
import type { ResultBatch, Statement } from '@octavo/core/types'
import type { EngineColumn, QueryBudget, StreamSummary } from '../api.ts'
import { type QueryWatch, watchQuery } from '../query-watch.ts'
import { cellOf } from './cells.ts'
import type { Client, Page } from './client.ts'
import { errorOf, unreachable } from './engine-errors.ts'
import { boundText } from './literals.ts'
import { readType, type TypeTree, valueTypeOf } from './type-text.ts'

export interface Cursor {
  columns: EngineColumn[]
  batches: AsyncGenerator<ResultBatch>
  summary(): StreamSummary
  /** Ends a cursor whose rows are not needed. */
  close(): void
}

/** A statement that runs on the coordinator. */
interface Running {
  client: Client
  budget: QueryBudget
  watch: QueryWatch
  /** Aborts the request in progress. */
  stop: AbortController
  /** Address of the next page, also used to end the statement; undefined before the first page and after the last. */
  nextUri: string | undefined
  rowCount: number
  truncated: boolean
}

const graceMs = 2000
/** Maximum rows of a batch; a page of short rows has tens of thousands. */
const rowsAtOnce = 2000

/** Runs a checked statement, or one of the program's own. Throws AppError. */
export async function openCursor(
  client: Client,
  statement: Statement,
  budget: QueryBudget,
  signal: AbortSignal,
): Promise<Cursor> {
  if (signal.aborted) throw new AppError('query_cancelled', {})
  const running = start(client, budget, signal)
  try {
    // The server ends a statement that exceeds its budget, in case this process has died.
    const limit = { query_max_run_time: `${Math.ceil(budget.timeoutMs) + graceMs}ms` }
    let page = await answered(running, (stop) => client.begin(boundText(statement), limit, stop))
    // Pages have columns once the statement is planned.
    while (page.columns === undefined && page.nextUri !== undefined) page = await nextPage(running, page.nextUri)
    const types = (page.columns ?? []).map(({ type }) => readType(type))
    return {
      columns: (page.columns ?? []).map(({ name }, at) => {
        const type = types[at]
        return { name, type: type ? valueTypeOf(type) : { kind: 'text' }, nullable: true }
      }),
      batches: batchesOf(running, page, types),
      summary: () => ({ rowCount: running.rowCount, truncated: running.truncated }),
      close: () => close(running),
    }
  } catch (error) {
    close(running)
    throw error
  }
}

function start(client: Client, budget: QueryBudget, signal: AbortSignal): Running {
  const running: Running = {
    client,
    budget,
    watch: watchQuery(signal, budget.timeoutMs, () => {
      running.stop.abort()
      endOnServer(running)
    }),
    stop: new AbortController(),
    nextUri: undefined,
    rowCount: 0,
    truncated: false,
  }
  return running
}

function close(running: Running): void {
  if (running.watch.end()) endOnServer(running)
}

function endOnServer(running: Running): void {
  const { client, nextUri } = running
  running.nextUri = undefined
  if (nextUri !== undefined) client.end(nextUri)
}

/**
 * Returns a page, or throws the error that it contains. A statement whose caller left while it was posted is ended as
 * soon as its address is known.
 */
async function answered(running: Running, ask: (stop: AbortSignal) => Promise<Page>): Promise<Page> {
  const { watch, stop } = running
  if (watch.stopped) throw watch.stopped
  const asked = ask(stop.signal)
  try {
    const page = await asked
    running.nextUri = page.nextUri
    // Stopped while the response arrived.
    if (watch.stopped) endOnServer(running)
    if (page.error) throw errorOf(page.error)
  } catch (error) {
    throw watch.stopped ?? unreachable(error)
  }
  if (watch.stopped) throw watch.stopped
  return asked
}

const nextPage = (running: Running, uri: string): Promise<Page> =>
  answered(running, (stop) => running.client.next(uri, stop))

async function* batchesOf(running: Running, first: Page, types: readonly TypeTree[]): AsyncGenerator<ResultBatch> {
  let bytes = 0
  try {
    for (let page = first; ; page = await nextPage(running, page.nextUri ?? '')) {
      const { maxBytes, maxRows } = running.budget
      const rows = page.data ?? []
      const left = (maxRows ?? Number.POSITIVE_INFINITY) - running.rowCount
      running.truncated = rows.length > left
      const end = Math.min(rows.length, left)
      for (let at = 0; at < end; at += rowsAtOnce) {
        const batch = batchOf(rows.slice(at, Math.min(end, at + rowsAtOnce)), types)
        bytes += sizeOf(batch)
        if (maxBytes !== undefined && bytes > maxBytes) {
          throw new AppError('query_over_budget', { budget: 'bytes', limit: `${maxBytes} bytes` })
        }
        running.rowCount += batch.rowCount
        yield batch
        if (running.watch.stopped) throw running.watch.stopped
      }
      if (running.truncated || page.nextUri === undefined) return
    }
  } finally {
    close(running)
  }
}

function batchOf(rows: readonly unknown[][], types: readonly TypeTree[]): ResultBatch {
  return {
    rowCount: rows.length,
    columns: types.map((type, at) => ({ values: rows.map((row) => cellOf(row[at], type)) })),
  }
}

function sizeOf({ columns }: ResultBatch): number {
  let bytes = 0
  for (const { values } of columns) for (const cell of values) bytes += typeof cell === 'string' ? cell.length : 8
  return bytes
}
