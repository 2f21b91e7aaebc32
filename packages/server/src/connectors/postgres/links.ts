import { AppError } from '@octavo/core/errors'
import type pg from 'pg'
import type { Destinations } from '../../outbound/index.ts'
import type { OpenOptions } from '../api.ts'
import { roleRefused, unreachable } from './engine-errors.ts'
import { databaseIdentity } from './own-database.ts'

export interface PostgresSettings {
  host: string
  port?: number
  database: string
  user?: string
  password?: string
  useTls?: boolean
  tlsAuthority?: string
  /** Statements run with the rights of this role, which must be granted to the user. */
  role?: string
}

/** The connections of one session pool to its server. */
export interface Links {
  queries: pg.Pool
  /** Changes of own tables never wait for queries, nor queries for them. */
  writes: pg.Pool
  /** Ending a query must not wait for a slot among the queries. */
  control: pg.Pool
  /** Connections that were taken before. */
  seen: WeakSet<pg.PoolClient>
  /** Identity of the store's database, or null when the store is a file. */
  ownDatabase: () => Promise<string | null>
  /** Whether it was checked once that the server does not have our own database. */
  checked: { isForeign: boolean }
  role: string | undefined
}

const sessionsAtOnce = 8
const writesAtOnce = 4
const idleMs = 60_000
const controlIdleMs = 600_000
const usualConnectMs = 10_000
/** Time limit for immediate responses, to detect a silent network. */
const patienceMs = 2_000

export async function openLinks(
  settings: PostgresSettings,
  destinations: Destinations,
  ownDatabase: Links['ownDatabase'] | undefined,
  { links: atOnce = sessionsAtOnce, connectMs = usualConnectMs }: OpenOptions,
): Promise<Links> {
  const { default: driver } = await import('pg')
  const { useTls = false, tlsAuthority, role, ...where } = settings
  const poolOf = (max: number, idleTimeoutMillis = idleMs, more: pg.PoolConfig = {}) => {
    const pool = new driver.Pool({
      ...more,
      user: 'postgres',
      ...where,
      ...(useTls ? { ssl: tlsAuthority === undefined ? true : { ca: tlsAuthority } } : {}),
      // The destination is checked again for each connection.
      stream: () => destinations.socket(),
      max,
      idleTimeoutMillis,
      connectionTimeoutMillis: connectMs,
      allowExitOnIdle: true,
      // Set for the connection and not for the process: text as the server writes it, exact for every type.
      types: { getTypeParser: () => (text: string) => text },
      options: '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c bytea_output=hex',
    })
    // A connection that breaks while idle is replaced at the next query.
    pool.on('error', () => {})
    return pool
  }
  return {
    queries: poolOf(atOnce),
    writes: poolOf(Math.min(atOnce, writesAtOnce)),
    control: poolOf(1, controlIdleMs, { query_timeout: patienceMs }),
    seen: new WeakSet(),
    ownDatabase: ownDatabase ?? (async () => null),
    checked: { isForeign: ownDatabase === undefined },
    role,
  }
}

/** Throws AppError when no connection can be opened, or when it reaches our own database. */
export async function takeLink(links: Links, pool = links.queries): Promise<pg.PoolClient> {
  const link = await pool.connect().catch((error) => {
    throw unreachable(error)
  })
  if (!links.seen.has(link)) {
    // The driver also reports a broken connection to the running query.
    link.on('error', () => {})
    links.seen.add(link)
    // Opened in advance, because signing in takes longer than ending a statement.
    links.control.query('SELECT 1').catch(() => {})
  }
  if (links.checked.isForeign) return link
  try {
    await refuseOwnDatabase(links, link)
    links.checked.isForeign = true
    return link
  } catch (error) {
    link.release()
    throw error
  }
}

/** Our own store must not be read through a connection, whatever rights its user has. */
async function refuseOwnDatabase({ ownDatabase }: Links, link: pg.PoolClient): Promise<void> {
  const own = await ownDatabase()
  if (own === null) return
  const { rows } = await link.query<{ identity: string }>(databaseIdentity)
  if (rows[0]?.identity !== own) return
  throw new AppError('source_unavailable', {
    source: 'PostgreSQL connection',
    reason: 'It leads to the database in which this server keeps its own data.',
  })
}

/**
 * Begins a transaction, read-only unless writing is requested, with the rights of the connection's role. The role ends with the
 * transaction, and statements of people cannot change it: functions that set a configuration are not allowed.
 */
export async function begin(
  { role }: Links,
  link: pg.PoolClient,
  limitMs: number,
  mode: 'READ ONLY' | 'READ WRITE' | 'ISOLATION LEVEL REPEATABLE READ READ ONLY' = 'READ ONLY',
): Promise<void> {
  const limit = `SET LOCAL statement_timeout = ${limitMs}`
  if (role === undefined) {
    await link.query(`BEGIN ${mode}; ${limit}`)
    return
  }
  await link.query(`BEGIN ${mode}; ${limit}; SET LOCAL ROLE ${link.escapeIdentifier(role)}`).catch((error) => {
    throw roleRefused(error, role)
  })
}

/**
 * Resets settings, locks and temporary tables, so that they do not leak between queries. A connection that does not respond is discarded.
 */
export function giveBack(link: pg.PoolClient): void {
  let isHeld = true
  const release = (isBroken: boolean) => {
    if (!isHeld) return
    isHeld = false
    clearTimeout(timer)
    link.release(isBroken)
  }
  const timer = setTimeout(() => release(true), patienceMs)
  link
    .query('ROLLBACK')
    .then(() => link.query('DISCARD ALL'))
    .then(
      () => release(false),
      () => release(true),
    )
}

/**
 * Ends the statement that runs on a connection. The connection may still be busy, so it is discarded. When the network is silent, the
 * control connection is discarded too and a new one tries once more.
 */
export function kill({ control }: Links, link: pg.PoolClient): void {
  const { processID } = link as unknown as { processID: number }
  const cancel = () => control.query('SELECT pg_cancel_backend($1)', [processID])
  cancel()
    .catch(cancel)
    .catch(() => {})
  link.release(true)
}

export async function closeLinks({ queries, writes, control }: Links): Promise<void> {
  await Promise.all([queries.end(), writes.end(), control.end()])
}
