import { describe, expect, it } from 'vitest'
import { after, chart, documentOf } from '../testing/sales-document.ts'
import {
  type ColumnHolder,
  changeKind,
  columnsOnShelf,
  keptAside,
  mayChangeKind,
  removeColumns,
  shelvesOfKind,
} from './index.ts'

describe('a change of kind', () => {
  const kinds = [
    'bar-chart',
    'line-chart',
    'area-chart',
    'combo-chart',
    'scatter-chart',
    'pie-chart',
    'donut-chart',
    'waterfall-chart',
    'box-chart',
    'funnel-chart',
    'treemap-chart',
    'sankey-chart',
    'region-map',
    'point-map',
    'geography-map',
    'gauge-chart',
    'kpi-chart',
    'pivot-table',
  ]
  const full = {
    ...chart,
    stacking: 'none',
    gap: { width: 'small' },
    color: { by: 'category', column: 'region' },
    dataLabel: { labels: 'shown', anchor: 'end' },
  }

  it.each(kinds.filter((kind) => kind !== 'bar-chart'))('to %s and back is the first element again', (kind) => {
    const document = documentOf(full)
    const there = after(document, changeKind(document, 'chart', kind))
    expect(there.kind).toBe(kind)
    const middle = documentOf(there)
    const { x: _kept, ...back } = after(middle, changeKind(middle, 'chart', 'bar-chart'))
    expect(back).toEqual(full)
  })

  it.each([
    ['line-chart', { xAxis: ['month'], yAxis: ['revenue', 'margin'], color: ['region'] }],
    ['donut-chart', { value: ['revenue'], color: ['month'] }],
    ['funnel-chart', { stage: ['month'], series: ['revenue'] }],
    ['region-map', { region: ['month'], color: ['revenue'] }],
    ['sankey-chart', { stages: ['month', 'region'], value: ['revenue'] }],
    ['kpi-chart', { value: ['revenue'], timeline: ['month'] }],
    ['pivot-table', { rowsBy: ['month'], columnsBy: ['region'], values: ['revenue', 'margin'] }],
  ] as const)('to %s keeps the columns of the shelves', (kind, expected) => {
    const document = documentOf(full)
    const there = after(document, changeKind(document, 'chart', kind))
    const held = Object.fromEntries(shelvesOfKind(kind).map(({ id }) => [id, columnsOnShelf(there, id)]))
    expect(held).toMatchObject(expected)
  })
})

