import { AppError } from '@octavo/core/errors'
import type { ResultBatch, Statement, StatementValue, ValueType } from '@octavo/core/types'
import type pg from 'pg'
import { DestinationRefused, type Destinations } from '../../outbound/index.ts'
import type { Connector, EngineColumn, EngineObject, EngineSession, QueryBudget, StreamSummary } from '../api.ts'
import { postgresPlan } from '../engine-plan.ts'
import { assertSettings, networkFields, problemsOfSettings, type SettingField } from '../settings.ts'
import { cellOf, valueTypeOf } from './cells.ts'
import { databaseIdentity } from './own-database.ts'
import { roleOf, roleQuery } from './role.ts'
import { type GuardOptions, whyRefused } from './statement-guard.ts'

interface PostgresSettings {
  host: string
  port?: number
  database: string
  user?: string
  password?: string
  useTls?: boolean
  tlsAuthority?: string
}

const label = 'PostgreSQL'
const { host, port, user, password, useTls, tlsAuthority } = networkFields
const fields: readonly SettingField[] = [
  host,
  { ...port, help: '5432 when absent.' },
  { name: 'database', label: 'Database', kind: 'text', isRequired: true },
  { ...user, isRequired: false, help: `${user.help} "postgres" when absent.` },
  password,
  useTls,
  tlsAuthority,
]
const rowsAtOnce = 2000
const sessionsAtOnce = 8
const graceMs = 2000
const idleMs = 60_000
const controlIdleMs = 600_000
const describeBudget: QueryBudget = { timeoutMs: 30_000, maxRows: 0 }

export interface PostgresOptions {
  /** Where connections may lead. */
  destinations: Destinations
  /** Identity of the database of the store, or null where the store is a file. */
  ownDatabase?: () => Promise<string | null>
}

/**
 * PostgreSQL. Every statement is the query of a cursor in a read-only transaction: the server itself refuses anything
 * that is not one reading statement. Paths are `[schema, table]`.
 */
