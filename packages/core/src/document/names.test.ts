import { expect, test } from 'vitest'
import { columnName, columnNames, elementName, friendlyName, titleText } from './names.ts'

test.each([
  ['ORDER_ID', 'Order Id'],
  ['orderDate', 'Order Date'],
  ['STATUS', 'Status'],
  ['DAYS_IN_STOCK', 'Days in Stock'],
  ['of_things', 'Of Things'],
  ['net/gross-total', 'Net Gross Total'],
  ['Order Id', 'Order Id'],
  ['SKU code', 'SKU code'],
  ['_', '_'],
])('the friendly form of %s is %s, whose friendly form is itself', (name, friendly) => {
  expect(friendlyName(name)).toBe(friendly)
  expect(friendlyName(friendly)).toBe(friendly)
})

test.each([
  [{ name: 'Given', formula: '[A/B]' }, 'Given'],
  [{ formula: '[ORDERS/ORDER_ID]' }, 'Order Id'],
  [{ formula: ' [Net] ' }, 'Net'],
  [{ formula: 'Sum([Orders/NET_SALES])' }, 'Sum of Net Sales'],
  [{ formula: 'DateTrunc("month", [Orders/Order Date])' }, 'Month of Order Date'],
  [{ formula: '[A] + [B]' }, 'Calc'],
  [{ name: '', formula: '1' }, 'Calc'],
])('the display name of %j is %s', (column, expected) => {
  expect(columnName(column)).toBe(expected)
})

test('warehouse names are kept if the connection is configured so', () => {
  expect(columnName({ formula: '[ORDERS/ORDER_ID]' }, { friendly: false })).toBe('ORDER_ID')
})

test('derived names that are taken get a number', () => {
  const columns = [
    { id: 'a', formula: '1 + 1' },
    { id: 'b', formula: '2 + 2' },
    { id: 'c', formula: '[T/NET]' },
    { id: 'd', formula: '3', name: 'Net' },
  ]
  expect([...columnNames(columns).values()]).toEqual(['Calc', 'Calc (1)', 'Net (1)', 'Net'])
})

test.each([
  ['Plain', 'Plain'],
  [{ text: 'Styled', color: '#fff' }, 'Styled'],
  [{ visibility: 'hidden' }, null],
  [undefined, null],
])('the text of the title %j is %j', (title, expected) => {
  expect(titleText(title)).toBe(expected)
})

test.each([
  [{ name: 'Sales', source: { kind: 'sql' } }, 'Sales'],
  [{ source: { kind: 'warehouse-table', path: ['A', 'ORDERS'] } }, 'ORDERS'],
  [{ source: { kind: 'sql' } }, 'Custom SQL'],
  [{ source: { kind: 'union', sources: [1, 2] } }, 'Union of 2 Sources'],
  [{}, null],
])('formulas reach %j by the name %j', (element, expected) => {
  expect(elementName({ id: 'e', kind: 'table', ...element })).toBe(expected)
})
