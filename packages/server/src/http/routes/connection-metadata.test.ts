import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { budgetOf } from '../../services/queries/prepared-statements.ts'
import { streamBatches } from '../../services/queries/statements.ts'
import { embeddedStore } from '../../store/testing.ts'
import { requestsOf, type TestAnswer, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'
import { platforms } from './testing-platforms.ts'
import { startTlsFront } from './testing-tls.ts'

const never = () => new AbortController().signal
const idOf = ({ body }: { body: unknown }) => (body as { connectionId: string }).connectionId

describe.each(platforms)('the metadata of a connection to $title takes effect', ({ kind, type, open }) => {
  const provided = inject(kind)
  const skipped = 'skipped' in provided
  let documents: TestServices
  let platform: Awaited<ReturnType<typeof open>>
  let details: Record<string, unknown> = {}
  let connectionId = ''
  const server = useServer(embeddedStore(), (testPlatform) => {
    documents = buildTestServices(testPlatform)
    documents.worker.start()
    return documents.routes
  })
  beforeAll(async () => {
    if (!skipped) {
      platform = await open()
      details = { type, ...platform.details }
      connectionId = idOf(await send('POST', '/v2/connections', { name: 'Shop', details }))
    }
    return async () => {
      await documents?.close()
      await platform?.close()
    }
  })
  const { send } = requestsOf(server, 'admin')
  /** Replaces the metadata of the connection; fields that are not given get their initial values. */
  const set = async (metadata: Record<string, unknown>) => {
    const { status, text } = await send('PUT', `/v2/connections/${connectionId}`, {
      name: 'Shop',
      details,
      ...metadata,
    })
    expect(status, text).toBe(200)
  }
  const publish = async (element: Record<string, unknown>): Promise<string> => {
    const made = await send('POST', '/v2/workbooks/spec', {
      name: 'Shop',
      folderId: server().platform.people.admin.homeFolderId,
      schemaVersion: 1,
      pages: [{ id: 'page', name: 'Page', elements: [{ id: 'rows', kind: 'table', name: 'Rows', ...element }] }],
    })
    expect(made.status, made.text).toBeLessThan(300)
    return (made.body as { workbookId: string }).workbookId
  }
  const dataOf = (workbookId: string, query = '') =>
    send('POST', `/v2/workbooks/${workbookId}/pages/page/data${query}`, { refresh: true })
  const tableAt = (path: readonly string[], columns: unknown[]) => ({
    source: { kind: 'warehouse-table', connectionId, path },
    columns,
  })
  const ordersTable = () => tableAt([platform.schema, 'orders'], [{ id: 'n', formula: '[orders/id]' }])

  const endless = () => ({
    source: { kind: 'sql', connectionId, statement: platform.endless },
    columns: [{ id: 'n', formula: '[Custom SQL/n]' }],
  })
  const download = async (workbookId: string): Promise<TestAnswer> => {
    const body = { elementId: 'rows', format: { type: 'csv' } }
    const { queryId } = (await send('POST', `/v2/workbooks/${workbookId}/export`, body)).body as { queryId: string }
    const file = () => send('GET', `/v2/query/${queryId}/download`)
    await expect.poll(async () => (await file()).status, { timeout: 20_000, interval: 200 }).not.toBe(204)
    return file()
  }
  test.skipIf(skipped).each([
    ['dashboard', (id: string) => dataOf(id)],
    ['worksheet', (id: string) => dataOf(id, '?draft=true')],
    ['download', download],
  ] as const)('only timeout.%s limits the statements of its purpose', async (purpose, ask) => {
    await set({ timeout: { default: 600, worksheet: 600, dashboard: 600, download: 600, [purpose]: 1 } })
    const { text } = await ask(await publish(endless()))
    expect(text).toContain('time budget (1000 ms)')
  })

  test.skipIf(skipped)('concurrent equal requests each end at their own timeout', async () => {
    await set({ timeout: { default: 600, worksheet: 1, dashboard: 3, download: 600 } })
    const id = await publish(endless())
    const [reader, editor] = await Promise.all([dataOf(id), dataOf(id, '?draft=true')])
    expect(reader.text).toContain('time budget (3000 ms)')
    expect(editor.text).toContain('time budget (1000 ms)')
  })

  test.skipIf(skipped)('timeout.default limits statements about tables and columns', async () => {
    await set({ timeout: { default: 1, worksheet: 600, dashboard: 600, download: 600 } })
    const { inodeId } = (
      await send('POST', `/v2/connection/${connectionId}/lookup`, { path: [platform.schema, 'orders'] })
    ).body as { inodeId: string }
    const free = await platform.lockOrders()
    try {
      const { status, body } = await send('GET', `/v2/connections/tables/${inodeId}/columns`)
      expect({ status, body }).toMatchObject({ status: 400, body: { code: 'query_over_budget' } })
    } finally {
      await free()
    }
  })

  test.skipIf(skipped)('each pool delays its own statements only', async () => {
    const sizes = { adhocPoolSize: 1, catalogPoolSize: 1, resultPoolSize: 1, schedulePoolSize: 1 }
    await set({ poolSizes: sizes })
    const workbookId = await publish(ordersTable())
    const { organizationId } = server().platform
    const viewer = await documents.viewer('admin')
    const { open: opened } = await documents.viewReader.read(viewer, workbookId, {})
    const scheduled = async () => {
      const connection = await documents.sessions.openOwn(organizationId, connectionId)
      const asked = {
        connection,
        statement: { text: 'SELECT 1 AS n', values: [] },
        asker: { documentId: opened.record.inode.id, elementId: 'rows', viewer, purpose: 'schedule' as const },
        owner: 'schedules',
        budget: budgetOf(connection, 'schedule', 1),
        log: documents.queryLog,
      }
      const none = { columns: [], stateColumns: [] }
      for await (const _ of streamBatches(asked, none, never())) {
        // One row.
      }
    }
    const requests = {
      adhoc: () => dataOf(workbookId),
      catalog: () => send('POST', `/v2/connection/${connectionId}/lookup`, { path: [platform.schema] }),
      result: () => download(workbookId),
      schedule: scheduled,
    }
    const names = Object.keys(requests) as (keyof typeof requests)[]
    await Promise.all(names.map((name) => requests[name]()))
    for (const held of names) {
      const { pools } = await documents.sessions.openOwn(organizationId, connectionId)
      const giveBack = await pools[held].acquire('somebody', never())
      let isDone = false
      const waiting = Promise.resolve(requests[held]()).then(() => {
        isDone = true
      })
      await Promise.all(names.filter((name) => name !== held).map((name) => requests[name]()))
      expect(isDone, held).toBe(false)
      giveBack()
      await waiting
    }
  })

  test.skipIf(skipped)('role: statements have the rights of the role, and no others', async () => {
    const { role, path } = await platform.withRole()
    const secret = async () => (await send('POST', `/v2/connection/${connectionId}/lookup`, { path })).status
    await set({})
    expect(await secret()).toBe(404)
    await set({ role })
    expect(await secret()).toBe(200)
    const workbookId = await publish(tableAt(path, [{ id: 'n', formula: '[secret/n]' }]))
    expect((await dataOf(workbookId)).text).toContain('"columns":[["42"]]')
    expect((await send('GET', `/v2/connections/${connectionId}`)).body).toMatchObject({ role })
    await set({})
    expect((await dataOf(workbookId)).text).toContain('"event":"error"')
  })

  test.skipIf(skipped)('friendlyName: columns have readable names', async () => {
    const nameOf = async () => {
      const orders = tableAt([platform.schema, 'orders'], [{ id: 'n', formula: '[orders/is_paid]' }])
      const { lines } = await dataOf(await publish(orders))
      return (lines as { columns?: { name: string }[] }[])[1]?.columns?.[0]?.name
    }
    await set({ friendlyName: false })
    expect(await nameOf()).toBe('is_paid')
  })

  test.skipIf(skipped)('writeAccess and writeSchema: the test creates a table there and removes it', async () => {
    const writing = { writeAccess: true, writeSchema: platform.schema }
    const tried = () => send('GET', `/v2/connections/${connectionId}/test`)
    await set({})
    expect((await tried()).body).toMatchObject({ read: 'SUCCESS', write: 'DISABLED' })
    await set({ ...writing, writeSchema: 'nowhere_at_all' })
    expect((await tried()).body).toMatchObject({
      read: 'SUCCESS',
      write: 'FAILED',
      diagnosis: { step: 'write', message: expect.stringContaining('nowhere_at_all') },
    })
    await set(writing)
    expect((await tried()).body).toMatchObject({ read: 'SUCCESS', write: 'FAILED', diagnosis: { step: 'write' } })
    await platform.allowTables()
    const { body } = await tried()
    expect(body).toMatchObject({ read: 'SUCCESS', write: 'SUCCESS' })
    expect(body).not.toHaveProperty('diagnosis')
    expect(await platform.tables()).toEqual(['orders'])
  })

  describe('a test names the step that fails', () => {
    let silent: Server
    beforeAll(async () => {
      silent = createServer().listen(0, '127.0.0.1')
      await once(silent, 'listening')
    })
    afterAll(() => silent.close())
    const port = () => (silent.address() as { port: number }).port

    const ways: Record<string, { change: () => Record<string, unknown>; step: string; message: RegExp }> = {
      'a host that no name server knows': {
        change: () => ({ host: 'octavo-nobody.invalid' }),
        step: 'name',
        message: /No server has this name/,
      },
      'a closed port': { change: () => ({ port: 1 }), step: 'reach', message: /does not answer/ },
      'a server that is silent': { change: () => ({ port: port() }), step: 'reach', message: /does not answer/ },
      'a server without TLS': { change: () => ({ useTls: true }), step: 'tls', message: /No TLS/ },
      'a user that the server does not know': {
        change: () => ({ user: 'nobody_here', password: 'wrong' }),
        step: 'signIn',
        message: /refuses the user/,
      },
      'a role that is not there': { change: () => ({ role: 'no_such_role' }), step: 'role', message: /no_such_role/ },
      ...(type === 'postgres'
        ? {
            'a database that is not there': {
              change: () => ({ database: 'no_such_database' }),
              step: 'database',
              message: /no such database/,
            },
          }
        : {}),
    }
    test.skipIf(skipped).each(Object.entries(ways))('%s', async (_, { change, step, message }) => {
      // Waits at most one second, although the silent server would take ten.
      const input = { name: 'Shop', details: { ...details, ...change() }, timeoutSecs: 1 }
      const unsaved = await send('POST', '/v2/connections/test', input)
      const expected = {
        status: 200,
        body: {
          read: 'FAILED',
          write: 'DISABLED',
          diagnosis: { step, message: expect.stringMatching(message), hint: expect.stringMatching(/\.$/) },
        },
      }
      expect(unsaved).toMatchObject(expected)
      const id = idOf(await send('POST', '/v2/connections', input))
      expect(await send('GET', `/v2/connections/${id}/test`)).toMatchObject(expected)
      expect((await send('POST', '/v2/connections/test', input, 'builder')).status).toBe(403)
    })

    test.skipIf(skipped || type !== 'postgres')('a certificate of an unknown authority', async () => {
      const front = await startTlsFront({ host: String(details.host), port: Number(details.port) })
      const ask = async (change: Record<string, unknown>) => {
        const secured = { ...details, host: '127.0.0.1', port: front.port, useTls: true, ...change }
        return (await send('POST', '/v2/connections/test', { name: 'Shop', details: secured })).body
      }
      try {
        const refused = {
          read: 'FAILED',
          diagnosis: { step: 'tls', message: expect.stringMatching(/^The certificate/) },
        }
        expect(await ask({})).toMatchObject(refused)
        expect(await ask({ tlsAuthority: front.certificate })).toMatchObject({ read: 'SUCCESS' })
      } finally {
        front.close()
      }
    })

    test.skipIf(skipped)('an account that may read no table', async () => {
      const user = await platform.strangerWithoutRights()
      const input = { name: 'Shop', details: { ...details, user } }
      expect((await send('POST', '/v2/connections/test', input)).body).toMatchObject({
        read: 'FAILED',
        diagnosis: { step: 'permission', message: 'The user may read no table.' },
      })
    })
  })
})
