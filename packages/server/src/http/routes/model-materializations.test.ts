import { join } from 'node:path'
import {
  createDataModelMaterializationSchedule,
  createDatasetMaterializationSchedule,
  type DatasetMaterialization,
  deleteDataModelMaterializationSchedule,
  deleteDatasetMaterializationSchedule,
  getDataModelMaterialization,
  listDataModelMaterializationSchedules,
  listDatasetMaterializationSchedules,
  listDatasetMaterializations,
  type MaterializationJob,
  type MaterializationSchedule,
  materializeDataModelElement,
  materializeDataset,
  patchDataModelMaterializationSchedule,
  updateDatasetMaterializationSchedule,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { createMaterializationRuns } from '../../services/materializations/materialization-runs.ts'
import { describeStores } from '../../store/testing.ts'
import { requestsOf, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const daily = { schedule: { cronSpec: '0 3 * * *', timezone: 'UTC' } }

interface Event {
  event: string
  materializedAt?: string
  columns: unknown[][]
  message?: string
}

describeStores('materializations of data models and datasets', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  let dataModelId = ''
  let datasetId = ''
  let workbookId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder', 'viewer', 'stranger'] })
    return documents.routes
  })
  const { send, done } = requestsOf(server, 'builder')
  const orders = () => ({ kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] })
  const make = async () => {
    if (dataModelId !== '') return
    const builder = await documents.viewer('builder')
    const { homeFolderId: folderId } = server().platform.people.builder
    const columns = [
      { id: 'id', formula: '[ORDERS/ORDER_ID]', name: 'Id' },
      { id: 'twice', formula: '[ORDERS/ORDER_ID] * 2', name: 'Twice' },
    ]
    const mine = [{ id: 'me', formula: 'CurrentUserEmail()', name: 'Me' }]
    const elements = [
      { id: 'orders', kind: 'table', name: 'Orders', source: orders(), columns },
      { id: 'mine', kind: 'table', name: 'Mine', source: orders(), columns: mine },
      { id: 'pick', kind: 'control', controlId: 'Pick', controlType: 'text', mode: 'equals' },
    ]
    const model = { name: 'Model', folderId, schemaVersion: 1, pages: [{ id: 'p', name: 'Page', elements }] }
    dataModelId = (await documents.specs.create(builder, 'data-model', model)).record.inode.id
    await documents.share(dataModelId, 'viewer', 'view')
    const dataset = {
      name: 'Old orders',
      folderId,
      source: orders(),
      columns: columns.map(({ name, formula }) => ({ name, formula })),
    }
    datasetId = (await done<{ datasetId: string }>('POST', '/v2/datasets', dataset)).datasetId
    await documents.share(datasetId, 'viewer', 'view')
    const reader = (id: string, source: object, name: string) => ({
      id,
      kind: 'table',
      name: id,
      source,
      columns: [{ id: 'sum', formula: `[${name}/Twice] + [${name}/Id]`, name: 'Sum' }],
    })
    const readers = [
      reader('of-model', { kind: 'data-model', dataModelId, elementId: 'orders' }, 'Orders'),
      reader('of-dataset', { kind: 'dataset', datasetId }, 'Old orders'),
    ]
    const book = { name: 'Book', folderId, schemaVersion: 1, pages: [{ id: 'p', name: 'Page', elements: readers }] }
    workbookId = (await documents.specs.create(builder, 'workbook', book)).record.inode.id
    await documents.share(workbookId, 'viewer', 'view')
  }
  const read = async (elementId: string) => {
    const body = { elementIds: [elementId], refresh: true }
    const { lines } = await send('POST', `/v2/workbooks/${workbookId}/pages/p/data`, body, 'viewer')
    const events = lines as Event[]
    expect(events.find(({ event }) => event === 'error')).toBeUndefined()
    return {
      rows: events.find(({ event }) => event === 'batch')?.columns[0]?.map(Number),
      storedAt: events.find(({ event }) => event === 'done')?.materializedAt,
    }
  }
  const change = async (statement: string) => {
    await documents.duckdb.close()
    await documents.duckdb.build(join(documents.folder, 'RETAIL.duckdb'), [statement], new AbortController().signal)
  }
  const addOrder = (id: number) =>
    change(`INSERT INTO PUBLIC.ORDERS VALUES (${id}, 14, 2, DATE '2026-06-02', 'shipped', 'app', NULL)`)
  const ofModel = (elementId: string) => `/v2/dataModels/${dataModelId}/elements/${elementId}/materializationSchedules`
  const modelSchedules = () => `/v2/dataModels/${dataModelId}/materializationSchedules`
  const modelRun = (id: string) => `/v2/dataModels/${dataModelId}/materializations/${id}`
  const runModel = () => `/v2/dataModels/${dataModelId}:materialize`
  const datasetSchedule = () => `/v2/datasets/${datasetId}/materializationSchedules`
  const datasetRuns = () => `/v2/datasets/${datasetId}/materialization`

  test('workbooks read the stored rows of an element of a data model, equal to the live ones', async () => {
    await make()
    expect(await read('of-model')).toEqual({ rows: [3, 6, 9, 12], storedAt: undefined })
    const made = await done<MaterializationSchedule>('POST', ofModel('orders'), daily)
    expect(made).toMatchObject({ elementId: 'orders', elementName: 'Orders', paused: false, storedAt: null })
    await documents.worker.runDue()
    const list = await done<{ entries: MaterializationSchedule[]; total: number }>('GET', modelSchedules())
    expect(list).toMatchObject({
      total: 1,
      entries: [{ sheetId: made.sheetId, storedAt: expect.any(String), lastRun: { status: 'ready' } }],
    })
    expect(await read('of-model')).toEqual({ rows: [3, 6, 9, 12], storedAt: list.entries[0]?.storedAt })
    await addOrder(5)
    expect((await read('of-model')).rows).toEqual([3, 6, 9, 12])
    const begun = await done<{ materializationId: string }>('POST', runModel(), { sheetId: made.sheetId })
    await documents.worker.runDue()
    const job = await done<MaterializationJob>('GET', modelRun(begun.materializationId))
    expect(job).toMatchObject({ status: 'ready', readyAt: expect.any(String) })
    expect((await read('of-model')).rows).toEqual([3, 6, 9, 12, 15])
  })

  test('another published definition is read live until the next run', async () => {
    const spec = await done<{ documentVersion: number }>('GET', `/v2/dataModels/${dataModelId}/spec`)
    const edited = JSON.parse(JSON.stringify(spec).replaceAll('* 2', '* 3'))
    await done('PUT', `/v2/dataModels/${dataModelId}/spec`, edited)
    expect(await read('of-model')).toEqual({ rows: [4, 8, 12, 16, 20], storedAt: undefined })
    const { entries } = await done<{ entries: MaterializationSchedule[] }>('GET', modelSchedules())
    await done('POST', runModel(), { sheetId: entries[0]?.sheetId })
    await documents.worker.runDue()
    expect(await read('of-model')).toEqual({ rows: [4, 8, 12, 16, 20], storedAt: expect.any(String) })
  })

  test('the times can be changed, and the rows are deleted with the schedule', async () => {
    const changed = await done('PATCH', ofModel('orders'), { schedule: { cronSpec: '0 4 * * *', timezone: 'UTC' } })
    expect(changed).toMatchObject({ schedule: { cronSpec: '0 4 * * *' } })
    await done('DELETE', ofModel('orders'))
    expect(await done('GET', modelSchedules())).toMatchObject({ entries: [] })
    expect(await read('of-model')).toEqual({ rows: [4, 8, 12, 16, 20], storedAt: undefined })
    await done('POST', ofModel('orders'), daily)
    await documents.worker.runDue()
  })

  test('the rows of a dataset are stored, and its runs have the words of datasets', async () => {
    expect(await send('POST', datasetRuns(), {})).toMatchObject({ status: 404 })
    await done('POST', datasetSchedule(), daily)
    await documents.worker.runDue()
    const schedules = await done('GET', datasetSchedule())
    expect(schedules).toMatchObject({ total: 1, entries: [{ storedAt: expect.any(String), ...daily }] })
    expect(await read('of-dataset')).toEqual({ rows: [3, 6, 9, 12, 15], storedAt: expect.any(String) })
    await addOrder(6)
    server().platform.clock.advance(1_000)
    expect(await done('POST', datasetRuns())).toEqual({ taskId: expect.any(String) })
    await documents.worker.runDue()
    const list = await done<{ entries: DatasetMaterialization[]; total: number }>('GET', datasetRuns())
    const rest = { finishedAt: expect.any(String), error: null, runtimeSecs: expect.any(Number) }
    const size = { numBytes: expect.any(Number) }
    expect(list).toMatchObject({
      total: 2,
      entries: [
        { status: 'success', numRows: 6, ...size, ...rest },
        { status: 'marked', numRows: 5, ...size, ...rest },
      ],
    })
    const page = (query: string) =>
      done<{ entries: DatasetMaterialization[]; total: number; nextPage: string | null }>(
        'GET',
        `${datasetRuns()}?limit=1${query}`,
      )
    const first = await page('')
    const second = await page(`&page=${encodeURIComponent(first.nextPage ?? '')}`)
    expect([first, second].map(({ entries, total }) => [total, entries.map(({ status }) => status)])).toEqual([
      [2, ['success']],
      [2, ['marked']],
    ])
    expect(second.nextPage).toBeNull()
    server().platform.clock.advance(25 * 3_600_000)
    const later = await done<{ entries: DatasetMaterialization[] }>('GET', datasetRuns())
    expect(later.entries.map(({ status }) => status)).toEqual(['success', 'swept'])
  })

  test('a dataset whose run failed keeps the rows stored last', async () => {
    const before = await read('of-dataset')
    await addOrder(7)
    server().platform.clock.advance(1_000)
    const limits = { rows: 3, bytes: 1_000_000, timeoutMs: 10_000 }
    const { organizationId } = await documents.viewer('builder')
    const { taskId } = await done<{ taskId: string }>('POST', datasetRuns())
    const signal = new AbortController().signal
    expect(await createMaterializationRuns({ ...documents, limits }).run(organizationId, taskId, signal)).toBe('failed')
    const { entries } = await done<{ entries: DatasetMaterialization[] }>('GET', datasetRuns())
    expect(entries[0]).toMatchObject({
      status: 'failed',
      error: { code: 'materialization_failed', message: expect.stringContaining('3 rows') },
      numRows: null,
      numBytes: null,
    })
    expect(await read('of-dataset')).toEqual(before)
    await done('PATCH', datasetSchedule(), { schedule: { cronSpec: '0 5 * * *' } })
    await done('DELETE', datasetSchedule())
    expect(await read('of-dataset')).toEqual({ rows: [3, 6, 9, 12, 15, 18, 21], storedAt: undefined })
    await done('POST', datasetSchedule(), daily)
    await documents.worker.runDue()
  })

  const nobody = { name: 'one that does not exist', as: 'builder' as const, status: 404 }
  const untested = {
    not_supported: 'a connection of another engine needs a server of its own',
    source_unavailable: 'as for page data, which tests it',
    query_cancelled: 'the engine answers before a test could cancel',
    engine_unavailable: 'no engine is asked for its columns again',
  }
  const path = (operation: { path: string }, elementId = 'orders') =>
    operation.path
      .replace(/\{(dataModelId|datasetId|materializationId)\}/g, unknownId)
      .replace('{elementId}', elementId)
  scenarios(
    `POST ${path(createDataModelMaterializationSchedule)}`,
    server,
    [
      { ...nobody, body: daily },
      { name: 'a viewer', as: 'viewer', path: () => ofModel('orders'), body: daily, status: 403 },
      { name: 'the same element again', as: 'builder', path: () => ofModel('orders'), body: daily, status: 409 },
      { name: 'an element without rows', as: 'builder', path: () => ofModel('pick'), body: daily, status: 400 },
      { name: 'an element of the viewer', as: 'builder', path: () => ofModel('mine'), body: daily, status: 400 },
    ],
    { operation: createDataModelMaterializationSchedule, untested },
  )
  const onModelElement = (body?: object) => [
    { ...nobody, ...(body && { body }) },
    { ...nobody, name: 'an element without a schedule', path: () => ofModel('mine'), ...(body && { body }) },
    { name: 'a viewer', as: 'viewer' as const, path: () => ofModel('orders'), ...(body && { body }), status: 403 },
  ]
  scenarios(`PATCH ${path(patchDataModelMaterializationSchedule)}`, server, onModelElement(daily), {
    operation: patchDataModelMaterializationSchedule,
  })
  scenarios(`DELETE ${path(deleteDataModelMaterializationSchedule)}`, server, onModelElement(), {
    operation: deleteDataModelMaterializationSchedule,
  })
  scenarios(`GET ${path(listDataModelMaterializationSchedules)}`, server, [nobody], {
    operation: listDataModelMaterializationSchedules,
  })
  scenarios(
    `POST ${path(materializeDataModelElement)}`,
    server,
    [
      { ...nobody, body: { sheetId: unknownId } },
      { ...nobody, name: 'a schedule that does not exist', path: runModel, body: { sheetId: unknownId } },
      { name: 'a viewer', as: 'viewer', path: runModel, body: { sheetId: unknownId }, status: 403 },
    ],
    {
      operation: materializeDataModelElement,
      untested: { conflict: 'the materializations of workbooks test a paused schedule' },
    },
  )
  scenarios(
    `GET ${path(getDataModelMaterialization)}`,
    server,
    [nobody, { ...nobody, name: 'a run that does not exist', path: () => modelRun(unknownId) }],
    { operation: getDataModelMaterialization },
  )
  scenarios(
    `POST ${path(createDatasetMaterializationSchedule)}`,
    server,
    [
      { ...nobody, body: daily },
      { name: 'a viewer', as: 'viewer', path: datasetSchedule, body: daily, status: 403 },
      { name: 'the same dataset again', as: 'builder', path: datasetSchedule, body: daily, status: 409 },
    ],
    {
      operation: createDatasetMaterializationSchedule,
      untested: {
        ...untested,
        element_has_no_data: 'a dataset always has rows',
        element_invalid: 'as for data models, which test it',
      },
    },
  )
  const onDataset = (body?: object) => [
    { ...nobody, ...(body && { body }) },
    { name: 'a viewer', as: 'viewer' as const, path: datasetSchedule, ...(body && { body }), status: 403 },
  ]
  scenarios(`GET ${path(listDatasetMaterializationSchedules)}`, server, [nobody], {
    operation: listDatasetMaterializationSchedules,
  })
  scenarios(`PATCH ${path(updateDatasetMaterializationSchedule)}`, server, onDataset(daily), {
    operation: updateDatasetMaterializationSchedule,
  })
  scenarios(`DELETE ${path(deleteDatasetMaterializationSchedule)}`, server, onDataset(), {
    operation: deleteDatasetMaterializationSchedule,
  })
  scenarios(
    `POST ${path(materializeDataset)}`,
    server,
    [nobody, { name: 'a viewer', as: 'viewer', path: datasetRuns, status: 403 }],
    {
      operation: materializeDataset,
      untested: { conflict: 'the materializations of workbooks test a paused schedule' },
    },
  )
  scenarios(`GET ${path(listDatasetMaterializations)}`, server, [nobody], { operation: listDatasetMaterializations })
})
