import { isIP } from 'node:net'
import { AppError } from '@octavo/core/errors'
import { dialects } from '@octavo/core/sql'
import type { Pool, PoolConnection } from 'mysql2'
import type { Destinations } from '../../outbound/index.ts'
import { errorOf } from './engine-errors.ts'

export interface MysqlSettings {
  host: string
  port?: number
  user: string
  password?: string
  useTls?: boolean
  tlsAuthority?: string
}

/** The two engines that speak this protocol; each is a dialect. */
export type Flavour = 'mariadb' | 'mysql'

export interface Links {
  flavour: Flavour
  /** A link in the session that our SQL takes for granted. Throws AppError. */
  take(): Promise<PoolConnection>
  /** Session state of one query does not reach the next one: the link is reset before it is given to anybody else. */
  giveBack(link: PoolConnection): void
  /** Ends a link and what runs on it, over a link of its own that no query waits for. */
  kill(link: PoolConnection): void
  /** One row of a statement of the program's own. */
  ask(link: PoolConnection, text: string): Promise<unknown[]>
  /** The server itself ends statements that outlive their budget, should this process be gone by then. */
  limitTime(link: PoolConnection, timeoutMs: number): Promise<void>
  close(): Promise<void>
}

const linksAtOnce = 8
const idleMs = 60_000
const controlIdleMs = 600_000
const connectMs = 10_000
const graceMs = 2000

export const labels: Record<Flavour, string> = { mariadb: 'MariaDB', mysql: 'MySQL' }

/** Opens the first link, which tells which engine the server is. Throws AppError. */
export async function openLinks(
  settings: MysqlSettings,
  destinations: Destinations,
  atOnce = linksAtOnce,
): Promise<Links> {
  const { createPool } = await import('mysql2')
  const { host, port = 3306, user, password, useTls = false, tlsAuthority } = settings
  const poolOf = (connectionLimit: number, idleTimeout = idleMs): Pool =>
    createPool({
      host,
      port,
      user,
      ...(password === undefined ? {} : { password }),
      ...(useTls ? { ssl: tlsOf(host, tlsAuthority) } : {}),
      // Each link decides anew where it may go.
      stream: () => destinations.socket().connect(port, host),
      connectionLimit,
      maxIdle: connectionLimit,
      idleTimeout,
      connectTimeout: connectMs,
      charset: 'utf8mb4',
      supportBigNumbers: true,
      bigNumberStrings: true,
      dateStrings: true,
      jsonStrings: true,
      maxPreparedStatements: 50,
      // A server may not ask for files of ours.
      flags: ['-LOCAL_FILES'],
      // Names of columns come from documents; the driver makes no code from them.
      disableEval: true,
    })
  const queries = poolOf(atOnce)
  const control = poolOf(1, controlIdleMs)
  const ready = new WeakSet<PoolConnection>()
  const limits = new WeakMap<PoolConnection, number>()
  let flavour: Flavour = 'mariadb'

  const ask = (link: PoolConnection, text: string): Promise<unknown[]> =>
    new Promise((resolve, reject) => {
      link.query({ sql: text, rowsAsArray: true }, (error, rows) => {
        if (error) reject(errorOf(error, labels[flavour]))
        else resolve(Array.isArray(rows) && Array.isArray(rows[0]) ? rows[0] : [])
      })
    })

  async function prepare(link: PoolConnection): Promise<void> {
    const [version] = await ask(link, 'SELECT VERSION()')
    flavour = /mariadb/i.test(String(version)) ? 'mariadb' : 'mysql'
    for (const statement of dialects[flavour].session ?? []) await ask(link, statement)
    await ask(link, 'SET SESSION TRANSACTION READ ONLY')
    ready.add(link)
  }

  async function take(): Promise<PoolConnection> {
    const link = await new Promise<PoolConnection>((resolve, reject) => {
      queries.getConnection((error, taken) => (error ? reject(errorOf(error, labels[flavour])) : resolve(taken)))
    })
    if (ready.has(link)) return link
    // A link that breaks while it is idle is replaced at the next query.
    link.on('error', () => {})
    try {
      await prepare(link)
      return link
    } catch (error) {
      link.destroy()
      throw error
    }
  }

  const links: Links = {
    get flavour() {
      return flavour
    },
    take,
    giveBack(link) {
      ready.delete(link)
      limits.delete(link)
      link.reset((error) => {
        if (error) link.destroy()
        else
          prepare(link).then(
            () => link.release(),
            () => link.destroy(),
          )
      })
    },
    kill(link) {
      control.query(`KILL ${Number(link.threadId)}`, () => {})
      link.destroy()
    },
    ask,
    async limitTime(link, timeoutMs) {
      const limitMs = timeoutMs + graceMs
      if (limits.get(link) === limitMs) return
      await ask(
        link,
        flavour === 'mariadb'
          ? `SET SESSION max_statement_time = ${limitMs / 1000}`
          : `SET SESSION max_execution_time = ${Math.round(limitMs)}`,
      )
      limits.set(link, limitMs)
    },
    async close() {
      await Promise.all([queries, control].map((pool) => new Promise<void>((resolve) => pool.end(() => resolve()))))
    },
  }
  try {
    const first = await take()
    first.release()
    // Open before it is needed: to sign in takes longer than to end a statement.
    control.query('DO 0', () => {})
    return links
  } catch (error) {
    await links.close()
    throw error instanceof AppError ? error : errorOf(error, labels[flavour])
  }
}

function tlsOf(host: string, authority: string | undefined) {
  return {
    rejectUnauthorized: true,
    // Certificates name hosts; one that is reached by its address is known by its authority alone.
    verifyIdentity: isIP(host) === 0,
    ...(authority === undefined ? {} : { ca: authority }),
  }
}