describe('a change between charts and tables', () => {
  const columns = [...chart.columns, { id: 'plain', formula: '[Sales/Revenue]', name: 'Plain' }]
  const based = { id: 'chart', source: chart.source, columns }
  const at = (columnId: string) => ({ columnId })
  const xAxis = at('month')
  const yAxis = { columnIds: ['revenue'] }
  const by = (key: string, ...calculations: string[]) => ({
    groupBy: [key],
    ...(calculations.length > 0 ? { calculations } : {}),
  })

  it.each([
    { kind: 'bar-chart', fields: { xAxis, yAxis }, groupings: [by('month', 'revenue', 'margin')] },
    {
      kind: 'line-chart',
      fields: { xAxis, yAxis: { columnIds: ['margin', 'revenue'] }, color: { by: 'category', column: 'region' } },
      groupings: [by('month'), by('region', 'margin', 'revenue')],
    },
    {
      kind: 'area-chart',
      fields: { xAxis, yAxis, trellis: { rowsBy: [at('region')] } },
      groupings: [by('month'), by('region', 'revenue', 'margin')],
    },
    {
      kind: 'donut-chart',
      fields: { value: at('revenue'), color: at('region') },
      groupings: [by('region', 'revenue', 'margin')],
    },
    {
      kind: 'funnel-chart',
      fields: { stage: at('region'), series: at('margin') },
      groupings: [by('region', 'margin', 'revenue')],
    },
    {
      kind: 'treemap-chart',
      fields: { category: at('region'), value: at('revenue') },
      groupings: [by('region', 'revenue', 'margin')],
    },
    {
      kind: 'sankey-chart',
      fields: { stages: [at('month'), at('region')], value: at('revenue') },
      groupings: [by('month'), by('region', 'revenue', 'margin')],
    },
    {
      kind: 'kpi-chart',
      fields: { value: at('revenue'), timeline: at('month') },
      groupings: [by('month', 'revenue', 'margin')],
    },
    // A sum on the X axis does not divide rows, and the rows of a box remain rows.
    {
      kind: 'scatter-chart',
      fields: { xAxis: at('margin'), yAxis, color: { by: 'category', column: 'region' } },
      groupings: [by('region', 'margin', 'revenue')],
    },
    {
      kind: 'box-chart',
      fields: { xAxis: at('region'), yAxis: { columnIds: ['plain'] } },
      groupings: [by('region', 'revenue', 'margin')],
    },
    {
      kind: 'region-map',
      fields: {
        region: { ...at('region'), regionType: 'country' },
        color: { by: 'scale', column: 'revenue' },
        tooltip: [at('month')],
      },
      groupings: [by('region', 'revenue', 'margin')],
    },
    {
      kind: 'pivot-table',
      fields: { rowsBy: [at('region')], columnsBy: [at('month')], values: ['margin', 'revenue'] },
      groupings: [by('region'), by('month', 'margin', 'revenue')],
    },
    { kind: 'bar-chart', fields: { yAxis }, summary: ['revenue', 'margin'] },
    { kind: 'gauge-chart', fields: { value: at('margin') }, summary: ['margin', 'revenue'] },
  ])('$kind with $fields groups the table that it becomes', ({ kind, fields, groupings, summary }) => {
    const before = { ...based, kind, ...fields }
    const document = documentOf(before)
    const table = after(document, changeKind(document, 'chart', 'table')) as ColumnHolder
    expect(table.columns).toEqual(columns)
    expect([table.groupings?.map(({ id: _id, ...grouping }) => grouping), table.summary]).toEqual([groupings, summary])
    const middle = documentOf(table)
    const { x: _kept, ...back } = after(middle, changeKind(middle, 'chart', kind))
    expect(back).toEqual(before)
  })

  const grouped = [
    { id: 'g1', groupBy: ['region'], calculations: ['margin'] },
    { id: 'g2', groupBy: ['month'], calculations: ['revenue'] },
  ]
  it.each([
    { kind: 'bar-chart', held: { xAxis: ['region'], color: ['month'], yAxis: ['margin', 'revenue'] } },
    { kind: 'pie-chart', held: { color: ['region'], value: ['margin'] } },
    { kind: 'funnel-chart', held: { stage: ['region'], series: ['margin'] } },
    { kind: 'sankey-chart', held: { stages: ['region', 'month'], value: ['margin'] } },
    { kind: 'kpi-chart', held: { value: ['margin'] } },
    { kind: 'pivot-table', held: { rowsBy: ['region', 'month'], columnsBy: [], values: ['margin', 'revenue'] } },
    { kind: 'bar-chart', fields: { groupings: [] }, held: { xAxis: [], yAxis: [] } },
    { kind: 'kpi-chart', fields: { groupings: [], summary: ['revenue'] }, held: { value: ['revenue'] } },
  ])('a grouped table becomes $kind with $held', ({ kind, fields, held }) => {
    const before = { ...based, kind: 'table', groupings: grouped, sort: [], ...fields }
    const document = documentOf(before)
    const there = after(document, changeKind(document, 'chart', kind))
    const found = Object.fromEntries(shelvesOfKind(kind).map(({ id }) => [id, columnsOnShelf(there, id)]))
    expect(found).toMatchObject(held)
    const middle = documentOf(there)
    const { x: _kept, ...back } = after(middle, changeKind(middle, 'chart', 'table'))
    expect(back).toEqual(before)
  })

  it('a column that was removed while the element was a chart is in no grouping of the restored table', () => {
    const document = documentOf({ ...based, kind: 'table', groupings: grouped })
    const bar = documentOf(after(document, changeKind(document, 'chart', 'bar-chart')))
    const less = documentOf(after(bar, removeColumns(bar, 'chart', ['region', 'revenue'])))
    const { groupings } = after(less, changeKind(less, 'chart', 'table')) as ColumnHolder
    expect(groupings).toEqual([{ id: 'g2', groupBy: ['month'], calculations: ['margin'] }])
  })

  it.each([
    { name: 'nothing reads', others: [], fields: {}, isFree: true },
    { name: 'a chart reads', others: [chart], fields: { id: 'sales' }, isFree: false },
    {
      name: 'a control filters',
      others: [
        { id: 'k', kind: 'control', filters: [{ source: { kind: 'table', elementId: 'other' }, columnId: 'month' }] },
      ],
      fields: {},
      isFree: false,
    },
    { name: 'hides a column', others: [], fields: { columnSecurities: [{ id: 's' }] }, isFree: false },
  ])('a table that $name may become a chart: $isFree', ({ others, fields, isFree }) => {
    const table = { ...based, id: 'other', kind: 'table', ...fields }
    expect(mayChangeKind(documentOf(table, ...others), table.id)).toBe(isFree)
  })

  it('a grouping has an id that no column has', () => {
    const column = { id: 'by-month', formula: '[Sales/Region]', name: 'Taken' }
    const document = documentOf({ ...based, kind: 'bar-chart', columns: [...columns, column], xAxis, yAxis })
    const { groupings } = after(document, changeKind(document, 'chart', 'table')) as ColumnHolder
    expect(groupings?.map(({ id }) => id)).toEqual(['by-month-'])
  })
})

describe('the fields that a change of kind stores for later', () => {
  const full = {
    ...chart,
    stacking: 'none',
    gap: { width: 'small' },
    barStyle: {},
    color: { by: 'category', column: 'region' },
    legend: { position: 'top' },
  }

  it.each([
    ['line-chart', ['stacking', 'gap']],
    ['donut-chart', ['yAxis', 'stacking', 'gap', 'color']],
    ['pivot-table', ['stacking', 'gap', 'legend']],
    ['table', ['stacking', 'gap', 'legend']],
  ] as const)('to %s', (kind, expected) => {
    const document = documentOf(full)
    const there = after(document, changeKind(document, 'chart', kind))
    expect(keptAside(full, there).toSorted()).toEqual([...expected].toSorted())
  })
})
