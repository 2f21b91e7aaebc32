import { AppError, type Problem } from '@octavo/core/errors'
import type { ResultBatch, Statement, StatementValue, ValueType } from '@octavo/core/types'
import type pg from 'pg'
import type { Connector, EngineColumn, EngineObject, EngineSession, QueryBudget, StreamSummary } from '../api.ts'
import { cellOf, valueTypeOf } from './cells.ts'
import { databaseIdentity } from './own-database.ts'

interface PostgresSettings {
  host: string
  port?: number
  database: string
  user: string
  password?: string
}

const settingKinds = { host: 'string', port: 'number', database: 'string', user: 'string', password: 'string' } as const
const required = ['host', 'database', 'user']
const rowsAtOnce = 2000
const sessionsAtOnce = 8
const describeBudget: QueryBudget = { timeoutMs: 30_000, maxRows: 0 }

export interface PostgresOptions {
  /** Identity of the database of the store, or null where the store is a file. */
  ownDatabase?: () => Promise<string | null>
}

/**
 * PostgreSQL. Every statement is the query of a cursor in a read-only transaction: the server itself refuses anything
 * that is not one reading statement. Paths are `[schema, table]`.
 */
export function createPostgresConnector({ ownDatabase }: PostgresOptions = {}): Connector {
  function problemsOf(settings: unknown): Problem[] {
    if (typeof settings !== 'object' || settings === null) return [{ path: '', message: 'Settings must be an object.' }]
    const given = new Map(Object.entries(settings))
    const problems: Problem[] = []
    for (const [key, value] of given) {
      const kind = Object.hasOwn(settingKinds, key) ? settingKinds[key as keyof typeof settingKinds] : undefined
      if (kind === undefined) problems.push({ path: key, message: `There is no setting "${key}".` })
      else if (typeof value !== kind) problems.push({ path: key, message: `Must be a ${kind}.` })
    }
    for (const key of required) if (!given.has(key)) problems.push({ path: key, message: 'Is missing.' })
    return problems
  }

  return {
    kind: 'postgres',
    label: 'PostgreSQL',
    dialect: 'postgres',
    capabilities: { cancel: true, write: false, formatRows: false },
    validate: problemsOf,
    async open(settings) {
      const [problem] = problemsOf(settings)
      if (problem) {
        const reason = `${problem.path}: ${problem.message}`
        throw new AppError('source_unavailable', { source: 'PostgreSQL connection', reason })
      }
      const { default: driver } = await import('pg')
      const pool = new driver.Pool({
        ...(settings as PostgresSettings),
        max: sessionsAtOnce,
        idleTimeoutMillis: 60_000,
        connectionTimeoutMillis: 10_000,
        allowExitOnIdle: true,
        // Set for the link and not for the process: text as the server writes it, exact for every type.
        types: { getTypeParser: () => (text: string) => text },
        options: '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c bytea_output=hex',
      })
      // A link that dies while it is idle is replaced at the next query.
      pool.on('error', () => {})
      return createSession(pool, ownDatabase)
    },
  }
}

interface Cursor {
  columns: EngineColumn[]
  batches: AsyncGenerator<ResultBatch>
  summary(): StreamSummary
  /** For a cursor whose rows nobody reads. */
  close(): void
}

