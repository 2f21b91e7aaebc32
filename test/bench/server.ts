import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { program, serverFlags } from '../../scripts/lib/setup.mjs'
import { send } from './measure.ts'

const root = resolve(fileURLToPath(import.meta.url), '../../..')
export const credential = { id: 'octavo-bench-client', secret: 'octavo-bench-secret-0123456789' }

export interface RunningServer {
  url: string
  pid: number
  /** From the start of the process to the first successful response of /readyz. */
  readyMs: number
  stop(): Promise<void>
}

/** A port that was free just now. */
function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer().once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Starts the bundle of the server like `npm start`, but without npm, on a free port; `ensureServerBuilt` has to run before. */
export async function startServer(dataDir: string, databaseUrl?: string): Promise<RunningServer> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, [...serverFlags, join(root, program), 'serve'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      OCTAVO_DATA: dataDir,
      OCTAVO_PORT: String(port),
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      OCTAVO_LOG_LEVEL: 'error',
      OCTAVO_CLIENT_ID: credential.id,
      OCTAVO_CLIENT_SECRET: credential.secret,
      NODE_COMPILE_CACHE: join(dataDir, 'cache', 'compile'),
    },
  })
  const url = `http://127.0.0.1:${port}`
  await untilReady(child, url)
  const readyMs = performance.now() - started
  return {
    url,
    pid: child.pid ?? 0,
    readyMs,
    stop: () =>
      new Promise((done) => {
        if (child.exitCode !== null || child.signalCode !== null) return done()
        child.once('exit', () => done())
        child.kill('SIGTERM')
      }),
  }
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const until = performance.now() + 300_000
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}.`)
    try {
      await send({ method: 'GET', url: `${url}/readyz`, headers: {} })
      return
    } catch {
      await new Promise((retry) => setTimeout(retry, 5))
    }
  }
  throw new Error('The server did not become ready within five minutes.')
}

export async function getToken(url: string): Promise<string> {
  const basic = Buffer.from(`${credential.id}:${credential.secret}`).toString('base64')
  const { text } = await send({
    method: 'POST',
    url: `${url}/v2/auth/token`,
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  })
  return (JSON.parse(text) as { access_token: string }).access_token
}

/** A token of the administrator that acts as another member. */
export async function getTokenAs(url: string, email: string): Promise<string> {
  const actor = await getToken(url)
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { sub: email, exp: Math.floor(Date.now() / 1000) + 300 }
  const facts = `${encode({ alg: 'HS256', kid: credential.id })}.${encode(claims)}`
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: `${facts}.${createHmac('sha256', credential.secret).update(facts).digest('base64url')}`,
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    actor_token: actor,
    actor_token_type: 'urn:ietf:params:oauth:token-type:access_token',
  })
  const headers = { authorization: `Bearer ${actor}`, 'content-type': 'application/x-www-form-urlencoded' }
  const { text } = await send({ method: 'POST', url: `${url}/v2/auth/token`, headers, body: `${body}` })
  return (JSON.parse(text) as { access_token: string }).access_token
}
