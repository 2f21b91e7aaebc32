import { createServer } from 'node:http'
import { createConnection } from 'mysql2/promise'
import type { TestProject } from 'vitest/node'
import { type MariadbServer, startMariadb, whyNoMariadb } from './mariadb-server.ts'

/**
 * `POST <url>/empty` returns the address of a new database, `/without-zones` one on a server without time zones, `/old` one on a MySQL
 * server that is too old. With `?for=1` the server is separate from requests with another `for`: a schema of MariaDB is a database of the
 * whole server, so suites that create schemas with the same name at the same time would drop each other's tables.
 */
export type ProvidedMariadb = { url: string } | { skipped: string }

declare module 'vitest' {
  interface ProvidedContext {
    mariadb: ProvidedMariadb
  }
}

/** Real MariaDB servers for a whole run, each started by the first test that requests a database on it. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const skipped = whyNoMariadb()
  if (skipped !== null) {
    console.warn(`Skipped: everything on MariaDB, because ${skipped}.`)
    project.provide('mariadb', { skipped } satisfies ProvidedMariadb)
    return
  }
  const started = new Map<string, Promise<MariadbServer>>()
  let count = 0
  const makeDatabase = async (asked: string) => {
    const isOld = asked === '/old'
    const kind = isOld ? '/empty' : asked
    const starting = started.get(kind) ?? startMariadb({ hasZones: !kind.startsWith('/without-zones') })
    started.set(kind, starting)
    // The next request tries again.
    starting.catch(() => started.delete(kind))
    const server = await starting
    count += 1
    const name = `test_${count}`
    const connection = await createConnection(server.urlOf('mysql'))
    await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`)
    await connection.end()
    return (isOld ? server.directUrlOf(name) : null) ?? server.urlOf(name)
  }
  const endpoint = createServer((request, response) => {
    // A keep-alive connection could be closed here at the moment when the next request arrives on it.
    response.setHeader('connection', 'close')
    makeDatabase(request.url ?? '/empty').then(
      (url) => response.end(url),
      (error) => response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    )
  })
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
  const address = endpoint.address()
  if (!address || typeof address !== 'object') throw new Error('The test set-up has no port.')
  project.provide('mariadb', { url: `http://127.0.0.1:${address.port}` })
  return async () => {
    endpoint.close()
    await Promise.all([...started.values()].map(async (starting) => (await starting).stop()))
  }
}
