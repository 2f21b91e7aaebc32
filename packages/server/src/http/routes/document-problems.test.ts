import { describe, expect, test } from 'vitest'
import { describeEmbedded } from '../../store/testing.ts'
import { useServer } from '../testing.ts'
import { buildDocumentHouse, type DocumentHouse, smallRetail } from './testing.ts'

interface Broken {
  name: string
  elements: (connectionId: string) => object[]
  /** Path inside the elements of the page, and the code of the problem. */
  problems: [path: string, code: string][]
}

const orders = (connectionId: string, fields: object = {}) => ({
  id: 'orders',
  kind: 'table',
  name: 'Orders',
  source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
  columns: [
    { id: 'id', formula: '[ORDERS/ORDER_ID]', name: 'Order Id' },
    { id: 'status', formula: '[ORDERS/STATUS]', name: 'Status' },
  ],
  ...fields,
})
const withFormula = (connectionId: string, formula: string, fields: object = {}) => [
  orders(connectionId, {
    columns: [
      { id: 'id', formula: '[ORDERS/ORDER_ID]' },
      { id: 'new', formula },
    ],
    ...fields,
  }),
]

const table: readonly Broken[] = [
  {
    name: 'an unknown table',
    elements: (id) => [
      orders(id, { source: { kind: 'warehouse-table', connectionId: id, path: ['RETAIL', 'PUBLIC', 'NO'] } }),
    ],
    problems: [['[0].source', 'source_unavailable']],
  },
  {
    name: 'an unknown column',
    elements: (id) => withFormula(id, '[ORDERS/NOT_THERE]'),
    problems: [['[0].columns[1].formula', 'unknown_column']],
  },
  {
    name: 'an unknown function in a hidden column',
    elements: (id) => [
      orders(id, {
        columns: [
          { id: 'id', formula: '[ORDERS/ORDER_ID]' },
          { id: 'new', formula: 'Sumn([ORDERS/ORDER_ID])', hidden: true },
        ],
      }),
    ],
    problems: [['[0].columns[1].formula', 'unknown_function']],
  },
  {
    name: 'a formula that ends too soon, and one of the wrong type',
    elements: (id) => [
      orders(id, {
        columns: [
          { id: 'a', formula: 'Sum(' },
          { id: 'b', formula: '[ORDERS/ORDER_DATE] * 2' },
        ],
      }),
    ],
    problems: [
      ['[0]', 'element_invalid'],
      ['[0].columns[0].formula', 'unexpected_end'],
      ['[0].columns[1].formula', 'wrong_type'],
    ],
  },
  {
    name: 'columns that read each other',
    elements: (id) => [
      orders(id, {
        columns: [
          { id: 'a', formula: '[B] + 1', name: 'A' },
          { id: 'b', formula: '[A] + 1', name: 'B' },
        ],
      }),
    ],
    problems: [
      ['[0]', 'element_invalid'],
      ['[0].columns[0].formula', 'circular_reference'],
      ['[0].columns[1].formula', 'circular_reference'],
    ],
  },
  {
    name: 'custom SQL that the engine does not understand',
    elements: (connectionId) => [
      {
        id: 'sql',
        kind: 'table',
        name: 'Sql',
        source: { kind: 'sql', connectionId, statement: 'SELECT nothing FROM nowhere' },
        columns: [{ id: 'a', formula: '[Custom SQL/nothing]' }],
      },
    ],
    problems: [['[0].source', 'source_unavailable']],
  },
  {
    name: 'a chart over a column that its table does not have',
    elements: (id) => [
      orders(id),
      {
        id: 'chart',
        kind: 'bar-chart',
        name: 'Chart',
        source: { kind: 'table', elementId: 'orders' },
        columns: [
          { id: 'x', formula: '[Orders/Region]' },
          { id: 'y', formula: 'Count()' },
        ],
        xAxis: { columnId: 'x' },
        yAxis: { columnIds: ['y'] },
      },
    ],
    problems: [
      ['[1]', 'element_invalid'],
      ['[1].columns[0].formula', 'unknown_column'],
      ['[1].columns[1].formula', 'invalid_reference'],
    ],
  },
  {
    name: 'a text that computes with a column that is not there',
    elements: (id) => [orders(id), { id: 'text', kind: 'text', body: 'All: {{Sum([Orders/Amount])}}' }],
    problems: [['[1].body', 'unknown_column']],
  },
  {
    name: 'a control that offers a column with an error',
    elements: (id) => [
      ...withFormula(id, '[ORDERS/NOT_THERE]'),
      {
        id: 'control',
        kind: 'control',
        controlId: 'region',
        controlType: 'list',
        mode: 'include',
        source: { kind: 'source', source: { kind: 'table', elementId: 'orders' }, columnId: 'new' },
      },
    ],
    problems: [
      ['[0].columns[1].formula', 'unknown_column'],
      ['[1].source', 'element_invalid'],
    ],
  },
]

