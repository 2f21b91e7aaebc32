import type { ColumnHolder } from '@octavo/core/document'
import type { ValueType } from '@octavo/core/types'
import { describe, expect, it } from 'vitest'
import { explainedChart, isAdditive, levelOf, pointsOf, simpleAggregate } from './explained-chart.ts'

const columns = [
  { id: 'month', formula: 'DateTrunc("month", [Sales/Date])', name: 'Month' },
  { id: 'region', formula: '[Sales/Region]', name: 'Region' },
  { id: 'store', formula: '[Sales/Store]', name: 'Store' },
  { id: 'sum', formula: 'Sum([Sales/Amount])', name: 'Revenue' },
  { id: 'avg', formula: '[Revenue] / Count()', name: 'Each' },
]
const source = { kind: 'table', elementId: 'sales' }
const element = (kind: string, fields: object) =>
  ({ id: 'e', kind, source, columns, ...fields }) as unknown as ColumnHolder
const rowsOf = (cells: Record<string, { kind: ValueType['kind']; values: (string | number | null)[] }>) => ({
  columns: Object.entries(cells).map(([id, { kind }]) => ({
    id,
    name: id,
    type: { kind } as ValueType,
    nullable: true,
  })),
  values: Object.values(cells).map(({ values }) => values),
  states: [],
  rowCount: Object.values(cells)[0]?.values.length ?? 0,
  hasMore: false,
})
const rows = rowsOf({ month: { kind: 'date', values: ['2026-01-01'] }, sum: { kind: 'int64', values: ['5'] } })

describe('what an element shows', () => {
  it.each<[name: string, kind: string, fields: object, measures: string[], axis?: string, split?: string]>([
    ['bars', 'bar-chart', { xAxis: { columnId: 'region' }, yAxis: { columnIds: ['sum'] } }, ['sum'], 'region'],
    [
      'lines by colour',
      'line-chart',
      {
        xAxis: { columnId: 'month' },
        yAxis: { columnIds: ['sum', 'avg'] },
        color: { by: 'category', column: 'region' },
      },
      ['sum', 'avg'],
      'month',
      'region',
    ],
    [
      'dates as colour',
      'bar-chart',
      { xAxis: { columnId: 'region' }, yAxis: { columnIds: ['sum'] }, color: { by: 'category', column: 'month' } },
      ['sum'],
      'month',
      'region',
    ],
    [
      'the same column twice',
      'bar-chart',
      { xAxis: { columnId: 'region' }, yAxis: { columnIds: ['sum'] }, color: { by: 'category', column: 'region' } },
      ['sum'],
      'region',
    ],
    ['slices', 'pie-chart', { value: { columnId: 'sum' }, color: { columnId: 'region' } }, ['sum'], 'region'],
    ['a number', 'kpi-chart', { value: { columnId: 'sum' } }, ['sum']],
    [
      'a number over time',
      'kpi-chart',
      { value: { columnId: 'sum' }, timeline: { columnId: 'month' } },
      ['sum'],
      'month',
    ],
    [
      'a pivot table',
      'pivot-table',
      { rowsBy: [{ columnId: 'store' }], columnsBy: [{ columnId: 'month' }], values: ['sum', 'avg'] },
      ['sum', 'avg'],
      'month',
      'store',
    ],
    ['boxes', 'box-chart', { xAxis: { columnId: 'region' }, yAxis: { columnIds: ['store'] } }, [], 'region'],
  ])('%s', (_name, kind, fields, measures, axis, split) => {
    const found = explainedChart(element(kind, fields), rows)
    expect(found.measures.map(({ columnId }) => columnId)).toEqual(measures)
    expect([found.axis?.columnId, found.split?.columnId]).toEqual([axis, split])
    expect(found.axis?.isTime).toBe(axis === undefined ? undefined : axis === 'month')
  })

  it('reads the unit of the dates, and the level of a number over time', () => {
    const kpi = element('kpi-chart', { value: { columnId: 'sum' }, timeline: { columnId: 'month' } })
    expect(explainedChart(kpi, rows).axis?.unit).toBe('month')
    expect([levelOf(kpi), levelOf(element('kpi-chart', {}))]).toEqual(['g1', 'base'])
  })

  it('reads numbers that are texts, and cells without a value', () => {
    const some = rowsOf({
      region: { kind: 'text', values: ['North', null] },
      sum: { kind: 'decimal', values: ['12.50', null] },
    })
    expect(pointsOf(some, 'sum', 'region')).toEqual([
      { key: 'North', split: null, value: 12.5 },
      { key: null, split: null, value: null },
    ])
  })
})

it.each([
  ['Sum([A])', true],
  ['SumIf([A], [B] > 1)', true],
  ['Count()', true],
  ['-Sum([A])', true],
  ['Sum([A]) - Count([B])', true],
  ['Sum([A]) / 1000', true],
  ['0.5 * Sum([A])', true],
  ['[Revenue]', true],
  ['[Revenue] + Sum([A])', true],
  ['[Each]', false],
  ['Sum([A]) / Count()', false],
  ['Sum([A]) + 1', false],
  ['1000 / Sum([A])', false],
  ['Avg([A])', false],
  ['CountDistinct([A])', false],
  ['Max([A])', false],
  ['Round(Sum([A]))', false],
  ['[Metrics/Revenue]', false],
  ['[Self]', false],
  ['Sum(', false],
])('%s adds up: %s', (formula, expected) => {
  const asked = { id: 'asked', formula, name: formula === '[Self]' ? 'Self' : 'Asked' }
  expect(isAdditive({ columns: [...columns, asked] }, 'asked')).toBe(expected)
})

it.each([
  ['Sum([Sales/Amount])', { call: 'sum', column: 'Amount' }],
  ['Count()', { call: 'count', column: '' }],
  ['Sum([A]) / 2', undefined],
  ['SumIf([A], [B])', undefined],
])('the aggregate of %s', (formula, expected) => {
  expect(simpleAggregate(formula)).toEqual(expected)
})
