import { isIP } from 'node:net'
import { AppError } from '@octavo/core/errors'
import { dialects } from '@octavo/core/sql'
import type { Pool, PoolConnection, PoolOptions } from 'mysql2'
import type { Destinations } from '../../outbound/index.ts'
import type { OpenOptions } from '../api.ts'
import { errorOf, isUnknownCollation, roleRefused } from './engine-errors.ts'
import { assertServed, type Flavour, flavourOf, labels, tooOld } from './server-version.ts'

export interface MysqlSettings {
  host: string
  port?: number
  user: string
  password?: string
  useTls?: boolean
  tlsAuthority?: string
  /** The role that the session has; the user must have been granted it. */
  role?: string
}

/** The connections of one session pool to its server. */
export interface Links {
  queries: Pool
  /** Changes of own tables never wait for queries, nor queries for them. */
  writes: Pool
  /** Ending a query must not wait for a slot among the queries. */
  control: Pool
  /** Connections with the session settings that our SQL relies on. */
  ready: WeakSet<PoolConnection>
  /** The current time limit of each connection, in milliseconds. */
  limits: WeakMap<PoolConnection, number>
  /** Reported by the server when a connection was opened. */
  flavour: Flavour
  role: string | undefined
  /** The role set on each connection; absent for the account's own role. */
  roles: WeakMap<PoolConnection, string>
  /** The default role of a MariaDB account; null for none. */
  own: { role: string | null }
}

const linksAtOnce = 8
const writesAtOnce = 4
const idleMs = 60_000
const controlIdleMs = 600_000
const usualConnectMs = 10_000
const graceMs = 2000
/** Time limit for immediate responses, to detect a silent network. */
const patienceMs = 2000

/** Opens the first connection, which detects the engine of the server. Throws AppError. */
export async function openLinks(
  settings: MysqlSettings,
  destinations: Destinations,
  { links: atOnce = linksAtOnce, connectMs = usualConnectMs }: OpenOptions,
): Promise<Links> {
  const { createPool } = await import('mysql2')
  const poolOf = (count: number, idleTimeout: number) =>
    createPool({ ...optionsOf(settings, destinations, count, idleTimeout), connectTimeout: connectMs })
  const links: Links = {
    queries: poolOf(atOnce, idleMs),
    writes: poolOf(Math.min(atOnce, writesAtOnce), idleMs),
    control: poolOf(1, controlIdleMs),
    ready: new WeakSet(),
    limits: new WeakMap(),
    flavour: 'mariadb',
    role: settings.role,
    roles: new WeakMap(),
    own: { role: null },
  }
  try {
    const first = await takeLink(links)
    first.release()
    // Opened in advance, because signing in takes longer than ending a statement.
    links.control.query('DO 0', () => {})
    return links
  } catch (error) {
    await closeLinks(links)
    throw error instanceof AppError ? error : errorOf(error, labels[links.flavour])
  }
}

function optionsOf(
  settings: MysqlSettings,
  destinations: Destinations,
  count: number,
  idleTimeout: number,
): PoolOptions {
  const { host, port = 3306, user, password, useTls = false, tlsAuthority } = settings
  return {
    host,
    port,
    user,
    ...(password === undefined ? {} : { password }),
    ...(useTls ? { ssl: tlsOf(host, tlsAuthority) } : {}),
    // The destination is checked again for each connection.
    stream: () => destinations.socket().connect(port, host),
    connectionLimit: count,
    maxIdle: count,
    idleTimeout,
    charset: 'utf8mb4',
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
    maxPreparedStatements: 50,
    // The server must not request files of this machine.
    flags: ['-LOCAL_FILES'],
    // Column names come from documents; the driver must not generate code from them.
    disableEval: true,
  }
}

/** Returns one row of a statement of the program's own. */
export function ask({ flavour }: Links, link: PoolConnection, text: string): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    link.query({ sql: text, rowsAsArray: true }, (error, rows) => {
      if (error) reject(errorOf(error, labels[flavour]))
      else resolve(Array.isArray(rows) && Array.isArray(rows[0]) ? rows[0] : [])
    })
  })
}

