import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { StoreOptions } from '../../packages/server/src/store/index.ts'
import type { LoopDelay } from './loop-watch.ts'

export const isDeep = process.env.OCTAVO_DEEP !== undefined

/** The number of rounds: a few in every run, many in `npm run test:deep`; `OCTAVO_ROUNDS` overrides both. */
export const rounds = (deep: number, usual: number): number =>
  isDeep ? Number(process.env.OCTAVO_ROUNDS ?? deep) : usual

/** The time limit of these rounds. */
export const timeLimitMs = (deep: number, usual: number): number => (isDeep ? deep : usual)

/** The first administrator's credential. */
export const credential = {
  id: 'client-of-the-test',
  secret: 'long-secret-of-the-test-0123456789',
  password: 'password-of-the-test',
}

export interface Answer {
  status: number
  headers: Headers
  /** Parsed when it is JSON, else the text. */
  body: unknown
}

export interface ServerProcess {
  url: string
  /** Rejects when the server dies before its response is complete. */
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** SIGKILL: no handler runs, nothing is flushed. */
  kill(): Promise<void>
  killAfter(ms: number): Promise<void>
  /** The longest delay of its event loop since the last call. */
  loopDelayMs(): Promise<number>
  log(): string
}

const started = new Set<ChildProcess>()
/** A cache of compiled code; a killed process writes nothing when it ends, so each writes it when it has loaded. */
const compileCache = join(tmpdir(), 'octavo-faults-compile-cache')

/** For afterAll: ends processes that a failed test has left. */
export async function endAll(): Promise<void> {
  await Promise.all([...started].map(end))
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  started.delete(child)
}

interface Started {
  child: ChildProcess
  log: string[]
}

/** Starts a script of this folder, which loads its code and then waits for its settings. */
function load(script: string): Started {
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  started.add(child)
  const log: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => log.push(chunk.toString()))
  return { child, log }
}

/** Starts a loaded script, and returns its first message. */
async function begin<Message>(
  script: string,
  { child, log }: Started,
  env: Record<string, string>,
): Promise<Started & { message: Message }> {
  child.send(env)
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code, signal]) => {
      throw new Error(`${script} ended (${code ?? signal}) before it was ready:\n${log.join('')}`)
    }),
  ])
  return { child, message: message as Message, log }
}

/** Processes that have loaded their code, for tests that start many: the next one loads while this one works. */
const spares = new Map<string, Started>()

function prepare(script: string): void {
  if (!spares.has(script)) spares.set(script, load(script))
}

function take(script: string): Started {
  const spare = spares.get(script)
  spares.delete(script)
  return spare && spare.child.exitCode === null ? spare : load(script)
}

/** For loops that kill a server each time. */
export const prepareServer = (): void => prepare('serve-process.ts')

export async function startServer(place: StoreOptions, env: Record<string, string> = {}): Promise<ServerProcess> {
  const { child, message, log } = await begin<{ url: string }>('serve-process.ts', take('serve-process.ts'), {
    OCTAVO_DATA: place.dataDir,
    OCTAVO_LOG_LEVEL: 'error',
    OCTAVO_SAMPLE: 'off',
    OCTAVO_CLIENT_ID: credential.id,
    OCTAVO_CLIENT_SECRET: credential.secret,
    OCTAVO_ADMIN_PASSWORD: credential.password,
    ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl.reveal() } : {}),
    ...env,
  })
  const { url } = message
  return {
    url,
    log: () => log.join(''),
    loopDelayMs: () => loopDelayOf(child),
    kill: () => end(child),
    async killAfter(ms) {
      await pause(ms)
      await end(child)
    },
    async request(method, path, body, headers = {}) {
      const response = await fetch(url + path, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
      return {
        status: response.status,
        headers: response.headers,
        body: isJson && text !== '' ? JSON.parse(text) : text,
      }
    },
  }
}

/** A process that does nothing, to measure the delays of the machine itself. */
export async function startIdle(): Promise<Pick<ServerProcess, 'loopDelayMs' | 'kill'>> {
  const { child } = await begin('idle-process.ts', load('idle-process.ts'), {})
  return { loopDelayMs: () => loopDelayOf(child), kill: () => end(child) }
}

async function loopDelayOf(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message')
  child.send('loop-delay')
  const [{ loopDelayMs }] = (await answer) as [LoopDelay]
  return loopDelayMs
}

/** A token outlives the process that issued it. */
export async function signIn(server: ServerProcess): Promise<Record<string, string>> {
  const response = await fetch(`${server.url}/v2/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: credential.id,
      client_secret: credential.secret,
    }),
  })
  const { access_token: token } = (await response.json()) as { access_token: string }
  return { authorization: `Bearer ${token}` }
}

/**
 * Runs the upgrades, killed a few milliseconds after the given one has started; true when they finished before. Null for `killAt` kills
 * nothing.
 */
export async function migrate(place: StoreOptions, count: number, killAt: number | null): Promise<boolean> {
  prepare('migrate-process.ts')
  const { child, message, log } = await begin<{ index: number }>('migrate-process.ts', take('migrate-process.ts'), {
    FAULTS_DATA: place.dataDir,
    FAULTS_MIGRATIONS: String(count),
    ...(place.databaseUrl ? { FAULTS_DATABASE_URL: place.databaseUrl.reveal() } : {}),
  })
  let { index } = message
  child.on('message', (next) => {
    index = (next as { index: number }).index
  })
  const ended = once(child, 'exit')
  while (index < (killAt ?? count) && child.exitCode === null) await Promise.race([once(child, 'message'), ended])
  if (killAt !== null) await pause(Math.random() * 6)
  else await ended
  const isDone = index === count
  if (child.exitCode) throw new Error(`The upgrade failed:\n${log.join('')}`)
  await end(child)
  return isDone
}

export interface Ledger {
  rows<Row>(statement: string): Promise<Row[]>
  close(): Promise<void>
}

/** Reads the database directly, while others use it. */
export async function openLedger(place: StoreOptions): Promise<Ledger> {
  if (place.databaseUrl) {
    const client = new pg.Client(place.databaseUrl.reveal())
    await client.connect()
    return {
      rows: async <Row>(statement: string) => (await client.query(statement)).rows as Row[],
      close: () => client.end(),
    }
  }
  const database = new DatabaseSync(join(place.dataDir, 'octavo.db'), { readOnly: true, timeout: 5000 })
  return {
    rows: async <Row>(statement: string) => database.prepare(statement).all() as Row[],
    close: async () => database.close(),
  }
}

/** Changes the database of a server that is not running. */
export async function changeStore(place: StoreOptions, statement: string): Promise<void> {
  if (place.databaseUrl) {
    const client = new pg.Client(place.databaseUrl.reveal())
    await client.connect()
    await client.query(statement)
    return client.end()
  }
  const database = new DatabaseSync(join(place.dataDir, 'octavo.db'), { timeout: 5000 })
  database.exec(statement)
  database.close()
}

/** The engine's own check of its file; PostgreSQL has none. */
export async function isWhole(place: StoreOptions): Promise<boolean> {
  if (place.databaseUrl) return true
  const ledger = await openLedger(place)
  const answers = await ledger.rows<{ integrity_check: string }>('pragma integrity_check')
  const orphans = await ledger.rows('pragma foreign_key_check')
  await ledger.close()
  return answers.every(({ integrity_check: answer }) => answer === 'ok') && orphans.length === 0
}
