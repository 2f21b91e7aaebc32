import { describe, expect, it } from 'vitest'
import type { Cell, ResultColumn, ValueType } from '../types/index.ts'
import { type ChartElement, type ChartResult, chartOption, darkChartTheme, lightChartTheme } from './index.ts'

const types: Record<string, ValueType> = {
  text: { kind: 'text' },
  date: { kind: 'date' },
  money: { kind: 'decimal', precision: 18, scale: 2 },
  count: { kind: 'int64' },
}

function result(columns: [id: string, type: keyof typeof types, cells: Cell[]][], isPartial = false): ChartResult {
  return {
    columns: columns.map(
      ([id, type]): ResultColumn => ({
        id,
        name: id.toUpperCase(),
        type: types[type] ?? { kind: 'text' },
        nullable: true,
      }),
    ),
    values: columns.map(([, , cells]) => cells),
    rowCount: columns[0]?.[2].length ?? 0,
    isPartial,
  }
}

function element(kind: string, more: Record<string, unknown>): ChartElement {
  return { id: 'e', kind, columns: [{ id: 'y', format: { kind: 'number', formatString: '$,.2f' } }], ...more }
}

const xy = { xAxis: { columnId: 'x' }, yAxis: { columnIds: ['y'] } }
const regions = result([
  ['x', 'text', ['North', 'South', null]],
  ['y', 'money', ['123456789012345678.91', '-5.00', null]],
])

/** The option as a chart library sees it; formatters are called as it calls them. */
function draw(chart: ChartElement, rows: ChartResult) {
  const drawing = chartOption(chart, rows, lightChartTheme)
  return { ...drawing, option: drawing.option as unknown as Option }
}
interface Option {
  xAxis: Axis
  yAxis: Axis
  legend: { show?: boolean; type?: string }
  tooltip: { renderMode: string }
  color: string[]
  series: {
    name: string
    type: string
    stack?: string
    data: unknown[]
    connectNulls?: boolean
    radius?: string[]
    label: { show: boolean; formatter?: (at: { dataIndex: number }) => string }
    tooltip: { valueFormatter: (value: unknown, at: unknown) => string }
  }[]
}
interface Axis {
  type: string
  data?: string[]
  show: boolean
  inverse?: boolean
  max?: number
  axisLabel: { formatter: (value: number) => string }
}

describe('bars', () => {
  it('stand in the order of the result, with a null category named and a null measure left out', () => {
    const { option } = draw(element('bar-chart', xy), regions)
    expect(option.xAxis.data).toEqual(['North', 'South', '(null)'])
    expect(option.series[0]?.data).toEqual([123456789012345680, -5, null])
  })

  it('show every digit in the tooltip, and a dash for null', () => {
    const { option } = draw(element('bar-chart', xy), regions)
    const write = option.series[0]?.tooltip.valueFormatter
    expect([0, 1, 2].map((at) => write?.(1, at))).toEqual(['$123,456,789,012,345,678.91', '\u2212$5.00', '\u2013'])
  })

  it('lie down with the first category on top when the orientation is horizontal', () => {
    const { option } = draw(element('bar-chart', { ...xy, orientation: 'horizontal' }), regions)
    expect(option.yAxis).toMatchObject({ type: 'category', inverse: true })
    expect(option.xAxis.type).toBe('value')
  })

  const coloured = result([
    ['x', 'text', ['Q1', 'Q1', 'Q2']],
    ['c', 'text', ['Web', 'Shop', 'Web']],
    ['y', 'count', ['30', '10', '5']],
  ])
  const byColor = { ...xy, color: { by: 'category', column: 'c' } }

  it.each([
    [undefined, 'total'],
    ['stacked', 'total'],
    ['none', undefined],
  ])('with stacking %s are stacked as %s', (stacking, stack) => {
    const { option } = draw(element('bar-chart', { ...byColor, stacking }), coloured)
    expect(option.series.map((series) => [series.name, series.data, series.stack])).toEqual([
      ['Web', [30, 5], stack],
      ['Shop', [10, null], stack],
    ])
    expect(option.legend.type).toBe('scroll')
  })

  it('show shares of each place when normalized, with the value beside the share', () => {
    const { option } = draw(element('bar-chart', { ...byColor, stacking: 'normalized' }), coloured)
    expect(option.series.map((series) => series.data)).toEqual([
      [0.75, 1],
      [0.25, null],
    ])
    expect(option.yAxis.max).toBe(1)
    expect(option.yAxis.axisLabel.formatter(0.5)).toBe('50%')
    expect(option.series[0]?.tooltip.valueFormatter(0.75, 0)).toBe('$30.00 (75.0%)')
  })

  it('carry data labels only when asked', () => {
    const shown = draw(element('bar-chart', { ...xy, dataLabel: { labels: 'shown' } }), regions).option.series[0]?.label
    expect(shown?.formatter?.({ dataIndex: 1 })).toBe('\u2212$5.00')
    expect(draw(element('bar-chart', xy), regions).option.series[0]?.label.show).toBe(false)
  })

  it('take the colour of a measure from low to high', () => {
    const rows = result([
      ['x', 'text', ['a', 'b', 'c']],
      ['y', 'count', ['1', '2', '3']],
      ['c', 'count', ['0', '5', '10']],
    ])
    const color = { by: 'scale', column: 'c', scheme: ['#000000', '#ffffff'] }
    const { option } = draw(element('bar-chart', { ...xy, color }), rows)
    expect(option.series).toHaveLength(1)
    expect(option.series[0]?.data.map((bar) => (bar as { itemStyle: { color: string } }).itemStyle.color)).toEqual([
      '#000000',
      '#808080',
      '#ffffff',
    ])
  })
})