function createSession(pool: pg.Pool, ownDatabase: PostgresOptions['ownDatabase']): EngineSession {
  let isForeign = ownDatabase === undefined

  async function connect(): Promise<pg.PoolClient> {
    const client = await pool.connect().catch((error) => {
      throw new AppError('engine_unavailable', { reason: 'the server does not answer' }, { cause: error })
    })
    if (isForeign) return client
    try {
      await refuseOwnDatabase(client)
      isForeign = true
      return client
    } catch (error) {
      client.release()
      throw error
    }
  }

  /** Nobody reads our own store through a connection (R11), whatever rights its user has. */
  async function refuseOwnDatabase(client: pg.PoolClient): Promise<void> {
    const own = await ownDatabase?.()
    if (own === undefined || own === null) return
    const { rows } = await client.query<{ identity: string }>(databaseIdentity)
    if (rows[0]?.identity !== own) return
    throw new AppError('source_unavailable', {
      source: 'PostgreSQL connection',
      reason: 'It leads to the database in which this server keeps its own data.',
    })
  }

  async function open(statement: Statement, budget: QueryBudget, signal: AbortSignal): Promise<Cursor> {
    if (signal.aborted) throw new AppError('query_cancelled', {})
    const client = await connect()
    const { processID } = client as unknown as { processID: number }
    let stopped: AppError | null = null
    let isOpen = true
    let refuse: (error: AppError) => void = () => {}
    /** Settles at once when the query is stopped; the server follows as fast as it can. */
    const stopping = new Promise<never>((_, reject) => {
      refuse = reject
    })
    stopping.catch(() => {})
    const stop = (error: AppError) => {
      if (stopped || !isOpen) return
      stopped = error
      refuse(error)
      pool.query('SELECT pg_cancel_backend($1)', [processID]).catch(() => {})
      close()
    }
    const abort = () => stop(new AppError('query_cancelled', {}))
    signal.addEventListener('abort', abort)
    const timer = setTimeout(() => {
      stop(new AppError('query_over_budget', { budget: 'time', limit: `${budget.timeoutMs} ms` }))
    }, budget.timeoutMs)

    /** One statement only, whatever its text holds: the extended protocol takes no second one. */
    const ask = async (text: string, values: readonly StatementValue[] = []) => {
      if (stopped) throw stopped
      const query = { text, values: values.map(textOf), rowMode: 'array' as const, queryMode: 'extended' }
      const answer = client.query<(string | null)[]>(query)
      answer.catch(() => {})
      try {
        return await Promise.race([stopping, answer])
      } catch (error) {
        throw stopped ?? errorOf(error)
      }
    }
    const close = () => {
      if (!isOpen) return
      isOpen = false
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      // A stopped link may still be at work; it is not given to anybody else.
      if (stopped) client.release(true)
      else
        client.query('ROLLBACK').then(
          () => client.release(),
          () => client.release(true),
        )
    }

    let rowCount = 0
    let truncated = false
    // Aborted while the link was opened, before anybody listened.
    if (signal.aborted) abort()
    try {
      await ask('BEGIN READ ONLY')
      await ask(`DECLARE octavo NO SCROLL CURSOR FOR ${statement.text}`, statement.values)
      const { fields } = await ask('FETCH 0 FROM octavo')
      const columns = fields.map(({ name, dataTypeID, dataTypeModifier }) => ({
        name,
        type: valueTypeOf(dataTypeID, dataTypeModifier),
        nullable: true,
      }))
      const maxRows = budget.maxRows ?? Number.POSITIVE_INFINITY
      async function* batches(): AsyncGenerator<ResultBatch> {
        let bytes = 0
        try {
          for (;;) {
            const left = maxRows - rowCount
            const { rows } = await ask(`FETCH ${Math.min(rowsAtOnce, left + 1)} FROM octavo`)
            truncated = rows.length > left
            const kept = truncated ? rows.slice(0, left) : rows
            for (const row of kept) for (const cell of row) bytes += cell === null ? 0 : cell.length
            if (budget.maxBytes !== undefined && bytes > budget.maxBytes) {
              throw new AppError('query_over_budget', { budget: 'bytes', limit: `${budget.maxBytes} bytes` })
            }
            rowCount += kept.length
            if (kept.length > 0) yield batchOf(kept, columns)
            if (truncated || rows.length === 0) return
          }
        } finally {
          close()
        }
      }
      return { columns, batches: batches(), summary: () => ({ rowCount, truncated }), close }
    } catch (error) {
      close()
      throw error
    }
  }

  async function columnsOf(statement: Statement, signal: AbortSignal): Promise<EngineColumn[]> {
    const cursor = await open(statement, describeBudget, signal)
    cursor.close()
    return cursor.columns
  }

  async function rowsOf(text: string, path: readonly string[], signal: AbortSignal): Promise<string[][]> {
    const values = path.map((value) => ({ type: { kind: 'text' } satisfies ValueType, value }))
    const cursor = await open({ text, values }, { timeoutMs: 30_000, maxRows: null }, signal)
    const rows: string[][] = []
    for await (const { rowCount, columns } of cursor.batches) {
      for (let row = 0; row < rowCount; row++) rows.push(columns.map(({ values: cells }) => String(cells[row])))
    }
    return rows
  }

  return {
    query: open,
    describe: columnsOf,
    async describeTable(path, signal) {
      if (path.length !== 2) return null
      const nullable = await rowsOf(
        `SELECT CASE WHEN is_nullable = 'YES' THEN 'yes' ELSE 'no' END FROM information_schema.columns
         WHERE table_schema = $1 AND table_name = $2 ORDER BY ordinal_position`,
        path,
        signal,
      )
      if (nullable.length === 0) return null
      const text = `SELECT * FROM ${path.map((segment) => `"${segment.replaceAll('"', '""')}"`).join('.')}`
      const columns = await columnsOf({ text, values: [] }, signal)
      return columns.map((column, index) => ({ ...column, nullable: nullable[index]?.[0] !== 'no' }))
    },
    async list(path, signal) {
      if (path.length > 1) return []
      const rows = await rowsOf(
        path.length === 0
          ? `SELECT schema_name, 'schema' FROM information_schema.schemata
             WHERE schema_name <> 'information_schema' AND schema_name NOT LIKE 'pg\\_%' ORDER BY 1`
          : `SELECT table_name, CASE table_type WHEN 'VIEW' THEN 'view' ELSE 'table' END
             FROM information_schema.tables WHERE table_schema = $1 ORDER BY 1`,
        path,
        signal,
      )
      return rows.map(([name, kind]) => ({ path: [...path, name ?? ''], kind: kind as EngineObject['kind'] }))
    },
    close: () => pool.end(),
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

/** SQLSTATE classes: 08 and 57P are the link and the server, everything else is about the statement. */
function errorOf(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === '57014') return new AppError('query_cancelled', {}, { cause: error })
  if (code === '53200') {
    return new AppError('query_over_budget', { budget: 'memory', limit: 'the memory of the server' }, { cause: error })
  }
  if (!/^[0-9A-Z]{5}$/.test(code) || code.startsWith('08') || code.startsWith('57P')) {
    return new AppError('engine_unavailable', { reason: 'the link to the server broke' }, { cause: error })
  }
  const text = error instanceof Error ? error.message : String(error)
  return new AppError('query_failed', { reason: text.replace(/\s+/g, ' ').slice(0, 500) }, { cause: error })
}
