import { AppError, isAppError } from '@octavo/core/errors'
import type { Activity } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import type { OpenConnection } from '../../connectors/index.ts'
import { currentRequest, newUuidV7, type Store } from '../../store/index.ts'
import { type QueryRunRow, runsToCancel, saveQueryRuns, saveQueryStatements } from '../../store/query-runs.ts'
import { KnownStatements } from './known-statements.ts'
import type { Asker } from './statement-comment.ts'

/** A query as the history records it. */
export interface LoggedQuery {
  connection: Pick<OpenConnection, 'row'>
  asker: Asker
  statement: { text: string }
  /** Maximum duration. */
  timeoutMs: number
}

/** A running query, from waiting for its slot to its last row. */
export interface RunningQuery {
  /** Aborts when the query is cancelled. */
  signal: AbortSignal
  /** The query has its slot and is sent to the engine. */
  started(): void
  /** Rows have arrived. */
  received(rows: number, bytes: number): void
  /** The query has ended; null when it succeeded. */
  ended(error: unknown): void
}

/**
 * The history of queries. No query waits for it: entries are buffered in memory and written about once a second, many at once. A query is
 * in the store at most a second after it began.
 */
export interface QueryLog {
  begin(query: LoggedQuery): RunningQuery
  /** Records a response from the cache. */
  answered(query: LoggedQuery, found: { rows: number; bytes: number }): void
  /** Cancels a query that runs in this process. Returns false for any other id. */
  cancel(id: string): boolean
  /** Writes all buffered entries. */
  flush(): Promise<void>
  /** Writes all buffered entries and stops. */
  close(): Promise<void>
}

const flushEveryMs = 1000
/** Maximum buffered entries while the store cannot be written; beyond it the oldest are dropped and reported. */
const mostWaiting = 20_000
const statementLength = 20_000
/** A running query whose process died is considered lost this long after its timeout. */
const graceMs = 60_000

/** A row to write, with its statement, which the row names by key. */
interface Noted {
  row: QueryRunRow
  statement: string
}

interface Entry extends Noted {
  stop: AbortController
  isWritten: boolean
}

export function createQueryLog(given: Given): QueryLog {
  return new BufferedQueryLog(given)
}

interface Given {
  store: Store
  clock: Clock
  /** When absent, queries are not recorded in the audit log. */
  activity?: Pick<Activity, 'queried'>
  reportBug: (error: unknown) => void
}

class BufferedQueryLog implements QueryLog {
  private readonly given: Given
  private readonly running = new Map<string, Entry>()
  private readonly statements = new KnownStatements()
  private waiting: Noted[] = []
  private dropped = 0
  private timer: NodeJS.Timeout | null = null
  private flushing: Promise<void> | null = null
  private isClosed = false

  constructor(given: Given) {
    this.given = given
  }

  readonly begin = (query: LoggedQuery): RunningQuery => {
    const entry: Entry = { ...this.noted(query), stop: new AbortController(), isWritten: false }
    const report = this.reporterOf(query)
    const { row, statement } = entry
    this.running.set(row.id, entry)
    this.arm()
    const askedAt = performance.now()
    let startedAt: number | null = null
    let firstAt: number | null = null
    return {
      signal: entry.stop.signal,
      started: () => {
        startedAt = performance.now()
        row.queue_ms = Math.round(startedAt - askedAt)
      },
      received: (rows, bytes) => {
        firstAt ??= performance.now()
        row.row_count = (row.row_count ?? 0) + rows
        row.byte_count = (row.byte_count ?? 0) + bytes
      },
      ended: (error) => {
        if (!this.running.delete(row.id)) return
        const now = performance.now()
        if (startedAt !== null) {
          row.engine_ms = Math.round((firstAt ?? now) - startedAt)
          row.transfer_ms = firstAt === null ? 0 : Math.round(now - firstAt)
        }
        const over = { ...row, ...outcomeOf(error) }
        report(over)
        this.remember({ row: over, statement })
      },
    }
  }

  readonly answered = (query: LoggedQuery, { rows, bytes }: { rows: number; bytes: number }): void => {
    const noted = this.noted(query)
    Object.assign(noted.row, { row_count: rows, byte_count: bytes, is_cached: 1, outcome: 'succeeded' })
    this.reporterOf(query)(noted.row)
    this.remember(noted)
  }

  readonly cancel = (id: string): boolean => {
    const entry = this.running.get(id)
    entry?.stop.abort()
    return entry !== undefined
  }

  readonly flush = (): Promise<void> => {
    this.flushing ??= this.write().finally(() => {
      this.flushing = null
    })
    return this.flushing
  }

