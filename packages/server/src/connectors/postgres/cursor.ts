import { AppError } from '@octavo/core/errors'
import type { ResultBatch, Statement, StatementValue } from '@octavo/core/types'
import type pg from 'pg'
import type { EngineColumn, QueryBudget, StreamSummary } from '../api.ts'
import { type QueryWatch, watchQuery } from '../query-watch.ts'
import { cellOf, valueTypeOf } from './cells.ts'
import { errorOf } from './engine-errors.ts'
import { begin, giveBack, kill, type Links, takeLink } from './links.ts'

export interface Cursor {
  columns: EngineColumn[]
  batches: AsyncGenerator<ResultBatch>
  summary(): StreamSummary
  /** For a cursor whose rows are not read. */
  close(): void
}

/** A statement that runs on a link. */
interface Running {
  links: Links
  link: pg.PoolClient
  budget: QueryBudget
  watch: QueryWatch
  /** Stops waiting for the current response; the server ends the statement as soon as it can. */
  refuse(error: AppError): void
  rowCount: number
  truncated: boolean
}

const rowsAtOnce = 2000
const graceMs = 2000

/** Runs a checked statement, or one of the program's own. Throws AppError. */
export async function openCursor(
  links: Links,
  statement: Statement,
  budget: QueryBudget,
  signal: AbortSignal,
): Promise<Cursor> {
  const running = await start(links, budget, signal)
  try {
    const columns = await declare(running, statement)
    return {
      columns,
      batches: batchesOf(running, columns, commentOf(statement)),
      summary: () => ({ rowCount: running.rowCount, truncated: running.truncated }),
      close: () => close(running),
    }
  } catch (error) {
    close(running)
    throw error
  }
}

async function start(links: Links, budget: QueryBudget, signal: AbortSignal): Promise<Running> {
  if (signal.aborted) throw new AppError('query_cancelled', {})
  const link = await takeLink(links)
  const watch = watchQuery(signal, budget.timeoutMs, (error) => {
    running.refuse(error)
    kill(links, link)
  })
  const running: Running = { links, link, budget, watch, refuse: () => {}, rowCount: 0, truncated: false }
  // Aborted while the connection was opened, before the listener was added.
  if (signal.aborted) watch.abort()
  return running
}

function close({ watch, link }: Running): void {
  if (watch.end()) giveBack(link)
}

/** Opens the cursor in a transaction that only reads. */
async function declare(running: Running, { text, values }: Statement): Promise<EngineColumn[]> {
  const { links, link, budget } = running
  // The server ends a statement that exceeds its budget, in case this process has died.
  await answered(running, () => begin(links, link, Math.round(budget.timeoutMs) + graceMs))
  await ask(running, `DECLARE octavo NO SCROLL CURSOR FOR ${text}`, values)
  const { fields } = await ask(running, 'FETCH 0 FROM octavo')
  return fields.map(({ name, dataTypeID, dataTypeModifier }) => ({
    name,
    type: valueTypeOf(dataTypeID, dataTypeModifier),
    nullable: true,
  }))
}

/** The server's log names the slow statement, which is the FETCH. */
function commentOf({ text }: Statement): string {
  const [comment = ''] = /^\/\*[^*]*\*\/\n/.exec(text) ?? []
  return comment
}

async function* batchesOf(
  running: Running,
  columns: readonly EngineColumn[],
  comment: string,
): AsyncGenerator<ResultBatch> {
  const { maxBytes, maxRows } = running.budget
  let bytes = 0
  try {
    for (;;) {
      const left = (maxRows ?? Number.POSITIVE_INFINITY) - running.rowCount
      const { rows } = await ask(running, `${comment}FETCH ${Math.min(rowsAtOnce, left + 1)} FROM octavo`)
      running.truncated = rows.length > left
      const kept = running.truncated ? rows.slice(0, left) : rows
      for (const row of kept) for (const cell of row) bytes += cell === null ? 0 : cell.length
      if (maxBytes !== undefined && bytes > maxBytes) {
        throw new AppError('query_over_budget', { budget: 'bytes', limit: `${maxBytes} bytes` })
      }
      running.rowCount += kept.length
      if (kept.length > 0) yield batchOf(kept, columns)
      if (running.truncated || rows.length === 0) return
    }
  } finally {
    close(running)
  }
}

/** Runs only one statement, whatever the text contains: the extended protocol accepts no second one. */
function ask(running: Running, text: string, values: readonly StatementValue[] = []) {
  return answered(running, () => running.link.query<(string | null)[]>(queryOf(text, values)))
}

/** A query whose rows are lists of texts. */
export function queryOf(text: string, values: readonly StatementValue[]) {
  return { text, values: values.map(textOf), rowMode: 'array' as const, queryMode: 'extended' }
}

// Not a race with one promise for the whole query, which would retain the rows of every response until its end.
async function answered<T>(running: Running, run: () => Promise<T>): Promise<T> {
  if (running.watch.stopped) throw running.watch.stopped
  try {
    return await new Promise<T>((resolve, reject) => {
      running.refuse = reject
      run().then(resolve, reject)
    })
  } catch (error) {
    throw running.watch.stopped ?? errorOf(error)
  }
}

function batchOf(rows: readonly (string | null)[][], columns: readonly EngineColumn[]): ResultBatch {
  return {
    rowCount: rows.length,
    columns: columns.map(({ type }, index) => ({ values: rows.map((row) => cellOf(row[index] ?? null, type)) })),
  }
}

function textOf({ value }: StatementValue): string | null {
  return value === null ? null : String(value)
}
