import { bindFormulas } from '@octavo/core/document'
import { compileElement } from '@octavo/core/plan'
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
    const read = async (each: typeof document) => {
      const { rows } = await readLevel(engine(), compileOrThrow(each, 'joined', context).flat)
      return rows.map((row) => JSON.stringify(row)).sort()
    }
    const found = await read(document)
    // Stored documents refer to columns by id, and both sides have the same ids when they read one element.
    expect(await read(bindFormulas(document))).toEqual(found)
    return found
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
    // Groups whose sum minus 30 exceeds no quantity have no match.
    ['full-outer', [{ left: '[Qty]', right: '[Sum] - 30', op: '<' }], ['["20","70"]', '["30","70"]', '["4","70"]', '["50",null]', '["6","70"]', '[null,"10"]', '[null,"30"]'].sort()],
    ['inner', [...keys, { left: '[Qty]', right: '[Sum]', op: '<' }], ['["4","10"]', '["6","10"]', '["20","70"]', '["50","70"]'].sort()],
  ])('%s join on %j', async (type, columns, expected) => {
    expect(await rowsOf(join(type, columns), { a: '[Rows/Qty]', b: '[Groups/Sum]' })).toEqual(expected)
  })

  test('a lookup join keeps the rows of the left side and marks values of several matches', async () => {
    const source = join('lookup', keys, groups, rows)
    const found = await rowsOf(source, { a: '[Rows/Store]', b: '[Groups/Region]', c: '[Groups/Qty]', d: '[Groups/Qty] + 1' })
    expect(found).toEqual(['["A","E","*","*"]', '["B","E","30","31"]', '["C","W","*","*"]'])
  })

  test('values without a match in a lookup join are null, without a mark', async () => {
    const found = await rowsOf(join('lookup', [{ left: '[Sum]', right: '[Qty]' }], groups, rows), { a: '[Rows/Store]', b: '[Groups/Region]' })
    expect(found).toEqual(['["A",null]', '["B","E"]', '["C",null]'])
  })

  test('null-safe keys match null with null, plain keys do not', async () => {
    const other = { kind: 'table', elementId: 'orders' }
    const on = (op: string) => [{ left: '[Status]', right: '[Status]', op }]
    const source = (op: string) => join('inner', on(op), table('ORDERS'), other)
    const sumOf = async (op: string) => rowsOf(source(op), { s: 'CountIf(IsNull([Rows/Status]))', n: 'Count()' }, { summary: ['s', 'n'] })
    expect(await sumOf('=')).toEqual(['["0","15"]'])
    expect(await sumOf('is-not-distinct-from')).toEqual(['["1","16"]'])
  })

  test('a full join by null-safe keys keeps the rows of both sides once', async () => {
    const channels = { left: '[Channel]', right: '[Region]', op: 'is-not-distinct-from' }
    const source = join('full-outer', [channels], table('ORDERS'), table('SALES'))
    const counts = { n: 'Count()', o: 'CountDistinct([Rows/ORDER_ID])', s: 'CountDistinct([Groups/SALE_ID])', both: 'CountIf(IsNotNull([Rows/ORDER_ID]) and IsNotNull([Groups/SALE_ID]))' }
    // One order and two sales without a value match; seven orders and sixteen sales have no match.
    expect(await rowsOf(source, counts, { summary: Object.keys(counts) })).toEqual(['["25","8","18","2"]'])
  })

  test('the sides of a join that read one element are distinguished by their names', async () => {
    const source = join('inner', [{ left: '[Qty]', right: '[Qty]', op: '<' }], rows, rows)
    const formulas = { a: '[Rows/Store]', b: '[Groups/Store]', c: '[Groups/Qty] - [Rows/Qty]' }
    expect(await rowsOf(source, formulas, { filters: [{ id: 'f', columnId: 'c', kind: 'number-range', min: 20, max: 24 }] })).toEqual(['["A","B","24"]', '["B","C","20"]'])
  })

  test('a table joined with itself is its own first source', async () => {
    const itself = { kind: 'join', joins: [{ left: table('STOCK'), right: table('STOCK'), name: 'Other', joinType: 'inner', columns: [{ left: '[Qty]', right: '[Qty]' }] }] }
    expect(await rowsOf(itself, { a: '[STOCK/Qty]', b: '[Other/Store]' })).toEqual(['["20","C"]', '["30","B"]', '["4","A"]', '["50","C"]', '["6","A"]'])
  })

  test.each([
    ['keys of different types', join('inner', [{ left: '[Qty]', right: '[Store]' }]), /one is number, the other text/],
    ['a lookup by less', join('lookup', [{ left: '[Qty]', right: '[Sum]', op: '<' }]), /equal keys/],
    ['an unknown operator', join('inner', [{ left: '[Qty]', right: '[Sum]', op: '~' }]), /no join operator/],
    ['places on an engine without them', join('inner', [{ left: '[Store]', right: '[Store]', op: 'within' }]), /cannot compare/],
  ])('%s is a problem that names it', (_, source, message) => {
    const document = documentOf(stores, { id: 'joined', kind: 'table', name: 'Joined', source, columns: [{ id: 'a', formula: '1', name: 'a' }] })
    const outcome = compileElement(document, 'joined', goldenContext(goldenCatalog({ dialect: engine().dialect })))
    expect(outcome).toMatchObject({ ok: false, code: 'element_invalid', message: expect.stringMatching(message) })
  })

  test('a column that no source of a union has is null, not hidden', async () => {
    const source = { kind: 'union', sources: [groups, groups], matches: [{ outputColumnName: 'N', sourceColumns: [null, null] }, { outputColumnName: 'Store', sourceColumns: ['[Store]', '[Store]'] }] }
    expect(await rowsOf(source, { n: '[Union of 2 Sources/N]', s: '[Union of 2 Sources/Store]' }, { filters: [{ id: 'f', columnId: 's', kind: 'list', values: ['A'] }] })).toEqual(['[null,"A"]', '[null,"A"]'])
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

test('no full join is sent to MySQL, which does not support it', () => {
  const source = { kind: 'join', joins: [{ left: table('STOCK'), right: table('STOCK'), name: 'Other', joinType: 'full-outer', columns: [{ left: '[Qty]', right: '[Qty]' }] }] }
  const document = documentOf({ id: 'joined', kind: 'table', name: 'Joined', source, columns: [{ id: 'a', formula: '[Other/Qty]', name: 'a' }] })
  const textOf = (dialect: string) => compileOrThrow(document, 'joined', goldenContext(goldenCatalog({ dialect }))).flat.statement({ offset: 0, limit: null }).text
  expect(textOf('mariadb')).not.toContain('FULL JOIN')
  expect(textOf('mariadb')).toContain('RIGHT JOIN')
  expect(textOf('snowflake')).toContain('FULL JOIN')
})
