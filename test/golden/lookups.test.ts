import { readFormN } from '@octavo/core/document'
import { compileElement } from '@octavo/core/plan'
import { expect, test } from 'vitest'
import { documentOf, onBothEngines, ordersTable } from './both-engines.ts'
import { CONNECTION, compileOrThrow, goldenCatalog, goldenContext, readLevel } from './run-case.ts'

const stock = { kind: 'warehouse-table', connectionId: CONNECTION, path: ['SHOP', 'STOCK'] }

/** Columns by formula; the name is the id. */
const columnsOf = (formulas: Record<string, string>) => Object.entries(formulas).map(([name, formula]) => ({ id: name, name, formula }))

const stores = {
  id: 'stores',
  kind: 'table',
  name: 'Stores',
  source: stock,
  columns: columnsOf({
    Region: '[STOCK/REGION]',
    Store: '[STOCK/STORE]',
    Month: '[STOCK/MONTH]',
    Qty: '[STOCK/QTY]',
    Total: 'Sum([Qty])',
    All: 'Sum([Qty])',
  }),
  groupings: [{ id: 'by-store', groupBy: ['Store'], calculations: ['Total'] }],
  summary: ['All'],
}

const channels = {
  id: 'channels',
  kind: 'table',
  name: 'Channels',
  source: { kind: 'warehouse-table', connectionId: CONNECTION, path: ['SHOP', 'ORDERS'] },
  columns: columnsOf({ Channel: '[ORDERS/CHANNEL]', Amount: '[ORDERS/AMOUNT]', Status: '[ORDERS/STATUS]', Id: '[ORDERS/ORDER_ID]' }),
}

