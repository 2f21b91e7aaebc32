import { applyCellStates, type CompileContext, compileColumns, compileControlValues, compileElement, requiredSources } from '@octavo/core/plan'
import { expect, test } from 'vitest'
import { documentOf, onBothEngines, ordersTable } from './both-engines.ts'
import { CONNECTION, compileOrThrow, goldenCatalog, goldenContext, readDocument, readLevel } from './run-case.ts'
import { hostile } from './tables.ts'

const text = { kind: 'text' } as const
const int64 = { kind: 'int64' } as const

onBothEngines('sources, policies and windows of rows', (engine) => {
  const contextOf = (overrides: Partial<CompileContext> = {}, catalog: object = {}) =>
    goldenContext(goldenCatalog({ dialect: engine().dialect, ...catalog }), overrides)
  const flatOf = async (document: ReturnType<typeof documentOf>, id: string, context = contextOf()) =>
    (await readLevel(engine(), compileOrThrow(document, id, context).flat)).rows

  const byChannel = {
    groupings: [{ id: 'g', groupBy: ['channel'], calculations: ['sum'], sort: [{ columnId: 'sum', direction: 'descending' }] }],
    sort: [{ columnId: 'id', direction: 'descending' }],
  }
  const sum = { id: 'sum', formula: 'Sum([Amount])', name: 'Sum' }

  test('custom SQL binds control values and is read under its aliases', async () => {
    const statement = `SELECT "CHANNEL" AS ch, COUNT(*) AS n FROM "SHOP"."ORDERS" WHERE "STATUS" IN ({{Pick}}) AND "ORDER_ID" <= {{Top}} GROUP BY "CHANNEL" -- end`
    const document = documentOf(
      { id: 'pick', kind: 'control', controlId: 'Pick', controlType: 'list', mode: 'include', selectionMode: 'multiple', values: ['Open', 'Shipped'] },
      { id: 'top', kind: 'control', controlId: 'Top', controlType: 'number', mode: '=', value: 5 },
      {
        id: 'sql',
        kind: 'table',
        name: 'By channel',
        source: { kind: 'sql', connectionId: CONNECTION, statement },
        columns: [
          { id: 'ch', formula: '[Custom SQL/ch]', name: 'Channel' },
          { id: 'n', formula: '[By channel/n] * 10', name: 'Tens' },
        ],
        sort: [{ columnId: 'ch', direction: 'ascending' }],
      },
    )
    const customSql = () => ({ columns: [{ name: 'ch', type: text, nullable: true }, { name: 'n', type: int64, nullable: true }] })
    const context = contextOf({}, { customSql })
    expect(requiredSources(document, 'sql', context)).toMatchObject([{ kind: 'sql', connectionId: CONNECTION, statement: { values: [] } }])
    expect(await flatOf(document, 'sql', context)).toEqual([
      ['Store', '10'],
      ['Web', '20'],
      [null, '10'],
    ])
    const evil = contextOf({ controls: { Pick: { kind: 'list', values: ["') OR 1=1 --"] } } }, { customSql })
    const { text: written, values } = compileOrThrow(document, 'sql', evil).flat.statement({ offset: 0, limit: 1 })
    expect(written).not.toContain('1=1')
    expect(values[0]?.value).toBe("') OR 1=1 --")
    expect(await flatOf(document, 'sql', evil)).toEqual([])
  })

  test('custom SQL reads elements by their titles, with their filters, formulas and policies', async () => {
    const customSql = () => ({ columns: [{ name: 'shop', type: text, nullable: true }, { name: 'n', type: int64, nullable: true }] })
    const context = contextOf({}, { customSql })
    const policy = { filters: [{ id: 'f', columnId: 'mine', kind: 'list', mode: 'include', values: [true] }] }
    const orders = ordersTable(policy, [
      { id: 'big', formula: '[Amount] > 10', name: 'Is big' },
      { id: 'mine', formula: 'CurrentUserEmail() = "ada@example.com"', name: 'Mine' },
    ])
    const sqlOf = (statement: string) => ({
      id: 'sql',
      kind: 'table',
      name: 'By hand',
      source: { kind: 'sql', connectionId: CONNECTION, statement },
      columns: [
        { id: 's', formula: '[Custom SQL/shop]', name: 'Shop' },
        { id: 'n', formula: '[Custom SQL/n]', name: 'N' },
      ],
      sort: [{ columnId: 's', direction: 'ascending' }],
    })
    const statement = `SELECT "Channel" AS shop, COUNT(*) AS n -- octavo_element('nothing')
      FROM octavo_element('Orders') AS o WHERE o."Is big" AND 'octavo_element(''x'')' <> '' GROUP BY "Channel"`
    const document = documentOf(orders, sqlOf(statement))
    expect(requiredSources(document, 'sql', context)).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'warehouse-table' }), expect.objectContaining({ kind: 'sql' })]),
    )
    const byHand = await engine().rows(
      { text: 'SELECT "CHANNEL", COUNT(*) FROM "SHOP"."ORDERS" WHERE "AMOUNT" > 10 GROUP BY 1 ORDER BY 1 NULLS LAST', values: [] },
      [text, int64],
    )
    expect(byHand.length).toBeGreaterThan(1)
    expect(await flatOf(document, 'sql', context)).toEqual(byHand)
    const stranger = contextOf({ viewer: { memberId: 'm', email: 'eve@example.com', firstName: 'Ann', lastName: 'Lee', teams: [], attributes: {} } }, { customSql })
    expect(await flatOf(document, 'sql', stranger)).toEqual([])
    const unknown = compileElement(documentOf(orders, sqlOf(`SELECT * FROM octavo_element('Nope')`)), 'sql', context)
    expect(unknown).toMatchObject({ ok: false, message: expect.stringContaining('"Nope"') })
    const itself = compileElement(documentOf(orders, { ...sqlOf(`SELECT * FROM octavo_element('By hand')`) }), 'sql', context)
    expect(itself).toMatchObject({ ok: false, message: expect.stringContaining('circle') })
  })

  test('an element over a grouped element reads its rows, or its groups with groupingId', async () => {
    const child = (id: string, groupingId?: string) => ({
      id,
      kind: 'table',
      name: id,
      source: { kind: 'table', elementId: 'orders', ...(groupingId ? { groupingId } : {}) },
      columns: [
        { id: 'c', formula: '[Orders/Channel]', name: 'Channel' },
        { id: 's', formula: '[Orders/Sum]', name: 'Sum' },
      ],
      sort: [{ columnId: 'c', direction: 'ascending' }],
    })
    const document = documentOf(ordersTable(byChannel, [sum]), child('rows'), child('groups', 'g'))
    expect(await flatOf(document, 'groups')).toEqual([
      ['Phone', '42.42'],
      ['Store', '120.00'],
      ['Web', '5.25'],
      [null, '7.75'],
    ])
    expect((await flatOf(document, 'rows')).map(([channel]) => channel)).toEqual(['Phone', 'Phone', 'Store', 'Store', 'Web', 'Web', 'Web', null])
  })

  test('a data model element is read with the filters that target it, with its metrics inlined', async () => {
    const model = readDocument({
      name: 'Retail',
      schemaVersion: 1,
      pages: [
        {
          id: 'page',
          name: 'Page',
          elements: [
            ordersTable({ id: 'm-orders', name: 'Model Orders', metrics: [{ id: 'm', name: 'Revenue', formula: 'Sum([Amount])' }, { id: 'm2', name: 'Mean', formula: '[Metrics/Revenue] / Count()' }] }),
          ],
        },
      ],
    })
    const source = { kind: 'data-model', dataModelId: 'model-1', elementId: 'm-orders' }
    const document = documentOf(
      { id: 'pick', kind: 'control', controlId: 'Pick', controlType: 'list', mode: 'include', selectionMode: 'multiple', values: ['Web'], filters: [{ source, columnId: 'channel' }] },
      {
        id: 'kpi',
        kind: 'kpi-chart',
        name: 'Revenue',
        source,
        columns: [{ id: 'k', formula: 'If([Metrics/Mean] > 0, [Metrics/Revenue], 0)', name: 'Revenue' }],
        value: { columnId: 'k' },
      },
    )
    const context = contextOf({}, { dataModels: { 'model-1': { name: 'Retail', document: model } } })
    expect(requiredSources(document, 'kpi', context)).toEqual([
      { kind: 'data-model', dataModelId: 'model-1' },
      { kind: 'warehouse-table', connectionId: CONNECTION, path: ['SHOP', 'ORDERS'] },
    ])
    expect(await flatOf(document, 'kpi', context)).toEqual([['5.25']])
  })

  test('a level is read in windows, whole or below one group, nulls as a group like any other', async () => {
    const document = documentOf(ordersTable(byChannel, [sum]))
    const { levels } = compileOrThrow(document, 'orders', contextOf())
    const [groups, rows] = levels
    if (!groups || !rows) throw new Error('Two levels are expected.')
    expect(groups.keyColumnIds).toEqual(['channel'])
    const page = await readLevel(engine(), groups, { offset: 1, limit: 2 })
    expect(page.rows).toEqual([
      ['Phone', '42.42'],
      [null, '7.75'],
    ])
    const below = async (key: string | null) => (await readLevel(engine(), rows, { offset: 0, limit: 10, parentKey: [key] })).rows.map((row) => row[1])
    expect(await below('Web')).toEqual(['4', '3', '1'])
    expect(await below(null)).toEqual(['5'])
  })

  test('keys that cannot be null are joined by plain equality', async () => {
    const groupings = [{ id: 'g', groupBy: ['id'], calculations: ['sum'] }]
    const rest = { id: 'rest', formula: '[Sum] - [Amount]', name: 'Rest' }
    const document = documentOf(ordersTable({ groupings }, [sum, rest]))
    const { flat } = compileOrThrow(document, 'orders', contextOf())
    expect(flat.statement({ offset: 0, limit: 1 }).text).not.toContain('DISTINCT')
    expect((await readLevel(engine(), flat)).rows.map((row) => row.at(-1))).toEqual(['0.00', '0.00', '0.00', null, '0.00', '0.00', '0.00', '0.00'])
  })

  test('the order that a reader chose replaces the saved one at its level', async () => {
    const document = documentOf(ordersTable(byChannel, [sum]))
    const sort = [{ level: 'g1' as const, columnId: 'channel', direction: 'descending' as const }]
    const [groups] = compileOrThrow(document, 'orders', contextOf({ sort })).levels
    if (!groups) throw new Error('A level is expected.')
    const { rows } = await readLevel(engine(), groups)
    expect(rows.map(([channel]) => channel)).toEqual(['Web', 'Store', 'Phone', null])
  })

  test('a column the viewer may not see is null, with all that reads it, here and below', async () => {
    const securities = (criteria: unknown) => ({ columnSecurities: [{ id: 's', restrictedColumns: ['amount'], criteria }] })
    const allowed = [
      { kind: 'specific-users-and-teams', assignments: [{ type: 'user', userId: 'member-1' }] },
      { kind: 'specific-users-and-teams', assignments: [{ type: 'team', teamId: 'team-1' }] },
      { kind: 'user-attribute', assignments: [{ userAttributeId: 'region', value: 'E' }] },
    ]
    const refused = [
      { kind: 'no-one-can-view' },
      { kind: 'specific-users-and-teams', assignments: [{ type: 'user', userId: 'member-2' }] },
      { kind: 'user-attribute', assignments: [{ userAttributeId: 'region', value: 'W' }] },
      { kind: 'what comes later' },
    ]
    const child = {
      id: 'kpi',
      kind: 'kpi-chart',
      name: 'Revenue',
      source: { kind: 'table', elementId: 'orders' },
      columns: [{ id: 'k', formula: 'Sum([Orders/Double])', name: 'Revenue' }],
      value: { columnId: 'k' },
    }
    const double = { id: 'double', formula: '[Amount] * 2', name: 'Double' }
    for (const criteria of allowed) {
      const document = documentOf(ordersTable(securities(criteria), [double]), child)
      expect(await flatOf(document, 'kpi')).toEqual([['350.84']])
    }
    for (const criteria of refused) {
      const document = documentOf(ordersTable(securities(criteria), [double]), child)
      expect(await flatOf(document, 'kpi')).toEqual([['(restricted)']])
      const rows = await flatOf(document, 'orders')
      expect(rows[0]?.slice(5)).toEqual(['(restricted)', 4.5, true, '(restricted)'])
      const { text: written } = compileOrThrow(document, 'orders', contextOf()).flat.statement({ offset: 0, limit: 1 })
      expect(written).not.toContain('AMOUNT')
    }
  })

  test.each([
    { columnId: 'status', kind: 'list', mode: 'exclude', values: ['Open'] },
    { columnId: 'status', kind: 'list', mode: 'include', values: [null] },
    { columnId: 'status', kind: 'text-match', mode: 'does-not-contain', value: 'x' },
    { columnId: 'amount', kind: 'number-range', min: 1, includeNulls: 'always' },
    { columnId: 'amount', kind: 'top-n', rankingFunction: 'rank', mode: 'top-n', rowCount: 3, includeNulls: 'always' },
    { columnId: 'double', kind: 'number-range', min: 1, includeNulls: 'always' },
  ])('a filter on a column that the viewer may not see removes every row: %j', async (filter) => {
    const columnSecurities = [{ id: 's', restrictedColumns: ['amount', 'status'], criteria: { kind: 'no-one-can-view' } }]
    const double = { id: 'double', formula: '[Amount] * 2', name: 'Double' }
    expect(await flatOf(documentOf(ordersTable({ columnSecurities, filters: [{ id: 'f', ...filter }] }, [double])), 'orders')).toEqual([])
    const open = [{ id: 'f', columnId: 'status', kind: 'list', values: [] }]
    expect(await flatOf(documentOf(ordersTable({ columnSecurities, filters: open }, [double])), 'orders')).toHaveLength(8)
  })

  test('a row policy keeps the rows of the viewer, and none for a viewer without the attribute', async () => {
    const mine = { id: 'mine', formula: '[Status] = CurrentUserAttributeText("status")', name: 'Mine', hidden: true }
    const filters = [{ id: 'f', columnId: 'mine', kind: 'list', mode: 'include', values: [true] }]
    const document = documentOf(ordersTable({ filters }, [mine]))
    const viewer = (attributes: Record<string, string>) => contextOf({ viewer: { memberId: 'm', email: 'e', firstName: 'Ann', lastName: 'Lee', teams: [], attributes } })
    expect((await flatOf(document, 'orders', viewer({ status: 'Shipped' }))).map(([id]) => id)).toEqual(['3', '5'])
    expect(await flatOf(document, 'orders', viewer({}))).toEqual([])
    expect(compileOrThrow(document, 'orders', viewer({})).usesViewer).toBe(true)
  })

  test('hostile names of tables, columns and elements cannot break out of quotes', async () => {
    const [, , select, braces] = hostile.columns.map((column) => column.name)
    const document = documentOf({
      id: 'h',
      kind: 'table',
      name: `"; DROP TABLE x; -- \u202e 💥`,
      source: { kind: 'warehouse-table', connectionId: CONNECTION, path: hostile.path },
      columns: [
        { id: 'a', formula: `[${hostile.path[1]}/a"b]`, name: `x" AS y --` },
        { id: 'b', formula: `[${hostile.path[1]}/c'd--]`, name: "'; SELECT 1" },
        { id: 'c', formula: `[${hostile.path[1]}/${select}] + ['; SELECT 1]`, name: '' },
        { id: 'd', formula: `[${hostile.path[1]}/${braces}]`, name: '日本 語' },
      ],
    })
    expect(await flatOf(document, 'h', contextOf({ comment: 'line\n*/ ; DROP TABLE x; --' }))).toEqual([
      [`"; DROP TABLE x; --`, '1', '3', `'`],
      [null, null, null, '\\'],
    ])
  })

  test('elements that read each other in a circle are all named, by their display names', () => {
    const reader = (id: string, name: string, from: string) => ({
      id,
      kind: 'table',
      name,
      source: { kind: 'table', elementId: from },
      columns: [{ id: `${id}-c`, formula: '1', name: 'C' }],
    })
    const circle = {
      ...documentOf(reader('a', 'First', 'orders'), reader('b', 'Second', 'a'), ordersTable()),
    }
    const first = circle.elements.a
    if (!first) throw new Error('It is there.')
    const document = { ...circle, elements: { ...circle.elements, a: { ...first, source: { kind: 'table', elementId: 'b' } } } }
    const outcome = compileElement(document, 'a', contextOf())
    expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining('First -> Second -> First') })
  })

  test.each([
    ['metric-view', 'Databricks'],
    ['semantic-view', 'Snowflake'],
  ])('a %s is refused, with the platform that has it', (kind, platform) => {
    const source = { kind, connectionId: CONNECTION, path: ['main', 'retail', 'v'] }
    const outcome = compileElement(documentOf(ordersTable({ source })), 'orders', contextOf())
    expect(outcome).toMatchObject({ ok: false, code: 'source_unavailable', message: expect.stringContaining(platform) })
  })

  test('a broken column breaks only the columns that read it; a circle is reported with its full path', async () => {
    const document = documentOf(
      ordersTable({}, [
        { id: 'bad', formula: '[Nothing] + 1', name: 'Bad' },
        { id: 'worse', formula: '[Bad] * 2', name: 'Worse' },
        { id: 'a', formula: '[B] + 1', name: 'A' },
        { id: 'b', formula: '[A] + 1', name: 'B' },
        { id: 'good', formula: '[Id] + 1', name: 'Good' },
      ]),
    )
    const { columns } = compileColumns(document, 'orders', contextOf())
    const codes = Object.fromEntries(columns.filter((column) => column.problems.length > 0).map((column) => [column.id, column.problems[0]?.code]))
    expect(codes).toEqual({ bad: 'unknown_column', worse: 'invalid_reference', a: 'circular_reference', b: 'circular_reference' })
    expect(columns.find((column) => column.id === 'a')?.problems[0]?.message).toMatch(/(A -> B -> A|B -> A -> B)/)
    const rows = await flatOf(document, 'orders')
    expect(rows[0]).toHaveLength(9)
    expect(rows[0]?.[8]).toBe('2')
  })

  test('an aggregate on the rows sees one row, with a warning', async () => {
    const document = documentOf(ordersTable({}, [{ id: 'n', formula: 'Count([Amount]) + Sum([Id])', name: 'N' }]))
    const { columns } = compileColumns(document, 'orders', contextOf())
    expect(columns.find((column) => column.id === 'n')?.problems.map((problem) => problem.code)).toEqual(['aggregate_of_one_row', 'aggregate_of_one_row'])
    expect((await flatOf(document, 'orders')).map((row) => row[8])).toEqual(['2', '3', '4', '4', '6', '7', '8', '9'])
  })

  test.each([
    ['Sum([Amount])', '10.50'],
    ['StdDev([Amount])', null],
    ['VariancePop([Rating])', 0],
    ['PercentileCont([Rating], 0.9)', 4.5],
    ['PercentileDisc([Id], 0.9)', '1'],
    ['SumProduct([Rating])', 4.5],
    ['ListAgg([Channel], ", ")', 'Web'],
    ['ListAggDistinct([Channel])', 'Web'],
    ['Text(ArrayAgg([Channel]))', '["Web"]'],
    ['Corr([Rating], [Id])', null],
    ['RegressionSlope([Rating], [Id])', null],
    ['CountDistinctIf([Channel], [Gift])', '1'],
  ])('%s on the rows is the value of the row', async (formula, expected) => {
    const rows = await flatOf(documentOf(ordersTable({ sort: [{ columnId: 'id', direction: 'ascending' }] }, [{ id: 'n', formula, name: 'N' }])), 'orders')
    expect(rows[0]?.[8]).toEqual(expected)
  })

  test('rows that tie in the sort have one place each in windows, the displayed one', async () => {
    const more = { sort: [{ columnId: 'channel', direction: 'descending' }], order: ['gift', 'id'] }
    const rows = await flatOf(documentOf(ordersTable(more, [{ id: 'n', formula: 'RowNumber()', name: 'N' }])), 'orders')
    expect(rows.map((row) => row.at(-1))).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
  })

  test('First and Last of a group without a sort use the order of its columns, always the same', async () => {
    const groupings = [{ id: 'g', groupBy: ['channel'], calculations: ['f', 'l'] }]
    const document = documentOf(ordersTable({ groupings }, [{ id: 'f', formula: 'First([Amount])', name: 'F' }, { id: 'l', formula: 'Last([Amount])', name: 'L' }]))
    const [groups] = compileOrThrow(document, 'orders', contextOf()).levels
    if (!groups) throw new Error('no level')
    expect((await readLevel(engine(), groups)).rows).toEqual([['Phone', '0.00', '42.42'], ['Store', '20.00', '100.00'], ['Web', '10.50', null], [null, '7.75', '7.75']])
  })

  test('a metric is computed over rows: groups have none, and a metric with a window function is invalid', () => {
    const metrics = [{ id: 'm', name: 'M', formula: 'Count()' }, { id: 'w', name: 'W', formula: 'CumulativeSum([Amount])' }]
    const groupings = [{ id: 'g', groupBy: ['channel'], calculations: [] }]
    const kpi = (formula: string, source: object) => ({ id: 'kpi', kind: 'kpi-chart', name: 'K', source: { kind: 'table', elementId: 'orders', ...source }, columns: [{ id: 'k', formula, name: 'K' }], value: { columnId: 'k' } })
    const okOf = (formula: string, source: object) => compileElement(documentOf(ordersTable({ metrics, groupings }), kpi(formula, source)), 'kpi', contextOf()).ok
    expect([okOf('[Metrics/M]', {}), okOf('[Metrics/M]', { groupingId: 'g' }), okOf('[Metrics/W]', {})]).toEqual([true, false, false])
  })

  test('a control offers the distinct values of its column, null among them, whatever is chosen', async () => {
    const document = documentOf(
      {
        id: 'pick',
        kind: 'control',
        controlId: 'Pick',
        controlType: 'list',
        mode: 'include',
        selectionMode: 'multiple',
        values: ['Open'],
        source: { kind: 'source', source: { kind: 'table', elementId: 'orders' }, columnId: 'channel' },
        filters: [{ source: { kind: 'table', elementId: 'orders' }, columnId: 'channel' }],
      },
      ordersTable(),
    )
    const outcome = compileControlValues(document, 'pick', contextOf())
    if (!outcome.ok) throw new Error(outcome.message)
    expect(await engine().rows(outcome.values.statement(), [text])).toEqual([['Phone'], ['Store'], ['Web'], [null]])
    expect(await engine().rows(outcome.values.count, [int64])).toEqual([['4']])
  })

  test('hierarchy controls offer the distinct paths of a folder, the outermost level first', async () => {
    const folders = [{ id: 'path', name: 'Path', items: ['channel', 'status'] }]
    const source = { source: { kind: 'table', elementId: 'orders' }, columnId: 'path' }
    const pick = { id: 'pick', kind: 'control', controlId: 'Pick', controlType: 'hierarchy', source }
    const outcome = compileControlValues(documentOf(pick, ordersTable({ folders })), 'pick', contextOf())
    if (!outcome.ok) throw new Error(outcome.message)
    expect(outcome.values.columns.map(({ id }) => id)).toEqual(['channel', 'status'])
    const paths = await engine().rows(outcome.values.statement(), [text, text])
    expect(paths).toEqual([
      ['Phone', "O'Brien \"x\""],
      ['Phone', 'Open'],
      ['Store', 'Open'],
      ['Store', 'Returned'],
      ['Web', 'Open'],
      ['Web', 'Shipped'],
      ['Web', null],
      [null, 'Shipped'],
    ])
  })

  test('a filter that cannot be computed fails the element, so that it does not show too much', () => {
    const document = documentOf(ordersTable({ filters: [{ id: 'f', columnId: 'gone', kind: 'list', values: ['x'] }] }))
    expect(compileElement(document, 'orders', contextOf())).toMatchObject({ ok: false, code: 'element_invalid', message: expect.stringContaining('gone') })
  })
})

test('companion columns of a statement become states of cells', () => {
  const level = {
    columns: [{ id: 'a', name: 'A', type: text, nullable: true }, { id: 'b', name: 'B', type: text, nullable: true }],
    stateColumns: [{ columnId: 'a', state: 'several' as const, index: 2 }, { columnId: 'b', state: 'restricted' as const }],
  }
  const batch = { rowCount: 2, columns: [{ values: [null, 'x'] }, { values: [null, null] }, { values: [true, false] }] }
  expect(applyCellStates(level, batch)).toEqual({
    rowCount: 2,
    columns: [
      { values: [null, 'x'], states: ['several', null] },
      { values: [null, null], states: ['restricted', 'restricted'] },
    ],
  })
})
