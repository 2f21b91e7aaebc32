import { describe, expect, test } from 'vitest'
import { readFormN } from '../codecs/form-n.ts'
import { ordersTable, workbookWith } from '../testing/examples.ts'
import { kpiOfSummary, namesInFormula } from './kpi-of-summary.ts'

const columns = [
  { id: 'region', formula: '[ORDERS/REGION]', name: 'Region' },
  { id: 'net', formula: '[ORDERS/NET]', name: 'Net' },
  { id: 'sum', formula: 'Sum([Net])', name: 'Sum of Net' },
]
const format = { kind: 'number', formatString: ',.2f' }
const filters = [
  { id: 'f', columnId: 'region', kind: 'list', mode: 'include', values: ['West'] },
  { id: 'g', columnId: 'sum', kind: 'number-range', min: 1 },
]

function kpi(formula: string) {
  const value = { id: 'value', formula, name: 'Value', format }
  const table = ordersTable({ name: 'Orders', columns: [...columns, value], summary: ['value'], filters })
  const { document } = readFormN(workbookWith([table]))
  return kpiOfSummary(document, 'orders', 'value', (id) => id === 'sum' || id === 'value')
}

describe('a KPI with a value of the summary', () => {
  test.each([
    ['Count()', 'Count()'],
    ['Sum([Net])', 'Sum([Orders/Net])'],
    ['[sum of net] / Count([Region])', '(Sum([Orders/Net])) / Count([Orders/Region])'],
    ['Sum([ORDERS/NET])', 'Sum([Orders/Net])'],
  ])('reads the rows of the table for %s', (formula, expected) => {
    expect(kpi(formula)).toMatchObject({
      source: { kind: 'table', elementId: 'orders' },
      columns: [{ id: 'value', name: 'Value', format, formula: expected }],
      value: { columnId: 'value' },
    })
  })

  test('reads the source of the table, with the filters of its rows, if the formula refers to another column of the source', () => {
    const fields = kpi('[Sum of Net] / Max([ORDERS/QUANTITY])')
    expect(fields).toMatchObject({
      source: ordersTable().source,
      columns: [{ formula: '(Sum([Net])) / Max([ORDERS/QUANTITY])' }, { id: 'region' }, { id: 'net' }],
      filters: [{ id: 'f' }],
    })
  })

  test('is not created for a missing column', () => {
    const { document } = readFormN(workbookWith([ordersTable({ columns })]))
    expect(kpiOfSummary(document, 'orders', 'gone', () => false)).toBeUndefined()
  })
})

test('the names of a formula are listed once, in the order of the text', () => {
  expect(namesInFormula('[A] + Sum([S/B]) - [a] + If([C] > 1, -[D], 0)')).toEqual([['a'], ['S', 'B'], ['C'], ['D']])
  expect(namesInFormula('1 +')).toEqual([])
})