onBothEngines('lookups', (engine) => {
  const contextOf = () => goldenContext(goldenCatalog({ dialect: engine().dialect }))
  const rowsOf = async (element: Record<string, unknown>, ...others: Record<string, unknown>[]) => {
    const document = documentOf(...others, element)
    const compiled = compileOrThrow(document, String(element.id), contextOf())
    return (await readLevel(engine(), compiled.flat)).rows
  }
  const problemsOf = (element: Record<string, unknown>, ...others: Record<string, unknown>[]) => {
    const outcome = compileElement(documentOf(...others, element), String(element.id), contextOf())
    const columns = outcome.ok ? outcome.element.columns : outcome.columns
    const found = columns.flatMap((column) => column.problems.map((problem) => `${column.name}: ${problem.code}`))
    return [...new Set(found)]
  }
  /** Orders with one more column, read together with the id. */
  const ordersWith = (formula: string, more: Record<string, unknown> = {}) =>
    ordersTable({ columns: columnsOf({ Id: '[ORDERS/ORDER_ID]', Status: '[ORDERS/STATUS]', Channel: '[ORDERS/CHANNEL]', Found: formula }), order: ['Id', 'Found'], sort: [{ columnId: 'Id', direction: 'ascending' }], ...more })
  const foundIn = async (formula: string, ...others: Record<string, unknown>[]) => (await rowsOf(ordersWith(formula), ...others)).map((row) => row[1])

  test.each([
    ['no row results in null, one row in its value, several in the mark', 'Lookup([Stores/Qty], If([Id] = 1, "B", [Id] = 2, "A", "Z"), [Stores/Store])', ['30', '*', null, null, null, null, null, null]],
    ['an aggregate makes it a rollup', 'Lookup(Sum([Stores/Qty]), If([Id] = 1, "A", [Id] = 2, "C", "Z"), [Stores/Store])', ['10', '70', null, null, null, null, null, null]],
    ['a row expression around aggregates', 'Rollup(Sum([Stores/Qty]) / Count([Stores/Qty]), If([Id] < 3, "A", "C"), [Stores/Store])', [5, 5, 35, 35, 35, 35, 35, 35]],
    ['a count without a match is null', 'Rollup(Count(), If([Id] = 1, "A", "Z"), [Stores/Store])', ['2', null, null, null, null, null, null, null]],
    ['a list in the order of its values', 'Rollup(ListAgg([Stores/Qty], " "), "C", [Stores/Store])', Array(8).fill('20 50')],
    ['several keys', 'Lookup([Stores/Qty], "A", [Stores/Store], If([Id] = 1, "Feb", "Mar"), [Stores/Month])', ['6', null, null, null, null, null, null, null]],
    ['a calculation of a grouping is found at its groups', 'Lookup([Stores/Total], If([Id] = 1, "A", "Z"), [Stores/Store])', ['10', null, null, null, null, null, null, null]],
    ['keys may be formulas', 'Rollup(Max([Stores/Qty]), "a", Lower([Stores/Store]))', ['6', '6', '6', '6', '6', '6', '6', '6']],
    ['a summary value needs no key', '[Stores/All] + [Id]', ['111', '112', '113', '114', '115', '116', '117', '118']],
    ['an aggregate of another element needs none either', 'Max([Stores/Qty]) - [Id]', ['49', '48', '47', '46', '45', '44', '43', '42']],
    ['null keys match nothing', 'Rollup(Count(), [Status], [Channels/Status])', ['3', '3', '2', null, '2', '1', '1', '3']],
  ])('%s: %s', async (_, formula, expected) => {
    expect(await foundIn(formula, stores, channels)).toEqual(expected)
  })

  test('LookupMatchNulls matches null with null', async () => {
    const found = await foundIn('LookupMatchNulls(Count([Channels/Id]), [Status], [Channels/Status])', channels)
    expect(found).toEqual(['3', '3', '2', '1', '2', '1', '1', '3'])
  })

  test('the target may be the element itself, before its calculations and after its filters', async () => {
    const formula = 'Rollup(Count(), [Channel], [Orders/Channel])'
    const all = await foundIn(formula)
    expect(all).toEqual(['3', '2', '3', '3', null, '2', '2', '2'])
    const filters = [{ id: 'f', columnId: 'Id', kind: 'number-range', min: 3 }]
    expect((await rowsOf(ordersWith(formula, { filters }))).map((row) => row[1])).toEqual(['2', '2', null, '1', '2', '2'])
  })

  test('a self-lookup may read another one by the same key', async () => {
    const columns = columnsOf({
      Id: '[ORDERS/ORDER_ID]',
      Status: '[ORDERS/STATUS]',
      Channel: '[ORDERS/CHANNEL]',
      First: 'Rollup(Min([Id]), [Channel], [Orders/Channel])',
      Found: 'Rollup(Max([First]) + Count(), [Channel], [Orders/Channel])',
    })
    const rows = await rowsOf(ordersWith('', { columns }))
    expect(rows.map((row) => row[1])).toEqual(['4', '4', '4', '4', null, '4', '9', '9'])
  })

  test('a filter on a lookup removes rows, and so does one on a self-rollup', async () => {
    const filters = [{ id: 'f', columnId: 'Found', kind: 'number-range', min: 3 }]
    expect(await rowsOf(ordersWith('Rollup(Count(), [Channel], [Orders/Channel])', { filters }))).toHaveLength(3)
    expect(await rowsOf(ordersWith('Rollup(Count([Channels/Id]), [Status], [Channels/Status])', { filters }), channels)).toHaveLength(3)
  })

  test('a lookup in a grouping reads its key at the grouping; within an aggregate at the rows', async () => {
    const element = {
      id: 'by-region',
      kind: 'table',
      name: 'By region',
      source: stock,
      columns: columnsOf({
        Region: '[STOCK/REGION]',
        Store: '[STOCK/STORE]',
        Qty: '[STOCK/QTY]',
        Known: 'Rollup(Max([Stores/Qty]), [Region], [Stores/Region])',
        Sum: 'Sum(Lookup([Stores/Total], [Store], [Stores/Store]))',
      }),
      groupings: [{ id: 'g', groupBy: ['Region'], calculations: ['Known', 'Sum'] }],
      order: ['Region', 'Known', 'Sum'],
    }
    const compiled = compileOrThrow(documentOf(stores, element), 'by-region', contextOf())
    const level = compiled.levels.find((candidate) => candidate.level === 'g1')
    expect(level && (await readLevel(engine(), level)).rows).toEqual([['E', '30', '50'], ['W', '50', '140']])
  })

  test('a lookup in the element that is the source sees its rows before the filters of the reader', async () => {
    const element = {
      id: 'child',
      kind: 'table',
      name: 'Child',
      source: { kind: 'table', elementId: 'stores' },
      columns: columnsOf({ Store: '[Stores/Store]', Qty: '[Stores/Qty]', Found: 'Rollup(Sum([Stores/Qty]), [Store], [Stores/Store])' }),
      filters: [{ id: 'f', columnId: 'Qty', kind: 'number-range', min: 25 }],
    }
    expect((await rowsOf(element, stores)).sort()).toEqual([['B', '30', '30'], ['C', '50', '70']])
  })

  test.each([
    ['a child of the element', 'Lookup([Child/Id], [Id], [Child/Id])', 'invalid_reference'],
    ['keys of two elements', 'Lookup([Stores/Qty], [Channel], [Channels/Channel])', 'several_elements'],
    ['a bare column of another element', '[Stores/Qty]', 'needs_lookup'],
    ['an unknown column', 'Lookup([Stores/Nothing], [Channel], [Stores/Store])', 'unknown_column'],
  ])('%s is a problem of the column alone', (_, formula, code) => {
    const child = { id: 'child', kind: 'table', name: 'Child', source: { kind: 'table', elementId: 'orders' }, columns: columnsOf({ Id: '[Orders/Id]' }) }
    expect(problemsOf(ordersWith(formula), stores, channels, child)).toEqual([`Found: ${code}`])
  })

  const customers = {
    id: 'regions',
    kind: 'table',
    name: 'Regions',
    source: stock,
    columns: columnsOf({ Region: '[STOCK/REGION]', Store: '[STOCK/STORE]', Qty: '[STOCK/QTY]' }),
    groupings: [],
    filters: [{ id: 'f', columnId: 'Qty', kind: 'number-range', min: 20 }],
  }
  const sales = {
    id: 'sales',
    kind: 'table',
    name: 'Sales',
    source: stock,
    columns: columnsOf({ Store: '[STOCK/STORE]', Qty: '[STOCK/QTY]' }),
    relationships: [{ id: 'r', name: 'Place', targetElementId: 'regions', keys: [{ sourceColumnId: 'Store', targetColumnId: 'Store' }] }],
  }
  const dataModel = readFormN({ name: 'Retail', schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements: [customers, sales] }] }, 'data-model')
  const reader = (formula: string) => ({
    id: 'reader',
    kind: 'table',
    name: 'Reader',
    source: { kind: 'data-model', dataModelId: 'model', elementId: 'sales' },
    columns: columnsOf({ Store: '[Sales/Store]', Qty: '[Sales/Qty]', Found: formula }),
    sort: [{ columnId: 'Store', direction: 'ascending' }, { columnId: 'Qty', direction: 'ascending' }],
  })
  test.each(['[Sales/Place/Region]', '[Sales/Region (Place)]'])('a relationship of a data model adds columns and never rows: %s', async (formula) => {
    if (!('document' in dataModel) || !dataModel.document) throw new Error(JSON.stringify(dataModel))
    const dataModels = { model: { name: 'Retail', document: dataModel.document } }
    const context = goldenContext(goldenCatalog({ dialect: engine().dialect, dataModels }))
    const compiled = compileOrThrow(documentOf(reader(formula)), 'reader', context)
    expect((await readLevel(engine(), compiled.flat)).rows).toEqual([
      ['A', '4', null],
      ['A', '6', null],
      ['B', '30', 'E'],
      ['C', '20', '*'],
      ['C', '50', '*'],
    ])
    const without = compileOrThrow(documentOf({ ...reader(formula), order: ['Store'], columns: columnsOf({ Store: '[Sales/Store]', Qty: '[Sales/Qty]' }) }), 'reader', context)
    expect(without.flat.statement({ offset: 0, limit: null }).text).not.toContain('JOIN')
  })
})
