import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, realpathSync } from 'node:fs'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const headerBytes = 4
/** Both have the same length, so that the packets of the protocol remain as they are. */
const [served, tested] = ['utf8mb4_0900_bin', 'utf8mb4_bin'.padEnd('utf8mb4_0900_bin'.length)]

export interface Started {
  process: ChildProcess
  port: number
  /** The port of the server itself, where a proxy is in front of it. */
  directPort?: number
  /** Closes everything but the process. */
  close(): void
  folder: string
}

/**
 * Starts the MySQL 8.0.15 of `npm run test:engines` from the folder that holds it. MySQL has the collation that Octavo uses from 8.0.17 on.
 * A proxy in front of this server replaces its name by the older one, which differs only in that blanks at the end do not count.
 */
export async function startMysql(home: string, freePort: () => Promise<number>): Promise<Started> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'octavo-mysql-'))
  const daemon = join(home, 'bin', 'mysqld')
  const data = join(folder, 'data')
  const usual = ['--no-defaults', `--basedir=${home}`, `--datadir=${data}`, '--innodb-log-file-size=16M']
  if (process.getuid?.() === 0) usual.push('--user=root')
  await run(daemon, [...usual, '--initialize-insecure'], { cwd: folder })
  const [inner, outer] = [await freePort(), await freePort()]
  const server = spawn(
    daemon,
    [
      ...usual,
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--port=${inner}`,
      '--bind-address=127.0.0.1',
      '--mysqlx=OFF',
      '--skip-ssl',
      '--skip-log-bin',
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-buffer-pool-size=64M',
      '--max-connections=300',
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const proxy = await openProxy(inner, outer)
  return { process: server, port: outer, directPort: inner, folder, close: () => proxy.close() }
}

/** The statements of the program that loads zones into MariaDB which MySQL also has. */
export function zonesForMysql(statements: string): string {
  const kept = statements
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => /^(INSERT INTO|SET @time_zone_id|TRUNCATE)/.test(statement))
  return ['START TRANSACTION', ...kept, 'COMMIT'].join(';\n')
}

function openProxy(inner: number, outer: number): Promise<Server> {
  const proxy = createServer((client) => {
    const server = createConnection(inner, '127.0.0.1')
    for (const socket of [client, server]) socket.setNoDelay(true)
    forwardPackets(client, server)
    server.pipe(client)
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  return new Promise((resolve) => proxy.listen(outer, '127.0.0.1', () => resolve(proxy)))
}

/** Whole packets, because a name may arrive in two parts. */
function forwardPackets(client: Socket, server: Socket): void {
  let rest: Buffer[] = []
  let bytes = 0
  client.on('data', (chunk) => {
    rest.push(chunk)
    bytes += chunk.length
    if (bytes < wanted(rest)) return
    let all = Buffer.concat(rest)
    for (let size = wanted([all]); all.length >= size; size = wanted([all])) {
      server.write(rewritten(all.subarray(0, size)))
      all = all.subarray(size)
    }
    rest = [all]
    bytes = all.length
  })
  client.on('end', () => server.end())
}

/** The bytes of the first packet. */
function wanted(parts: readonly Buffer[]): number {
  const [first] = parts
  if (first && first.length >= headerBytes) return first.readUIntLE(0, 3) + headerBytes
  const head = Buffer.concat(parts)
  return head.length < headerBytes ? headerBytes : head.readUIntLE(0, 3) + headerBytes
}

function rewritten(packet: Buffer): Buffer {
  if (!packet.includes(served)) return packet
  const copy = Buffer.from(packet)
  for (let at = copy.indexOf(served); at >= 0; at = copy.indexOf(served)) copy.write(tested, at)
  return copy
}