describe('lines', () => {
  const daily = result([
    ['x', 'date', ['2024-01-03', '2024-01-01', '2024-01-02']],
    ['y', 'count', ['3', '1', null]],
  ])

  it('run along time in ascending order, with a gap where the measure is null', () => {
    const { option } = draw(element('line-chart', xy), daily)
    expect(option.xAxis.type).toBe('time')
    expect(option.series[0]?.data).toEqual([
      [Date.UTC(2024, 0, 1), 1],
      [Date.UTC(2024, 0, 2), null],
      [Date.UTC(2024, 0, 3), 3],
    ])
    expect(option.series[0]?.connectNulls).toBe(false)
  })

  it.each([
    ['zero', false, 0],
    ['interpolate', true, null],
  ])('treat a missing value as the element says: %s', (missing, connectNulls, middle) => {
    const { option } = draw(element('line-chart', { ...xy, lineAreaStyle: { missing } }), daily)
    expect(option.series[0]?.connectNulls).toBe(connectNulls)
    expect(option.series[0]?.data[1]).toEqual([Date.UTC(2024, 0, 2), middle])
  })
})

describe('value axes are short where numbers are long', () => {
  const rows: [formatString: string, largest: string, tick: number, label: string][] = [
    ['$,.2f', '2000000', 1_500_000, '$1.5M'],
    ['$,.2f', '2000000', 0, '$0'],
    [',.0f', '900', 250, '250'],
    ['.1%', '0.4', 0.25, '25%'],
    ['.1%', '0.04', 0.025, '2.5%'],
  ]
  it.each(rows)('%s up to %s: %d is %s', (formatString, largest, tick, label) => {
    const chart: ChartElement = {
      id: 'e',
      kind: 'bar-chart',
      columns: [{ id: 'y', format: { kind: 'number', formatString } }],
      ...xy,
    }
    const { option } = draw(
      chart,
      result([
        ['x', 'text', ['a']],
        ['y', 'money', [largest]],
      ]),
    )
    expect(option.yAxis.axisLabel.formatter(tick)).toBe(label)
  })
})

describe('combinations', () => {
  const rows = result([
    ['x', 'text', ['a', 'b']],
    ['y', 'money', ['10', '20']],
    ['z', 'count', ['1', '3']],
  ])
  const kinds = (chart: Record<string, unknown>) => draw(element('combo-chart', chart), rows).option.series

  it('draw the first measure as bars and the others as lines, unless the element says otherwise', () => {
    const x = { columnId: 'x' }
    expect(kinds({ xAxis: x, yAxis: { columnIds: ['y', 'z'] } }).map(({ type }) => type)).toEqual(['bar', 'line'])
    const said = [{ columnId: 'y', type: 'area' }, 'z']
    expect(kinds({ xAxis: x, yAxis: { columnIds: said } }).map(({ type }) => type)).toEqual(['line', 'bar'])
  })

  it('put the measures of the second axis on an axis of their own', () => {
    const chart = { xAxis: { columnId: 'x' }, yAxis: { columnIds: ['y', 'z'] }, yAxis2: { columnIds: ['z'] } }
    const { option } = draw(element('combo-chart', chart), rows)
    expect(option.yAxis).toHaveLength(2)
    expect(option.series).toMatchObject([{ yAxisIndex: 0 }, { yAxisIndex: 1 }])
  })
})

describe('points', () => {
  const rows = result([
    ['x', 'count', ['1', '2', null]],
    ['y', 'count', ['10', '40', '5']],
    ['c', 'text', ['a', 'b', 'a']],
    ['s', 'count', ['1', '4', '9']],
  ])
  const chart = element('scatter-chart', { ...xy, color: { by: 'category', column: 'c' }, size: { id: 's' } })

  it('stand at their two values, one series a colour, and rows without a place are left out', () => {
    const { option } = draw(chart, rows)
    expect(option.series.map(({ name, data }) => [name, data])).toEqual([
      ['a', [[1, 10]]],
      ['b', [[2, 40]]],
    ])
  })

  it('grow with the root of their size', () => {
    const series = draw(chart, rows).option.series as unknown as { symbolSize(value: unknown, at: object): number }[]
    const [small = 0, large = 0] = series.map(({ symbolSize }) => symbolSize(null, { dataIndex: 0 }))
    expect(small).toBeCloseTo(5 + 31 / 3)
    expect(large).toBeCloseTo(5 + (31 * 2) / 3)
  })
})