export function createPostgresConnector({ destinations, ownDatabase }: PostgresOptions): Connector {
  return {
    kind: 'postgres',
    label,
    dialect: 'postgres',
    fields,
    capabilities: { cancel: true, write: false, formatRows: false, queryLog: true },
    validate: (settings) => problemsOfSettings(fields, settings),
    async open(settings, { links = sessionsAtOnce, allowsPassthrough = false } = {}) {
      assertSettings(label, fields, settings)
      const { default: driver } = await import('pg')
      const { useTls = false, tlsAuthority, ...where } = settings as PostgresSettings
      const poolOf = (max: number, idleTimeoutMillis = idleMs) => {
        const pool = new driver.Pool({
          user: 'postgres',
          ...where,
          ...(useTls ? { ssl: tlsAuthority === undefined ? true : { ca: tlsAuthority } } : {}),
          // Each link decides anew where it may go.
          stream: () => destinations.socket(),
          max,
          idleTimeoutMillis,
          connectionTimeoutMillis: 10_000,
          allowExitOnIdle: true,
          // Set for the link and not for the process: text as the server writes it, exact for every type.
          types: { getTypeParser: () => (text: string) => text },
          options: '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c bytea_output=hex',
        })
        // A link that dies while it is idle is replaced at the next query.
        pool.on('error', () => {})
        return pool
      }
      // A query that is to end must not wait for a place among the queries.
      const pools = { pool: poolOf(links), control: poolOf(1, controlIdleMs) }
      return createSession(pools, ownDatabase, { allowsPassthrough })
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

function createSession(
  { pool, control }: { pool: pg.Pool; control: pg.Pool },
  ownDatabase: PostgresOptions['ownDatabase'],
  guard: GuardOptions,
): EngineSession {
  let isForeign = ownDatabase === undefined
  const known = new WeakSet<pg.PoolClient>()

  async function assertAllowed({ text }: Pick<Statement, 'text'>): Promise<void> {
    const refused = await whyRefused(text, guard)
    if (refused !== null) throw new AppError('query_failed', { reason: refused })
  }

  async function connect(): Promise<pg.PoolClient> {
    const client = await pool.connect().catch((error) => {
      throw unreachable(error)
    })
    // A link that breaks while a query holds it is told to the query.
    if (!known.has(client)) {
      client.on('error', () => {})
      known.add(client)
      // Open before it is needed: to sign in takes longer than to end a statement.
      control.query('SELECT 1').catch(() => {})
    }
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

  /** Nobody reads our own store through a connection, whatever rights its user has. */
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

  async function query(statement: Statement, budget: QueryBudget, signal: AbortSignal): Promise<Cursor> {
    await assertAllowed(statement)
    return open(statement, budget, signal)
  }

  /** For a statement that was looked at, or is the program's own. */
  async function open(statement: Statement, budget: QueryBudget, signal: AbortSignal): Promise<Cursor> {
    if (signal.aborted) throw new AppError('query_cancelled', {})
    const client = await connect()
    const { processID } = client as unknown as { processID: number }
    let stopped: AppError | null = null
    let isOpen = true
    /** Ends the wait for the answer that is under way; the server follows as fast as it can. */
    let refuse: (error: AppError) => void = () => {}
    const stop = (error: AppError) => {
      if (stopped || !isOpen) return
      stopped = error
      refuse(error)
      control.query('SELECT pg_cancel_backend($1)', [processID]).catch(() => {})
      close()
    }
    const abort = () => stop(new AppError('query_cancelled', {}))
    signal.addEventListener('abort', abort)
    const timer = setTimeout(() => {
      stop(new AppError('query_over_budget', { budget: 'time', limit: `${budget.timeoutMs} ms` }))
    }, budget.timeoutMs)

    // No race against one promise for the whole query: it would keep the rows of every answer until its end.
    async function answered<T>(answer: Promise<T>): Promise<T> {
      try {
        return await new Promise<T>((resolve, reject) => {
          refuse = reject
          answer.then(resolve, reject)
        })
      } catch (error) {
        throw stopped ?? errorOf(error)
      }
    }
    /** One statement only, whatever its text holds: the extended protocol takes no second one. */
    const ask = async (text: string, values: readonly StatementValue[] = []) => {
      if (stopped) throw stopped
      const query = { text, values: values.map(textOf), rowMode: 'array' as const, queryMode: 'extended' }
      return answered(client.query<(string | null)[]>(query))
    }
    const close = () => {
      if (!isOpen) return
      isOpen = false
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      // A stopped link may still be at work; it is not given to anybody else.
      if (stopped) client.release(true)
      else giveBack(client)
    }

    let rowCount = 0
    let truncated = false
    // Aborted while the link was opened, before anybody listened.
    if (signal.aborted) abort()
    try {
      // The server itself ends what outlives its budget, should this process be gone by then.
      const limit = `SET LOCAL statement_timeout = ${Math.round(budget.timeoutMs) + graceMs}`
      await answered(client.query(`BEGIN READ ONLY; ${limit}`))
      // The log of the server names the statement that takes time, which is the FETCH.
      const [comment = ''] = /^\/\*[^*]*\*\/\n/.exec(statement.text) ?? []
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
            const { rows } = await ask(`${comment}FETCH ${Math.min(rowsAtOnce, left + 1)} FROM octavo`)
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
    query,
    async describe(statement, signal) {
      await assertAllowed(statement)
      return columnsOf(statement, signal)
    },
    async explain({ text, values }, signal) {
      await assertAllowed({ text })
      if (signal.aborted) throw new AppError('query_cancelled', {})
      const client = await connect()
      try {
        await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${describeBudget.timeoutMs}`)
        // A plan is made and nothing runs; the extended protocol takes no second statement.
        const query = { text: `EXPLAIN (FORMAT JSON) ${text}`, values: values.map(textOf), rowMode: 'array' as const }
        const { rows } = await client.query<(string | null)[]>({ ...query, queryMode: 'extended' } as typeof query)
        return postgresPlan(rows[0]?.[0] ?? 'null')
      } catch (error) {
        throw errorOf(error)
      } finally {
        giveBack(client)
      }
    },
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
      const key = await rowsOf(PRIMARY_KEY, path, signal)
      return {
        columns: columns.map((column, index) => ({ ...column, nullable: nullable[index]?.[0] !== 'no' })),
        ...(key.length > 0 ? { rowOrder: { kind: 'key', columns: key.map(([name = '']) => name) } } : {}),
      }
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
    async role(signal) {
      return roleOf((await rowsOf(roleQuery, [], signal)).map(([right = '']) => right))
    },
    async close() {
      await Promise.all([pool.end(), control.end()])
    },
  }
}

/** Settings, locks and temporary tables of one query do not reach the next one. */
function giveBack(client: pg.PoolClient): void {
  client
    .query('ROLLBACK')
    .then(() => client.query('DISCARD ALL'))
    .then(
      () => client.release(),
      () => client.release(true),
    )
}

/**
 * Columns of the primary key in their order. The key of a table with children by inheritance says nothing of the rows of
 * the children; that of a partitioned table holds for all partitions.
 */
const PRIMARY_KEY = `SELECT a.attname FROM pg_catalog.pg_index i
  JOIN pg_catalog.pg_class c ON c.oid = i.indrelid
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k (attnum, place)
  JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
  WHERE n.nspname = $1 AND c.relname = $2 AND i.indisprimary AND i.indisvalid AND k.place <= i.indnkeyatts
    AND (c.relkind = 'p' OR NOT EXISTS (SELECT 1 FROM pg_catalog.pg_inherits h WHERE h.inhparent = c.oid))
  ORDER BY k.place`

function batchOf(rows: readonly (string | null)[][], columns: readonly EngineColumn[]): ResultBatch {
  return {
    rowCount: rows.length,
    columns: columns.map(({ type }, index) => ({ values: rows.map((row) => cellOf(row[index] ?? null, type)) })),
  }
}

function textOf({ value }: StatementValue): string | null {
  return value === null ? null : String(value)
}

/** Why there is no link. Class 28 and these are about who asks and for what. */
function unreachable(error: unknown): AppError {
  const source = `${label} connection`
  if (error instanceof DestinationRefused) {
    return new AppError('source_unavailable', { source, reason: error.message }, { cause: error })
  }
  const code = codeOf(error)
  if (code.startsWith('28')) {
    return new AppError(
      'source_unavailable',
      { source, reason: 'The server refuses the user or the password.' },
      { cause: error },
    )
  }
  if (code === '3D000') {
    return new AppError('source_unavailable', { source, reason: 'The server has no such database.' }, { cause: error })
  }
  const isWithoutTls = error instanceof Error && /does not support SSL|certificate|self-signed/i.test(error.message)
  if (isWithoutTls) {
    const reason = 'No TLS connection can be made to the server.'
    return new AppError('source_unavailable', { source, reason }, { cause: error })
  }
  const reason = code.startsWith('53') ? 'The server has no free place.' : 'The server does not answer.'
  return new AppError('source_unavailable', { source, reason, isPassing: true }, { cause: error })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** SQLSTATE classes: 08 and 57P are the link and the server, everything else is about the statement. */
function errorOf(error: unknown): AppError {
  const code = codeOf(error)
  if (code === '57014') return new AppError('query_cancelled', {}, { cause: error })
  if (code === '53200') {
    return new AppError('query_over_budget', { budget: 'memory', limit: 'the memory of the server' }, { cause: error })
  }
  if (!/^[0-9A-Z]{5}$/.test(code) || code.startsWith('08') || code.startsWith('57P')) {
    const details = { source: `${label} connection`, reason: 'The link to the server broke.', isPassing: true } as const
    return new AppError('source_unavailable', details, { cause: error })
  }
  const text = error instanceof Error ? error.message : String(error)
  return new AppError(
    'query_failed',
    { reason: text.replace(/\s+/g, ' ').slice(0, 500), engineCode: code },
    { cause: error },
  )
}
