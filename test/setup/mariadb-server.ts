import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createConnection } from 'mysql2/promise'
import { flavourLabel, mysqlHome } from './flavour.ts'
import { type Started, startMysql, zonesForMysql } from './mysql-server.ts'
import { whyNotQuick } from './tier.ts'

const run = promisify(execFile)
/** The account `nobody` on common systems: the server refuses to run as root. */
const unprivileged = 65534
const zones = '/usr/share/zoneinfo'

export interface MariadbServer {
  /** Address of a database on this server. */
  urlOf(database: string): string
  /** The same without the proxy that hides the age of the server; null where there is none. */
  directUrlOf(database: string): string | null
  stop(): Promise<void>
}

/** Why no MariaDB server can be started here; null when one can. */
export function whyNoMariadb(): string | null {
  if (whyNotQuick !== null) return whyNotQuick
  if (mysqlHome !== undefined) return null
  for (const command of ['mariadbd', 'mariadb-install-db']) {
    if (!pathOf(command)) return `there is no ${command} on this machine`
  }
  return null
}

/**
 * Starts a separate server on a free port, in a temporary folder that is removed with it, with all time zones or none. It is MySQL where
 * OCTAVO_TEST_MYSQL names its folder.
 */
export async function startMariadb({ hasZones = true } = {}): Promise<MariadbServer> {
  const started = mysqlHome === undefined ? await startOwn() : await startMysql(mysqlHome, freePort)
  const { process: server, port, folder } = started
  const log: string[] = []
  server.stderr?.on('data', (chunk: Buffer) => {
    log.push(chunk.toString())
    if (log.length > 100) log.shift()
  })
  let isStopping = false
  server.once('exit', (code, signal) => {
    if (isStopping) return
    // Every test on it fails from here on, and only its own log says why.
    console.error(`The ${flavourLabel} server has ended by itself (${signal ?? code}):\n${log.join('').slice(-20_000)}`)
  })
  const urlAt = (at: number, database: string) => `mysql://root@127.0.0.1:${at}/${database}`
  const urlOf = (database: string) => urlAt(port, database)
  await untilReady(urlOf('mysql'), server, log)
  if (hasZones) await loadZones(urlOf('mysql'))
  return {
    urlOf,
    directUrlOf: (database) => (started.directPort === undefined ? null : urlAt(started.directPort, database)),
    async stop() {
      isStopping = true
      started.close()
      const ended = new Promise((resolve) => server.once('exit', resolve))
      if (server.exitCode === null) {
        server.kill('SIGTERM')
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startOwn(): Promise<Started> {
  const [daemon, install] = [pathOf('mariadbd'), pathOf('mariadb-install-db')]
  if (!daemon || !install) throw new Error(whyNoMariadb() ?? 'no MariaDB')
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'octavo-mariadb-'))
  const isRoot = process.getuid?.() === 0
  const identity = isRoot ? { uid: unprivileged, gid: unprivileged } : {}
  const [data, temporary] = [join(folder, 'data'), join(folder, 'tmp')]
  for (const path of [data, temporary]) mkdirSync(path)
  if (isRoot) for (const path of [folder, data, temporary]) chownSync(path, unprivileged, unprivileged)
  // A starting server removes the temporary tables that it finds, which in a shared folder belong to running servers.
  const env = { ...process.env, TMPDIR: temporary }
  await run(
    install,
    ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { ...identity, cwd: folder, env },
  )
  const port = await freePort()
  const server = spawn(
    daemon,
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-log-bin',
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-buffer-pool-size=64M',
    ],
    { ...identity, cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  return { process: server, port, folder, close: () => {} }
}

/** The server supports zone names only after they are loaded into its tables. */
async function loadZones(url: string): Promise<void> {
  const reader = pathOf('mariadb-tzinfo-to-sql')
  if (!reader || !existsSync(zones)) return
  const { stdout } = await run(reader, [zones], { maxBuffer: 64 * 2 ** 20 })
  const connection = await createConnection({ uri: url, multipleStatements: true })
  // The server's client reads these lines one by one; lines that begin with a backslash are commands for that client.
  await connection.query(mysqlHome === undefined ? stdout.replace(/^\\.*$/gm, '') : zonesForMysql(stdout))
  await connection.end()
}

function pathOf(command: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, command)).find((path) => existsSync(path)) ?? null
}

async function untilReady(url: string, server: ChildProcess, log: string[]): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    try {
      const connection = await createConnection(url)
      await connection.end()
      return
    } catch {
      if (server.exitCode !== null) throw new Error(`${flavourLabel} ended at once:\n${log.join('')}`)
      await pause(50)
    }
  }
  server.kill('SIGKILL')
  throw new Error(`${flavourLabel} did not become ready:\n${log.join('')}`)
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
