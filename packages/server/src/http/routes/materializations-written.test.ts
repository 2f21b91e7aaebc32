import pg from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { embeddedStore } from '../../store/testing.ts'
import { requestsOf, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'
import { platforms } from './testing-platforms.ts'

interface Line {
  event: string
  resultId?: string
  columns?: unknown[][]
  materializedAt?: string
}

const hourMs = 3_600_000
const provided = inject('postgres')
const skipped = 'skipped' in provided
const idOf = ({ body }: { body: unknown }) => (body as { connectionId: string }).connectionId

describe('rows of elements in the write schema of a connection', () => {
  let documents: TestServices
  let details: Record<string, unknown> = {}
  let privileged: pg.Client
  let tablesOf: () => Promise<string[]> = async () => []
  let connectionId = ''
  let workbookId = ''
  const server = useServer(embeddedStore(), (testPlatform) => {
    documents = buildTestServices(testPlatform)
    return documents.routes
  })
  const { send } = requestsOf(server, 'admin')
  const setWriting = async (writeAccess: boolean) => {
    const place = writeAccess ? { writeAccess, writeSchema: 'public' } : { writeAccess }
    const { status, text } = await send('PUT', `/v2/connections/${connectionId}`, { name: 'Shop', details, ...place })
    expect(status, text).toBe(200)
  }
  beforeAll(async () => {
    if (skipped) return undefined
    const [postgres] = platforms
    const platform = await postgres?.open()
    if (!platform) throw new Error('There is no PostgreSQL.')
    await platform.allowTables()
    const { host, port, database, user, password } = platform.privileged as pg.ClientConfig
    const own = { host, port, user, password, database: database ?? String(platform.details.database) }
    privileged = new pg.Client(own as pg.ClientConfig)
    await privileged.connect()
    tablesOf = async () => (await platform.tables()).filter((name) => name.startsWith('octavo_mat_'))
    details = { type: 'postgres', ...platform.details }
    connectionId = idOf(await send('POST', '/v2/connections', { name: 'Shop', details }))
    const made = await send('POST', '/v2/workbooks/spec', {
      name: 'Shop',
      folderId: server().platform.people.admin.homeFolderId,
      schemaVersion: 1,
      pages: [{ id: 'page', name: 'Page', elements: [orders, child] }],
    })
    expect(made.status, made.text).toBeLessThan(300)
    workbookId = (made.body as { workbookId: string }).workbookId
    return async () => {
      await documents?.close()
      await privileged.end()
      await platform.close()
    }
  })

  const orders = {
    id: 'orders',
    kind: 'table',
    name: 'Orders',
    get source() {
      return { kind: 'warehouse-table', connectionId, path: ['public', 'orders'] }
    },
    columns: [
      { id: 'name', formula: '[orders/Name]', name: 'Name' },
      { id: 'price', formula: '[orders/Price]', name: 'Price' },
      { id: 'code', formula: '[orders/Code]', name: 'Code' },
      { id: 'sold', formula: '[orders/Sold]', name: 'Sold' },
      { id: 'paid', formula: '[orders/Is Paid]', name: 'Paid' },
      { id: 'sum', formula: 'Sum([Price])', name: 'Sum' },
    ],
    groupings: [{ id: 'g', groupBy: ['paid'], calculations: ['sum'] }],
    sort: [{ columnId: 'code', direction: 'descending' }],
  }
  const child = {
    id: 'child',
    kind: 'table',
    name: 'Child',
    source: { kind: 'table', elementId: 'orders' },
    columns: [
      { id: 'name', formula: '[Orders/Name]', name: 'Name' },
      { id: 'double', formula: '[Orders/Price] * 2', name: 'Double' },
    ],
  }
  const schedules = () => `/v2/workbooks/${workbookId}/elements/orders/materializationSchedules`
  const daily = { schedule: { cronSpec: '0 3 * * *', timezone: 'UTC' } }
  const rowsOf = async (elementId: string) => {
    const body = { elementIds: [elementId], refresh: true }
    const { text } = await send('POST', `/v2/workbooks/${workbookId}/pages/page/data`, body)
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
    expect(lines.filter(({ event }) => event === 'error')).toEqual([])
    return {
      cells: lines
        .flatMap(({ event, columns }) => (event === 'batch' ? [columns] : []))
        .map((each) => JSON.stringify(each))
        .sort(),
      isStored: lines.some(({ materializedAt }) => materializedAt !== undefined),
    }
  }
  const listed = async () => {
    const { body } = await send('GET', `/v2/workbooks/${workbookId}/materialization-schedules`)
    return (body as { entries: { sheetId: string; lastRun?: { status: string } }[] }).entries
  }
  const runNow = async () => {
    const [schedule] = await listed()
    const body = { sheetId: schedule?.sheetId }
    const started = await send('POST', `/v2/workbooks/${workbookId}/materializations`, body)
    expect(started.status, started.text).toBeLessThan(300)
    await documents.worker.runDue()
    const { materializationId } = started.body as { materializationId: string }
    const run = await send('GET', `/v2/workbooks/${workbookId}/materializations/${materializationId}`)
    return (run.body as { status: string }).status
  }
  /** Runs the periodic work of several hours. */
  const clean = async () => {
    await documents.materializationDue.clean()
    server().platform.clock.advance(7 * hourMs)
    await documents.materializationDue.clean()
  }

  test.skipIf(skipped)('they are refused without write access', async () => {
    const { status, body } = await send('POST', schedules(), daily)
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'not_supported' } })
  })

  test.skipIf(skipped)('they are stored, read, replaced completely and dropped', async () => {
    await setWriting(true)
    const live = { orders: await rowsOf('orders'), child: await rowsOf('child') }
    expect(live.orders.isStored).toBe(false)
    const made = await send('POST', schedules(), daily)
    expect(made.status, made.text).toBeLessThan(300)
    await documents.worker.runDue()
    const first = await tablesOf()
    expect(first.length).toBeGreaterThan(2)
    const stored = { orders: await rowsOf('orders'), child: await rowsOf('child') }
    expect(stored.orders).toEqual({ cells: live.orders.cells, isStored: true })
    expect(stored.child).toEqual({ cells: live.child.cells, isStored: true })

    await privileged.query("INSERT INTO public.orders VALUES (4, 'new', 1.00, '2024-05-01', TRUE, 7)")
    expect(await rowsOf('orders')).toEqual(stored.orders)
    expect(await runNow()).toBe('ready')
    const after = await rowsOf('orders')
    expect(after.isStored).toBe(true)
    expect(after.cells.join()).toContain('13.50')

    // Statements that started earlier may still read the previous tables, which are dropped later.
    expect(await tablesOf()).toEqual(expect.arrayContaining(first))
    await clean()
    const left = await tablesOf()
    expect(left).toHaveLength(first.length)
    expect(left.filter((name) => first.includes(name))).toEqual([])

    const removed = await send('DELETE', schedules())
    expect(removed.status, removed.text).toBeLessThan(300)
    expect((await rowsOf('orders')).isStored).toBe(false)
    await clean()
    expect(await tablesOf()).toEqual([])
  })

  test.skipIf(skipped)('a run that cannot write leaves nothing, and live rows are read', async () => {
    await setWriting(true)
    expect((await send('POST', schedules(), daily)).status).toBeLessThan(300)
    await privileged.query(`REVOKE CREATE ON SCHEMA public FROM "${String(details.user)}"`)
    await documents.worker.runDue()
    expect(await tablesOf()).toEqual([])
    expect((await rowsOf('orders')).isStored).toBe(false)
    expect((await listed())[0]?.lastRun?.status).toBe('failed')
  })
})
