import { expect, test } from 'vitest'
import { shownTitle } from './shown-title.ts'

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
  ['pie-chart', { value: { columnId: 'r' }, color: { columnId: 'k' } }, 'Revenue by region'],
  ['pie-chart', { value: { columnId: 'row-count' }, color: { columnId: 'k' } }, ''],
  ['kpi-chart', { value: { columnId: 'r' }, timeline: { columnId: 'm' } }, 'Revenue'],
  ['funnel-chart', { stage: { columnId: 'k' }, series: { columnId: 'c' } }, 'Orders by region'],
  ['pivot-table', { values: ['r'], rowsBy: [{ columnId: 'k' }] }, 'Revenue by region'],
  ['bar-chart', { ...xy('r'), name: 'By hand' }, 'By hand'],
  ['bar-chart', { ...xy('r'), name: { visibility: 'hidden' } }, ''],
  ['table', {}, ''],
])('the title of a %s with %j is "%s"', (kind, fields, title) => {
  expect(shownTitle({ id: 'e', kind, columns, ...fields })).toBe(title)
})
