import {
  createDataModelSpec,
  getDataModel,
  getDataModelColumns,
  getDataModelElementQuery,
  getDataModelSpec,
  listDataModelElements,
  listDataModelSources,
  listDataModels,
  readDataModelPageData,
} from '@octavo/core/contract'
import { describe, expect, test } from 'vitest'
import { urlIdOf } from '../../store/index.ts'
import { describeEmbedded } from '../../store/testing.ts'
import { requestsOf, type Scenario, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

/** A table of the orders, with a column that the tests rename. */
function ordersModel(connectionId: string, folderId: string, statusName = 'Status') {
  return {
    name: 'Orders model',
    folderId,
    schemaVersion: 1,
    pages: [
      {
        id: 'pg',
        name: 'Model',
        elements: [
          {
            id: 'orders',
            kind: 'table',
            name: 'Orders',
            source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
            columns: [
              { id: 'id', formula: '[ORDERS/ORDER_ID]', name: 'Order Id' },
              { id: 'status', formula: '[ORDERS/STATUS]', name: statusName },
            ],
          },
        ],
      },
    ],
  }
}

function reader(dataModelId: string, folderId: string) {
  return {
    name: 'Reader',
    folderId,
    schemaVersion: 1,
    pages: [
      {
        id: 'pg',
        name: 'Page',
        elements: [
          {
            id: 'table',
            kind: 'table',
            name: 'By status',
            source: { kind: 'data-model', dataModelId, elementId: 'orders' },
            columns: [
              { id: 'c1', formula: '[Orders/Order Id]', name: 'Order' },
              { id: 'c2', formula: '[Orders/Status]', name: 'State' },
            ],
          },
        ],
      },
    ],
  }
}

describeEmbedded('data models', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  let dataModelId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const builder = await documents.viewer('builder')
    const body = ordersModel(connectionId, platform.people.builder.homeFolderId)
    dataModelId = (await documents.specs.create(builder, 'data-model', body)).record.inode.id
    await documents.share(dataModelId, 'viewer', 'view')
    return documents.routes
  })
  const home = () => server().platform.people.builder.homeFolderId
  const at = (path: string) => () => `/v2/dataModels/${dataModelId}${path}`
  const { send } = requestsOf(server, 'builder')
  const unknown = (path: string): Scenario => ({
    name: 'an unknown data model is not found',
    as: 'viewer',
    path: `/v2/dataModels/${unknownId}${path}`,
    status: 404,
    answer: { code: 'not_found' },
  })
  const engineAtRest = {
    source_unavailable: 'a source that cannot be read is told by its element; the tests of the catalogue have such',
    query_cancelled: 'the engine answers before a test could cancel',
    engine_unavailable: 'the connector tests end the engine',
  } as const

  test('ids sent at creation are kept, and a response may be sent back', async () => {
    const { body, headers } = await send('GET', `/v2/dataModels/${dataModelId}/spec`)
    expect(headers.etag).toBe('"1"')
    expect(body).toMatchObject({ dataModelId, kind: 'data-model', pages: ordersModel(connectionId, home()).pages })
    const put = await send('PUT', `/v2/dataModels/${dataModelId}/spec`, body as object)
    expect(put.body).toMatchObject({ success: true, dataModelId, documentVersion: 2 })
  })

  describe('as the source of a workbook', () => {
    test('its published columns are read, and their ids stay bound when a name changes', async () => {
      const made = await send('POST', '/v2/workbooks/spec', reader(dataModelId, home()))
      expect(made.status, made.text).toBe(200)
      const { workbookId } = made.body as { workbookId: string }
      const columns = async () =>
        (await send('GET', `/v2/workbooks/${workbookId}/elements/table/columns`)).body as {
          entries: { label: string; type: { type: string } }[]
        }
      const expected = [
        { label: 'Order', type: { type: 'integer' } },
        { label: 'State', type: { type: 'text' } },
      ]
      expect((await columns()).entries).toMatchObject(expected)
      const renamed = ordersModel(connectionId, home(), 'Order status')
      expect((await send('PUT', `/v2/dataModels/${dataModelId}/spec`, renamed)).status).toBe(200)
      expect((await columns()).entries).toMatchObject(expected)
    })

    test('it is one source with the elements that are used', async () => {
      const made = await send('POST', '/v2/workbooks/spec', reader(dataModelId, home()))
      const { workbookId } = made.body as { workbookId: string }
      expect((await send('GET', `/v2/workbooks/${workbookId}/sources`)).body).toEqual([
        { type: 'data-model', dataModelId, elementIds: ['orders'] },
      ])
    })

    test('a data model that the writer may not see is refused by name', async () => {
      const body = reader(dataModelId, server().platform.people.stranger.homeFolderId)
      const answer = await send('POST', '/v2/workbooks/spec', body, 'stranger')
      expect(answer.body).toMatchObject({
        code: 'invalid_document',
        details: {
          problems: [{ path: 'pages[0].elements[0].source', message: `Dependency not found: '${dataModelId}'` }],
        },
      })
    })

    test('custom SQL needs the right to write SQL and the whole connection', async () => {
      const sql = (folderId: string) => {
        const body = ordersModel(connectionId, folderId)
        const [element] = body.pages[0]?.elements ?? []
        const source = { kind: 'sql', connectionId, statement: 'select 1 as ORDER_ID, 2 as STATUS' }
        const columns = [{ id: 'id', formula: '[Custom SQL/ORDER_ID]' }]
        return { ...body, pages: [{ id: 'pg', name: 'P', elements: [{ ...element, source, columns }] }] }
      }
      expect((await send('POST', '/v2/dataModels/spec', sql(home()))).status).toBe(200)
      const stranger = server().platform.people.stranger.homeFolderId
      expect((await send('POST', '/v2/dataModels/spec', sql(stranger), 'stranger')).status).toBe(400)
    })
  })

  scenarios(
    'GET /v2/dataModels',
    server,
    [
      {
        name: 'lists shared data models',
        as: 'viewer',
        status: 200,
        answer: { entries: [{ name: 'Orders model', tags: [] }], total: 1 },
      },
      { name: 'everything is for administrators', as: 'viewer', query: { skipPermissionCheck: true }, status: 403 },
    ],
    { operation: listDataModels },
  )
  scenarios(
    'GET /v2/dataModels/{dataModelId}',
    server,
    [
      {
        name: 'its metadata',
        as: 'viewer',
        path: at(''),
        status: 200,
        check: ({ body }) =>
          expect(body).toMatchObject({ dataModelId, url: expect.stringContaining('/main/data-model/Orders-model-') }),
      },
      unknown(''),
    ],
    { operation: getDataModel },
  )
  scenarios(
    'GET /v2/dataModels/{dataModelId}/sources',
    server,
    [
      {
        name: 'a table has a tableId here',
        as: 'viewer',
        path: at('/sources'),
        status: 200,
        answer: { entries: [{ type: 'table', tableId: expect.any(String) }] },
      },
      unknown('/sources'),
    ],
    { operation: listDataModelSources, untested: { query_cancelled: engineAtRest.query_cancelled } },
  )
  scenarios(
    'GET /v2/dataModels/{dataModelId}/elements',
    server,
    [
      {
        name: 'its tables',
        as: 'viewer',
        path: at('/elements'),
        status: 200,
        answer: { entries: [{ elementId: 'orders', type: 'table' }] },
      },
      unknown('/elements'),
    ],
    { operation: listDataModelElements },
  )
  scenarios(
    'GET /v2/dataModels/{dataModelId}/columns',
    server,
    [
      {
        name: 'with their types',
        as: 'viewer',
        path: at('/columns'),
        status: 200,
        answer: { entries: [{ type: { type: 'integer' } }, {}], total: 2 },
      },
      unknown('/columns'),
    ],
    { operation: getDataModelColumns, untested: engineAtRest },
  )
  scenarios(
    'GET /v2/dataModels/{dataModelId}/elements/{elementId}/query',
    server,
    [
      {
        name: 'the SQL',
        as: 'viewer',
        path: at('/elements/orders/query'),
        status: 200,
        answer: { sql: expect.stringContaining('"STATUS"') },
      },
      { name: 'an unknown element', as: 'viewer', path: at('/elements/nope/query'), status: 404 },
    ],
    {
      operation: getDataModelElementQuery,
      untested: { ...engineAtRest, element_has_no_data: 'the row of workbooks tests the same way' },
    },
  )
  scenarios(
    'POST /v2/dataModels/{dataModelId}/pages/{pageId}/data',
    server,
    [
      {
        name: 'the rows, by urlId too',
        as: 'viewer',
        path: () => `/v2/dataModels/${urlIdOf(dataModelId)}/pages/pg/data`,
        body: { elementIds: ['orders'] },
        status: 200,
        check: ({ lines }) => {
          const events = lines as { event: string; columns?: unknown[]; rows?: number }[]
          expect(events.map(({ event }) => event)).toEqual(['start', 'schema', 'batch', 'done', 'end'])
          expect(events[1]?.columns).toMatchObject([{ id: 'id' }, { id: 'status' }])
          expect(events[3]?.rows).toBeGreaterThan(0)
        },
      },
      { ...unknown('/pages/pg/data'), body: {} },
      { name: 'a page that does not exist', as: 'viewer', path: at('/pages/nowhere/data'), body: {}, status: 404 },
      {
        name: 'an element that does not exist',
        as: 'viewer',
        path: at('/pages/pg/data'),
        body: { elementIds: ['nothing'] },
        status: 404,
        answer: { details: { kind: 'element', id: 'nothing' } },
      },
      {
        name: 'the draft is for editors',
        as: 'viewer',
        path: at('/pages/pg/data'),
        query: { draft: true },
        body: {},
        status: 403,
        answer: { code: 'forbidden' },
      },
    ],
    {
      operation: readDataModelPageData,
      untested: {
        invalid_document: 'edits that are not saved: column-details.test.ts',
        source_unavailable: 'comes as an event; before the first event only for a connection that goes meanwhile',
        engine_unavailable: 'the connector tests end the engine',
      },
    },
  )

  test('column security and row policies of a data model apply to every reader', async () => {
    const body = ordersModel(connectionId, server().platform.people.builder.homeFolderId)
    const [orders] = body.pages[0]?.elements ?? []
    const builder = await documents.viewer('builder')
    const policy = [...(orders?.columns ?? []), { id: 'mine', formula: 'CurrentUserEmail() = "nobody@example.com"' }]
    const secured = {
      ...orders,
      columnSecurities: [{ id: 's', restrictedColumns: ['status'], criteria: { kind: 'no-one-can-view' } }],
    }
    const filtered = {
      ...orders,
      id: 'filtered',
      name: 'Filtered',
      columns: policy,
      filters: [{ id: 'f', columnId: 'mine', kind: 'list', mode: 'include', values: [true] }],
    }
    const model = { ...body, name: 'Secured', pages: [{ id: 'pg', name: 'P', elements: [secured, filtered] }] }
    const { inode } = (await documents.specs.create(builder, 'data-model', model)).record
    await documents.share(inode.id, 'viewer', 'view')
    const rowsOf = async (elementId: string) => {
      const path = `/v2/dataModels/${inode.id}/pages/pg/data`
      const { lines } = await server().request({
        method: 'POST',
        path,
        as: 'viewer',
        body: { elementIds: [elementId] },
      })
      const events = lines as { event: string; columns: unknown[][]; states?: unknown[][]; rows?: number }[]
      return {
        rows: events.find(({ event }) => event === 'done')?.rows,
        batch: events.find(({ event }) => event === 'batch'),
      }
    }
    const { batch, rows } = await rowsOf('orders')
    expect(rows).toBeGreaterThan(0)
    expect(new Set(batch?.columns[1])).toEqual(new Set([null]))
    expect(new Set(batch?.states?.[1])).toEqual(new Set(['restricted']))
    expect(await rowsOf('filtered')).toMatchObject({ rows: 0 })
  })

  scenarios(
    'GET /v2/dataModels/{dataModelId}/spec',
    server,
    [
      unknown('/spec'),
      { name: 'a draft is for editors', as: 'viewer', path: at('/spec'), query: { draft: true }, status: 403 },
      {
        name: 'another format',
        as: 'viewer',
        path: at('/spec'),
        query: { format: 'xml' },
        status: 400,
        answer: { code: 'invalid_request' },
      },
    ],
    { operation: getDataModelSpec },
  )
  scenarios(
    'POST /v2/dataModels/spec',
    server,
    [
      {
        name: 'kinds that a data model cannot contain',
        as: 'builder',
        body: {
          name: 'A',
          folderId: unknownId,
          schemaVersion: 1,
          pages: [{ id: 'p', name: 'P', elements: [{ id: 't', kind: 'text', body: 'x' }] }],
        },
        status: 400,
        answer: { code: 'invalid_document' },
      },
      {
        name: 'an unknown folder',
        as: 'builder',
        body: { name: 'A', folderId: unknownId, schemaVersion: 1, pages: [] },
        status: 404,
      },
    ],
    { operation: createDataModelSpec, untested: { forbidden: 'workbooks test the same way' } },
  )
})