async function prepare(links: Links, link: PoolConnection): Promise<void> {
  const version = String((await ask(links, link, 'SELECT VERSION()'))[0])
  assertServed(version)
  links.flavour = flavourOf(version)
  for (const statement of dialects[links.flavour].session ?? []) {
    await ask(links, link, statement).catch((error) => {
      throw isUnknownCollation(error) ? tooOld(version, error) : error
    })
  }
  if (links.flavour === 'mariadb' && !links.roles.has(link)) {
    const [role] = await ask(links, link, 'SELECT CURRENT_ROLE()')
    links.own.role = typeof role === 'string' ? role : null
  }
  await takeRole(links, link)
  await ask(links, link, 'SET SESSION TRANSACTION READ ONLY')
  links.ready.add(link)
}

/** Sets the role of the session on the connection. A reset may keep the previous role, so the account's own one is restored too. */
async function takeRole(links: Links, link: PoolConnection): Promise<void> {
  const { role, roles, flavour } = links
  if (role === undefined) {
    if (!roles.has(link)) return
    await ask(links, link, `SET ROLE ${ownRole(links)}`)
    roles.delete(link)
    return
  }
  await ask(links, link, `SET ROLE ${dialects[flavour].quoteIdentifier(role)}`).catch((error) => {
    throw roleRefused(error, labels[flavour], role)
  })
  roles.set(link, role)
}

function ownRole({ flavour, own }: Links): string {
  if (flavour === 'mysql') return 'DEFAULT'
  return own.role === null ? 'NONE' : dialects.mariadb.quoteIdentifier(own.role)
}

/** Takes a connection with the session settings that our SQL relies on. Throws AppError. */
export async function takeLink(links: Links, pool = links.queries): Promise<PoolConnection> {
  const link = await new Promise<PoolConnection>((resolve, reject) => {
    pool.getConnection((error, taken) => (error ? reject(errorOf(error, labels[links.flavour])) : resolve(taken)))
  })
  const isReady = links.ready.has(link)
  if (isReady && links.roles.get(link) === links.role) return link
  try {
    if (isReady) await takeRole(links, link)
    else {
      // A connection that breaks while idle is replaced at the next query.
      link.on('error', () => {})
      await prepare(links, link)
    }
    return link
  } catch (error) {
    link.destroy()
    throw error
  }
}

/**
 * Resets a connection before its reuse, so that session state does not leak between queries. A connection that does not respond is
 * discarded.
 */
export function giveBack(links: Links, link: PoolConnection): void {
  links.ready.delete(link)
  links.limits.delete(link)
  const timer = setTimeout(() => link.destroy(), patienceMs)
  const end = (isBroken: boolean) => {
    clearTimeout(timer)
    if (isBroken) link.destroy()
    else link.release()
  }
  link.reset((error) => {
    if (error) end(true)
    else
      prepare(links, link).then(
        () => end(false),
        () => end(true),
      )
  })
}

/**
 * Ends a connection and its statement over a separate connection that no query waits for. When the network is silent that one is discarded,
 * and a new one tries once more.
 */
export function kill({ control }: Links, link: PoolConnection): void {
  const text = `KILL ${Number(link.threadId)}`
  send(control, text, () => send(control, text, () => {}))
  link.destroy()
}

function send(control: Pool, text: string, onSilence: () => void): void {
  control.getConnection((unreachable, link) => {
    if (unreachable) return
    const timer = setTimeout(() => {
      link.destroy()
      onSilence()
    }, patienceMs)
    link.query(text, (error) => {
      clearTimeout(timer)
      if (error) link.destroy()
      else link.release()
    })
  })
}

/** The server ends a statement that exceeds its budget, in case this process has died. */
export async function limitTime(links: Links, link: PoolConnection, timeoutMs: number): Promise<void> {
  const limitMs = timeoutMs + graceMs
  if (links.limits.get(link) === limitMs) return
  await ask(
    links,
    link,
    links.flavour === 'mariadb'
      ? `SET SESSION max_statement_time = ${limitMs / 1000}`
      : `SET SESSION max_execution_time = ${Math.round(limitMs)}`,
  )
  links.limits.set(link, limitMs)
}

export async function closeLinks({ queries, writes, control }: Links): Promise<void> {
  await Promise.all([queries, writes, control].map((pool) => new Promise<void>((resolve) => pool.end(() => resolve()))))
}

function tlsOf(host: string, authority: string | undefined) {
  return {
    rejectUnauthorized: true,
    // Certificates contain host names; a server that is reached by IP address is verified only by its authority.
    verifyIdentity: isIP(host) === 0,
    ...(authority === undefined ? {} : { ca: authority }),
  }
}
