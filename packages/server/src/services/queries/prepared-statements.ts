import type { ResultBatch, Statement } from '@octavo/core/types'
import {
  inPlace,
  type OnAhead,
  type OpenConnection,
  type Pool,
  type QueryBudget,
  type QueryStream,
  timeoutMsOf,
} from '../../connectors/index.ts'
import type { QueryLog, RunningQuery } from './query-log.ts'
import { cellBytes } from './result-batches.ts'
import { type Asker, commented, type QueryPurpose } from './statement-comment.ts'

/** A statement requested from a data platform. */
export interface StatementRequest {
  connection: OpenConnection
  statement: Statement
  asker: Asker
  /** Statements of the same owner wait for each other. */
  owner: string
  budget: QueryBudget
  /** Records the query in the history. */
  log: QueryLog
  /** The pool to wait in; by default the pool of its purpose. */
  pool?: Pool
  /** Called while waiting with the number of statements that run or start before this one. */
  onAhead?: OnAhead | undefined
}

/** The timeout and the pool of each purpose. */
const meansOf = {
  worksheet: { timeout: 'worksheet', pool: 'adhoc' },
  dashboard: { timeout: 'dashboard', pool: 'adhoc' },
  download: { timeout: 'download', pool: 'result' },
  schedule: { timeout: 'download', pool: 'schedule' },
  picture: { timeout: 'dashboard', pool: 'schedule' },
} as const satisfies Record<QueryPurpose, unknown>

/** The limits of a connection for a purpose; `maxRows` null for all rows. */
export function budgetOf(
  { row }: OpenConnection,
  purpose: QueryPurpose,
  maxRows: number | null,
  maxBytes?: number,
): QueryBudget {
  const timeoutMs = timeoutMsOf(row, meansOf[purpose].timeout)
  return { timeoutMs, maxRows, ...(maxBytes === undefined ? {} : { maxBytes }) }
}

/** The pool in which statements of a purpose wait. */
export function poolOf({ pools }: OpenConnection, purpose: QueryPurpose): Pool {
  return pools[meansOf[purpose].pool]
}

/** A statement whose tables from other connections exist until they are released. */
export interface ReadyStatement {
  statement: Statement
  release(): void
}

/**
 * Runs the statement in its pool slot and reads it completely before the slot is released; `prepare` brings the rows that it reads of other
 * connections. `ms` is the time from sending the statement until it is read, `waitMs` the time waiting for the slot.
 */
export function runPrepared<T extends object>(
  asked: StatementRequest,
  signal: AbortSignal,
  read: (stream: QueryStream) => Promise<T>,
  prepare: (asked: StatementRequest, signal: AbortSignal) => Promise<ReadyStatement>,
): Promise<{ found: T; ms: number; waitMs: number }> {
  const { connection, asker, owner, budget, pool = poolOf(connection, asker.purpose), onAhead } = asked
  const askedAt = performance.now()
  return logged(asked, signal, async (run, both) => {
    const ready = await prepare(asked, both)
    const work = async () => {
      const startedAt = performance.now()
      run.started()
      const stream = await connection.session.query(commented(ready.statement, connection, asker), budget, both)
      const found = await read({ ...stream, batches: counted(stream.batches, run) })
      return { found, ms: Math.round((performance.now() - startedAt) * 10) / 10, waitMs: startedAt - askedAt }
    }
    try {
      return await inPlace(pool, owner, both, work, onAhead)
    } finally {
      ready.release()
    }
  })
}

/** Runs the work as a query of the history; the signal of the work aborts when the query is cancelled there. */
async function logged<T>(
  { log, connection, asker, statement, budget: { timeoutMs } }: StatementRequest,
  signal: AbortSignal,
  work: (run: RunningQuery, both: AbortSignal) => Promise<T>,
): Promise<T> {
  const run = log.begin({ connection, asker, statement, timeoutMs })
  try {
    const done = await work(run, AbortSignal.any([signal, run.signal]))
    run.ended(null)
    return done
  } catch (error) {
    run.ended(error)
    throw error
  }
}

export async function* counted(batches: AsyncIterable<ResultBatch>, run: RunningQuery): AsyncGenerator<ResultBatch> {
  for await (const batch of batches) {
    run.received(batch.rowCount, cellBytes(batch))
    yield batch
  }
}
