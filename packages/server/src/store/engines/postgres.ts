import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { StartupError } from '../../config/index.ts'
import type { Database } from '../schema.ts'
import { type Engine, localSignals, type MigrationGuard, type Signals } from './engine.ts'
import { NamingClient, stalePlan } from './postgres-names.ts'
import { withTranslatedErrors } from './unavailable.ts'

const oid = { int8: 20, numeric: 1700 }
/** An arbitrary number that must never change. */
const migrationLock = 7_214_466_155_001
const migrationGuard = 7_214_466_155_002
/**
 * Our statements take milliseconds: JIT compilation or parallel workers would take longer. Their data is mostly in memory, or on disks with
 * fast random access.
 */
const short = '-c jit=off -c max_parallel_workers_per_gather=0 -c random_page_cost=1.1'

/** A store that several processes may share. Reads use connections that the server refuses to write on. */
export async function openPostgres(url: string): Promise<Engine> {
  const settings: pg.PoolConfig = {
    connectionString: url,
    application_name: 'octavo',
    connectionTimeoutMillis: 10_000,
    // counts and instants; all of them stay below 2^53
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === oid.int8 || type === oid.numeric ? Number : pg.types.getTypeParser(type, format),
    } as pg.CustomTypesConfig,
  }
  const pooled = { ...settings, Client: NamingClient, max: 8 }
  const reading = new pg.Pool({ ...pooled, options: `${short} -c default_transaction_read_only=on` })
  const writing = new pg.Pool({ ...pooled, options: short })
  // The pool replaces connections that fail while idle; without a listener the process would end. A connection that fails in use rejects
  // its query and also emits an event, which would end the process too.
  for (const pool of [reading, writing]) {
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
  }
  try {
    await writing.query('select 1')
  } catch (error) {
    await Promise.all([reading.end(), writing.end()])
    throw new StartupError(
      `The PostgreSQL store cannot be reached: ${error instanceof Error ? error.message : String(error)}`,
      'Check DATABASE_URL, that the server runs, and that the account may connect to the database.',
      { cause: error },
    )
  }
  const { signals, end } = postgresSignals(settings)
  const writer = new Kysely<Database>({ dialect: new PostgresDialect({ pool: writing }) })
  return {
    kind: 'postgres',
    readers: new Kysely<Database>({
      dialect: withTranslatedErrors(new PostgresDialect({ pool: reading }), whyUnavailable),
    }),
    writer,
    inTurn: (name, work) => inTurn(writer, name, work),
    types: { dialect: 'postgres', text: 'text collate "C"', integer: 'bigint', tableSuffix: '', generated: 'stored' },
    skipLocked: sql`for update skip locked`,
    isolation: (level) => level,
    isRetryable: (error) => ['40001', '40P01', stalePlan].includes(sqlState(error)),
    isCut,
    whyUnavailable,
    // The database server manages its own disk.
    isFull: () => false,
    signals,
    isExclusive: false,
    guardMigration: () => guardMigration(settings),
    async lockForMigration(tx) {
      await sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`.execute(tx)
    },
    close: end,
  }
}

/**
 * Takes a session lock before the transaction begins: a serializable transaction that waited for the lock would have a
 * snapshot from before the wait, and fail. The server grants the lock in the order of requests, and releases it when
 * the process that holds it dies.
 */
function inTurn<R>(writer: Kysely<Database>, name: string, work: (writer: Kysely<Database>) => Promise<R>): Promise<R> {
  return writer.connection().execute(async (own) => {
    await sql`select pg_advisory_lock(hashtextextended(${name}, 0))`.execute(own)
    try {
      return await work(own)
    } finally {
      // A broken connection has already lost its lock, and the result of the work is unaffected.
      await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(own).catch(() => {})
    }
  })
}

/** A session lock: the server releases it when the process that holds it is gone. */
async function guardMigration(settings: pg.PoolConfig): Promise<MigrationGuard> {
  const client = new pg.Client(settings)
  client.on('error', () => {})
  await client.connect()
  return {
    async tryHold() {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1::bigint) as held', [
        migrationGuard,
      ])
      return rows[0]?.held === true
    },
    release: () => client.end(),
  }
}

/** One listening connection, opened with the first listener and reopened after failures. */
function postgresSignals(settings: pg.PoolConfig): { signals: Signals; end: () => Promise<void> } {
  const local = localSignals()
  const self = randomUUID()
  const channels = new Set<string>()
  let client: pg.Client | null = null
  let opening: Promise<void> | null = null
  let isEnded = false
  let retry: NodeJS.Timeout | undefined

  const open = async () => {
    const next = new pg.Client(settings)
    next.on('notification', ({ channel, payload }) => {
      if (payload !== self) local.heard(channel)
    })
    next.on('error', () => lost(next))
    next.on('end', () => lost(next))
    try {
      await next.connect()
      client = next
      for (const channel of channels) await startListening(next, channel, local)
    } catch {
      lost(next)
    }
  }
  const ensure = () => {
    opening ??= open()
  }
  const lost = (which: pg.Client) => {
    if (client === which) client = null
    opening = null
    if (isEnded) return
    clearTimeout(retry)
    retry = setTimeout(ensure, 1000).unref()
  }

  return {
    signals: {
      async send(tx, channel) {
        await sql`select pg_notify(${channel}, ${self})`.execute(tx)
      },
      heard: local.heard,
      listen(channel, callback) {
        const isNew = !channels.has(channel)
        channels.add(channel)
        if (client && isNew) startListening(client, channel, local).catch(() => {})
        else ensure()
        return local.listen(channel, callback)
      },
    },
    async end() {
      isEnded = true
      clearTimeout(retry)
      await opening
      await client?.end()
    },
  }
}

/** Announcements before the server listens may be missed, so listeners are called once. */
async function startListening(client: pg.Client, channel: string, local: Signals): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`)
  local.heard(channel)
}

/** 57P01 to 57P03: the server ends the connection. The driver's own errors have a message and no code. */
function isCut(error: unknown): boolean {
  const state = sqlState(error)
  if (/^57P0[123]$/.test(state) || ['ECONNRESET', 'EPIPE'].includes(state)) return true
  return (
    error instanceof Error && /^(Connection terminated|Client has encountered a connection error)/.test(error.message)
  )
}

function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Source: https://www.postgresql.org/docs/current/errcodes-appendix.html */
function whyUnavailable(error: unknown): string | null {
  const state = sqlState(error)
  if (state === '53100') return 'the disk of the PostgreSQL server is full'
  if (state === '25006') return 'the PostgreSQL server is read-only'
  const isLate = error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect')
  const isRefused = /^(08|53|57P)/.test(state) || ['ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND'].includes(state)
  if (isLate || isRefused || isCut(error)) {
    return 'the PostgreSQL server does not answer'
  }
  return null
}