describe('lines and bands at fixed values', () => {
  const at = (value: unknown) => ({ type: 'constant', value })
  const marksOf = (...refMarks: unknown[]) =>
    draw(element('bar-chart', { ...xy, refMarks }), regions).option.series[0] as unknown as Record<string, unknown>

  it('lie on the axis of measures, with their label', () => {
    const label = { visibility: 'shown', text: 'Goal' }
    expect(marksOf({ axis: 'series', type: 'line', value: at(5), label })).toMatchObject({
      markLine: { data: [{ yAxis: 5, label: { show: true, formatter: 'Goal' } }] },
    })
    expect(marksOf({ axis: 'series', type: 'band', value: at('1'), endValue: at(3) })).toMatchObject({
      markArea: { data: [[{ yAxis: 1 }, { yAxis: 3 }]] },
    })
  })

  it('are left out where their value is a formula over data', () => {
    expect(
      marksOf({ axis: 'series', type: 'line', value: { type: 'formula', formula: 'Avg([A])' } }),
    ).not.toHaveProperty('markLine')
  })
})

it('shows the name of every place when the drawing is wide enough', () => {
  const drawing = (width: number) =>
    chartOption(element('bar-chart', xy), regions, lightChartTheme, { width }).option as {
      xAxis: { axisLabel: object }
    }
  expect(drawing(600).xAxis.axisLabel).toMatchObject({ interval: 0, width: 167 })
  expect(drawing(150).xAxis.axisLabel).not.toHaveProperty('interval')
})

describe('pies', () => {
  const shares = result([
    ['c', 'text', ['a', 'b', 'c']],
    ['y', 'count', ['3', '0', null]],
  ])
  const channels = { value: { columnId: 'y' }, color: { id: 'c' } }

  it('have a slice for each value above zero', () => {
    const { option } = draw(element('pie-chart', channels), shares)
    expect(option.series[0]?.data).toEqual([{ name: 'a', value: 3 }])
  })

  it('draw the smallest of many slices together', () => {
    const many = result([
      ['c', 'text', Array.from({ length: 100 }, (_, index) => `n${index}`)],
      ['y', 'count', Array.from({ length: 100 }, (_, index) => String(index + 1))],
    ])
    const { option } = draw(element('donut-chart', channels), many)
    const slices = option.series[0]?.data as { name: string; value: number }[]
    expect(slices).toHaveLength(24)
    expect(slices.at(-1)?.name).toBe('Others (77)')
    expect(slices.reduce((sum, slice) => sum + slice.value, 0)).toBe(5050)
  })
})

describe('honesty and safety', () => {
  it('draws at most 25,000 points and says so', () => {
    const cells = Array.from({ length: 30_000 }, (_, index) => String(index))
    const drawing = draw(
      element('line-chart', xy),
      result([
        ['x', 'count', cells],
        ['y', 'count', cells],
      ]),
    )
    expect(drawing).toMatchObject({ points: 25_000, isPartial: true })
    expect(drawing.option.series[0]?.data).toHaveLength(25_000)
  })

  it('says that a result was already partial', () => {
    expect(draw(element('bar-chart', xy), { ...regions, isPartial: true }).isPartial).toBe(true)
    expect(draw(element('bar-chart', xy), regions).isPartial).toBe(false)
  })

  it('never lets a name open a rich text style, and never asks for HTML', () => {
    const rows = result([
      ['x', 'text', ['<b>{heading|x}</b>\nnext']],
      ['y', 'count', ['1']],
    ])
    const { option } = draw(element('bar-chart', xy), rows)
    expect(option.tooltip.renderMode).toBe('richText')
    expect(option.xAxis.data?.[0]).toBe('<b>{\u2060heading|x}</b> next')
  })

  it('has nothing to draw without a measure', () => {
    expect(draw(element('bar-chart', { xAxis: { columnId: 'x' } }), regions).missing).toBe('measure')
  })

  it('keeps 3:1 between every colour of a palette and its surface', () => {
    for (const theme of [lightChartTheme, darkChartTheme]) {
      for (const color of theme.palette) {
        expect(contrast(color, theme.surface), `${color} on ${theme.surface}`).toBeGreaterThanOrEqual(3)
      }
    }
  })
})

function contrast(left: string, right: string): number {
  const [high = 0, low = 0] = [luminance(left), luminance(right)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
