import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import '../../connectors/testing.ts'
import { embeddedStore } from '../../store/testing.ts'
import { requestsOf, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'
import { type Platform, platforms } from './testing-platforms.ts'

/** A network between Octavo and a platform, which can silently drop everything or break its connections. */
async function openNetwork(to: number) {
  const pairs = new Set<{ sockets: readonly Socket[]; isSilent: boolean }>()
  const server = createServer((outer) => {
    const inner = connect(to, '127.0.0.1')
    const pair = { sockets: [outer, inner], isSilent: false }
    pairs.add(pair)
    for (const [from, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      from.on('data', (data) => pair.isSilent || other.write(data))
      from.on('error', () => {})
      from.on('close', () => pair.isSilent || other.destroy())
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }
  const destroyAll = () => {
    for (const { sockets } of pairs) for (const socket of sockets) socket.destroy()
    pairs.clear()
  }
  const port = await listen(0)
  return {
    port,
    /** Silently drops everything on existing connections. */
    silence() {
      for (const pair of pairs) pair.isSilent = true
    },
    /** Breaks every connection; nothing responds until `comeBack`. */
    cut() {
      server.close()
      destroyAll()
    },
    comeBack: () => listen(port),
    close() {
      server.close()
      destroyAll()
    },
  }
}

describe.each(platforms)('a network that fails between Octavo and $title', ({ kind, type, open }) => {
  const provided = inject(kind)
  const skipped = 'skipped' in provided
  let documents: TestServices
  let platform: Awaited<ReturnType<Platform['open']>>
  let network: Awaited<ReturnType<typeof openNetwork>>
  const server = useServer(embeddedStore(), (testPlatform) => {
    documents = buildTestServices(testPlatform)
    return documents.routes
  })
  beforeAll(async () => {
    if (skipped) return
    platform = await open()
    network = await openNetwork(Number(platform.details.port))
    return async () => {
      await documents?.close()
      network?.close()
      await platform?.close()
    }
  })
  const { send } = requestsOf(server, 'admin')

  /** A workbook over a new connection through the network: a page with three rows, and one that never ends. */
  async function workbookWith(name: string, seconds: number, slow = platform.endless): Promise<string> {
    const made = await send('POST', '/v2/connections', {
      name,
      details: { type, ...platform.details, host: '127.0.0.1', port: network.port },
      timeout: { default: seconds },
    })
    expect(made.status, made.text).toBe(201)
    const { connectionId } = made.body as { connectionId: string }
    const element = (id: string, statement: string) => ({
      id,
      kind: 'table',
      name: id,
      source: { kind: 'sql', connectionId, statement },
      columns: [{ id: 'n', name: 'N', formula: '[Custom SQL/n]' }],
    })
    const workbook = await send('POST', '/v2/workbooks/spec', {
      name,
      folderId: server().platform.people.admin.homeFolderId,
      schemaVersion: 1,
      pages: [
        { id: 'quick', name: 'Quick', elements: [element('quick', `SELECT id AS n FROM ${platform.schema}.orders`)] },
        { id: 'slow', name: 'Slow', elements: [element('slow', slow)] },
      ],
    })
    expect(workbook.status, workbook.text).toBeLessThan(300)
    return (workbook.body as { workbookId: string }).workbookId
  }
  const read = async (workbookId: string, page: string) =>
    (await send('POST', `/v2/workbooks/${workbookId}/pages/${page}/data`, { refresh: true })).lines as {
      event: string
      code?: string
      isPassing?: boolean
    }[]
  const eventsOf = async (workbookId: string) => (await read(workbookId, 'quick')).map(({ event }) => event)
  const whole = ['start', 'schema', 'batch', 'done', 'end']
  const patient = { timeout: 20_000, interval: 100 }

  test.skipIf(skipped)(
    'a silent network ends a query at its timeout, also on the platform; links are reopened',
    async () => {
      const workbookId = await workbookWith('Silent', 2)
      expect(await eventsOf(workbookId)).toEqual(whole)
      // This read describes the columns, so that below the query itself meets the silent network.
      expect((await read(workbookId, 'slow')).find(({ event }) => event === 'error')).toMatchObject({
        code: 'query_over_budget',
      })
      const reading = read(workbookId, 'slow')
      await expect.poll(platform.running, patient).toBe(1)
      network.silence()
      expect((await reading).find(({ event }) => event === 'error')).toMatchObject({ code: 'query_over_budget' })
      await expect.poll(platform.running, patient).toBe(0)
      await expect.poll(() => eventsOf(workbookId), patient).toEqual(whole)
    },
  )

  test.skipIf(skipped)('after a silence a cancelled query ends on the platform as before', async () => {
    const workbookId = await workbookWith('Cancelled', 120)
    expect(await eventsOf(workbookId)).toEqual(whole)
    const { url } = await server().http.listen({ host: '127.0.0.1', port: 0 })
    const headers = { authorization: `Bearer ${await server().tokenOf('admin')}`, 'content-type': 'application/json' }
    const ask = (page: string, signal: AbortSignal) =>
      fetch(`${url}/v2/workbooks/${workbookId}/pages/${page}/data`, {
        method: 'POST',
        headers,
        body: '{"refresh":true}',
        signal,
      }).then((response) => response.text())
    network.silence()
    // Reads that are aborted during the silence discard their connections, so that later ones use new connections.
    await expect
      .poll(() => ask('quick', AbortSignal.timeout(1_500)).catch(() => ''), { timeout: 30_000, interval: 10 })
      .toContain('"done"')
    const controller = new AbortController()
    const reading = ask('slow', controller.signal)
    reading.catch(() => {})
    await expect.poll(platform.running, patient).toBe(1)
    controller.abort()
    await expect.poll(platform.running, patient).toBe(0)
  })

  test.skipIf(skipped)(
    'a platform that is temporarily down is reported as that, and read again when it is back',
    async () => {
      const workbookId = await workbookWith('Restarted', 120)
      expect(await eventsOf(workbookId)).toEqual(whole)
      network.cut()
      expect((await read(workbookId, 'quick')).find(({ event }) => event === 'error')).toMatchObject({
        code: 'source_unavailable',
        isPassing: true,
      })
      await network.comeBack()
      await expect.poll(() => eventsOf(workbookId), patient).toEqual(whole)
    },
  )

  test.skipIf(skipped || type !== 'postgres')(
    'a server without room for temporary files fails the query that needs them, and no other',
    async () => {
      const sorted = 'SELECT n FROM generate_series(1, 500000) AS n ORDER BY md5(n::text)'
      const { host, port, database, user, password } = platform.privileged
      const client = new pg.Client({
        host: String(host),
        port: Number(port),
        database: String(database),
        user: String(user),
        password: String(password),
      })
      await client.connect()
      await client.query(`ALTER ROLE "${String(platform.details.user)}" SET temp_file_limit = '64kB'`)
      await client.end()
      const workbookId = await workbookWith('Full', 120, sorted)
      expect((await read(workbookId, 'slow')).find(({ event }) => event === 'error')).toMatchObject({
        code: 'query_failed',
        message: expect.stringContaining('temp_file_limit'),
      })
      expect(await eventsOf(workbookId)).toEqual(whole)
    },
  )
})
