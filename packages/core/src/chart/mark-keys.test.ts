import { describe, expect, it } from 'vitest'
import type { Cell, ResultColumn } from '../types/index.ts'
import { type ChartElement, chartOption, type HoverTarget, lightChartTheme } from './index.ts'

const cells: Record<string, Cell[]> = {
  month: ['2026-01-01', '2026-01-01', '2026-02-01', '2026-02-01'],
  region: ['West', null, 'West', 'East'],
  sales: [1, 2, 3, 4],
}
const typeOf = (id: string) => (id === 'month' ? 'date' : id === 'sales' ? 'int64' : 'text')

/** A chart over the four rows. */
function drawingOf(chart: { kind: string; [field: string]: unknown }) {
  const ids = Object.keys(cells)
  const columns = ids.map((id): ResultColumn => ({ id, name: id, type: { kind: typeOf(id) }, nullable: true }))
  const result = { columns, values: ids.map((id) => cells[id] ?? []), rowCount: 4, isPartial: false }
  const element: ChartElement = { id: 'e', columns: ids.map((id) => ({ id })), ...chart }
  return chartOption(element, result, lightChartTheme)
}

/** The common values of the marks of a chart, as column and texts. */
function keysOf(chart: Parameters<typeof drawingOf>[0], target: HoverTarget, seriesId?: string) {
  return drawingOf(chart)
    .keys(target, seriesId)
    .map(({ columnId, values, text }) => [columnId, values, text])
}

const month = { xAxis: { columnId: 'month' }, yAxis: { columnIds: ['sales'] } }
const byRegion = { by: 'category', column: 'region' }
const place = (at: number, panel = 0): HoverTarget => ({ kind: 'place', panel, at })
const mark = (index: number, seriesId: string): HoverTarget => ({ kind: 'mark', index, seriesId })
const january = ['month', ['2026-01-01'], '2026-01-01']

describe('the category of a legend entry', () => {
  it.each([
    ['a category', { kind: 'bar-chart', ...month, color: byRegion }, 'West', [['region', ['West'], 'West']]],
    ['no value', { kind: 'bar-chart', ...month, color: byRegion }, 'No value', [['region', [null], 'No value']]],
    [
      'a slice',
      { kind: 'pie-chart', value: { id: 'sales' }, color: { id: 'region' } },
      'East',
      [['region', ['East'], 'East']],
    ],
    ['a measure', { kind: 'bar-chart', ...month }, 'sales', []],
    ['a name that no category has', { kind: 'bar-chart', ...month, color: byRegion }, 'North', []],
  ])('is %s', (_what, chart, name, expected) => {
    const found = drawingOf(chart).entryKeys(name)
    expect(found.map(({ columnId, values, text }) => [columnId, values, text])).toEqual(expected)
  })
})

describe('the common values of a mark', () => {
  const bars = { kind: 'bar-chart', ...month, color: byRegion }
  const february = Date.UTC(2026, 1, 1)
  const onLine = ['month', ['2026-02-01'], expect.any(String)]
  it.each([
    ['a bar of one color', bars, place(0), '0:=West sales', [january, ['region', ['West'], 'West']]],
    ['a bar of no value', bars, place(0), '0:null sales', [january, ['region', [null], 'No value']]],
    ['a place, whose bars differ in color', bars, place(0), undefined, [january]],
    [
      'a bar that is reached as a mark',
      bars,
      mark(0, '0:=West sales'),
      undefined,
      [january, ['region', ['West'], 'West']],
    ],
    ['a point of a line, by its time', { kind: 'line-chart', ...month }, place(february), undefined, [onLine]],
    [
      'a panel',
      { kind: 'bar-chart', ...month, trellis: { columnsBy: [{ id: 'region' }] } },
      place(1, 0),
      undefined,
      [
        ['month', ['2026-02-01'], '2026-02-01'],
        ['region', ['West'], 'West'],
      ],
    ],
    [
      'a slice',
      { kind: 'pie-chart', value: { id: 'sales' }, color: { id: 'region' } },
      mark(0, '0:sales'),
      undefined,
      [['region', ['West'], 'West']],
    ],
    [
      'a stage',
      { kind: 'funnel-chart', stage: { id: 'region' }, value: { id: 'sales' } },
      mark(3, '0:stages'),
      undefined,
      [['region', ['East'], 'East']],
    ],
    [
      'an area',
      { kind: 'treemap-chart', category: { id: 'region' }, value: { id: 'sales' } },
      mark(0, '0:areas'),
      undefined,
      [['region', ['East'], 'East']],
    ],
    [
      'a value of a stage',
      { kind: 'sankey-chart', stages: [{ id: 'region' }, { id: 'month' }], value: { id: 'sales' } },
      mark(0, '0:nodes'),
      undefined,
      [['region', ['West'], 'West']],
    ],
    [
      'the flow between two values',
      { kind: 'sankey-chart', stages: [{ id: 'region' }, { id: 'month' }], value: { id: 'sales' } },
      mark(0, '0:nodes:links'),
      undefined,
      [
        ['region', ['West'], 'West'],
        ['month', ['2026-01-01'], '2026-01-01'],
      ],
    ],
    ['a step', { kind: 'waterfall-chart', ...month }, place(1), undefined, [['month', ['2026-02-01'], '2026-02-01']]],
    ['the end of a waterfall, which is of all rows', { kind: 'waterfall-chart', ...month }, place(2), undefined, []],
    [
      'a point',
      { kind: 'scatter-chart', ...month, color: byRegion },
      mark(0, '0:=East sales'),
      undefined,
      [
        ['month', ['2026-02-01'], '2026-02-01'],
        ['region', ['East'], 'East'],
      ],
    ],
    ['the needle of a gauge', { kind: 'gauge-chart', value: { id: 'sales' } }, mark(0, '0:gauge'), undefined, []],
  ])('%s', (_, chart, target, seriesId, keys) => {
    expect(keysOf(chart, target, seriesId)).toEqual(keys)
  })

  it('has all values of the combined small slices, without a text', () => {
    const names = Array.from({ length: 9 }, (_, index) => `c${index}`)
    const columns = ['name', 'size'].map(
      (id): ResultColumn => ({ id, name: id, type: { kind: id === 'size' ? 'int64' : 'text' }, nullable: true }),
    )
    const values = [names, names.map((_, index) => 100 - index)]
    const element: ChartElement = {
      id: 'e',
      kind: 'pie-chart',
      columns: [],
      value: { id: 'size' },
      color: { id: 'name' },
    }
    const drawing = chartOption(element, { columns, values, rowCount: 9, isPartial: false }, lightChartTheme)
    const [others] = drawing.keys(mark(5, '0:size'))
    expect(others).toMatchObject({ columnId: 'name', values: names.slice(5) })
    expect(others?.text).toBeUndefined()
  })
})