describeEmbedded('problems of documents that are stored all the same', (openStore) => {
  let documents: DocumentHouse
  let connectionId = ''
  const server = useServer(openStore, async (house) => {
    documents = buildDocumentHouse(house)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    return documents.routes
  })
  const bodyOf = (elements: object[]) => ({
    name: 'Broken',
    folderId: server().house.people.builder.homeFolderId,
    schemaVersion: 1,
    pages: [{ id: 'page', name: 'Page', elements }],
  })
  const send = async (method: string, path: string, body: object, query = {}) => {
    const answer = await server().request({ method, path, as: 'builder', body, query })
    expect(answer.status, answer.text).toBe(200)
    return answer.body as {
      workbookId: string
      dataModelId: string
      documentVersion: number
      warnings?: { path: string; code?: string; message: string }[]
      valid?: boolean
      errors?: { path: string; code?: string; summary: string }[]
    }
  }
  const places = (found: { path: string; code?: string }[] = []) => found.map(({ path, code }) => [path, code]).sort()
  const countDocuments = async () =>
    (await server().house.store.db.selectFrom('documents').select('id').execute()).length

  describe.each(table)('$name', ({ elements, problems }) => {
    const expected = (prefix: string) => problems.map(([path, code]) => [`${prefix}${path}`, code]).sort()

    test('is stored by POST and PUT with a warning for each problem, and is not valid', async () => {
      const body = bodyOf(elements(connectionId))
      const nested = expected('pages[0].elements')
      const before = await countDocuments()
      const verdict = await send('POST', '/v2/workbooks/spec/verify', body)
      expect(verdict).toMatchObject({ valid: false })
      expect(places(verdict.errors)).toEqual(nested)
      const dry = await send('POST', '/v2/workbooks/spec', body, { dryRun: true })
      expect(dry).toMatchObject({ valid: false })
      expect(places(dry.errors)).toEqual(nested)
      expect(await countDocuments()).toBe(before)
      const made = await send('POST', '/v2/workbooks/spec', body)
      expect(places(made.warnings)).toEqual(nested)
      expect(made.warnings?.every(({ message }) => message.length > 10)).toBe(true)
      expect(made).not.toHaveProperty('valid')
      const put = await send('PUT', `/v2/workbooks/${made.workbookId}/spec`, body)
      expect([put.documentVersion, places(put.warnings)]).toEqual([2, nested])
    })

    test('is named by its place in the contents too', async () => {
      const { workbookId } = await send('POST', '/v2/workbooks/spec', bodyOf(elements(connectionId)))
      const path = `/v2/workbooks/${workbookId}`
      const read = await server().request({ method: 'GET', path, as: 'builder', query: { includeContents: true } })
      const { contents } = read.body as { contents: object }
      const flat = expected('contents.elements')
      const put = await send('PUT', `${path}/contents`, { contents })
      expect(places(put.warnings)).toEqual(flat)
      const { name, folderId } = bodyOf([])
      const made = await send('POST', '/v2/workbooks', { name, folderId, contents })
      expect(places(made.warnings)).toEqual(flat)
      const verdict = await send('POST', '/v2/workbooks', { name, folderId, contents, dryRun: true })
      expect([verdict.valid, places(verdict.errors)]).toEqual([false, flat])
    })
  })

  test('a data model names the metric with an error, and its reader the element that is not there', async () => {
    const metrics = [
      { id: 'm', name: 'Wrong', formula: 'Sum([Not there])' },
      { id: 'n', name: 'Orders', formula: 'Count([Order Id])' },
    ]
    const model = await send('POST', '/v2/dataModels/spec', bodyOf([orders(connectionId, { metrics })]))
    expect(places(model.warnings)).toEqual([['pages[0].elements[0].metrics[0].formula', 'unknown_column']])
    const source = (elementId: string) => ({ kind: 'data-model', dataModelId: model.dataModelId, elementId })
    const reader = (elementId: string) =>
      bodyOf([
        orders(connectionId, { source: source(elementId), columns: [{ id: 'a', formula: '[Orders/Order Id]' }] }),
      ])
    expect(await send('POST', '/v2/workbooks/spec/verify', reader('orders'))).toEqual({ valid: true })
    const verdict = await send('POST', '/v2/workbooks/spec/verify', reader('gone'))
    expect([verdict.valid, places(verdict.errors)]).toEqual([false, [['pages[0].elements[0]', 'element_invalid']]])
    const written = await send('POST', '/v2/workbooks/spec', reader('gone'))
    expect(places(written.warnings)).toEqual([['pages[0].elements[0]', 'element_invalid']])
  })

  test('a document that is valid has no warnings, and a dry run of it says so', async () => {
    const body = bodyOf([
      orders(connectionId),
      { id: 'text', kind: 'text', body: '{{Count([Orders/Order Id])}} orders' },
    ])
    expect(await send('POST', '/v2/workbooks/spec/verify', body)).toEqual({ valid: true })
    expect(await send('POST', '/v2/workbooks/spec', body, { dryRun: true })).toMatchObject({ valid: true })
    expect(await send('POST', '/v2/workbooks/spec', body)).not.toHaveProperty('warnings')
  })

  test('every element of data in a document that is valid answers rows', async () => {
    const rows = { kind: 'table', elementId: 'orders' }
    const on = (id: string, kind: string, columns: Record<string, string>, fields: object) => ({
      id,
      kind,
      name: id,
      source: rows,
      columns: Object.entries(columns).map(([name, formula]) => ({ id: `${id}-${name}`, name, formula })),
      ...fields,
    })
    const beside = {
      joinType: 'lookup',
      left: rows,
      right: rows,
      name: 'R',
      columns: [{ left: '[Status]', right: '[Status]' }],
    }
    const data = [
      orders(connectionId),
      on(
        'groups',
        'table',
        { Status: '[Orders/Status]', Count: 'Count()', All: 'Max([Orders/Order Id])' },
        {
          groupings: [{ id: 'g', groupBy: ['groups-Status'], calculations: ['groups-Count'] }],
          summary: ['groups-All'],
        },
      ),
      on(
        'pivot',
        'pivot-table',
        { Status: '[Orders/Status]', Count: 'Count()' },
        {
          rowsBy: [{ id: 'pivot-Status' }],
          values: ['pivot-Count'],
        },
      ),
      on(
        'bars',
        'bar-chart',
        { Status: '[Orders/Status]', Count: 'Count()' },
        {
          xAxis: { columnId: 'bars-Status' },
          yAxis: { columnIds: ['bars-Count'] },
        },
      ),
      on('number', 'kpi-chart', { Count: 'Count()' }, { value: { columnId: 'number-Count' } }),
      on(
        'joined',
        'table',
        { Id: '[L/Order Id]', Other: '[R/Order Id]' },
        {
          source: { kind: 'join', name: 'L', primarySource: rows, joins: [beside] },
        },
      ),
      on(
        'below',
        'table',
        { Id: '[Union of 2 Sources/Id]' },
        {
          source: {
            kind: 'union',
            sources: [rows, rows],
            matches: [{ outputColumnName: 'Id', sourceColumns: ['[Order Id]', '[Order Id]'] }],
          },
        },
      ),
      on(
        'by-hand',
        'table',
        { N: '[Custom SQL/n]' },
        {
          source: { kind: 'sql', connectionId, statement: 'SELECT COUNT(*) AS n FROM RETAIL.PUBLIC.ORDERS' },
        },
      ),
    ]
    const body = bodyOf(data)
    expect(await send('POST', '/v2/workbooks/spec/verify', body)).toEqual({ valid: true })
    const { workbookId } = await send('POST', '/v2/workbooks/spec', body)
    const path = `/v2/workbooks/${workbookId}/pages/page/data`
    const answer = await server().request({ method: 'POST', path, as: 'builder', body: {} })
    const lines = answer.lines as { event: string; resultId?: string; elements?: string[]; rows?: number }[]
    expect(lines.filter(({ event }) => event === 'error')).toEqual([])
    const withRows = new Set(
      lines.flatMap(({ event, resultId, rows: count = 0 }) => (event === 'done' && count > 0 ? [resultId] : [])),
    )
    const answered = lines.flatMap(({ event, resultId, elements = [] }) =>
      event === 'schema' && withRows.has(resultId) ? elements : [],
    )
    expect(data.map(({ id }) => id).filter((id) => !answered.includes(id))).toEqual([])
  })

  test('a connection that does not respond is a warning and does not stop the write', async () => {
    const { store, organizationId } = server().house
    const lost = await documents.addConnection([], { usableBy: ['builder'], name: 'Lost' })
    await store.maintain('break a connection', (tx) =>
      tx
        .updateTable('connections')
        .set({ settings: JSON.stringify({ path: `${documents.folder}/gone.duckdb` }), revision: 2 })
        .where('organization_id', '=', organizationId)
        .where('id', '=', lost)
        .execute(),
    )
    const made = await send('POST', '/v2/workbooks/spec', bodyOf([orders(lost)]))
    expect(made.warnings).toMatchObject([{ path: 'pages[0].elements[0].source', code: 'source_unavailable' }])
  })
})
