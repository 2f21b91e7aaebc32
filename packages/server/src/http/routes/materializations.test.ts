import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  createMaterializationSchedule,
  deleteMaterializationSchedule,
  getWorkbookMaterialization,
  listMaterializationSchedules,
  listMaterializationSchedulesPaged,
  type MaterializationJob,
  type MaterializationSchedule,
  materializeWorkbookElement,
  patchMaterializationSchedule,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { createMaterializationRuns } from '../../services/materializations/materialization-runs.ts'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsOf, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const daily = { schedule: { cronSpec: '0 3 * * *', timezone: 'UTC' } }
const dayMs = 86_400_000

/** Integers arrive as texts. */
const numbersOf = (columns: unknown[][] | undefined) =>
  columns?.map((values) => values.map((value) => (/^\d+$/.test(String(value)) ? Number(value) : value)))

interface Done {
  event: string
  materializedAt?: string
  columns: unknown[][]
  message?: string
}

describeStores('materializations', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  let workbookId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder', 'viewer', 'stranger'] })
    const body = { name: 'Book', folderId: platform.people.builder.homeFolderId, schemaVersion: 1, pages: pages() }
    const made = await documents.specs.create(await documents.viewer('builder'), 'workbook', body)
    workbookId = made.record.inode.id
    await documents.share(workbookId, 'viewer', 'view')
    return documents.routes
  })
  const orders = (more: object = {}) => ({
    id: 'orders',
    kind: 'table',
    name: 'Orders',
    source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
    columns: [
      { id: 'id', formula: '[ORDERS/ORDER_ID]', name: 'Id' },
      { id: 'channel', formula: '[ORDERS/CHANNEL]', name: 'Channel' },
      { id: 'count', formula: 'Count()', name: 'Number' },
    ],
    groupings: [{ id: 'g', groupBy: ['channel'], calculations: ['count'] }],
    ...more,
  })
  const pages = () => [
    {
      id: 'p',
      name: 'Page',
      elements: [
        orders(),
        {
          id: 'child',
          kind: 'table',
          name: 'Child',
          source: { kind: 'table', elementId: 'orders' },
          columns: [{ id: 'double', formula: '[Orders/Id] * 2', name: 'Double' }],
        },
        {
          id: 'mine',
          kind: 'table',
          name: 'Mine',
          source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
          columns: [{ id: 'me', formula: 'CurrentUserEmail()', name: 'Me' }],
        },
        { id: 'words', kind: 'text', body: 'No rows.' },
      ],
    },
  ]
  const { send, done } = requestsOf(server, 'builder')
  const of = (elementId: string) => `/v2/workbooks/${workbookId}/elements/${elementId}/materializationSchedules`
  const runs = () => `/v2/workbooks/${workbookId}/materializations`
  const schedules = async () =>
    (await done<{ entries: MaterializationSchedule[] }>('GET', `/v2/workbooks/${workbookId}/materialization-schedules`))
      .entries
  const runNow = async () => {
    const [schedule] = await schedules()
    const { materializationId } = await done<{ materializationId: string }>('POST', runs(), {
      sheetId: schedule?.sheetId,
    })
    await documents.worker.runDue()
    return done<MaterializationJob>('GET', `${runs()}/${materializationId}`)
  }
  const page = async (elementId: string, more: object = {}, as: Role = 'viewer') => {
    const body = { elementIds: [elementId], refresh: true, ...more }
    const { lines } = await send('POST', `/v2/workbooks/${workbookId}/pages/p/data`, body, as)
    const events = lines as Done[]
    expect(events.find(({ event }) => event === 'error')).toBeUndefined()
    return {
      columns: numbersOf(events.find(({ event }) => event === 'batch')?.columns),
      storedAt: events.find(({ event }) => event === 'done')?.materializedAt,
    }
  }
  const tables = () => {
    const folder = join(server().platform.dataDir, 'uploads', 'tables')
    return existsSync(folder) ? readdirSync(folder) : []
  }
  const change = async (statement: string) => {
    await documents.duckdb.close()
    await documents.duckdb.build(join(documents.folder, 'RETAIL.duckdb'), [statement], new AbortController().signal)
  }
  const groups = [
    ['app', 'counter', 'web'],
    [1, 1, 2],
  ]

  test('a schedule stores the rows at once, and readers and dependent elements use them', async () => {
    expect(await page('orders')).toEqual({ columns: groups, storedAt: undefined })
    const made = await done<MaterializationSchedule>('POST', of('orders'), daily)
    expect(made).toMatchObject({ elementId: 'orders', elementName: 'Orders', paused: false, storedAt: null, ...daily })
    await documents.worker.runDue()
    const [stored] = await schedules()
    expect(stored).toMatchObject({ sheetId: made.sheetId, nextRunAt: expect.any(String), storedAt: expect.any(String) })
    expect(await page('orders')).toEqual({ columns: groups, storedAt: stored?.storedAt })
    expect(await page('child')).toEqual({ columns: [[2, 4, 6, 8]], storedAt: stored?.storedAt })
    expect(await send('GET', `/v2/workbooks/${workbookId}/elements/orders/explain`)).toMatchObject({
      body: { levels: [{ level: 'g1', materializedAt: stored?.storedAt }, { level: 'base' }] },
    })
  })

  test('one group of the stored rows', async () => {
    const windows = [{ elementId: 'orders', level: 'base', offset: 0, limit: 10, parentKey: ['web'] }]
    const { lines } = await send('POST', `/v2/workbooks/${workbookId}/pages/p/data`, { windows }, 'viewer')
    const events = lines as Done[]
    expect(events.flatMap(({ event, columns }) => (event === 'batch' ? [numbersOf(columns)] : []))).toContainEqual([
      ['web', 'web'],
      [1, 3],
    ])
    // Two of the page's elements are stored.
    expect(events.filter(({ materializedAt }) => materializedAt)).toHaveLength(2)
  })

  test('nothing is stored again while the source is unchanged, and changes are visible after the next run', async () => {
    expect(await runNow()).toMatchObject({ status: 'skipped' })
    await change("INSERT INTO PUBLIC.ORDERS VALUES (5, 14, 2, DATE '2026-06-02', 'shipped', 'app', NULL)")
    expect((await page('orders')).columns).toEqual(groups)
    const before = tables()
    expect(await runNow()).toMatchObject({
      status: 'ready',
      startedAt: expect.any(String),
      readyAt: expect.any(String),
    })
    expect((await page('orders')).columns).toEqual([
      ['app', 'counter', 'web'],
      [2, 1, 2],
    ])
    expect((await page('child')).columns).toEqual([[2, 4, 6, 8, 10]])
    // Statements that started earlier may still read the previous tables.
    expect(tables()).toEqual(expect.arrayContaining(before))
  })

  test('files contain live rows', async () => {
    await change("INSERT INTO PUBLIC.ORDERS VALUES (6, 14, 2, DATE '2026-06-02', 'shipped', 'app', NULL)")
    const { queryId } = await done<{ queryId: string }>('POST', `/v2/workbooks/${workbookId}/export`, {
      elementId: 'child',
      format: { type: 'csv' },
    })
    await documents.worker.runDue()
    const file = await send('GET', `/v2/query/${queryId}/download`)
    expect(file.text.trim().split(/\r?\n/)).toHaveLength(7)
    expect((await page('child')).columns).toEqual([[2, 4, 6, 8, 10]])
  })

  test('an element with another definition is read live', async () => {
    const viewer = await documents.viewer('builder')
    const { homeFolderId: folderId } = server().platform.people.builder
    const columns = [{ id: 'id', formula: '[ORDERS/ORDER_ID] + 1', name: 'Id' }]
    const elements = [orders({ columns, groupings: [] })]
    const body = { name: 'Other', folderId, schemaVersion: 1, pages: [{ id: 'p', name: 'Page', elements }] }
    const { inode } = (await documents.specs.create(viewer, 'workbook', body)).record
    const { lines } = await send('POST', `/v2/workbooks/${inode.id}/pages/p/data`, { elementIds: ['orders'] })
    const events = lines as Done[]
    expect(numbersOf(events.find(({ event }) => event === 'batch')?.columns)).toEqual([[2, 3, 4, 5, 6, 7]])
    expect(events.find(({ event }) => event === 'done')?.materializedAt).toBeUndefined()
  })

  test('a run that is interrupted leaves nothing, and is repeated', async () => {
    const before = tables()
    const [schedule] = await schedules()
    const { materializationId } = await done<{ materializationId: string }>('POST', runs(), {
      sheetId: schedule?.sheetId,
    })
    const cut = new AbortController()
    const { organizationId } = await documents.viewer('builder')
    const running = documents.materializationRuns.run(organizationId, materializationId, cut.signal)
    cut.abort()
    await expect(running).rejects.toThrow()
    expect(tables()).toEqual(before)
    expect((await page('child')).columns).toEqual([[2, 4, 6, 8, 10]])
    await documents.worker.runDue()
    expect(await done('GET', `${runs()}/${materializationId}`)).toMatchObject({ status: 'ready' })
    expect((await page('child')).columns).toEqual([[2, 4, 6, 8, 10, 12]])
  })

  test('above the limits nothing is stored and readers get live rows; after five failures it is paused', async () => {
    const limits = { rows: 3, bytes: 1_000_000, timeoutMs: 10_000 }
    const small = createMaterializationRuns({ ...documents, limits })
    const { organizationId } = await documents.viewer('builder')
    await change("INSERT INTO PUBLIC.ORDERS VALUES (7, 14, 2, DATE '2026-06-02', 'shipped', 'app', NULL)")
    for (let failures = 0; failures < 5; failures += 1) {
      const [schedule] = await schedules()
      const { materializationId } = await done<{ materializationId: string }>('POST', runs(), {
        sheetId: schedule?.sheetId,
      })
      expect(await small.run(organizationId, materializationId, new AbortController().signal)).toBe('failed')
      expect(await done('GET', `${runs()}/${materializationId}`)).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('3 rows'),
      })
      expect(await page('child')).toEqual({ columns: [[2, 4, 6, 8, 10, 12, 14]], storedAt: undefined })
    }
    const [paused] = await schedules()
    const pausedDetails = { because: { rule: 'materialization_failing', most: 5 } }
    const pausedBecause = '5 runs failed one after the other.'
    expect(paused).toMatchObject({ paused: true, pausedBecause, pausedDetails, nextRunAt: null })
    expect(await send('POST', runs(), { sheetId: paused?.sheetId })).toMatchObject({ status: 409 })
    const resumed = await done('PATCH', of('orders'), { schedule: { cronSpec: '0 4 * * *' } })
    expect(resumed).toMatchObject({ paused: false, schedule: { cronSpec: '0 4 * * *', timezone: expect.any(String) } })
    expect(await runNow()).toMatchObject({ status: 'ready' })
  })

  test('a due time starts one run, and 60 days without readers pause the schedule', async () => {
    await page('orders')
    server().platform.clock.advance(2 * dayMs)
    await Promise.all([documents.materializationDue.tick(), documents.materializationDue.tick()])
    const count = documents.store.db.selectFrom('materialization_runs').select('id').where('state', '=', 'pending')
    expect(await count.execute()).toHaveLength(1)
    await documents.worker.runDue()
    server().platform.clock.advance(61 * dayMs)
    await documents.materializationDue.tick()
    const pausedDetails = { because: { rule: 'materialization_unread', days: 60 } }
    expect(await schedules()).toMatchObject([
      { paused: true, pausedBecause: expect.stringContaining('60 days'), pausedDetails },
    ])
    expect((await page('orders')).storedAt).toBeUndefined()
    await done('PATCH', of('orders'), daily)
  })

  test('a run whose member has left fails with the reason, and readers get live rows', async () => {
    const { memberId } = server().platform.people.builder
    const archive = async (is_archived: 0 | 1) => {
      await documents.store.maintain('test', (tx) =>
        tx.updateTable('members').set({ is_archived }).where('id', '=', memberId).execute(),
      )
      // Viewers are cached for a second.
      server().platform.clock.advance(2_000)
    }
    const [schedule] = await schedules()
    const begun = await done<{ materializationId: string }>('POST', runs(), { sheetId: schedule?.sheetId })
    await archive(1)
    await documents.worker.runDue()
    await archive(0)
    expect(await done('GET', `${runs()}/${begun.materializationId}`)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('is not active any more'),
    })
    expect((await page('orders')).storedAt).toBeUndefined()
    expect(await runNow()).toMatchObject({ status: 'ready' })
    expect((await page('orders')).storedAt).toBeDefined()
  })

  test('elements whose rows depend on the reader are refused', async () => {
    expect(await send('POST', of('mine'), daily)).toMatchObject({
      status: 400,
      body: { code: 'element_invalid', message: expect.stringContaining('different for different viewers') },
    })
  })

  test('deleting a schedule deletes its rows', async () => {
    await done('DELETE', of('orders'))
    expect(await schedules()).toEqual([])
    expect((await page('orders')).storedAt).toBeUndefined()
    documents.uploadFolder.sweep(new Set(), Date.now() + 2 * dayMs)
    expect(tables()).toEqual([])
    await done('POST', of('orders'), daily)
  })

  const place = () => ({ as: 'builder' as const, status: 404 })
  const ofUnknown = createMaterializationSchedule.path
    .replace('{workbookId}', unknownId)
    .replace('{elementId}', 'orders')
  scenarios(
    `POST ${ofUnknown}`,
    server,
    [
      { name: 'a workbook that does not exist', ...place(), body: daily },
      { name: 'a viewer', as: 'viewer', path: () => of('orders'), body: daily, status: 403 },
      { name: 'the same element again', as: 'builder', path: () => of('orders'), body: daily, status: 409 },
      { name: 'an element without rows', as: 'builder', path: () => of('words'), body: daily, status: 400 },
      { name: 'an element of the viewer', as: 'builder', path: () => of('mine'), body: daily, status: 400 },
      {
        name: 'an invalid schedule',
        as: 'builder',
        path: () => of('child'),
        body: { schedule: { cronSpec: 'daily', timezone: 'Mars' } },
        status: 400,
      },
    ],
    {
      operation: createMaterializationSchedule,
      untested: {
        not_supported: 'a connection of another engine needs a server of its own',
        source_unavailable: 'as for page data, which tests it',
        query_cancelled: 'the engine answers before a test could cancel',
        engine_unavailable: 'no engine is asked for its columns again',
      },
    },
  )
  const refusedOnElement = (more: { body?: object }) => [
    { name: 'a workbook that does not exist', ...place(), ...more },
    { name: 'an element without a schedule', ...place(), path: () => of('child'), ...more },
    { name: 'a viewer', as: 'viewer' as const, path: () => of('orders'), ...more, status: 403 },
  ]
  scenarios(`PATCH ${ofUnknown}`, server, refusedOnElement({ body: daily }), {
    operation: patchMaterializationSchedule,
  })
  scenarios(`DELETE ${ofUnknown}`, server, refusedOnElement({}), { operation: deleteMaterializationSchedule })
  scenarios(
    `GET ${listMaterializationSchedules.path.replace('{workbookId}', unknownId)}`,
    server,
    [{ name: 'a workbook that does not exist', ...place() }],
    { operation: listMaterializationSchedules },
  )
  scenarios(
    `GET ${listMaterializationSchedulesPaged.path.replace('{workbookId}', unknownId)}`,
    server,
    [{ name: 'a workbook that does not exist', ...place() }],
    { operation: listMaterializationSchedulesPaged },
  )
  scenarios(
    `POST ${materializeWorkbookElement.path.replace('{workbookId}', unknownId)}`,
    server,
    [
      { name: 'a workbook that does not exist', ...place(), body: { sheetId: unknownId } },
      { name: 'a schedule that does not exist', ...place(), path: runs, body: { sheetId: unknownId } },
      { name: 'a viewer', as: 'viewer', path: runs, body: { sheetId: unknownId }, status: 403 },
    ],
    {
      operation: materializeWorkbookElement,
      untested: { conflict: 'the test of five failures asks a paused schedule' },
    },
  )
  scenarios(
    `GET ${getWorkbookMaterialization.path.replace('{workbookId}', unknownId).replace('{materializationId}', unknownId)}`,
    server,
    [
      { name: 'a workbook that does not exist', ...place() },
      { name: 'a run that does not exist', ...place(), path: () => `${runs()}/${unknownId}` },
    ],
    { operation: getWorkbookMaterialization },
  )
})
