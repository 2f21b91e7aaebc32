import { beforeAll, describe, expect, inject, test } from 'vitest'
import { describeEmbedded } from '../../store/testing.ts'
import { useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'
import { platforms } from './testing-platforms.ts'

/** A table of orders: its connection and path, and the names of the table and its columns in formulas. */
interface Orders {
  connectionId: string
  path: readonly string[]
  table: string
  id: string
  status: string
  date: string
}

/**
 * An engine with a table of orders, and its connection: either the details to create it, or the id of an existing one.
 */
interface Engine {
  title: string
  skipped: string | null
  open(documents: TestServices): Promise<{
    connection: string | { type: string }
    orders: Omit<Orders, 'connectionId'>
    close(): Promise<void>
  }>
}

const engines: readonly Engine[] = [
  {
    title: 'DuckDB',
    skipped: null,
    open: async (documents) => ({
      connection: await documents.addConnection(smallRetail, { usableBy: ['builder'] }),
      orders: {
        path: ['RETAIL', 'PUBLIC', 'ORDERS'],
        table: 'ORDERS',
        id: 'ORDER_ID',
        status: 'STATUS',
        date: 'ORDER_DATE',
      },
      close: async () => {},
    }),
  },
  ...platforms.map(({ title, kind, type, open }): Engine => {
    const provided = inject(kind)
    return {
      title,
      skipped: 'skipped' in provided ? provided.skipped : null,
      async open() {
        const { details, schema, close } = await open()
        const orders = { path: [schema, 'orders'], table: 'orders', id: 'id', status: 'name', date: 'sold' }
        return { connection: { type, ...details }, orders, close }
      },
    }
  }),
]

interface Broken {
  name: string
  elements: (from: Orders) => Record<string, unknown>[]
  /** Path inside the elements of the page, and the code of the problem. */
  problems: [path: string, code: string][]
  /** The problem is in a column that neither the page nor a file shows, or nothing is queried because of it. */
  isHidden?: true
}

const orders = ({ connectionId, path, table, id, status }: Orders, fields: object = {}) => ({
  id: 'orders',
  kind: 'table',
  name: 'Orders',
  source: { kind: 'warehouse-table', connectionId, path },
  columns: [
    { id: 'id', formula: `[${table}/${id}]`, name: 'Order Id' },
    { id: 'status', formula: `[${table}/${status}]`, name: 'Status' },
  ],
  ...fields,
})
const withFormula = (from: Orders, formula: string, fields: object = {}) => [
  orders(from, {
    columns: [
      { id: 'id', formula: `[${from.table}/${from.id}]` },
      { id: 'new', formula, ...fields },
    ],
  }),
]

const table: readonly Broken[] = [
  {
    name: 'an unknown table',
    elements: (from) => [orders({ ...from, path: [...from.path.slice(0, -1), 'NO'] })],
    problems: [['[0].source', 'source_unavailable']],
  },
  {
    name: 'an unknown column',
    elements: (from) => withFormula(from, `[${from.table}/NOT_THERE]`),
    problems: [['[0].columns[1].formula', 'unknown_column']],
  },
  {
    name: 'an unknown function in a hidden column',
    elements: (from) => withFormula(from, `Sumn([${from.table}/${from.id}])`, { hidden: true }),
    problems: [['[0].columns[1].formula', 'unknown_function']],
    isHidden: true,
  },
  {
    name: 'a formula that ends too soon, and one of the wrong type',
    elements: (from) => [
      orders(from, {
        columns: [
          { id: 'a', formula: 'Sum(' },
          { id: 'b', formula: `[${from.table}/${from.date}] * 2` },
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
    elements: (from) => [
      orders(from, {
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
    elements: ({ connectionId }) => [
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
    elements: (from) => [
      orders(from),
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
    name: 'a text with a formula over a missing column',
    elements: (from) => [orders(from), { id: 'text', kind: 'text', body: 'All: {{Sum([Orders/Amount])}}' }],
    problems: [['[1].body', 'unknown_column']],
  },
  {
    name: 'addresses with formulas over a missing column',
    elements: (from) => [
      orders(from),
      { id: 'site', kind: 'embed', url: 'https://a.example/?q={{Sum([Orders/Amount])}}' },
      { id: 'logo', kind: 'image', source: { kind: 'url', url: 'https://a.example/{{Max([Orders/Logo])}}' } },
    ],
    problems: [
      ['[1].url', 'unknown_column'],
      ['[2].source.url', 'unknown_column'],
    ],
  },
  {
    name: 'texts and addresses with formulas that name no control and no table',
    elements: (from) => [
      orders(from),
      { id: 'text', kind: 'text', body: '{{[Nothing]}} {{Sum([Nowhere/Amount])}}' },
      { id: 'site', kind: 'embed', url: 'https://a.example/?q={{[Nothing]}}' },
      {
        ...{ id: 'ways', kind: 'navigation', mode: 'manual' },
        options: [{ destination: { type: 'link', url: 'https://a.example/{{[Nothing].max}}' } }],
      },
    ],
    problems: [
      ['[1].body', 'unknown_reference'],
      ['[1].body', 'unknown_reference'],
      ['[2].url', 'unknown_reference'],
      ['[3].options[0].destination.url', 'unknown_reference'],
    ],
    isHidden: true,
  },
  {
    name: 'a control that offers a column with an error',
    elements: (from) => [
      ...withFormula(from, `[${from.table}/NOT_THERE]`),
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

const isDataKind = (kind: string) => !['text', 'control', 'embed', 'image', 'navigation'].includes(kind)

describeEmbedded('problems of documents that are stored all the same', (openStore) => {
  describe.each(engines)('on $title', ({ skipped, open }) => {
    const rule = test.skipIf(skipped)
    let documents: TestServices
    let from: Orders
    const server = useServer(openStore, (platform) => {
      documents = buildTestServices(platform)
      documents.worker.start()
      return documents.routes
    })
    beforeAll(async () => {
      if (skipped) return
      const engine = await open(documents)
      from = { ...engine.orders, connectionId: await connectionOf(engine.connection) }
      return engine.close
    })
    const connectionOf = async (connection: string | { type: string }): Promise<string> => {
      if (typeof connection === 'string') return connection
      const body = { name: 'Shop', details: connection, useFriendlyNames: false }
      const made = await server().request({ method: 'POST', path: '/v2/connections', as: 'admin', body })
      expect(made.status, made.text).toBe(201)
      const { connectionId } = made.body as { connectionId: string }
      await documents.share(connectionId, 'builder', 'usage', 'connection')
      return connectionId
    }
    const bodyOf = (elements: object[]) => ({
      name: 'Broken',
      folderId: server().platform.people.builder.homeFolderId,
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
      (await server().platform.store.db.selectFrom('documents').select('id').execute()).length

    /** Events of the page by the elements that they are about: columns with an error, failed elements, rows. */
    const readPage = async (workbookId: string) => {
      const path = `/v2/workbooks/${workbookId}/pages/page/data`
      const { lines } = await server().request({ method: 'POST', path, as: 'builder', body: {} })
      const events = lines as {
        event: string
        resultId?: string
        elementId?: string
        message?: string
        elements?: string[]
        columnErrors?: Record<string, { message: string }[]>
        rows?: number
      }[]
      const withRows = new Set(
        events.flatMap(({ event, resultId, rows = 0 }) => (event === 'done' && rows > 0 ? [resultId] : [])),
      )
      return {
        messagesOf: (elementId: string) =>
          events.flatMap((item) => [
            ...(item.event === 'error' && item.elementId === elementId ? [item.message ?? ''] : []),
            ...(item.columnErrors?.[elementId] ?? []).map(({ message }) => message),
          ]),
        answersRows: (elementId: string) =>
          events.some(
            ({ event, resultId, elements = [] }) =>
              event === 'schema' && elements.includes(elementId) && withRows.has(resultId),
          ),
      }
    }
    /** The file of an element: the refusal of the request, or the lines below the header. */
    const fileOf = async (workbookId: string, elementId: string) => {
      const body = { elementId, format: { type: 'csv' } }
      const path = `/v2/workbooks/${workbookId}/export`
      const started = await server().request({ method: 'POST', path, as: 'builder', body })
      if (started.status !== 200) return { status: started.status, body: started.body, rows: [] }
      const { queryId } = started.body as { queryId: string }
      const file = () => server().request({ method: 'GET', path: `/v2/query/${queryId}/download`, as: 'builder' })
      await expect.poll(async () => (await file()).status, { timeout: 15_000, interval: 30 }).not.toBe(204)
      const { status, body: failure, text } = await file()
      return { status, body: failure, rows: status === 200 ? text.trim().split('\r\n').slice(1) : [] }
    }

    describe.each(table)('$name', ({ elements, problems }) => {
      const expected = (prefix: string) => problems.map(([path, code]) => [`${prefix}${path}`, code]).sort()

      rule('is stored by POST and PUT with a warning for each problem, and is not valid', async () => {
        const body = bodyOf(elements(from))
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

      rule('is named by its place in the contents too', async () => {
        const { workbookId } = await send('POST', '/v2/workbooks/spec', bodyOf(elements(from)))
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

    rule.each(table)(
      '$name: the page reports the problem, and a file fails with it',
      async ({ elements, ...broken }) => {
        const made = elements(from)
        const { workbookId } = await send('POST', '/v2/workbooks/spec', bodyOf(made))
        const page = await readPage(workbookId)
        for (const [at, { id, kind }] of made.entries()) {
          if (!isDataKind(String(kind))) continue
          const isBroken = broken.problems.some(([path]) => path.startsWith(`[${at}]`)) && !broken.isHidden
          const file = await fileOf(workbookId, String(id))
          const found = { element: id, messages: page.messagesOf(String(id)), file }
          if (isBroken) {
            expect(found.messages.length, JSON.stringify(found)).toBeGreaterThan(0)
            expect(file.status, JSON.stringify(found)).toBeGreaterThanOrEqual(400)
            expect(file.status, JSON.stringify(found)).toBeLessThan(500)
            expect(JSON.stringify(file.body)).toContain(JSON.stringify(found.messages[0]).slice(1, 40))
          } else {
            expect(found.messages).toEqual([])
            expect(page.answersRows(String(id)), JSON.stringify(found)).toBe(true)
            expect(file.rows.length, JSON.stringify(found)).toBeGreaterThan(0)
          }
        }
      },
    )

    rule('a data model names the metric with an error, and its reader the element that is not there', async () => {
      const metrics = [
        { id: 'm', name: 'Wrong', formula: 'Sum([Not there])' },
        { id: 'n', name: 'Orders', formula: 'Count([Order Id])' },
      ]
      const model = await send('POST', '/v2/dataModels/spec', bodyOf([orders(from, { metrics })]))
      expect(places(model.warnings)).toEqual([['pages[0].elements[0].metrics[0].formula', 'unknown_column']])
      const source = (elementId: string) => ({ kind: 'data-model', dataModelId: model.dataModelId, elementId })
      const reader = (elementId: string) =>
        bodyOf([orders(from, { source: source(elementId), columns: [{ id: 'a', formula: '[Orders/Order Id]' }] })])
      expect(await send('POST', '/v2/workbooks/spec/verify', reader('orders'))).toEqual({ valid: true })
      const verdict = await send('POST', '/v2/workbooks/spec/verify', reader('gone'))
      expect([verdict.valid, places(verdict.errors)]).toEqual([false, [['pages[0].elements[0]', 'element_invalid']]])
      const written = await send('POST', '/v2/workbooks/spec', reader('gone'))
      expect(places(written.warnings)).toEqual([['pages[0].elements[0]', 'element_invalid']])
    })

    rule('a document that is valid has no warnings, and a dry run of it says so', async () => {
      const body = bodyOf([orders(from), { id: 'text', kind: 'text', body: '{{Count([Orders/Order Id])}} orders' }])
      expect(await send('POST', '/v2/workbooks/spec/verify', body)).toEqual({ valid: true })
      expect(await send('POST', '/v2/workbooks/spec', body, { dryRun: true })).toMatchObject({ valid: true })
      expect(await send('POST', '/v2/workbooks/spec', body)).not.toHaveProperty('warnings')
    })

    rule('a write tells what is doubtful about row policies', async () => {
      const policy = (formula: string, values: unknown[] = [true]) =>
        bodyOf([
          orders(from, {
            columns: [
              { id: 'id', formula: `[${from.table}/${from.id}]`, name: 'Order Id' },
              { id: 'policy', formula, name: 'Policy', hidden: true },
            ],
            filters: [{ id: 'f', columnId: 'policy', kind: 'list', mode: 'include', values }],
          }),
        ])
      const warned = async (formula: string, values?: unknown[]) => {
        const { warnings = [] } = (await send('POST', '/v2/workbooks/spec', policy(formula, values))) as {
          warnings?: { path: string; code?: string; message: string }[]
        }
        return warnings.map(({ path, code }) => [path, code])
      }
      const place = 'pages[0].elements[0].columns[1].formula'
      expect(await warned('CurrentUserAttributeText("Nowhere") = Text([Order Id])')).toEqual([
        [place, 'policy_unknown_attribute'],
      ])
      expect(await warned('CurrentUserInTeam("Nobody")')).toEqual([[place, 'policy_unknown_team']])
      expect(await warned('CurrentUserEmail() = "a"', ['yes'])).toEqual([[place, 'policy_never_matches']])
      expect(await warned('CurrentUserEmail() = "a" or True')).toEqual([[place, 'policy_allows_everything']])
      expect(await warned('CurrentUserEmail() = "a"')).toEqual([])
    })

    rule('every element of data in a document that is valid answers rows, on the page and in a file', async () => {
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
        orders(from),
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
            source: {
              kind: 'sql',
              connectionId: from.connectionId,
              statement: `SELECT COUNT(*) AS n FROM ${from.path.join('.')}`,
            },
          },
        ),
      ]
      const body = bodyOf(data)
      expect(await send('POST', '/v2/workbooks/spec/verify', body)).toEqual({ valid: true })
      const { workbookId } = await send('POST', '/v2/workbooks/spec', body)
      const page = await readPage(workbookId)
      for (const { id } of data) {
        expect(page.messagesOf(id), id).toEqual([])
        expect(page.answersRows(id), id).toBe(true)
        const { status, rows } = await fileOf(workbookId, id)
        expect([status, rows.length > 0], id).toEqual([200, true])
      }
    })

    rule('a connection that does not respond is a warning and does not stop the write', async () => {
      const { store, organizationId } = server().platform
      const lost = await documents.addConnection([], { usableBy: ['builder'], name: 'Lost' })
      await store.maintain('break a connection', (tx) =>
        tx
          .updateTable('connections')
          .set({ settings: JSON.stringify({ path: `${documents.folder}/gone.duckdb` }), revision: 2 })
          .where('organization_id', '=', organizationId)
          .where('id', '=', lost)
          .execute(),
      )
      const made = await send('POST', '/v2/workbooks/spec', bodyOf([orders({ ...from, connectionId: lost })]))
      expect(made.warnings).toMatchObject([{ path: 'pages[0].elements[0].source', code: 'source_unavailable' }])
    })
  })
})