  readonly close = async (): Promise<void> => {
    this.isClosed = true
    if (this.timer !== null) clearTimeout(this.timer)
    const { reportBug } = this.given
    await this.flushing?.catch(reportBug)
    await this.flush().catch(reportBug)
  }

  /** Reports the finished query to the audit log, for the request that ran it. */
  private reporterOf({ asker, connection }: LoggedQuery): (row: QueryRunRow) => void {
    const request = currentRequest()
    const { memberId, via } = asker.viewer
    const who = { organizationId: connection.row.organization_id, memberId, via }
    return (row) => {
      const durationMs = (row.engine_ms ?? 0) + (row.transfer_ms ?? 0)
      const { connection_id: connectionId, purpose, error_code: code } = row
      this.given.activity?.queried({
        who,
        documentId: asker.documentId,
        details: {
          queryId: row.id,
          connectionId,
          elementId: asker.elementId,
          purpose,
          rowCount: row.row_count ?? 0,
          durationMs,
          isCached: row.is_cached === 1,
          ...(code === null ? {} : { code }),
        },
        isFailed: row.outcome !== 'succeeded',
        request,
      })
    }
  }

  private noted({ connection, asker, statement, timeoutMs }: LoggedQuery): Noted {
    const now = this.given.clock.now()
    const { viewer, documentId, elementId, purpose, compileMs } = asker
    const text = statement.text.slice(0, statementLength)
    const row: QueryRunRow = {
      organization_id: connection.row.organization_id,
      // In the order of time, so that rows are added at the end of the table's key.
      id: newUuidV7(),
      connection_id: connection.row.id,
      document_id: documentId,
      element_id: elementId,
      member_id: viewer.memberId,
      purpose,
      statement_key: this.statements.keyOf(text),
      started_at: now,
      deadline_at: now + timeoutMs + graceMs,
      compile_ms: compileMs === undefined ? null : Math.round(compileMs),
      queue_ms: null,
      engine_ms: null,
      transfer_ms: null,
      row_count: null,
      byte_count: null,
      is_cached: 0,
      outcome: 'running',
      error_code: null,
      cancel_asked_at: null,
    }
    return { row, statement: text }
  }

  private remember(noted: Noted): void {
    if (this.waiting.length >= mostWaiting) {
      this.waiting.shift()
      this.dropped += 1
    }
    this.waiting.push(noted)
    this.arm()
  }

  private arm(): void {
    if (this.timer !== null || this.isClosed) return
    this.timer = setTimeout(() => {
      this.timer = null
      this.flush()
        .catch(this.given.reportBug)
        .finally(() => {
          if (this.waiting.length > 0 || this.running.size > 0) this.arm()
        })
    }, flushEveryMs).unref()
  }

  /** Writes finished queries and running ones that are not in the store yet; then cancels those that other processes want to cancel. */
  private async write(): Promise<void> {
    const { store, clock } = this.given
    const over = this.waiting
    this.waiting = []
    const begun = [...this.running.values()].filter(({ isWritten }) => !isWritten)
    const noted: Noted[] = [...over, ...begun.map(({ row, statement }) => ({ row: { ...row }, statement }))]
    const unwritten = this.statements.unwritten(noted, clock.now())
    try {
      if (noted.length > 0) {
        await store.maintain('query history', async (tx) => {
          await saveQueryStatements(tx, unwritten)
          await saveQueryRuns(
            tx,
            noted.map(({ row }) => row),
          )
        })
      }
      this.statements.wereWritten(unwritten)
    } catch (error) {
      this.waiting = [...over, ...this.waiting].slice(-mostWaiting)
      throw error
    }
    for (const entry of begun) entry.isWritten = true
    this.reportDropped()
    const written = [...this.running.values()].flatMap(({ row, isWritten }) => (isWritten ? [row] : []))
    if (written.length === 0 || this.isClosed) return
    for (const id of await runsToCancel(store.db, written)) this.cancel(id)
  }

  private reportDropped(): void {
    if (this.dropped === 0) return
    this.given.reportBug(new Error(`The history lost ${this.dropped} queries while the store could not be written.`))
    this.dropped = 0
  }
}

function outcomeOf(error: unknown): Pick<QueryRunRow, 'outcome' | 'error_code'> {
  if (error === null) return { outcome: 'succeeded', error_code: null }
  if (!(error instanceof AppError)) return { outcome: 'failed', error_code: 'internal' }
  const isOverTime = isAppError(error, 'query_over_budget') && error.details.budget === 'time'
  const outcome = error.code === 'query_cancelled' ? 'cancelled' : isOverTime ? 'timedOut' : 'failed'
  return { outcome, error_code: error.code }
}
