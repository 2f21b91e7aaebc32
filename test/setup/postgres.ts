import { createServer } from 'node:http'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { Secret } from '../../packages/server/src/config/index.ts'
import { createStore } from '../../packages/server/src/store/index.ts'
import type { ProvidedPostgres } from '../../packages/server/src/store/testing.ts'
import { type PostgresServer, startPostgres, whyNoPostgres } from './postgres-server.ts'

/**
 * One real PostgreSQL server for a whole run, started by the first test that requests a database, because most runs on a developer's
 * machine have one file and need none.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const skipped = whyNoPostgres()
  if (skipped !== null) {
    console.warn(`Skipped: everything on PostgreSQL, because ${skipped}.`)
    project.provide('postgres', { skipped } satisfies ProvidedPostgres)
    return
  }
  let starting: Promise<{ server: PostgresServer; admin: pg.Client }> | null = null
  let count = 0
  let turn: Promise<unknown> = Promise.resolve()

  const start = async () => {
    const server = await startPostgres()
    const admin = new pg.Client(server.urlOf('postgres'))
    await admin.connect()
    await admin.query('create database store_template')
    const store = await createStore({ dataDir: '', databaseUrl: new Secret(server.urlOf('store_template')) })
    await store.close()
    return { server, admin }
  }
  const makeDatabase = async (template: string) => {
    starting ??= start()
    const { server, admin } = await starting
    const name = `test_${count}`
    count += 1
    await admin.query(`create database ${name} template ${template}`)
    return server.urlOf(name)
  }

  const endpoint = createServer((request, response) => {
    // A keep-alive connection could be closed here at the moment when the next request arrives on it.
    response.setHeader('connection', 'close')
    const template = request.url === '/migrated' ? 'store_template' : 'template1'
    // One at a time: PostgreSQL refuses to copy a template that is already being copied.
    turn = turn.then(async () => {
      try {
        response.end(await makeDatabase(template))
      } catch (error) {
        response.writeHead(500).end(error instanceof Error ? error.message : String(error))
      }
    })
  })
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
  const address = endpoint.address()
  if (!address || typeof address !== 'object') throw new Error('The test set-up has no port.')
  project.provide('postgres', { url: `http://127.0.0.1:${address.port}` })

  return async () => {
    endpoint.close()
    if (!starting) return
    const { server, admin } = await starting
    await admin.end()
    await server.stop()
  }
}
