import { expect, test } from 'vitest'
import { documentOf, onBothEngines, ordersTable } from './both-engines.ts'
import { CONNECTION, compileOrThrow, goldenCatalog, goldenContext, readLevel } from './run-case.ts'

const table = (name: string) => ({ kind: 'warehouse-table', connectionId: CONNECTION, path: ['SHOP', name] })
const stores = {
  id: 'stores',
  kind: 'table',
  name: 'Stores',
  source: table('STOCK'),
  columns: [
    { id: 'region', formula: '[STOCK/REGION]', name: 'Region' },
    { id: 'store', formula: '[STOCK/STORE]', name: 'Store' },
    { id: 'qty', formula: '[STOCK/QTY]', name: 'Qty' },
    { id: 'sum', formula: 'Sum([Qty])', name: 'Sum' },
  ],
  groupings: [{ id: 'by-store', groupBy: ['store'], calculations: ['sum'] }],
}

onBothEngines('joins and unions', (engine) => {
  const rowsOf = async (source: Record<string, unknown>, formulas: Record<string, string>, more: Record<string, unknown> = {}) => {
    const columns = Object.entries(formulas).map(([id, formula]) => ({ id, formula, name: id }))
    const document = documentOf(stores, ordersTable(), { id: 'joined', kind: 'table', name: 'Joined', source, columns, ...more })
    const context = goldenContext(goldenCatalog({ dialect: engine().dialect }))
    const { rows } = await readLevel(engine(), compileOrThrow(document, 'joined', context).flat)
    return rows.map((row) => JSON.stringify(row)).sort()
  }
  const groups = { kind: 'table', elementId: 'stores', groupingId: 'by-store' }
  const rows = { kind: 'table', elementId: 'stores' }
  const join = (joinType: string, columns: unknown[], left: object = rows, right: object = groups) => ({
    kind: 'join',
    name: 'Rows',
    joins: [{ left, right, name: 'Groups', joinType, columns }],
  })
  const keys = [{ left: '[Store]', right: '[Store]' }]

  test.each([
    ['inner', keys, ['["4","10"]', '["50","70"]', '["6","10"]', '["30","30"]', '["20","70"]'].sort()],
    ['left-outer', [{ left: '[Qty]', right: '[Sum]' }], ['["4",null]', '["50",null]', '["6",null]', '["30","30"]', '["20",null]'].sort()],
    ['right-outer', [{ left: '[Qty]', right: '[Sum]' }], ['["30","30"]', '[null,"10"]', '[null,"70"]'].sort()],
    ['full-outer', [{ left: '[Qty] + 0', right: '[Sum]' }], ['["4",null]', '["50",null]', '["6",null]', '["30","30"]', '["20",null]', '[null,"10"]', '[null,"70"]'].sort()],
    ['inner', [...keys, { left: '[Qty]', right: '[Sum]', op: '<' }], ['["4","10"]', '["6","10"]', '["20","70"]', '["50","70"]'].sort()],
  ])('%s join on %j', async (type, columns, expected) => {
    expect(await rowsOf(join(type, columns), { a: '[Rows/Qty]', b: '[Groups/Sum]' })).toEqual(expected)
  })

  test('a lookup join keeps the rows of the left side, whatever the right side repeats', async () => {
    const found = await rowsOf(join('lookup', keys, groups, rows), { a: '[Rows/Store]', b: '[Groups/Region]', c: '[Groups/Qty]' })
    expect(found).toEqual(['["A","E",null]', '["B","E","30"]', '["C","W",null]'])
  })

  test('null-safe keys match null with null, plain keys do not', async () => {
    const other = { kind: 'table', elementId: 'orders' }
    const on = (op: string) => [{ left: '[Status]', right: '[Status]', op }]
    const source = (op: string) => join('inner', on(op), table('ORDERS'), other)
    const sumOf = async (op: string) => rowsOf(source(op), { s: 'CountIf(IsNull([Rows/Status]))', n: 'Count()' }, { summary: ['s', 'n'] })
    expect(await sumOf('=')).toEqual(['["0","15"]'])
    expect(await sumOf('is-not-distinct-from')).toEqual(['["1","16"]'])
  })

  test('a union puts rows below each other, null where a source has no such column', async () => {
    const source = {
      kind: 'union',
      sources: [groups, table('ORDERS')],
      matches: [
        { outputColumnName: 'Name', sourceColumns: ['[Store]', '[Channel]'] },
        { outputColumnName: 'Number', sourceColumns: ['[Sum]', '[Amount]'] },
        { outputColumnName: 'Rating', sourceColumns: [null, '[RATING]'] },
      ],
    }
    const more = { filters: [{ id: 'f', columnId: 'n', kind: 'number-range', min: 30 }] }
    const formulas = { name: '[Union of 2 Sources/Name]', n: '[Union of 2 Sources/Number]', r: '[Union of 2 Sources/Rating]' }
    expect(await rowsOf(source, formulas, more)).toEqual(['["B","30.00",null]', '["C","70.00",null]', '["Phone","42.42",4]', '["Store","100.00",1]'])
  })
})
