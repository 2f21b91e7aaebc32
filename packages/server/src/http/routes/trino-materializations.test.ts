import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { administer, settingsOf, trinoAddress, whyNoTrino } from '../../connectors/trino/testing.ts'
import { embeddedStore } from '../../store/testing.ts'
import { requestsOf, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'

const catalog = `test_${randomBytes(6).toString('hex')}`
const hourMs = 3_600_000

interface Line {
  event: string
  columns?: unknown[][]
  materializedAt?: string
}

const title = 'rows of elements in a catalog of Trino'

// Each statement needs the planner of the coordinator.
describe.skipIf(whyNoTrino)(`${title}${whyNoTrino ? ` (skipped: ${whyNoTrino})` : ''}`, { timeout: 300_000 }, () => {
  let documents: TestServices
  let connectionId = ''
  let workbookId = ''
  const server = useServer(embeddedStore(), (testPlatform) => {
    documents = buildTestServices(testPlatform)
    return documents.routes
  })
  const { send, done } = requestsOf<Record<string, string>>(server, 'admin')
  const save = (place: Record<string, unknown>) => {
    const details = { type: 'trino', ...settingsOf(trinoAddress ?? '') }
    const body = { name: 'Lake', details, useFriendlyNames: false, ...place }
    return send(connectionId ? 'PUT' : 'POST', `/v2/connections${connectionId ? `/${connectionId}` : ''}`, body)
  }
  const writing = (writeDatabase: string, writeSchema = 'default') =>
    save({ writeAccess: true, writeDatabase, writeSchema })
  beforeAll(async () => {
    if (whyNoTrino !== null) return
    await administer(`CREATE CATALOG ${catalog} USING memory WITH ("memory.max-data-per-node" = '16MB')`)
    await administer(`CREATE TABLE ${catalog}.default.orders AS SELECT * FROM (VALUES
      (1, 'größe', DECIMAL '12.50', DATE '2024-03-31', TRUE, BIGINT '9007199254740993', 0.1e0, TIMESTAMP '2024-03-31 10:00:00.123'),
      (2, 'O''Brien; --', DECIMAL '-0.01', DATE '1969-12-31', FALSE, -1, nan(), TIMESTAMP '1969-12-31 23:59:59.999'),
      (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
    ) AS t (id, name, price, sold, paid, code, weight, packed)`)
    ;({ connectionId = '' } = (await save({})).body as Record<string, string>)
    const made = await done('POST', '/v2/workbooks/spec', {
      name: 'Lake',
      folderId: server().platform.people.admin.homeFolderId,
      schemaVersion: 1,
      pages: [{ id: 'page', name: 'Page', elements: [orders(), child] }],
    })
    workbookId = made.workbookId ?? ''
    return async () => {
      await documents?.close()
      await administer(`DROP CATALOG ${catalog}`)
    }
  })

  const columns = ['id', 'name', 'price', 'sold', 'paid', 'code', 'weight', 'packed']
  const orders = () => ({
    id: 'orders',
    kind: 'table',
    name: 'Orders',
    source: { kind: 'warehouse-table', connectionId, path: [catalog, 'default', 'orders'] },
    columns: [
      ...columns.map((name) => ({ id: name, formula: `[orders/${name}]`, name })),
      { id: 'sum', formula: 'Sum([price])', name: 'Sum' },
    ],
    groupings: [{ id: 'g', groupBy: ['paid'], calculations: ['sum'] }],
    sort: [{ columnId: 'code', direction: 'descending' }],
  })
  const child = {
    id: 'child',
    kind: 'table',
    name: 'Child',
    source: { kind: 'table', elementId: 'orders' },
    columns: [
      { id: 'name', formula: '[Orders/name]', name: 'Name' },
      { id: 'double', formula: '[Orders/price] * 2', name: 'Double' },
    ],
  }
  const schedules = () => `/v2/workbooks/${workbookId}/elements/orders/materializationSchedules`
  const daily = { schedule: { cronSpec: '0 3 * * *', timezone: 'UTC' } }
  const rowsOf = async (elementId: string) => {
    const body = { elementIds: [elementId], refresh: true }
    const { lines } = await send('POST', `/v2/workbooks/${workbookId}/pages/page/data`, body)
    const events = lines as Line[]
    expect(events.filter(({ event }) => event === 'error')).toEqual([])
    return {
      cells: events.flatMap(({ event, columns: cells }) => (event === 'batch' ? [JSON.stringify(cells)] : [])).sort(),
      isStored: events.some(({ materializedAt }) => materializedAt !== undefined),
    }
  }
  const tablesOf = async () => {
    const rows = await administer(`SHOW TABLES FROM ${catalog}.default`)
    return rows.map(([name]) => String(name)).filter((name) => name !== 'orders')
  }
  const lastRun = async () => {
    const { body } = await send('GET', `/v2/workbooks/${workbookId}/materialization-schedules`)
    const [schedule] = (body as { entries: { sheetId: string; lastRun?: { status: string } }[] }).entries
    return { sheetId: schedule?.sheetId, status: schedule?.lastRun?.status }
  }
  /** The upkeep of several hours. */
  const clean = async () => {
    await documents.materializationDue.clean()
    server().platform.clock.advance(7 * hourMs)
    await documents.materializationDue.clean()
  }

  test('write access needs the catalog too', async () => {
    const refused = await writing('')
    expect(refused.status, refused.text).toBe(400)
    expect(refused.body).toMatchObject({ details: { problems: [{ path: 'writeDatabase' }] } })
  })

  test('the test of the connection writes there, and names the step when it cannot', async () => {
    expect((await writing(catalog, 'no_such_schema')).status).toBe(200)
    expect(await done('GET', `/v2/connections/${connectionId}/test`)).toMatchObject({
      read: 'SUCCESS',
      write: 'FAILED',
      diagnosis: { step: 'write' },
    })
    expect((await writing(catalog)).status).toBe(200)
    expect(await done('GET', `/v2/connections/${connectionId}/test`)).toMatchObject({ write: 'SUCCESS' })
    expect(await tablesOf()).toEqual([])
  })

  test('they are stored, read, replaced whole and dropped', async () => {
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

    const added = `4, 'new', DECIMAL '1.00', DATE '2024-05-01', TRUE, BIGINT '7', 0.5e0, TIMESTAMP '2024-05-01 00:00:00'`
    await administer(`INSERT INTO ${catalog}.default.orders VALUES (${added})`)
    expect(await rowsOf('orders')).toEqual(stored.orders)
    const { sheetId } = await lastRun()
    const started = await send('POST', `/v2/workbooks/${workbookId}/materializations`, { sheetId })
    expect(started.status, started.text).toBeLessThan(300)
    await documents.worker.runDue()
    expect(await lastRun()).toMatchObject({ status: 'ready' })
    const after = await rowsOf('orders')
    expect(after.isStored).toBe(true)
    expect(after.cells.join()).toContain('13.50')

    // Statements that began earlier may still read the previous tables; the upkeep drops them later.
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

  test('a run that cannot write leaves nothing, and rows are read live', async () => {
    expect((await send('POST', schedules(), daily)).status).toBeLessThan(300)
    expect((await writing(catalog, 'no_such_schema')).status).toBe(200)
    await documents.worker.runDue()
    expect(await tablesOf()).toEqual([])
    expect((await rowsOf('orders')).isStored).toBe(false)
    expect((await lastRun()).status).toBe('failed')
  })
})
