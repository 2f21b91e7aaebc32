import { type ChildProcess, spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleFileName } from '../../packages/server/src/services/sample/sample-tables.ts'
import { program, root } from '../../scripts/lib/setup.mjs'
import { sampleDate } from './sample-date.ts'

/** A cache of compiled code shared by servers, each of which has its own data folder. */
const compileCache = join(root, 'node_modules', '.cache', 'compile-browser-tests')

export const admin = { email: 'admin@example.com', password: 'a sentence nobody guesses' }

export const credentials = { id: 'browser-tests', secret: 'a-secret-of-the-browser-tests-0123456789' }

export interface RunningOctavo {
  address: string
  stop(): Promise<void>
}

/** Starts the server of a release, its bundle, with sample data in its own folder, and waits until it is ready. */
export async function startOctavo(env: Readonly<Record<string, string>> = {}): Promise<RunningOctavo> {
  const data = await mkdtemp(join(tmpdir(), 'octavo-browser-'))
  await placeSample(join(data, 'data', 'sample'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, [join(root, program), 'serve'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: compileCache,
      OCTAVO_DATA: join(data, 'data'),
      OCTAVO_PORT: String(port),
      OCTAVO_ADMIN_EMAIL: admin.email,
      OCTAVO_ADMIN_PASSWORD: admin.password,
      OCTAVO_CLIENT_ID: credentials.id,
      OCTAVO_CLIENT_SECRET: credentials.secret,
      OCTAVO_SAMPLE_DATE: sampleDate,
      ...env,
    },
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      output = (output + bytes.toString()).slice(-20_000)
    })
  }
  await readiness(server, address, () => output).catch((error: unknown) => {
    server.kill('SIGKILL')
    throw error
  })
  return {
    address,
    async stop() {
      const ended = new Promise((done) => server.once('exit', done))
      server.kill('SIGTERM')
      await ended
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** Building the sample takes longer than the rest of the start, so each test run builds it once (test/setup/sample-file.ts). */
async function placeSample(folder: string): Promise<void> {
  const built = process.env.SAMPLE_FILE_OF_TESTS
  if (built === undefined) return
  await mkdir(folder, { recursive: true })
  await copyFile(built, join(folder, sampleFileName))
}

async function readiness(server: ChildProcess, address: string, output: () => string): Promise<void> {
  const deadline = Date.now() + 150_000
  for (;;) {
    if (server.exitCode !== null) throw new Error(`The server ended while starting:\n${output()}`)
    const isReady = await fetch(`${address}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) return
    if (Date.now() > deadline) throw new Error(`The server was not ready within 150 seconds:\n${output()}`)
    await new Promise((next) => setTimeout(next, 50))
  }
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const found = probe.address()
      probe.close(() => (typeof found === 'object' && found ? done(found.port) : failed(new Error('No free port'))))
    })
  })
}
