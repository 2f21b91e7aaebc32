import { expect, test } from 'vitest'
import { elementLabel, shownTitle } from './shown-title.ts'

const columns = [
  { id: 'm', formula: 'DateTrunc("month", [Sales/Order Date])' },
  { id: 'r', formula: 'Sum([Sales/Revenue])' },
  { id: 'g', formula: 'Sum([Sales/Margin])', name: 'Margin' },
  { id: 'c', formula: 'Count()', name: 'Orders' },
  { id: 'k', formula: '[Sales/Region]' },
  { id: 'row-count', formula: 'Count()', name: 'Row Count' },
]
const xy = (...columnIds: string[]) => ({ xAxis: { columnId: 'm' }, yAxis: { columnIds } })

test.each<[string, Record<string, unknown>, string]>([
  ['bar-chart', xy('r'), 'Revenue by month'],
  ['line-chart', xy('r', 'g'), 'Revenue and Margin by month'],
  ['combo-chart', { ...xy('r', 'g', 'c'), color: { by: 'category', column: 'k' } }, 'Revenue and 2 more by month'],
  ['bar-chart', { yAxis: { columnIds: ['r'] } }, 'Revenue'],
  ['bar-chart', { yAxis: { columnIds: [] } }, ''],
  ['pie-chart', { value: { columnId: 'r' }, color: { columnId: 'k' } }, 'Revenue by Region'],
  ['pie-chart', { value: { columnId: 'row-count' }, color: { columnId: 'k' } }, ''],
  ['kpi-chart', { value: { columnId: 'r' }, timeline: { columnId: 'm' } }, 'Revenue'],
  ['funnel-chart', { stage: { columnId: 'k' }, series: { columnId: 'c' } }, 'Orders by Region'],
  ['pivot-table', { values: ['r'], rowsBy: [{ columnId: 'k' }] }, 'Revenue by Region'],
  ['bar-chart', { ...xy('r'), name: 'By hand' }, 'By hand'],
  ['bar-chart', { ...xy('r'), name: { visibility: 'hidden' } }, ''],
  ['table', {}, ''],
])('the title of a %s with %j is "%s"', (kind, fields, title) => {
  expect(shownTitle({ id: 'e', kind, columns, ...fields })).toBe(title)
})

test.each<[string, Record<string, unknown>, string]>([
  ['bar-chart', xy('r'), 'Revenue by month'],
  ['bar-chart', { ...xy('r'), name: 'By hand' }, 'By hand'],
  ['bar-chart', { ...xy('r'), name: 'Sold {{Sum([Sales/Revenue])}} in all' }, 'Sold … in all'],
  ['bar-chart', { yAxis: { columnIds: [] } }, 'Bar chart'],
  ['table', { source: { kind: 'warehouse-table', path: ['RETAIL', 'ORDERS'] } }, 'ORDERS'],
  ['text', { body: 'Hello' }, 'Text'],
])('lists call a %s with %j "%s"', (kind, fields, label) => {
  expect(elementLabel({ id: 'e', kind, columns, ...fields })).toBe(label)
})

test('lists use the fallback of the caller for an element without a name', () => {
  expect(elementLabel({ id: 'e', kind: 'text' }, 'Texto')).toBe('Texto')
})
