import { randomBytes } from 'node:crypto'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { administer, runningWith, settingsOf, trinoAddress, whyNoTrino } from '../../connectors/trino/testing.ts'
import { embeddedStore } from '../../store/testing.ts'
import { type Role, requestsOf, useServer } from '../testing.ts'
import { buildTestServices, type TestServices } from './testing.ts'
import { ordersElement } from './testing-platforms.ts'

const catalog = `test_${randomBytes(6).toString('hex')}`
/** A statement that runs for hours, with a mark to find it. */
const endless = (mark: string) =>
  `SELECT COUNT(*) AS n, '${mark}' AS mark FROM TABLE(sequence(1, 10000000)) AS a CROSS JOIN TABLE(sequence(1, 10000000)) AS b`

interface Event {
  event: string
  columns?: unknown[][]
  code?: string
  message?: string
}

describe.skipIf(whyNoTrino)(`Trino over the API${whyNoTrino ? ` (skipped: ${whyNoTrino})` : ''}`, () => {
  let documents: TestServices
  let connectionId = ''
  const server = useServer(embeddedStore(), (testPlatform) => {
    documents = buildTestServices(testPlatform)
    documents.worker.start()
    return documents.routes
  })
  const { send, done } = requestsOf<Record<string, string>>(server, 'admin')
  beforeAll(async () => {
    if (whyNoTrino !== null) return
    await administer(`CREATE CATALOG ${catalog} USING memory WITH ("memory.max-data-per-node" = '16MB')`)
    await administer(`CREATE TABLE ${catalog}.default.orders AS SELECT * FROM (VALUES
      (BIGINT '1', 'größe', DECIMAL '12.50', DATE '2024-03-31', TRUE, BIGINT '9007199254740993', 'admin@example.com', '2001'),
      (2, 'O''Brien; --', DECIMAL '-0.01', DATE '1969-12-31', FALSE, -1, 'viewer@example.com', '2002'),
      (3, NULL, NULL, NULL, NULL, NULL, 'nobody', 'forbidden')
    ) AS t (id, name, price, sold, is_paid, code, owner, secret)`)
    return async () => {
      await documents?.close()
      await administer(`DROP CATALOG ${catalog}`)
    }
  })

  const orders = () => ordersElement(connectionId, [catalog, 'default', 'orders'])
  const byHand = (id: string, statement: string, column = 'n') => ({
    id,
    kind: 'table',
    name: id,
    source: { kind: 'sql', connectionId, statement },
    columns: [{ id: 'n', name: 'N', formula: `[Custom SQL/${column}]` }],
  })
  const publish = async (...elements: unknown[]): Promise<string> => {
    const folderId = server().platform.people.admin.homeFolderId
    const pages = [{ id: 'p', name: 'P', elements }]
    const { workbookId = '' } = await done('POST', '/v2/workbooks/spec', {
      name: 'W',
      folderId,
      schemaVersion: 1,
      pages,
    })
    return workbookId
  }
  const dataOf = async (workbookId: string, as: Role = 'admin'): Promise<Event[]> => {
    const { lines } = await send('POST', `/v2/workbooks/${workbookId}/pages/p/data`, { refresh: true }, as)
    return (lines as Event[]).filter(({ event }) => event !== 'alive')
  }
  const fileOf = async (workbookId: string, elementId: string, format: string) => {
    const { queryId } = await done('POST', `/v2/workbooks/${workbookId}/export`, {
      elementId,
      format: { type: format },
    })
    const file = () => send('GET', `/v2/query/${queryId}/download`)
    await expect.poll(async () => (await file()).status, { timeout: 50_000, interval: 100 }).toBe(200)
    return file()
  }

  test('the connection is created, tested and browsed', async () => {
    const details = { type: 'trino', ...settingsOf(trinoAddress ?? '') }
    ;({ connectionId = '' } = await done('POST', '/v2/connections', { name: 'Lake', details, useFriendlyNames: false }))
    expect(await done('GET', `/v2/connections/${connectionId}/test`)).toMatchObject({
      read: 'SUCCESS',
      platform: { dialect: 'trino', isVerified: true },
    })
    const path = [catalog, 'default', 'orders']
    await done('POST', `/v2/connections/${connectionId}/sync`, { path })
    const { inodeId } = await done('POST', `/v2/connection/${connectionId}/lookup`, { path })
    expect(await done('GET', `/v2/connections/tables/${inodeId}/columns`)).toMatchObject({
      entries: [
        { name: 'id', type: { type: 'integer' } },
        { name: 'name', type: { type: 'text' } },
        { name: 'price', type: { type: 'number' } },
        { name: 'sold', type: { type: 'datetime' } },
        { name: 'is_paid', type: { type: 'boolean' } },
        { name: 'code', type: { type: 'integer' } },
        { name: 'owner', type: { type: 'text' } },
        { name: 'secret', type: { type: 'text' } },
      ],
    })
  })

  test('rows are exact on the page', async () => {
    const events = await dataOf(await publish(orders()))
    expect(events.map(({ event }) => event)).toEqual(['start', 'schema', 'batch', 'done', 'end'])
    expect(events[2]?.columns).toEqual([
      ['1', '2', '3'],
      ['größe', "O'Brien; --", null],
      ['12.50', '-0.01', null],
      ['2024-03-31', '1969-12-31', null],
      [true, false, null],
      ['9007199254740993', '-1', null],
      ['2024-03-01', '1969-12-01', null],
    ])
  })

  test('rows are exact in files', async () => {
    const workbookId = await publish(orders())
    const csv = await fileOf(workbookId, 'orders', 'csv')
    expect(csv.headers).toMatchObject({ 'x-octavo-rows': '3', 'x-octavo-truncated': 'false' })
    expect(csv.text.replace(/^\ufeff/, '')).toBe(
      `Id,Name,Price,Sold,Paid,Code,Month\r\n1,größe,12.50,2024-03-31,true,9007199254740993,2024-03-01\r\n2,O'Brien; --,-0.01,1969-12-31,false,-1,1969-12-01\r\n3,,,,,,\r\n`,
    )
    const { sheets } = await readXlsx((await fileOf(workbookId, 'orders', 'xlsx')).bytes)
    const [names, first, second] = sheets[0]?.rows ?? []
    expect(names).toEqual(['Id', 'Name', 'Price', 'Sold', 'Paid', 'Code', 'Month'])
    // A number that a spreadsheet cannot represent exactly is a text.
    expect([first?.slice(0, 3), first?.[5]]).toEqual([[1, 'größe', 12.5], '9007199254740993'])
    expect([second?.slice(0, 3), second?.[5]]).toEqual([[2, "O'Brien; --", -0.01], -1])
  })

  test('a reader sees only the rows of a policy, and a formula that fails on other rows does not fail for them', async () => {
    await done('PUT', `/v2/connections/${connectionId}/passthrough`, { isAllowed: true })
    const { source } = orders()
    const guarded = {
      id: 'guarded',
      kind: 'table',
      name: 'Guarded',
      source,
      columns: [
        { id: 'id', name: 'Id', formula: '[orders/id]' },
        { id: 'secret', name: 'Secret', formula: '[orders/secret]' },
        { id: 'mine', name: 'Mine', formula: '[orders/owner] = CurrentUserEmail()' },
      ],
      filters: [{ id: 'f', columnId: 'mine', kind: 'list', mode: 'include', values: [true] }],
    }
    const years = {
      id: 'years',
      kind: 'table',
      name: 'Years',
      source: { kind: 'table', elementId: 'guarded' },
      columns: [
        { id: 'id', name: 'Id', formula: '[Guarded/Id]' },
        { id: 'year', name: 'Year', formula: 'Year(CallDatetime("date_parse", [Guarded/Secret], "%Y"))' },
      ],
      filters: [{ id: 'f', columnId: 'year', kind: 'number-range', min: 1 }],
    }
    const workbookId = await publish(guarded, years)
    await documents.share(workbookId, 'viewer', 'view')
    const rowsOf = async (as: Role) => {
      const events = await dataOf(workbookId, as)
      expect(events.filter(({ event }) => event === 'error')).toEqual([])
      return events.filter(({ event }) => event === 'batch').map(({ columns }) => columns)
    }
    expect(await rowsOf('admin')).toEqual(
      expect.arrayContaining([
        [['1'], ['2001'], [true]],
        [['1'], ['2001']],
      ]),
    )
    expect(await rowsOf('viewer')).toEqual(
      expect.arrayContaining([
        [['2'], ['2002'], [true]],
        [['2'], ['2002']],
      ]),
    )
    expect(JSON.stringify(await dataOf(workbookId, 'viewer'))).not.toMatch(/2001|forbidden/)
  })

  test.each<[what: string, statement: string, code: string, words: string]>([
    ['what the server says of a statement', 'SELECT 1 / 0 AS n', 'query_failed', 'Division by zero'],
    ['a table that is not there', 'SELECT n FROM tpch.tiny.nothing', 'source_unavailable', 'does not exist'],
    ['a statement that writes', `DELETE FROM ${catalog}.default.orders`, 'source_unavailable', 'Only queries may run'],
    [
      'a table of the server itself',
      'SELECT query AS n FROM system.runtime.queries',
      'source_unavailable',
      'belongs to the server',
    ],
  ])('the element has the error: %s', async (_what, statement, code, words) => {
    const events = await dataOf(await publish(byHand('wrong', statement), orders()))
    expect(events.find(({ event }) => event === 'error')).toMatchObject({
      elementId: 'wrong',
      code,
      message: expect.stringContaining(words),
    })
    expect(events.find(({ event }) => event === 'batch')?.columns?.[0]).toEqual(['1', '2', '3'])
  })

  test('a statement that exceeds its time ends on the coordinator too', async () => {
    const details = { type: 'trino', ...settingsOf(trinoAddress ?? '') }
    const timeout = { default: 600, worksheet: 600, dashboard: 2, download: 600 }
    await done('PUT', `/v2/connections/${connectionId}`, { name: 'Lake', details, useFriendlyNames: false, timeout })
    const events = await dataOf(await publish(byHand('slow', endless('over_time'))))
    expect(events.find(({ event }) => event === 'error')).toMatchObject({
      code: 'query_over_budget',
      message: expect.stringContaining('time budget (2000 ms)'),
    })
    await expect.poll(() => runningWith('over_time'), { timeout: 30_000, interval: 200 }).toBe(0)
    const relaxed = { ...timeout, dashboard: 600 }
    await done('PUT', `/v2/connections/${connectionId}`, {
      name: 'Lake',
      details,
      useFriendlyNames: false,
      timeout: relaxed,
    })
  })

  test('a reader who disconnects ends the statement', async () => {
    const workbookId = await publish(byHand('slow', endless('gone_away')))
    const { url } = await server().http.listen({ host: '127.0.0.1', port: 0 })
    const headers = { authorization: `Bearer ${await server().tokenOf('admin')}`, 'content-type': 'application/json' }
    const controller = new AbortController()
    const { signal } = controller
    const address = `${url}/v2/workbooks/${workbookId}/pages/p/data`
    const reading = fetch(address, { method: 'POST', headers, body: '{}', signal }).then((response) => response.text())
    reading.catch(() => {})
    await expect.poll(() => runningWith('gone_away'), { timeout: 30_000, interval: 200 }).toBe(1)
    controller.abort()
    await expect.poll(() => runningWith('gone_away'), { timeout: 30_000, interval: 200 }).toBe(0)
  })

  test('a query that is cancelled in the history ends on the coordinator', async () => {
    const running = async () => {
      const { body } = await send('GET', '/v2/queryRuns?outcome=running')
      const { entries } = body as { entries: { queryRunId: string; sql: string | null }[] }
      return entries.filter(({ sql }) => sql?.includes('by_hand'))
    }
    const reading = dataOf(await publish(byHand('slow', endless('by_hand'))))
    await expect.poll(running, { timeout: 30_000, interval: 100 }).toHaveLength(1)
    await expect.poll(() => runningWith('by_hand'), { timeout: 30_000, interval: 200 }).toBe(1)
    const [query] = await running()
    await done('POST', `/v2/queryRuns/${query?.queryRunId}:cancel`)
    expect((await reading).find(({ event }) => event === 'error')).toMatchObject({ code: 'query_cancelled' })
    await expect.poll(() => runningWith('by_hand'), { timeout: 30_000, interval: 200 }).toBe(0)
  })

  test('without write access materialization is refused, with the reason', async () => {
    const workbookId = await publish(orders())
    const path = `/v2/workbooks/${workbookId}/elements/orders/materializationSchedules`
    const answer = await send('POST', path, { schedule: { cronSpec: '0 3 * * *', timezone: 'UTC' } })
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body).toMatchObject({ code: 'not_supported' })
  })
})
