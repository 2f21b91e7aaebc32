import {
  assistFormula,
  checkFormulaOfElement,
  type FormulaCheck,
  setConnectionPassthrough,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, type Scenario, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

describeStores('formulas', (openStore) => {
  let documents: TestServices
  let workbookId = ''
  let dataModelId = ''
  let connectionId = ''
  let homeFolderId = ''
  const body = (name: string, folderId: string) => ({
    name,
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
            source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
            columns: [
              { id: 'id', formula: '[ORDERS/ORDER_ID]', name: 'Id' },
              { id: 'status', formula: '[ORDERS/STATUS]', name: 'Status' },
              { id: 'date', formula: '[ORDERS/ORDER_DATE]', name: 'Order Date' },
              { id: 'count', formula: 'Count([Id])', name: 'Orders' },
            ],
            groupings: [{ id: 'g', groupBy: ['status'], calculations: ['count'] }],
            metrics: [
              {
                id: 'm',
                name: 'Volume',
                formula: 'CountDistinct([Id])',
                format: { kind: 'number', formatString: ',.0f' },
                timeline: {
                  dateColumnId: 'date',
                  truncation: 'month',
                  comparison: { comparisonPeriod: 'year', direction: 'higher-is-better' },
                },
              },
            ],
          },
          { id: 'words', kind: 'text', body: 'Hello' },
          {
            id: 'lost',
            kind: 'table',
            source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'GONE'] },
            columns: [],
          },
        ],
      },
    ],
  })
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const builder = await documents.viewer('builder')
    homeFolderId = platform.people.builder.homeFolderId
    const made = body('Sales', homeFolderId)
    workbookId = (await documents.specs.create(builder, 'workbook', made)).record.inode.id
    await documents.share(workbookId, 'viewer', 'view')
    await documents.share(workbookId, 'analyst', 'explore')
    const model = {
      ...made,
      name: 'Model',
      kind: 'data-model',
      pages: [{ ...made.pages[0], elements: made.pages[0]?.elements.slice(0, 1) }],
    }
    dataModelId = (await documents.specs.create(builder, 'data-model', model)).record.inode.id
    await documents.share(dataModelId, 'viewer', 'view')
    return documents.routes
  })
  const check = async (formula: string, more: Record<string, unknown> = {}, as: Role = 'builder') => {
    const named = more.document || more.dataModelId ? {} : { workbookId }
    const sent = { ...named, elementId: 'orders', formula, ...more }
    const answer = await server().request({ method: 'POST', path: '/v2/formulas:check', as, body: sent })
    const body = answer.body as Partial<FormulaCheck> & { code?: string }
    return { status: answer.status, ...body }
  }

  test('a formula has its type, its normal form and its references', async () => {
    expect(await check('=sum( [Id] )+ [ORDERS/STORE_ID]', { level: 'g1' })).toMatchObject({
      status: 200,
      valid: true,
      type: 'number',
      level: 'g1',
      canonical: 'sum([Id]) + [ORDERS/STORE_ID]',
      problems: [],
      references: [
        { text: '[Id]', span: { start: 6, end: 10 }, kind: 'column', id: 'id', elementId: 'orders' },
        { text: '[ORDERS/STORE_ID]', kind: 'source-column' },
      ],
    })
  })

  test.each<[string, string, { fix?: { text: string } }]>([
    ['[Statis]', 'unknown_column', { fix: { text: '[Status]' } }],
    ['Length([Status])', 'unknown_function', { fix: { text: 'Len' } }],
    ['[Status] + 1', 'wrong_type', {}],
    ['[Id] <> 1', 'unknown_operator', { fix: { text: '!=' } }],
    ['Subtotal(Sum([Id]), "row")', 'mode_does_not_fit', {}],
    ['CallText("upper", [Status])', 'passthrough_not_allowed', {}],
    ['[Id', 'unclosed_reference', {}],
  ])('%s has the problem %s', async (formula, code, more) => {
    const { valid, type, problems } = await check(formula)
    expect([valid, type]).toEqual([false, null])
    expect(problems).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code, ...(more.fix ? { fix: expect.objectContaining(more.fix) } : {}) }),
      ]),
    )
  })

  test('a column can use the new formula at its own level, and a cycle is named completely', async () => {
    expect(await check('Max([Id])', { columnId: 'count' })).toMatchObject({ valid: true, level: 'g1', type: 'number' })
    expect(await check('[Orders] + 1', { columnId: 'status' })).toMatchObject({
      valid: false,
      problems: [{ code: 'circular_reference', message: expect.stringContaining('Status -> ') }],
    })
  })

  test('metrics, custom functions and calls of the warehouse that the connection allows are known', async () => {
    expect(await check('[Metrics/Volume] * 2', { level: 'g1' })).toMatchObject({
      valid: true,
      references: [{ kind: 'metric', id: 'm' }],
    })
    const definition = { name: 'Doubled', arguments: [{ name: 'x', type: 'number' }], body: '[x] * 2' }
    await server().request({ method: 'POST', path: '/v2/customFunctions', as: 'admin', body: definition })
    expect(await check('Doubled([Id])')).toMatchObject({ valid: true, valueType: 'int64' })
    const allow = async (isAllowed: boolean, as: Role = 'admin') =>
      (
        await server().request({
          method: 'PUT',
          path: `/v2/connections/${connectionId}/passthrough`,
          as,
          body: { isAllowed },
        })
      ).status
    expect(await allow(true, 'builder')).toBe(403)
    expect(await allow(true)).toBe(200)
    expect(await check('CallText("upper", [Status])')).toMatchObject({ valid: true, type: 'text' })
    expect(await allow(false)).toBe(200)
    expect(await check('CallText("upper", [Status])')).toMatchObject({ valid: false })
  })

  test('an unsaved document is checked like a saved one, when the caller may use its sources', async () => {
    const document = body('Unsaved', '')
    expect(await check('Count()', { document })).toMatchObject({ valid: true, type: 'number' })
    expect(await check('Count()', { document }, 'stranger')).toMatchObject({ status: 400, code: 'invalid_document' })
  })

  test('the columns of unsaved SQL are returned; the SQL is refused without the right to write it, or with the error', async () => {
    const assist = async (statement: string, more: Record<string, unknown> = {}, as: Role = 'builder') => {
      const entry = { id: 'written', kind: 'table', source: { kind: 'sql', connectionId, statement }, columns: [] }
      const edits = [{ op: 'insert', at: ['elements'], entry, after: null, page: 'p' }]
      const sent = {
        workbookId,
        draft: true,
        edits,
        elementId: 'written',
        formula: '[Custom SQL/',
        position: 12,
        ...more,
      }
      const answer = await server().request({ method: 'POST', path: '/v2/formulas:assist', as, body: sent })
      const body = answer.body as { completions?: { kind: string; label: string; detail?: string }[]; code?: string }
      const names = body.completions
        ?.filter(({ kind }) => kind === 'reference')
        .map(({ label, detail }) => [label, detail])
      return { status: answer.status, ...body, names }
    }
    const two = 'select ORDER_ID, STATUS from PUBLIC.ORDERS'
    expect((await assist(two)).names).toEqual([
      ['Custom SQL/ORDER_ID', 'number'],
      ['Custom SQL/STATUS', 'text'],
    ])
    expect(await assist('select NOTHING from PUBLIC.ORDERS')).toMatchObject({
      status: 400,
      code: 'source_unavailable',
      message: expect.stringContaining('NOTHING'),
    })
    // Of the published version too: what somebody explores there may be their own SQL.
    expect((await assist(two, { draft: false })).names).toHaveLength(2)
    expect(await assist(two, { draft: false }, 'analyst')).toMatchObject({ status: 400, code: 'invalid_document' })
    expect(await assist(two, { workbookId: undefined, draft: undefined, dataModelId })).toMatchObject({
      status: 400,
      code: 'invalid_request',
    })
    expect(await assist(two, {}, 'analyst')).toMatchObject({ status: 403, code: 'forbidden' })
  })

  test('names are completed, and calls are explained', async () => {
    const assist = async (formula: string, position = formula.length) => {
      const answer = await server().request({
        method: 'POST',
        path: '/v2/formulas:assist',
        as: 'analyst',
        body: { workbookId, elementId: 'orders', formula, position },
      })
      expect(answer.status, answer.text).toBe(200)
      return answer.body as { completions: { label: string }[]; signature: unknown; hover: unknown }
    }
    expect((await assist('Sum([St')).completions.map(({ label }) => label)).toContain('Status')
    expect((await assist('DateTr')).completions[0]).toMatchObject({ label: 'DateTrunc', insertText: 'DateTrunc()' })
    expect((await assist('DateTrunc("month", ')).signature).toMatchObject({ name: 'DateTrunc', activeParam: 1 })
    expect((await assist('Sum([Id])', 1)).hover).toMatchObject({ title: 'Sum(column)' })
  })

  test('completion includes the format, dates and comparison of a metric of the source', async () => {
    const kpi = { id: 'kpi', kind: 'kpi-chart', source: { kind: 'table', elementId: 'orders' } }
    const value = { columns: [{ id: 'v', formula: '[Metrics/Volume]' }], value: { columnId: 'v' } }
    const made = body('Metrics', homeFolderId)
    const pages = [{ ...made.pages[0], elements: [...(made.pages[0]?.elements ?? []), { ...kpi, ...value }] }]
    const { record } = await documents.specs.create(await documents.viewer('builder'), 'workbook', { ...made, pages })
    const answer = await server().request({
      method: 'POST',
      path: '/v2/formulas:assist',
      as: 'builder',
      body: { workbookId: record.inode.id, elementId: 'kpi', formula: '[Metrics/', position: 9 },
    })
    const { completions } = answer.body as { completions: { label: string }[] }
    expect(completions.find(({ label }) => label === 'Metrics/Volume')).toMatchObject({
      metric: {
        format: { kind: 'number', formatString: ',.0f' },
        timeline: {
          date: '[Orders/Order Date]',
          truncation: 'month',
          comparison: { period: 'year', direction: 'higher-is-better' },
        },
      },
    })
  })

  test('completion offers the columns behind a relationship, as formulas name them', async () => {
    const builder = await documents.viewer('builder')
    const orders = body('', '').pages[0]?.elements[0]
    const related = {
      ...orders,
      relationships: [
        {
          id: 'r',
          name: 'Same order',
          targetElementId: 'twin',
          keys: [{ sourceColumnId: 'id', targetColumnId: 'twin-id' }],
        },
      ],
    }
    const twin = {
      ...orders,
      id: 'twin',
      name: 'Twin',
      columns: [{ id: 'twin-id', formula: '[ORDERS/ORDER_ID]', name: 'Twin id' }],
      groupings: [],
      metrics: [],
    }
    const reader = {
      id: 'reader',
      kind: 'table',
      name: 'Reader',
      source: { kind: 'table', elementId: 'orders' },
      columns: [{ id: 'one', formula: '[Orders/Id]' }],
    }
    const made = body('Related', homeFolderId)
    const pages = [{ id: 'p', name: 'Page', elements: [related, twin, reader] }]
    const { record } = await documents.specs.create(builder, 'workbook', { ...made, pages })
    const labels = async (elementId: string) => {
      const answer = await server().request({
        method: 'POST',
        path: '/v2/formulas:assist',
        as: 'builder',
        body: { workbookId: record.inode.id, elementId, formula: '[Twin', position: 5 },
      })
      return (answer.body as { completions: { label: string; detail?: string }[] }).completions.map(
        ({ label, detail }) => `${label}: ${detail}`,
      )
    }
    expect(await labels('reader')).toContain('Orders/Same order/Twin id: number')
    expect(await labels('orders')).toContain('Orders/Same order/Twin id: number')
  })

  const valid = () => ({ workbookId, elementId: 'orders', formula: '[Id]' })
  for (const [path, more] of [
    ['/v2/formulas:check', {}],
    ['/v2/formulas:assist', { position: 1 }],
  ] as const) {
    test(`${path}: who may not see the document does not find it, who may only look is refused`, async () => {
      const statuses: Record<string, number> = {}
      const named = { workbook: valid(), model: { dataModelId, elementId: 'orders', formula: '[Id]' } }
      for (const [kind, request] of Object.entries(named)) {
        for (const as of ['builder', 'analyst', 'viewer', 'stranger', 'outsider'] as const) {
          const answer = await server().request({ method: 'POST', path, as, body: { ...request, ...more } })
          statuses[`${kind} ${as}`] = answer.status
        }
      }
      expect(statuses).toEqual({
        'workbook builder': 200,
        'workbook analyst': 200,
        'workbook viewer': 403,
        'workbook stranger': 404,
        'workbook outsider': 404,
        'model builder': 200,
        'model analyst': 404,
        'model viewer': 403,
        'model stranger': 404,
        'model outsider': 404,
      })
    })

    const asked = (request: Record<string, unknown>) => ({ formula: '[Id]', ...more, ...request })
    test(`${path}: an element that is not there, has no columns, has no such place or no source says so`, async () => {
      const refused = async (request: Record<string, unknown>) => {
        const body = asked({ workbookId, ...request })
        const answer = await server().request({ method: 'POST', path, as: 'builder', body })
        return [answer.status, (answer.body as { code: string }).code]
      }
      expect(await refused({ elementId: 'nothing' })).toEqual([404, 'not_found'])
      expect((await refused({ elementId: 'words' }))[1]).toBe('element_has_no_data')
      expect((await refused({ elementId: 'lost' }))[1]).toBe('source_unavailable')
      if (path.endsWith('check'))
        expect((await refused({ elementId: 'orders', level: 'g9' }))[1]).toBe('element_invalid')
    })
  }

  const place = { elementId: 'orders', formula: '[Id]' }
  const refusals = (more: Record<string, unknown>): Scenario[] => [
    { name: 'no such workbook', as: 'builder', body: { ...place, ...more, workbookId: unknownId }, status: 404 },
    {
      name: 'no document',
      as: 'builder',
      body: { ...place, ...more },
      status: 400,
      answer: { code: 'invalid_request' },
    },
    {
      name: 'two documents',
      as: 'builder',
      body: { ...place, ...more, workbookId: unknownId, dataModelId: unknownId },
      status: 400,
      answer: { code: 'invalid_request' },
    },
    {
      name: 'an invalid document',
      as: 'builder',
      body: { ...place, ...more, document: { pages: 1 } },
      status: 400,
      answer: { code: 'invalid_document' },
    },
  ]
  const untested = {
    forbidden: 'The test of who may ask has it.',
    element_invalid: 'Tested with elements, whose ids are known only once the platform exists.',
    element_has_no_data: 'As element_invalid.',
    source_unavailable: 'As element_invalid.',
    engine_unavailable: 'The engine is stopped in the tests of its connector.',
    query_failed: 'As engine_unavailable.',
    query_cancelled: 'As engine_unavailable.',
  }
  scenarios('POST /v2/formulas:check', server, refusals({}), { operation: checkFormulaOfElement, untested })
  scenarios('POST /v2/formulas:assist', server, refusals({ position: 1 }), { operation: assistFormula, untested })
  scenarios(
    'PUT /v2/connections/{connectionId}/passthrough',
    server,
    [
      {
        name: 'an unknown connection',
        as: 'admin',
        path: `/v2/connections/${unknownId}/passthrough`,
        body: { isAllowed: true },
        status: 404,
      },
    ],
    { operation: setConnectionPassthrough, untested: { forbidden: 'The test of metrics and functions above has it.' } },
  )
})
