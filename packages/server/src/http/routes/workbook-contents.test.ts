import {
  explainElement,
  getElementColumns,
  getElementQuery,
  getWorkbookColumns,
  getWorkbookControls,
  getWorkbookSchema,
  listWorkbookElements,
  listWorkbookPageElements,
  listWorkbookPages,
  listWorkbookQueries,
} from '@octavo/core/contract'
import { describe, expect, test } from 'vitest'
import { urlIdOf } from '../../store/index.ts'
import { describeEmbedded } from '../../store/testing.ts'
import { type Scenario, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, smallWorkbook, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

describeEmbedded('what a workbook holds', (openStore) => {
  let documents: TestServices
  let workbookId = ''
  let connectionId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const builder = await documents.viewer('builder')
    const body = smallWorkbook(connectionId, platform.people.builder.homeFolderId)
    workbookId = (await documents.specs.create(builder, 'workbook', body)).record.inode.id
    await documents.share(workbookId, 'viewer', 'view')
    return documents.routes
  })
  const get = async (path: string, query = {}, as: 'viewer' | 'builder' = 'viewer') =>
    server().request({ method: 'GET', path: `/v2/workbooks/${workbookId}${path}`, as, query })
  /** A function, because the workbook is created after this table of cases. */
  const at = (path: string) => () => `/v2/workbooks/${workbookId}${path}`
  const unknownWorkbook = (path: string): Scenario => ({
    name: 'an unknown workbook is not found',
    as: 'viewer',
    path: `/v2/workbooks/${unknownId}${path}`,
    status: 404,
    answer: { code: 'not_found' },
  })
  const draftIsTested = { forbidden: 'the rule of drafts has its row with the pages' } as const
  const engineAtRest = {
    ...draftIsTested,
    source_unavailable: 'a source that cannot be read is told by its element; the tests of the catalogue have such',
    query_cancelled: 'the engine answers before a test could cancel',
    engine_unavailable: 'the connector tests end the engine',
  } as const

  scenarios(
    'GET /v2/workbooks/{workbookId}/pages',
    server,
    [
      {
        name: 'pages in their order',
        as: 'viewer',
        path: at('/pages'),
        status: 200,
        answer: { entries: [{ pageId: 'pg', name: 'Overview', hidden: false }], total: 1, nextPage: null },
      },
      { name: 'a tag that does not exist', as: 'viewer', path: at('/pages'), query: { tag: 'prod' }, status: 404 },
      {
        name: 'a saved view that does not exist',
        as: 'viewer',
        path: at('/pages'),
        query: { bookmarkId: 'b' },
        status: 404,
      },
      { name: 'a draft is for editors', as: 'viewer', path: at('/pages'), query: { draft: true }, status: 403 },
      unknownWorkbook('/pages'),
    ],
    { operation: listWorkbookPages },
  )

  scenarios(
    'GET /v2/workbooks/{workbookId}/pages/{pageId}/elements',
    server,
    [
      {
        name: 'elements with their kinds and column names',
        as: 'viewer',
        path: at('/pages/pg/elements'),
        status: 200,
        answer: {
          entries: [
            { elementId: 'ctl-status', type: 'control', name: 'Status' },
            { elementId: 'kpi', type: 'visualization', vizualizationType: 'kpi', columns: ['Orders'] },
            { elementId: 'bars', type: 'visualization', vizualizationType: 'bar', columns: ['Channel', 'Orders'] },
            { elementId: 'orders', type: 'table', columns: ['Order Id', 'Order Date', 'Status', 'Channel'] },
          ],
          total: 4,
        },
      },
      {
        name: 'an unknown page',
        as: 'viewer',
        path: at('/pages/nope/elements'),
        status: 404,
        answer: { code: 'not_found' },
      },
    ],
    { operation: listWorkbookPageElements, untested: draftIsTested },
  )

  scenarios(
    'GET /v2/workbooks/{workbookId}/elements',
    server,
    [
      {
        name: 'the second page of one entry each',
        as: 'viewer',
        path: at('/elements'),
        query: { limit: 1 },
        status: 200,
        check: async ({ body }) => {
          const { nextPage } = body as { nextPage: string }
          const second = await get('/elements', { limit: 1, page: nextPage })
          expect(second.body).toMatchObject({ entries: [{ elementId: 'kpi' }], total: 4, hasMore: true })
        },
      },
      unknownWorkbook('/elements'),
    ],
    { operation: listWorkbookElements, untested: draftIsTested },
  )

  scenarios(
    'GET /v2/workbooks/{workbookId}/columns',
    server,
    [
      {
        name: 'columns with name, label, formula, type and format',
        as: 'viewer',
        path: at('/columns'),
        status: 200,
        check: ({ body }) => {
          const { entries } = body as { entries: { columnId: string }[] }
          expect(entries.find(({ columnId }) => columnId === 'o-date')).toEqual({
            columnId: 'o-date',
            elementId: 'orders',
            name: 'Order Date',
            label: 'Order Date',
            formula: '[ORDERS/ORDER_DATE]',
            type: { type: 'datetime', exactType: 'date' },
            format: { kind: 'datetime', formatString: '%Y-%m-%d' },
          })
        },
      },
      unknownWorkbook('/columns'),
    ],
    { operation: getWorkbookColumns, untested: engineAtRest },
  )

  scenarios(
    'GET /v2/workbooks/{workbookId}/elements/{elementId}/columns',
    server,
    [
      {
        name: 'columns with their labels',
        as: 'viewer',
        path: at('/elements/kpi/columns'),
        status: 200,
        answer: {
          entries: [
            { columnId: 'k1', label: 'Orders', formula: 'CountDistinct([Orders/Order Id])', type: { type: 'integer' } },
          ],
          total: 1,
        },
      },
      {
        name: 'a control has none',
        as: 'viewer',
        path: at('/elements/ctl-status/columns'),
        status: 200,
        answer: { entries: [] },
      },
      {
        name: 'an unknown element',
        as: 'viewer',
        path: at('/elements/nope/columns'),
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'a name that every JavaScript object has',
        as: 'viewer',
        path: at('/elements/constructor/columns'),
        status: 404,
      },
    ],
    { operation: getElementColumns, untested: engineAtRest },
  )

  scenarios(
    'GET /v2/workbooks/{workbookId}/elements/{elementId}/query',
    server,
    [
      {
        name: 'the SQL of an element',
        as: 'viewer',
        path: at('/elements/orders/query'),
        status: 200,
        answer: { elementId: 'orders', name: 'Orders', sql: expect.stringContaining('"ORDERS"') },
      },
      {
        name: 'a control has no SQL',
        as: 'viewer',
        path: at('/elements/ctl-status/query'),
        status: 400,
        answer: { code: 'element_has_no_data' },
      },
      { name: 'an unknown element', as: 'viewer', path: at('/elements/nope/query'), status: 404 },
    ],
    { operation: getElementQuery, untested: engineAtRest },
  )

  scenarios(
    'GET /v2/workbooks/{workbookId}/elements/{elementId}/explain',
    server,
    [
      {
        name: 'the plan of an element, with the estimates of the engine and the costliest step',
        as: 'viewer',
        path: at('/elements/orders/explain'),
        status: 200,
        answer: {
          elementId: 'orders',
          name: 'Orders',
          dialect: 'duckdb',
          isVerified: true,
          hasEstimates: true,
          levels: expect.arrayContaining([
            expect.objectContaining({ sql: expect.stringContaining('"ORDERS"'), estimatedRows: expect.any(Number) }),
          ]),
          costliest: { name: expect.stringContaining('Orders'), rows: expect.any(Number) },
        },
      },
      {
        name: 'a control has no plan',
        as: 'viewer',
        path: at('/elements/ctl-status/explain'),
        status: 400,
        answer: { code: 'element_has_no_data' },
      },
      { name: 'an unknown element', as: 'viewer', path: at('/elements/nope/explain'), status: 404 },
      unknownWorkbook('/elements/orders/explain'),
    ],
    {
      operation: explainElement,
      untested: {
        ...engineAtRest,
        element_invalid: 'an element that does not compile is one of page data',
        source_unavailable: 'a source that cannot be read is one of page data',
        control_required: 'required controls have their tests in test/golden',
      },
    },
  )

  scenarios(
    'GET /v2/workbooks/{workbookId}/queries',
    server,
    [
      {
        name: 'one entry for each element with data',
        as: 'viewer',
        path: at('/queries'),
        status: 200,
        check: ({ body }) => {
          const { entries } = body as { entries: { elementId: string; sql?: string }[] }
          expect(entries.map(({ elementId }) => elementId)).toEqual(['kpi', 'bars', 'orders'])
          expect(entries.every(({ sql }) => sql !== undefined && sql.length > 20)).toBe(true)
        },
      },
      unknownWorkbook('/queries'),
    ],
    { operation: listWorkbookQueries, untested: engineAtRest },
  )

  scenarios(
    'GET /v2/workbooks/{workbookId}/controls',
    server,
    [
      {
        name: 'controls by the id that exports use',
        as: 'viewer',
        path: at('/controls'),
        status: 200,
        answer: { entries: [{ name: 'Status-Pick', valueType: 'text-list' }], total: 1 },
      },
      unknownWorkbook('/controls'),
    ],
    { operation: getWorkbookControls, untested: engineAtRest },
  )

  scenarios(
    'GET /v2/workbooks/{workbookId}/schema',
    server,
    [
      {
        name: 'without SQL there are no statements and no display names',
        as: 'viewer',
        path: at('/schema'),
        status: 200,
        check: ({ body, text }) => {
          expect(body).toMatchObject({ sqlQueries: {}, sqlQueryErrors: {}, elements: { kpi: { id: 'kpi' } } })
          expect(text).not.toContain('displayName')
        },
      },
      {
        name: 'with SQL there are both',
        as: 'viewer',
        path: at('/schema'),
        query: { includeSql: true },
        status: 200,
        answer: {
          elements: { kpi: { id: 'kpi', type: 'kpi-chart', displayName: 'Order count' } },
          sqlQueries: { orders: expect.stringContaining('SELECT') },
          variables: { 'Status-Pick': { id: 'Status-Pick', defaultValue: [] } },
          pages: { pg: { id: 'pg', title: 'Overview', hidden: false, sortIndex: 0 } },
        },
      },
      unknownWorkbook('/schema'),
    ],
    { operation: getWorkbookSchema, untested: engineAtRest },
  )

  describe('sources', () => {
    test('a table is named by its id in the catalogue, which stays the same', async () => {
      const first = (await get('/sources')).body as { type: string; inodeId: string }[]
      expect(first).toMatchObject([{ type: 'table' }])
      expect((await get('/sources')).body).toEqual(first)
      const path = `/v2/connections/paths/${first[0]?.inodeId}`
      const answer = await server().request({ method: 'GET', path, as: 'builder' })
      expect(answer.body).toEqual({ connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] })
      const unusable = await server().request({ method: 'GET', path, as: 'viewer' })
      expect(unusable.status).toBe(404)
    })

    test('elements and sources form a tree', async () => {
      const [{ inodeId } = { inodeId: '' }] = (await get('/sources')).body as { inodeId: string }[]
      const { body } = await get('/lineage')
      const id = `inode-${urlIdOf(inodeId)}`
      expect(body).toMatchObject({
        entries: [
          { type: 'element', elementId: 'kpi', sourceIds: ['orders'], dataSourceIds: [id] },
          { type: 'element', elementId: 'bars', sourceIds: ['orders'], dataSourceIds: [id] },
          { type: 'element', elementId: 'orders', sourceIds: [id], dataSourceIds: [id] },
          { type: 'table', inodeId, datasourceId: id, connectionId, name: 'ORDERS' },
        ],
        total: 4,
      })
    })
  })

  test('an invalid formula gives its column the type error and does not affect others', async () => {
    const body = smallWorkbook(connectionId, server().platform.people.builder.homeFolderId)
    const text = JSON.stringify(body).replace('"[ORDERS/CHANNEL]"', '"[ORDERS/NO_SUCH]"')
    const made = await server().request({
      method: 'POST',
      path: '/v2/workbooks/spec',
      as: 'builder',
      body: JSON.parse(text),
    })
    const id = (made.body as { workbookId: string }).workbookId
    const { body: columns } = await server().request({
      method: 'GET',
      path: `/v2/workbooks/${id}/elements/orders/columns`,
      as: 'builder',
    })
    expect(columns).toMatchObject({
      entries: [
        { label: 'Order Id', type: { type: 'integer' } },
        { type: { type: 'datetime' } },
        { type: { type: 'text' } },
        { label: 'Channel', type: { type: 'error', message: expect.stringContaining('NO_SUCH') } },
      ],
    })
  })

  describe('page data', () => {
    const read = async (body: object, as: 'viewer' | 'stranger' = 'viewer', page = 'pg') =>
      server().request({ method: 'POST', path: `/v2/workbooks/${workbookId}/pages/${page}/data`, as, body })
    interface Event {
      event: string
      resultId?: string
      elements?: string[]
      columns?: unknown[][]
    }
    const cellsOf = (lines: unknown[], elementId: string) => {
      const events = lines as Event[]
      const schema = events.find(({ event, elements }) => event === 'schema' && elements?.includes(elementId))
      return events.filter(({ event, resultId }) => event === 'batch' && resultId === schema?.resultId)[0]?.columns
    }

    test('every element sends its rows, and the stream has a start and an end', async () => {
      const { lines, status } = await read({})
      expect(status).toBe(200)
      expect(lines[0]).toEqual({ event: 'start', version: 1 })
      expect(lines.at(-1)).toEqual({ event: 'end' })
      expect(cellsOf(lines, 'kpi')).toEqual([['4']])
      expect(cellsOf(lines, 'bars')).toEqual([
        ['web', 'app', 'counter'],
        ['2', '1', '1'],
      ])
      expect(cellsOf(lines, 'orders')?.[0]).toEqual(['4', '3', '2', '1'])
    })

    test('a control value filters everything that reads the table', async () => {
      const { lines } = await read({ elementIds: ['kpi'], controls: { 'Status-Pick': 'completed,shipped' } })
      expect(cellsOf(lines, 'kpi')).toEqual([['3']])
    })

    test('a window requests more rows', async () => {
      const windows = [{ elementId: 'orders', level: 'base', offset: 1, limit: 2 }]
      const { lines } = await read({ elementIds: ['orders'], windows })
      expect(cellsOf(lines, 'orders')?.[0]).toEqual(['3', '2'])
    })

    test.each<[string, object, number, string]>([
      ['an unknown element', { elementIds: ['nope'] }, 404, 'not_found'],
      ['a control that is not there', { controls: { Nope: 'x' } }, 400, 'invalid_request'],
      [
        'a level that cannot be',
        { windows: [{ elementId: 'orders', level: 'g0', offset: 0, limit: 1 }] },
        400,
        'invalid_request',
      ],
    ])('%s is refused before the stream starts', async (_title, body, status, code) => {
      const answer = await read(body)
      expect(answer.status, answer.text).toBe(status)
      expect(answer.body).toMatchObject({ code })
    })

    test('an unknown page, or a workbook that is not shared, is not found', async () => {
      expect((await read({}, 'viewer', 'nope')).status).toBe(404)
      expect((await read({}, 'stranger')).status).toBe(404)
    })
  })
})
