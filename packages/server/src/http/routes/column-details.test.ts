import { readColumnDetails } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeEmbedded } from '../../store/testing.ts'
import { scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail } from './testing.ts'

const lines = `CREATE TABLE PUBLIC.LINES AS SELECT * FROM (VALUES
  (1, 'a', 2), (1, 'b', 3), (2, 'c', 5), (9, 'd', 7)) AS t(ORDER_ID, SKU, QUANTITY)`

function workbook(connectionId: string, folderId: string) {
  const table = (name: string) => ({ kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', name] })
  return {
    name: 'Details',
    folderId,
    schemaVersion: 1,
    pages: [
      {
        id: 'p',
        name: 'Page',
        elements: [
          {
            id: 'orders',
            kind: 'table',
            name: 'Orders',
            source: table('ORDERS'),
            columns: [
              { id: 'id', formula: '[ORDERS/ORDER_ID]' },
              { id: 'customer', formula: '[ORDERS/CUSTOMER_ID]', hidden: true },
              { id: 'status', formula: '[ORDERS/STATUS]', name: 'State' },
              { id: 'shipped', formula: '[ORDERS/SHIPPED_AT]' },
            ],
            filters: [],
          },
          {
            id: 'lines',
            kind: 'table',
            name: 'Lines',
            source: table('LINES'),
            columns: [
              { id: 'order', formula: '[LINES/ORDER_ID]' },
              { id: 'quantity', formula: '[LINES/QUANTITY]' },
            ],
          },
          {
            id: 'bars',
            kind: 'bar-chart',
            source: { kind: 'table', elementId: 'orders' },
            columns: [
              { id: 'state', formula: '[Orders/State]' },
              { id: 'n', formula: 'Count()', name: 'N' },
            ],
            filters: [{ id: 'f', columnId: 'state', kind: 'list', mode: 'exclude', values: ['returned'] }],
            yAxis: { columnIds: ['n'] },
          },
        ],
      },
    ],
  }
}

describeEmbedded('details of columns', (openStore) => {
  let id = ''
  const server = useServer(openStore, async (platform) => {
    const documents = buildTestServices(platform)
    const connectionId = await documents.addConnection([...smallRetail, lines], { usableBy: ['builder'] })
    const body = workbook(connectionId, platform.people.builder.homeFolderId)
    id = (await documents.specs.create(await documents.viewer('builder'), 'workbook', body)).record.inode.id
    await documents.share(id, 'viewer', 'view')
    return documents.routes
  })
  const path = (elementId: string) => () => `/v2/workbooks/${id}/elements/${elementId}/columnDetails`
  const details = path('orders')
  const removeReturned = {
    op: 'set',
    at: ['elements', { id: 'orders' }, 'filters'],
    value: [{ id: 'f', columnId: 'status', kind: 'list', mode: 'exclude', values: ['returned'] }],
  }

  scenarios(
    'POST /v2/workbooks/{workbookId}/elements/{elementId}/columnDetails',
    server,
    [
      {
        name: 'describes a number with its histogram',
        as: 'viewer',
        path: details,
        body: { columnId: 'id', bins: 2, top: 1 },
        status: 200,
        answer: {
          column: {
            name: 'Order Id',
            type: 'int64',
            rows: 4,
            nulls: 0,
            distinct: 4,
            statistics: [
              { name: 'min', value: '1' },
              { name: 'max', value: '4' },
              { name: 'sum', value: '10' },
              { name: 'average', value: 2.5 },
              { name: 'median', value: 2.5 },
              { name: 'deviation' },
            ],
            hasMoreValues: true,
            histogram: [
              { from: 1, to: 2.5, count: 2 },
              { from: 2.5, to: 4, count: 2 },
            ],
          },
        },
      },
      {
        name: 'counts the rows and nothing else',
        as: 'viewer',
        path: details,
        body: { countRows: true },
        status: 200,
        check: ({ body }) => expect(body).toEqual({ rows: 4 }),
      },
      {
        name: 'lists the values of a text, most frequent first',
        as: 'viewer',
        path: details,
        body: { columnId: 'status' },
        status: 200,
        check: ({ body }) => {
          const { column } = body as { column: { name: string; values: { value: string; count: number }[] } }
          expect(column.name).toBe('State')
          expect(column.values[0]).toEqual({ value: 'completed', count: 2 })
          expect(column.values).toHaveLength(3)
        },
      },
      {
        name: 'lists the values that contain a text',
        as: 'viewer',
        path: details,
        body: { columnId: 'status', search: 'turn' },
        status: 200,
        answer: { column: { rows: 4, values: [{ value: 'returned', count: 1 }], hasMoreValues: false } },
      },
      {
        name: 'counts nulls of a timestamp',
        as: 'viewer',
        path: details,
        body: { columnId: 'shipped' },
        status: 200,
        answer: { column: { nulls: 2, distinct: 2, histogram: [] } },
      },
      {
        name: 'returns how well keys match and which are duplicates',
        as: 'viewer',
        path: details,
        body: { match: { elementId: 'lines', keys: [{ columnId: 'id', otherColumnId: 'order' }] } },
        status: 200,
        answer: {
          match: { rows: 4, matched: 2, keys: 3, repeatedKeys: 1, mostRepeated: [{ key: ['1'], count: 2 }] },
        },
      },
      {
        name: 'describes the draft with unsaved edits',
        as: 'builder',
        path: details,
        query: { draft: true },
        body: { columnId: 'status', edits: [removeReturned] },
        status: 200,
        answer: { column: { rows: 3, distinct: 2 } },
      },
      {
        name: 'describes the published version with unsaved edits of a new custom view',
        as: 'builder',
        path: details,
        body: { columnId: 'status', edits: [removeReturned] },
        status: 200,
        answer: { column: { rows: 3, distinct: 2 } },
      },
      {
        name: 'edits by a member who may not explore',
        as: 'viewer',
        path: details,
        body: { columnId: 'status', edits: [removeReturned] },
        status: 403,
        answer: { code: 'forbidden' },
      },
      {
        name: 'edits by a member who may not edit',
        as: 'viewer',
        path: details,
        query: { draft: true },
        body: { columnId: 'status', edits: [removeReturned] },
        status: 403,
        answer: { code: 'forbidden' },
      },
      {
        name: 'edits that make the document invalid',
        as: 'builder',
        path: details,
        query: { draft: true },
        body: {
          columnId: 'status',
          edits: [{ ...removeReturned, value: [{ id: 'f', columnId: 'nobody', kind: 'list' }] }],
        },
        status: 400,
        answer: { code: 'invalid_document' },
      },
      {
        name: 'a hidden column, for a reader',
        as: 'viewer',
        path: details,
        body: { columnId: 'customer' },
        status: 404,
        answer: { code: 'not_found', details: { kind: 'column' } },
      },
      {
        name: 'a hidden column, for the author',
        as: 'builder',
        path: details,
        body: { columnId: 'customer' },
        status: 200,
        answer: { column: { distinct: 3 } },
      },
      {
        name: 'a chart, for members who may write formulas: the rows that it aggregates',
        as: 'builder',
        path: path('bars'),
        body: { columnId: 'state' },
        status: 200,
        answer: { column: { name: 'State', type: 'text', rows: 3, distinct: 2, hasMoreValues: false } },
      },
      {
        name: 'an aggregate of a chart has no rows of its own',
        as: 'builder',
        path: path('bars'),
        body: { columnId: 'n' },
        status: 400,
        answer: { code: 'element_has_no_data' },
      },
      {
        name: 'a chart, for readers',
        as: 'viewer',
        path: path('bars'),
        body: { columnId: 'state' },
        status: 400,
        answer: { code: 'element_has_no_data' },
      },
      {
        name: 'an element that does not exist',
        as: 'viewer',
        path: path('nobody'),
        body: { columnId: 'n' },
        status: 404,
        answer: { code: 'not_found' },
      },
      {
        name: 'a workbook of somebody else',
        as: 'stranger',
        path: details,
        body: { columnId: 'id' },
        status: 404,
        answer: { code: 'not_found' },
      },
    ],
    {
      operation: readColumnDetails,
      untested: {
        element_invalid: 'as for page data: a column whose formula has a problem',
        source_unavailable: 'the catalogue tests take tables away',
        engine_unavailable: 'the connector tests end the engine',
        query_failed: 'the connector tests make statements fail',
        query_cancelled: 'the page data test takes clients away',
      },
    },
  )

  test('page data of unsaved edits shows them and saves nothing', async () => {
    const column = { id: 'twice', formula: '[Order Id] * 2', name: 'Twice' }
    const insert = { op: 'insert', at: ['elements', { id: 'orders' }, 'columns'], entry: column, after: 'id' }
    const ask = (body: object, query: Record<string, boolean> = { draft: true }) =>
      server().request({ as: 'builder', method: 'POST', path: `/v2/workbooks/${id}/pages/p/data`, query, body })
    const preview = await ask({ elementIds: ['orders'], edits: [insert] })
    expect(preview.text).toContain('"name":"Twice"')
    expect(preview.text).toContain('["2","4","6","8"]')
    expect((await ask({ elementIds: ['orders'] })).text).not.toContain('Twice')
    const broken = { ...insert, entry: { id: 'bad', formula: '[Nobody] + 1', name: 'Bad' } }
    const withError = await ask({ elementIds: ['orders'], edits: [broken] })
    expect(withError.text).toMatch(/"columnErrors":\{"orders":\[\{"id":"bad","name":"Bad","message":"[^"]+"/)
    expect(withError.text).toContain('"rows":4')
    expect((await ask({ elementIds: ['orders'], edits: [insert] }, {})).text).toContain('["2","4","6","8"]')
    const nowhere = await ask({ edits: [{ ...insert, at: ['elements', { id: 'nobody' }, 'columns'] }] })
    expect(nowhere.body).toMatchObject({ code: 'invalid_request' })
    const foreign = { kind: 'warehouse-table', connectionId: '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b', path: ['X'] }
    const stolen = await ask({ edits: [{ op: 'set', at: ['elements', { id: 'orders' }, 'source'], value: foreign }] })
    expect(stolen.body).toMatchObject({ code: 'invalid_document' })
  })
})
