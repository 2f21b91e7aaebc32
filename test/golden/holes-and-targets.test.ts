import { readFormN } from '@octavo/core/document'
import { type ControlValue, compileElement, requiredSources } from '@octavo/core/plan'
import { expect, test } from 'vitest'
import { documentOf, onBothEngines, ordersTable } from './both-engines.ts'
import { CONNECTION, compileOrThrow, goldenCatalog, goldenContext, readLevel } from './run-case.ts'

const columnsOf = (formulas: Record<string, string>) => Object.entries(formulas).map(([name, formula]) => ({ id: name, name, formula }))
const ORDERS = { kind: 'warehouse-table', connectionId: CONNECTION, path: ['SHOP', 'ORDERS'] }

onBothEngines('holes of custom SQL', (engine) => {
  const controls = [
    { id: 'c1', kind: 'control', controlId: 'Least', controlType: 'number', mode: '>=', value: 3 },
    { id: 'c2', kind: 'control', controlId: 'Part', controlType: 'segmented', source: { kind: 'manual', valueType: 'text', values: ['ORDERS', 'STOCK'] }, value: 'ORDERS' },
  ]
  const setUp = (statement: string, values: Record<string, ControlValue> = {}) => {
    const customSql = () => ({ columns: [{ name: 'n', type: { kind: 'int64' as const }, nullable: true }] })
    const context = goldenContext(goldenCatalog({ dialect: engine().dialect, customSql }), { controls: values })
    const element = { id: 'sql', kind: 'table', name: 'Sql', source: { kind: 'sql', connectionId: CONNECTION, statement }, columns: columnsOf({ n: '[Custom SQL/n]' }) }
    return { document: documentOf(...controls, element), context }
  }
  const rowsOf = async (statement: string, values: Record<string, ControlValue> = {}) => {
    const { document, context } = setUp(statement, values)
    return (await readLevel(engine(), compileOrThrow(document, 'sql', context).flat)).rows
  }
  const problemOf = (statement: string, values: Record<string, ControlValue> = {}) => {
    const { document, context } = setUp(statement, values)
    const outcome = compileElement(document, 'sql', context)
    return outcome.ok ? null : outcome.message
  }

  test('a formula over controls is computed with bound values', async () => {
    const counted = 'SELECT COUNT(*) AS n FROM "SHOP"."ORDERS" WHERE "ORDER_ID" >= {{#formula [Least] * 2}}'
    expect(await rowsOf(counted)).toEqual([['3']])
    expect(await rowsOf(counted, { Least: { kind: 'scalar', value: 1 } })).toEqual([['7']])
  })

  test('an identifier is a quoted name that the author offers', async () => {
    const from = 'SELECT COUNT(*) AS n FROM "SHOP".{{#identifier [Part]}}'
    expect(await rowsOf(from)).toEqual([['8']])
    expect(await rowsOf(from, { Part: { kind: 'scalar', value: 'STOCK' } })).toEqual([['5']])
    expect(await rowsOf('SELECT COUNT(*) AS n FROM "SHOP".{{#identifier "STOCK"}}')).toEqual([['5']])
    const evil = { Part: { kind: 'scalar', value: 'ORDERS"; DROP TABLE x; --' } } as const
    expect(problemOf(from, evil)).toMatch(/names by hand/)
    const [orders, stock] = ['ORDERS', 'STOCK'].map((value) => {
      const { document, context } = setUp(from, { Part: { kind: 'scalar', value } })
      return requiredSources(document, 'sql', context)
    })
    expect(orders).not.toEqual(stock)
  })

  test.each([
    ['{{#raw [Part]}}', /never takes text unquoted/],
    ['{{#formula Sum(1)}}', /no rows/],
    ['{{#formula [Nothing]}}', /No column or control/],
    ['{{#other x}}', /means nothing/],
    ["'{{Part}}'", /inside quotes/],
    ['"{{Part}}"', /inside quotes. Write {{#identifier/],
    ['1) UNION SELECT (1', /several|parenthesis/],
    ['1; DELETE FROM x', /several statements/],
    ['1 OR (1 = 1', /never closes/],
    ["'x", /does not end/],
  ])('%s is refused', (hole, message) => {
    expect(problemOf(`SELECT 1 AS n WHERE 1 = ${hole}`)).toMatch(message)
  })
})

onBothEngines('controls that filter without aiming as others do', (engine) => {
  const outcomeOf = (control: Record<string, unknown>, controls: Record<string, ControlValue> = {}) =>
    compileElement(documentOf({ id: 'c', kind: 'control', controlId: 'C', ...control }, ordersTable()), 'orders', goldenContext(goldenCatalog({ dialect: engine().dialect }), { controls }))

  test.each(['targets', 'filters'])('a legend filters its %s by its selection', async (field) => {
    const source = { kind: 'table', elementId: 'orders' }
    const legend = { controlType: 'legend', source: { kind: 'source', source, columnId: 'channel' }, [field]: [{ source, columnId: 'channel' }] }
    const count = async (values: unknown[], controls: Record<string, ControlValue> = {}) => {
      const outcome = outcomeOf({ ...legend, values }, controls)
      return outcome.ok ? (await readLevel(engine(), outcome.element.flat)).rows.length : outcome.message
    }
    expect([await count([]), await count(['Web']), await count(['Web'], { C: { kind: 'list', values: ['Store', 'Web'] } })]).toEqual([8, 3, 5])
  })

  test.each([
    [{ controlType: 'list', selectionMode: 'multiple', source: { kind: 'manual', valueType: 'text', values: ['a'] } }, { kind: 'list', values: ['a'] }],
    [{ controlType: 'text', mode: 'contains' }, { kind: 'scalar', value: 'a' }],
    [{ controlType: 'number-range' }, { kind: 'range', min: 1, max: null }],
    [{ controlType: 'date-range', mode: 'between' }, { kind: 'range', min: '2026-01-01', max: null }],
  ] as [Record<string, unknown>, ControlValue][])('a required control without a value blanks its page: %j', (control, value) => {
    const required = { ...control, x: { required: true } }
    expect(outcomeOf(required)).toMatchObject({ ok: false, code: 'control_required', message: expect.stringContaining('"C"') })
    expect([outcomeOf(required, { C: value }).ok, outcomeOf(control).ok]).toEqual([true, true])
  })

  test('a saved period is a value', () => {
    expect(outcomeOf({ controlType: 'date-range', mode: 'last', value: 3, unit: 'month', includeToday: true, x: { required: true } }).ok).toBe(true)
  })
})

onBothEngines('saved days and periods that are counted from now', (engine) => {
  const reading = (control: Record<string, unknown>, controls: Record<string, ControlValue> = {}, parts = ['.start', '.end']) => {
    const columns = parts.map((part) => ({ id: `c${part}`, name: `Read${part}`, formula: `[C]${part}` }))
    const one = { id: 'one', kind: 'table', name: 'One', source: ORDERS, columns }
    return compileOrThrow(documentOf({ id: 'c', kind: 'control', controlId: 'C', ...control }, one), 'one', goldenContext(goldenCatalog({ dialect: engine().dialect }), { controls }))
  }
  const read = async (element: ReturnType<typeof reading>) => (await readLevel(engine(), element.flat)).rows[0]?.map((cell) => cell && String(cell).slice(0, 10))
  const range = { controlType: 'date-range' }

  // Now is the last day of March 2026.
  test.each([
    [{ ...range, mode: 'last', value: 2, unit: 'month', includeToday: false }, ['2026-01-01', '2026-02-28']],
    [{ ...range, mode: 'last', value: 2, unit: 'day', includeToday: true }, ['2026-03-30', '2026-03-31']],
    [{ ...range, mode: 'current', unit: 'quarter' }, ['2026-01-01', '2026-03-31']],
    [{ ...range, mode: 'before', date: '2026-03-01' }, [null, '2026-02-28']],
    [{ ...range, mode: 'custom', startDate: { op: 'now-minus', unit: 'month', value: 1 } }, ['2026-02-28', null]],
    [{ ...range, mode: 'between', startDate: '2026-01-05', endDate: '2026-01-06' }, ['2026-01-05', '2026-01-06']],
  ])('the ends of %j are the ends of its filter', async (control, expected) => {
    const element = reading(control)
    expect(await read(element)).toEqual(expected)
    expect(element.usesToday).toBe(control.mode !== 'before' && control.mode !== 'between')
    const chosen = reading(control, { C: { kind: 'range', min: '2020-01-01', max: null } })
    expect([await read(chosen), chosen.usesToday]).toEqual([['2020-01-01', null], false])
  })

  test('a day', async () => {
    const element = reading({ controlType: 'date', mode: '<=', value: { op: 'now-minus', unit: 'day', value: 1 } }, {}, [''])
    expect([await read(element), element.usesToday]).toEqual([['2026-03-30'], true])
  })

  test('in custom SQL', async () => {
    const statement = 'SELECT CAST({{C}}:min AS DATE) AS n FROM "SHOP"."STOCK" LIMIT 1'
    const customSql = () => ({ columns: [{ name: 'n', type: { kind: 'date' as const }, nullable: true }] })
    const element = { id: 'sql', kind: 'table', name: 'Sql', source: { kind: 'sql', connectionId: CONNECTION, statement }, columns: columnsOf({ n: '[Custom SQL/n]' }) }
    const control = { id: 'c', kind: 'control', controlId: 'C', ...range, mode: 'last', value: 1, unit: 'year', includeToday: false }
    const compiled = compileOrThrow(documentOf(control, element), 'sql', goldenContext(goldenCatalog({ dialect: engine().dialect, customSql })))
    expect([await read(compiled), compiled.usesToday]).toEqual([['2025-01-01'], true])
  })
})

onBothEngines('controls on tables of the warehouse', (engine) => {
  const control = (columnId: string) => ({
    id: 'c',
    kind: 'control',
    controlId: 'Status',
    controlType: 'list',
    source: { kind: 'source', source: { kind: 'table', elementId: 'orders' }, columnId: 'status' },
    values: ['Open'],
    filters: [{ source: ORDERS, columnId }],
  })
  const child = { id: 'child', kind: 'table', name: 'Child', source: { kind: 'table', elementId: 'orders' }, columns: columnsOf({ Id: '[Orders/Id]' }) }
  const contextOf = (controls: Record<string, ControlValue> = {}) => goldenContext(goldenCatalog({ dialect: engine().dialect }), { controls })

  test.each(['STATUS', 'Status'])('every reader of the table gets the rows that the control leaves: %s', async (columnId) => {
    const document = documentOf(control(columnId), ordersTable(), child)
    const idsOf = async (controls?: Record<string, ControlValue>) => (await readLevel(engine(), compileOrThrow(document, 'child', contextOf(controls)).flat)).rows.map((row) => row[0]).sort()
    expect(await idsOf()).toEqual(['1', '2', '8'])
    expect(await idsOf({ Status: { kind: 'list', values: ['Shipped'] } })).toEqual(['3', '5'])
  })

  test('a column that the table does not have is a problem, not more rows', () => {
    const outcome = compileElement(documentOf(control('NOTHING'), ordersTable()), 'orders', contextOf())
    expect(outcome).toMatchObject({ ok: false, code: 'element_invalid', message: expect.stringMatching(/"Status" aims at the column "NOTHING"/) })
  })
})

onBothEngines('hierarchy filters', (engine) => {
  const idsOf = async (filter: Record<string, unknown>) => {
    const folders = [{ id: 'path', name: 'Path', items: ['channel', 'status'] }]
    const whole = { id: 'whole', name: 'Whole', formula: 'RaggedHierarchy([Channel], [Status])' }
    const document = documentOf(ordersTable({ folders, filters: [{ id: 'f', columnId: 'path', kind: 'hierarchy', ...filter }] }, [whole]))
    const context = goldenContext(goldenCatalog({ dialect: engine().dialect }))
    return (await readLevel(engine(), compileOrThrow(document, 'orders', context).flat)).rows.map((row) => row[0]).sort()
  }
  test.each([
    [{ values: [['Web']] }, ['1', '3', '4']],
    [{ values: [['Web', 'Open'], ['Store']] }, ['1', '2', '6']],
    [{ values: [['Web', 'Open'], ['Store']], mode: 'exclude' }, ['3', '4', '5', '7', '8']],
    [{ values: [] }, ['1', '2', '3', '4', '5', '6', '7', '8']],
    [{ columnId: 'channel', values: [['Phone']] }, ['7', '8']],
    [{ columnId: 'whole', values: [['Web', 'Open'], ['Store']] }, ['1', '2', '6']],
    [{ columnId: 'whole', values: [['Web', 'Open'], ['Store']], mode: 'exclude' }, ['3', '4', '5', '7', '8']],
  ])('%j', async (filter, expected) => {
    expect(await idsOf(filter)).toEqual(expected)
  })

  test('a control filters by the folder, and its document has no problem', async () => {
    const folders = [{ id: 'path', name: 'Path', items: ['channel', 'status'] }]
    const source = { kind: 'table', elementId: 'orders' }
    const control = { id: 'c', kind: 'control', controlId: 'Path', controlType: 'hierarchy', source: { source, columnId: 'path' }, values: [['Web', 'Open'], ['Store']], filters: [{ source, columnId: 'path' }] }
    const elements = [control, ordersTable({ folders, filters: [{ id: 'f', columnId: 'path', kind: 'hierarchy', values: [['Web'], ['Store']] }] })]
    const written = readFormN({ name: 'Paths', schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements }] })
    expect(written.problems).toEqual([])
    const { flat } = compileOrThrow(documentOf(...elements), 'orders', goldenContext(goldenCatalog({ dialect: engine().dialect })))
    expect((await readLevel(engine(), flat)).rows.map((row) => row[0]).sort()).toEqual(['1', '2', '6'])
  })
})
