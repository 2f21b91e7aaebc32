import { compileElement } from '@octavo/core/plan'
import { expect, test } from 'vitest'
import { documentOf, onBothEngines } from './both-engines.ts'
import { CONNECTION, compileOrThrow, goldenCatalog, goldenContext, readLevel } from './run-case.ts'

const source = { kind: 'warehouse-table', connectionId: CONNECTION, path: ['SHOP', 'STOCK'] }
const columnsOf = (formulas: Record<string, string>) => Object.entries(formulas).map(([name, formula]) => ({ id: name, name, formula }))
const stock = {
  id: 'stock',
  kind: 'table',
  name: 'Stock',
  source,
  columns: columnsOf({ Store: '[STOCK/STORE]', Month: '[STOCK/MONTH]', Qty: '[STOCK/QTY]' }),
}
const table = (of: Record<string, unknown>, formulas: Record<string, string>) => ({ id: 'transposed', kind: 'table', name: 'Transposed', source: { kind: 'transpose', source: { kind: 'table', elementId: 'stock' }, ...of }, columns: columnsOf(formulas) })

onBothEngines('transpose', (engine) => {
  const contextOf = () => goldenContext(goldenCatalog({ dialect: engine().dialect }))
  const rowsOf = async (element: Record<string, unknown>) => {
    const { rows } = await readLevel(engine(), compileOrThrow(documentOf(stock, element), 'transposed', contextOf()).flat)
    return rows.map((row) => row.map(String).join(' ')).sort()
  }

  const toColumns = { direction: 'row-to-column', columnToTranspose: 'Month', valueColumn: 'Qty', outputColumns: ['Jan', 'Feb', 'Mar'] }
  test.each([
    ['sum', ['A 4 6 null', 'B 30 null null', 'C 20 50 null']],
    ['count', ['A 1 1 0', 'B 1 0 0', 'C 1 1 0']],
    ['count-distinct', ['A 1 1 0', 'B 1 0 0', 'C 1 1 0']],
    ['median', ['A 4 6 null', 'B 30 null null', 'C 20 50 null']],
    ['max', ['A 4 6 null', 'B 30 null null', 'C 20 50 null']],
  ])('values become columns by %s, one row for each combination of the rest', async (aggregate, expected) => {
    const formulas = { Store: '[Stock/Store]', Jan: '[Stock/Jan]', Feb: '[Stock/Feb]', Mar: '[Stock/Mar]' }
    expect(await rowsOf(table({ ...toColumns, aggregate }, formulas))).toEqual(expected)
  })

  test('listed values of any spelling are values, each once', async () => {
    const awkward = ['Jan', 'Jan', 'a"b\\n', "x'y\n\t", '', '\\']
    const rows = await rowsOf(table({ ...toColumns, outputColumns: awkward, aggregate: 'sum' }, { Store: '[Stock/Store]', Jan: '[Stock/Jan]', X: `[Stock/x'y\n\t]` }))
    expect(rows).toEqual(['A 4 null', 'B 30 null', 'C 20 null'])
  })

  test('columns become rows with the name and the value of each', async () => {
    const of = { direction: 'column-to-row', columnsToMerge: ['Store', 'Month'], columnLabelForMergedColumns: 'What', columnLabelForValues: 'Which' }
    const formulas = { Qty: '[Stock/Qty]', What: '[Stock/What]', Which: '[Stock/Which]' }
    const rows = await rowsOf(table(of, formulas))
    expect(rows).toHaveLength(10)
    expect(rows.slice(0, 4)).toEqual(['20 Month Jan', '20 Store C', '30 Month Jan', '30 Store B'])
  })

  test.each([
    ['an unknown column', { ...toColumns, valueColumn: 'Nothing', aggregate: 'sum' }, /does not have/],
    ['an unknown aggregate', { ...toColumns, aggregate: 'product' }, /cannot aggregate/],
    ['values that cannot be summed', { ...toColumns, valueColumn: 'Store', aggregate: 'sum' }, /cannot be aggregated/],
    ['columns of different types', { direction: 'column-to-row', columnsToMerge: ['Store', 'Qty'], columnLabelForMergedColumns: 'N', columnLabelForValues: 'V' }, /Store \(text\), Qty \(number\)/],
    ['an unknown direction', { direction: 'sideways' }, /no transpose/],
  ])('%s fails the element with a message that names it', (_, of, message) => {
    const outcome = compileElement(documentOf(stock, table(of, { Store: '[Stock/Store]' })), 'transposed', contextOf())
    expect(outcome).toMatchObject({ ok: false, code: 'element_invalid', message: expect.stringMatching(message) })
  })
})
