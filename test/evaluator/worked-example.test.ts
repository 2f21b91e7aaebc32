import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GoldenEngine, openDuckDb } from '../golden/engines.ts'
import { check } from './check.ts'
import { call, column, type Expr, literal, source } from './expression.ts'
import type { Workbook } from './model.ts'
import { WorkbookEvaluation } from './sources.ts'
import { int, show } from './values.ts'

const qty = column('Qty')
const sum = (of: Expr) => call('Sum', of)

const workbook: Workbook = {
  tables: [
    {
      path: ['SHOP', 'STOCK'],
      columns: [
        { name: 'Region', kind: 'text' },
        { name: 'Store', kind: 'text' },
        { name: 'Month', kind: 'text' },
        { name: 'Qty', kind: 'int' },
      ],
      rows: [
        ['E', 'A', 'Jan', int(4)],
        ['E', 'A', 'Feb', int(6)],
        ['E', 'B', 'Jan', int(30)],
        ['W', 'C', 'Jan', int(20)],
        ['W', 'C', 'Feb', int(50)],
      ],
    },
  ],
  elements: [
    {
      id: 'Stock',
      source: { kind: 'warehouse-table', path: ['SHOP', 'STOCK'] },
      columns: [
        ...['Region', 'Store', 'Month', 'Qty'].map((id) => ({ id, kind: 'text' as const, expr: source('STOCK', id) })),
        { id: 'Region Qty', kind: 'int', expr: sum(qty) },
        { id: 'Avg of stores', kind: 'approximate', expr: call('Avg', column('Store Qty')) },
        { id: 'Avg of rows', kind: 'approximate', expr: call('Avg', qty) },
        { id: 'Regions running', kind: 'int', expr: call('CumulativeSum', column('Region Qty')) },
        { id: 'Own level', kind: 'int', expr: sum(column('Region Qty')) },
        { id: 'A store', kind: 'text', expr: column('Store') },
        { id: 'Store Qty', kind: 'int', expr: sum(qty) },
        { id: 'Share', kind: 'approximate', expr: call('/', column('Store Qty'), column('Region Qty')) },
        { id: 'Percent', kind: 'approximate', expr: call('PercentOfTotal', sum(qty)) },
        { id: 'Grand', kind: 'int', expr: call('GrandTotal', sum(qty)) },
        { id: 'Stores running', kind: 'int', expr: call('CumulativeSum', column('Store Qty')) },
        { id: 'Place', kind: 'int', expr: call('Rank', column('Store Qty'), literal('desc')) },
        { id: 'Of store', kind: 'approximate', expr: call('/', qty, column('Store Qty')) },
        { id: 'One row', kind: 'int', expr: sum(qty) },
        { id: 'Of regions', kind: 'int', expr: sum(column('Region Qty')) },
        { id: 'Months', kind: 'int', expr: call('CountDistinct', column('Month')) },
      ],
      groupings: [
        {
          id: 'g1',
          keys: ['Region'],
          calculations: ['Region Qty', 'Avg of stores', 'Avg of rows', 'Regions running', 'Own level', 'A store'],
          sort: [],
        },
        {
          id: 'g2',
          keys: ['Store'],
          calculations: ['Store Qty', 'Share', 'Percent', 'Grand', 'Stores running', 'Place'],
          sort: [],
        },
      ],
      summary: ['Of regions', 'Months'],
      sort: [],
      filters: [],
    },
  ],
}

const expected: [column: string, level: number, cells: string[]][] = [
  ['Region Qty', 1, ['40', '70']],
  ['Store Qty', 2, ['10', '30', '70']],
  ['Avg of stores', 1, ['20', '70']],
  ['Avg of rows', 1, ['13.333333333333334', '35']],
  ['Share', 2, ['0.25', '0.75', '1']],
  ['Percent', 2, ['0.25', '0.75', '1']],
  ['Grand', 2, ['110', '110', '110']],
  ['Stores running', 2, ['10', '40', '70']],
  ['Regions running', 1, ['40', '110']],
  ['Place', 2, ['2', '1', '1']],
  ['One row', 3, ['4', '6', '30', '20', '50']],
  ['Own level', 1, ['40', '70']],
  ['Of regions', 0, ['110']],
  ['A store', 1, ['*', '"C"']],
  ['Months', 0, ['2']],
]

let engine: GoldenEngine
beforeAll(async () => {
  engine = await openDuckDb()
})
afterAll(() => engine.close())

test.each(expected)('the evaluator returns the cells of the worked example: %s', (id, level, cells) => {
  const evaluation = new WorkbookEvaluation(workbook).element('Stock')
  expect(evaluation.nodes(level).map((node) => show(evaluation.cell(id, node)))).toEqual(cells)
})

test('the engine returns the same cells', async () => {
  expect(await check(engine, workbook)).toBeGreaterThan(30)
})
