import { describe, expect, it } from 'vitest'
import type { Cell, ResultColumn, ValueType } from '../types/index.ts'
import { type ChartElement, type ChartResult, chartOption, type HoverTarget, lightChartTheme } from './index.ts'

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

/** Reads the option like the chart library: formatters are called with the library's arguments. */
function draw(chart: ChartElement, rows: ChartResult) {
  const drawing = chartOption(chart, rows, lightChartTheme)
  return { ...drawing, option: drawing.option as unknown as Option }
}
/** Values of bars without their styles. */
const sizes = (data: unknown[] | undefined) =>
  data?.map((entry) => (typeof entry === 'object' && entry !== null && 'value' in entry ? entry.value : entry))
const place = (at: number, panel = 0): HoverTarget => ({ kind: 'place', panel, at })
interface Option {
  xAxis: [Axis]
  yAxis: [Axis, Axis?]
  legend: { show?: boolean; type?: string; data: { name: string; itemStyle: { color: string } }[] }
  tooltip: { showContent: boolean }
  color: string[]
  series: {
    name: string
    type: string
    stack?: string
    data: unknown[]
    connectNulls?: boolean
    radius?: string[]
    label: { show: boolean; formatter?: (at: { dataIndex: number }) => string }
  }[]
}
interface Axis {
  type: string
  data?: string[]
  show: boolean
  inverse?: boolean
  max?: number
  axisLabel: { show: boolean; formatter: (value: number) => string }
}

describe('bars', () => {
  it('are in the order of the result, with a name for a null category and no bar for a null measure', () => {
    const { option } = draw(element('bar-chart', xy), regions)
    expect(option.xAxis[0].data).toEqual(['North', 'South', 'No value'])
    expect(sizes(option.series[0]?.data)).toEqual([123456789012345680, -5, null])
  })

  it('show every digit in the tooltip, and a dash for null', () => {
    const { tooltip } = draw(element('bar-chart', xy), regions)
    expect([0, 1, 2].map((at) => tooltip(place(at))?.rows[0]?.value)).toEqual([
      '$123,456,789,012,345,678.91',
      '\u2212$5.00',
      '\u2013',
    ])
  })

  it.each([240, 300, 600])('horizontal in %i pixels show the whole label of the longest one', (width) => {
    const rows = result([
      ['x', 'text', ['Furniture', 'Toys']],
      ['y', 'money', ['9990000.00', '1000000.00']],
    ])
    const chart = element('bar-chart', { ...xy, orientation: 'horizontal' })
    const { option } = chartOption(chart, rows, lightChartTheme, { width, height: 200 })
    const { grid, xAxis, series } = option as unknown as Option & { grid: [{ right: number }]; xAxis: [Axis] }
    const label = series[0]?.label.formatter?.({ dataIndex: 0 }) ?? ''
    const names = 9 * 0.69 * 11
    const bars = width - names - grid[0].right
    const end = (9_990_000 / (xAxis[0].max ?? 9_990_000)) * bars
    expect(label).toBe('$9.99M')
    expect(names + end + label.length * 0.5 * 11).toBeLessThanOrEqual(width)
  })

  it('have the first category on top when the orientation is horizontal', () => {
    const { option } = draw(element('bar-chart', { ...xy, orientation: 'horizontal' }), regions)
    expect(option.yAxis[0]).toMatchObject({ type: 'category', inverse: true })
    expect(option.xAxis[0].type).toBe('value')
  })

  const coloured = result([
    ['x', 'text', ['Q1', 'Q1', 'Q2']],
    ['c', 'text', ['Web', 'Shop', 'Web']],
    ['y', 'count', ['30', '10', '5']],
  ])
  const byColor = { ...xy, color: { by: 'category', column: 'c' } }

  it.each([
    [undefined, 'total0'],
    ['stacked', 'total0'],
    ['none', undefined],
  ])('with stacking %s are stacked as %s', (stacking, stack) => {
    const { option } = draw(element('bar-chart', { ...byColor, stacking }), coloured)
    const named = option.series.filter(({ name }) => name !== '')
    expect(named.map((series) => [series.name, sizes(series.data), series.stack])).toEqual([
      ['Web', [30, 5], stack],
      ['Shop', [10, null], stack],
    ])
    expect(option.legend.type).toBe('scroll')
  })

  it.each(['stacked', 'none'])(
    'with an order set by hand are %s in this order, all other values after it',
    (stacking) => {
      const byHand = { ...byColor, stacking, x: { valueOrder: { c: ['Shop', 'Phone'] } } }
      const { option } = draw(element('bar-chart', byHand), coloured)
      expect(option.legend.data.map(({ name }) => name)).toEqual(['Shop', 'Web'])
    },
  )

  it('show shares of each category when normalized, with the value beside the share', () => {
    const { option, tooltip } = draw(element('bar-chart', { ...byColor, stacking: 'normalized' }), coloured)
    expect(option.series.map((series) => sizes(series.data))).toEqual([
      [0.75, 1],
      [0.25, null],
    ])
    expect(option.yAxis[0].max).toBe(1)
    expect(option.yAxis[0].axisLabel.formatter(0.5)).toBe('50%')
    expect(tooltip(place(0))).toMatchObject({
      rows: [
        { name: 'Web', value: '$30.00 (75.0%)' },
        { name: 'Shop', value: '$10.00 (25.0%)' },
      ],
      total: { value: '$40.00' },
    })
  })

  it('have exact labels if the document configures them, and short ones if a few bars have room', () => {
    const shown = draw(element('bar-chart', { ...xy, dataLabel: { labels: 'shown' } }), regions).option.series[0]?.label
    expect(shown?.formatter?.({ dataIndex: 1 })).toBe('\u2212$5.00')
    const usual = draw(element('bar-chart', xy), coloured).option
    expect(usual.series[0]?.label.formatter?.({ dataIndex: 1 })).toBe('$5')
    expect(usual.yAxis[0].axisLabel.show).toBe(false)
    const hidden = draw(element('bar-chart', { ...xy, dataLabel: { labels: 'hidden' } }), regions).option
    expect(hidden.series[0]?.label.show).toBe(false)
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
      '#636363',
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
    expect(option.xAxis[0].type).toBe('time')
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
  ])('treat a missing value as configured: %s', (missing, connectNulls, middle) => {
    const { option } = draw(element('line-chart', { ...xy, lineAreaStyle: { missing } }), daily)
    expect(option.series[0]?.connectNulls).toBe(connectNulls)
    expect(option.series[0]?.data[1]).toEqual([Date.UTC(2024, 0, 2), middle])
  })
})

describe('the labels of value axes abbreviate long numbers', () => {
  const rows: [formatString: string, largest: string, tick: number, label: string][] = [
    ['$,.2f', '2000000', 1_500_000, '$1.5M'],
    ['$,.2f', '2000000', 0, '$0'],
    [',.0f', '900', 250, '250'],
    ['.1%', '0.4', 0.25, '25%'],
    ['.1%', '0.04', 0.02, '2%'],
    ['.1%', '0.012', 0.0025, '0.25%'],
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
    expect(option.yAxis[0].axisLabel.formatter(tick)).toBe(label)
  })
})

describe('combinations', () => {
  const rows = result([
    ['x', 'text', ['a', 'b']],
    ['y', 'money', ['10', '20']],
    ['z', 'count', ['1', '3']],
  ])
  const kinds = (chart: Record<string, unknown>) => draw(element('combo-chart', chart), rows).option.series

  it('draw the first measure as bars and the others as lines, unless configured otherwise', () => {
    const x = { columnId: 'x' }
    expect(kinds({ xAxis: x, yAxis: { columnIds: ['y', 'z'] } }).map(({ type }) => type)).toEqual(['bar', 'line'])
    const given = [{ columnId: 'y', type: 'area' }, 'z']
    expect(kinds({ xAxis: x, yAxis: { columnIds: given } }).map(({ type }) => type)).toEqual(['line', 'bar'])
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

  it('are at their two values, one series for each colour, and rows without a position are omitted', () => {
    const { option } = draw(chart, rows)
    expect(option.series.map(({ name, data }) => [name, data])).toEqual([
      ['a', [[1, 10]]],
      ['b', [[2, 40]]],
    ])
  })

  it('grow with the root of their size', () => {
    const series = draw(chart, rows).option.series as unknown as { symbolSize(value: unknown, at: object): number }[]
    const [small = 0, large = 0] = series.map(({ symbolSize }) => symbolSize(null, { dataIndex: 0 }))
    expect(small).toBeCloseTo(4 + 28 / 3)
    expect(large).toBeCloseTo(4 + (28 * 2) / 3)
  })
})

describe('lines and bands at fixed values', () => {
  const at = (value: unknown) => ({ type: 'constant', value })
  const marksOf = (...refMarks: unknown[]) =>
    draw(element('bar-chart', { ...xy, refMarks }), regions).option.series[0] as unknown as Record<string, unknown>

  it('are on the value axis, with their labels', () => {
    const label = { visibility: 'shown', text: 'Goal' }
    expect(marksOf({ axis: 'series', type: 'line', value: at(5), label })).toMatchObject({
      markLine: { data: [{ yAxis: 5, label: { show: true, formatter: 'Goal' } }] },
    })
    expect(marksOf({ axis: 'series', type: 'band', value: at('1'), endValue: at(3) })).toMatchObject({
      markArea: { data: [[{ yAxis: 1 }, { yAxis: 3 }]] },
    })
  })

  it.each([
    ['horizontal', 'xAxis', 'start', 14],
    ['vertical', 'yAxis', 'end', 0],
  ])(
    'of %s bars have their label beyond the plot, never among those of the axis',
    (orientation, key, position, room) => {
      const label = { visibility: 'shown', text: 'Goal' }
      const refMarks = [{ axis: 'series', type: 'line', value: at(5), label }]
      const top = (more: object) => {
        const { option } = draw(element('bar-chart', { ...xy, orientation, ...more }), regions)
        return (option as unknown as { grid: [{ top: number }] }).grid[0].top
      }
      const { option } = draw(element('bar-chart', { ...xy, orientation, refMarks }), regions)
      expect(option.series[0]).toMatchObject({ markLine: { data: [{ [key]: 5, label: { position } }] } })
      expect(top({ refMarks }) - top({})).toBe(room)
    },
  )

  it.each([
    ['horizontal', 'series', 'xAxis', {}, 'start'],
    ['horizontal', 'series', 'xAxis', { xAxis: { columnId: 'x', format: { scale: { reverse: true } } } }, 'end'],
  ])(
    'vertical in %s bars (%s) have their label at the upper end, whatever the direction of the axis',
    (orientation, axis, key, more, position) => {
      const label = { visibility: 'shown', text: 'Goal' }
      const value = at(axis === 'series' ? 5 : 'North')
      const refMarks = [{ axis, type: 'line', value, label }]
      const { option } = draw(element('bar-chart', { ...xy, orientation, refMarks, ...more }), regions)
      expect(option.series[0]).toMatchObject({
        markLine: { data: [{ [key]: expect.anything(), label: { position } }] },
      })
    },
  )

  it('are left out where their value is a formula over data', () => {
    expect(
      marksOf({ axis: 'series', type: 'line', value: { type: 'formula', formula: 'Avg([A])' } }),
    ).not.toHaveProperty('markLine')
  })
})

describe('names of places', () => {
  const drawing = (width: number, rows = regions) =>
    chartOption(element('bar-chart', xy), rows, lightChartTheme, { width }).option as unknown as Option

  it('are all shown, truncated to their width, when the drawing is wide enough', () => {
    expect(drawing(600).xAxis[0].axisLabel).toMatchObject({ interval: 0 })
  })

  it.each([
    [207, false],
    [208, true],
  ])('in a drawing %i pixels wide are beside the bars: %s (a tile of 240 has 208 inside)', (width, isNamed) => {
    const option = drawing(width)
    expect([option.xAxis[0], option.yAxis[0]].find(({ type }) => type === 'category')?.show !== false).toBe(isNamed)
  })

  it('make the bars horizontal if they could not be read below them', () => {
    const long = result([
      ['x', 'text', ['Adjustable standing desk', 'Ergonomic chair', 'Wireless keyboard']],
      ['y', 'count', ['1', '2', '3']],
    ])
    expect(drawing(800, long).xAxis[0].type).toBe('category')
    expect(drawing(300, long).yAxis[0]).toMatchObject({ type: 'category', inverse: true })
  })
})

describe('titles of axes', () => {
  it.each([
    ['horizontal', 'xAxis', false, 'start'],
    ['horizontal', 'xAxis', true, 'end'],
    ['vertical', 'yAxis', false, 'end'],
    ['vertical', 'yAxis', true, 'start'],
  ] as const)('of %s bars are on top, whatever the direction of the %s', (orientation, axis, isReversed, location) => {
    const format = {
      title: { text: 'Name' },
      ...(isReversed ? { direction: 'reversed', scale: { reverse: true } } : {}),
    }
    const { option } = draw(element('bar-chart', { ...xy, orientation, [axis]: { ...xy[axis], format } }), regions)
    const { grid, yAxis } = option as unknown as { grid: [{ top: number }]; yAxis: [object] }
    expect(yAxis[0]).toMatchObject({ name: 'Name', nameLocation: location, inverse: location === 'start' })
    expect(grid[0].top).toBeGreaterThanOrEqual(24)
  })
})

describe('pies', () => {
  it.each([
    ['right', 0, 216],
    ['left', 84, 300],
    ['top', 0, 300],
  ])('leave room for a legend at the %s', (position, from, to) => {
    const rows = result([
      ['x', 'text', ['Furniture', 'Toys']],
      ['y', 'money', ['3.00', '1.00']],
    ])
    const channels = { value: { id: 'y' }, color: { id: 'x' }, legend: { position } }
    const { option } = chartOption(element('pie-chart', channels), rows, lightChartTheme, { width: 300, height: 400 })
    const [pie] = option.series as unknown as { center: [number, number]; radius: [number, number] }[]
    const [x = 0] = pie?.center ?? []
    const [, outer = 0] = pie?.radius ?? []
    expect([x - outer >= from, x + outer <= to]).toEqual([true, true])
    expect(x).toBeCloseTo((from + to) / 2, -1)
  })

  it.each([48, 70, 84, 90, 100, 119, 140])('fit into a box that is %i pixels high, beside their legend', (height) => {
    const rows = result([
      ['x', 'text', ['Furniture', 'Toys']],
      ['y', 'money', ['3.00', '1.00']],
    ])
    for (const position of ['top', 'bottom', 'left', 'right', undefined]) {
      const look = { legend: position && { position }, dataLabel: { labels: 'hidden' } }
      const channels = { value: { id: 'y' }, color: { id: 'x' }, ...look }
      const drawing = chartOption(element('donut-chart', channels), rows, lightChartTheme, { width: 300, height })
      const [ring] = drawing.option.series as unknown as { center: [number, number]; radius: [number, number] }[]
      const [, y = 0] = ring?.center ?? []
      const [, outer = 0] = ring?.radius ?? []
      const { show } = drawing.option.legend as { show: boolean }
      const hasRow = show && position !== 'left' && position !== 'right'
      expect(drawing.height).toBe(height)
      expect(y - outer).toBeGreaterThanOrEqual(hasRow && position !== 'bottom' ? 28 : 0)
      expect(y + outer).toBeLessThanOrEqual(hasRow && position === 'bottom' ? height - 28 : height)
      expect(outer).toBeGreaterThan(height / 5)
    }
  })

  const shares = result([
    ['c', 'text', ['a', 'b', 'c']],
    ['y', 'count', ['3', '0', null]],
  ])
  const channels = { value: { columnId: 'y' }, color: { id: 'c' } }

  it('have a slice for each value above zero', () => {
    const { option } = draw(element('pie-chart', channels), shares)
    expect(option.series[0]?.data).toMatchObject([{ name: 'a', value: 3 }])
  })

  it('combine the smallest of many slices', () => {
    const many = result([
      ['c', 'text', Array.from({ length: 100 }, (_, index) => `n${index}`)],
      ['y', 'count', Array.from({ length: 100 }, (_, index) => String(index + 1))],
    ])
    const { option } = draw(element('donut-chart', channels), many)
    const slices = option.series[0]?.data as { name: string; value: number }[]
    expect(slices).toHaveLength(6)
    expect(slices.at(-1)?.name).toBe('Others (95)')
    expect(slices.reduce((sum, slice) => sum + slice.value, 0)).toBe(5050)
  })
})

describe('a printed legend', () => {
  const names = Array.from({ length: 14 }, (_, index) => `Category number ${index}`)
  const many = result([
    ['x', 'number', names.map((_, index) => index)],
    ['c', 'text', names],
    ['y', 'count', names.map((_, index) => `${index + 1}`)],
  ])
  const byColor = { color: { by: 'category', column: 'c' } }
  const kinds: [string, Record<string, unknown>][] = [
    ['bar-chart', { ...xy, ...byColor, stacking: 'none' }],
    ['scatter-chart', { ...xy, ...byColor }],
    ['pie-chart', { value: { id: 'y' }, color: { id: 'c' }, legend: { position: 'top' } }],
  ]
  const drawn = (kind: string, more: Record<string, unknown>, size: { width: number; height: number }) => {
    const of = (isPrinted: boolean) => {
      const { option } = chartOption(element(kind, more), many, lightChartTheme, { ...size, isPrinted })
      const { legend, grid, series } = option as unknown as {
        legend: { type: string; data: unknown[] }
        grid?: { top: number }[]
        series: { center?: unknown[]; radius?: unknown }[]
      }
      return { ...legend, below: grid?.[0]?.top ?? JSON.stringify(series[0]?.center) }
    }
    return { screen: of(false), printed: of(true) }
  }

  it.each(kinds)('of a %s has all entries at once, and the plot is below them', (kind, more) => {
    const { screen, printed } = drawn(kind, more, { width: 500, height: 600 })
    expect([screen.type, printed.type]).toEqual(['scroll', 'plain'])
    expect(printed.data).toEqual(screen.data)
    expect(printed.below).not.toEqual(screen.below)
    if (typeof printed.below === 'number') expect(printed.below).toBeGreaterThan(Number(screen.below) + 20)
  })

  it.each(kinds)('of a %s with one line, or with no room for more, is that of the screen', (kind, more) => {
    for (const size of [
      { width: 4000, height: 600 },
      { width: 500, height: 100 },
    ]) {
      const { screen, printed } = drawn(kind, more, size)
      expect(JSON.stringify(printed)).toBe(JSON.stringify(screen))
    }
  })
})

describe('limits and safety', () => {
  it('draws at most 25,000 points and reports that some are missing', () => {
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

  it('reports that the result was already partial', () => {
    expect(draw(element('bar-chart', xy), { ...regions, isPartial: true }).isPartial).toBe(true)
    expect(draw(element('bar-chart', xy), regions).isPartial).toBe(false)
  })

  it('never interprets a name as a rich text style, and never produces HTML', () => {
    const rows = result([
      ['x', 'text', ['<b>{heading|x}</b>\nnext']],
      ['y', 'count', ['1']],
    ])
    const { option } = draw(element('bar-chart', xy), rows)
    expect(option.tooltip.showContent).toBe(false)
    expect(option.xAxis[0].data?.[0]).toBe('<b>{\u2060heading|x}</b> next')
  })

  it('has nothing to draw without a measure', () => {
    expect(draw(element('bar-chart', { xAxis: { columnId: 'x' } }), regions).missing).toBe('measure')
  })
})

describe('panels', () => {
  const rows = result([
    ['x', 'text', ['a', 'b', 'a', 'b', 'a']],
    ['r', 'text', ['East', 'East', 'West', 'West', 'North']],
    ['y', 'count', ['1', '2', '30', '40', '5']],
  ])
  const chart = element('bar-chart', { ...xy, trellis: { columnsBy: [{ columnId: 'r' }] } })

  it('show the rows of one value each, on shared places and one scale', () => {
    const { option } = draw(chart, rows)
    expect(option.series.map(({ data }) => sizes(data))).toEqual([
      [1, 2],
      [30, 40],
      [5, null],
    ])
    expect(option.yAxis.map((axis) => axis?.max)).toEqual([40, 40, 40])
  })

  it('have scales of their own where the document separates them', () => {
    const separate = { ...chart, trellis: { columnsBy: [{ columnId: 'r' }], share: { 'y-axis': 'separate' } } }
    expect(draw(separate, rows).option.yAxis.map((axis) => axis?.max)).toEqual([2, 40, 5])
  })

  it('show their own values in the tooltip', () => {
    expect(draw(chart, rows).tooltip(place(1, 1))).toMatchObject({ title: 'b', rows: [{ value: '$40.00' }] })
  })

  it('are at most thirty, and the drawing reports how many are omitted', () => {
    const names = Array.from({ length: 42 }, (_, index) => `r${index}`)
    const many = result([
      ['x', 'text', names.map(() => 'a')],
      ['r', 'text', names],
      ['y', 'count', names.map(() => '1')],
    ])
    const drawing = draw(chart, many)
    expect(drawing.panelsLeftOut).toBe(12)
    expect(drawing.option.series).toHaveLength(30)
    expect(drawing.height).toBeGreaterThan(320)
  })
})

describe('a period that is not over', () => {
  const months = result([
    ['x', 'date', ['2026-09-01', '2026-10-01', '2026-11-01']],
    ['y', 'count', ['9', '10', '3']],
  ])
  const drawn = (kind: string, now: string) => chartOption(element(kind, xy), months, lightChartTheme, { now })

  it('is a dashed segment of a line, and is marked in the tooltip', () => {
    const drawing = drawn('line-chart', '2026-11-21T10:00')
    const series = (drawing.option as unknown as Option).series
    expect(series.map(({ data }) => data.map((point) => (point as unknown[])[1]))).toEqual([
      [9, 10, null],
      [null, 10, 3],
    ])
    expect(drawing.tooltip(place(Date.UTC(2026, 10, 1)))?.isUnfinished).toBe(true)
    expect(drawing.tooltip(place(Date.UTC(2026, 9, 1)))?.isUnfinished).toBeUndefined()
  })

  it('is a pale bar with a dashed edge', () => {
    const [bars] = (drawn('bar-chart', '2026-11-21').option as unknown as Option).series
    expect(bars?.data.map((bar) => (bar as { itemStyle: { borderType?: string } }).itemStyle.borderType)).toEqual([
      undefined,
      undefined,
      'dashed',
    ])
  })

  it('is drawn like any other period once it is over', () => {
    expect((drawn('line-chart', '2026-12-01').option as unknown as Option).series).toHaveLength(1)
  })
})

describe('tooltips', () => {
  const rows = result([
    ['x', 'text', Array.from({ length: 10 }, () => 'a')],
    ['c', 'text', Array.from({ length: 10 }, (_, index) => `c${index}`)],
    ['y', 'count', ['3', '9', '1', '10', '2', '8', '4', '7', '5', '6']],
  ])
  const chart = element('bar-chart', { ...xy, color: { by: 'category', column: 'c' }, stacking: 'none' })

  it('list the largest values first, eight at most, and count the others', () => {
    const content = draw(chart, rows).tooltip(place(0))
    expect(content?.rows.map(({ name }) => name)).toEqual(['c3', 'c1', 'c5', 'c7', 'c9', 'c8', 'c6', 'c0'])
    expect(content?.more).toBe(2)
  })

  it('exist for every place that the arrow keys reach', () => {
    for (const kind of ['bar-chart', 'line-chart', 'area-chart', 'scatter-chart']) {
      const drawing = draw(element(kind, xy), rows)
      const targets = drawing.targets()
      expect(targets.length, kind).toBeGreaterThan(0)
      for (const target of targets) expect(drawing.tooltip(target)?.rows.length, kind).toBeGreaterThan(0)
    }
  })
})

it('a category has the colour of its slot, whatever else is shown', () => {
  const chart = element('bar-chart', { ...xy, color: { by: 'category', column: 'x' } })
  const slots = new Map([
    ['Web', 4],
    ['Shop', 1],
  ])
  const rows = result([
    ['x', 'text', ['Web']],
    ['y', 'count', ['1']],
  ])
  const { option } = chartOption(chart, rows, lightChartTheme, { slotsOf: () => slots })
  expect((option as { series: { itemStyle: { color: string } }[] }).series[0]?.itemStyle.color).toBe(
    lightChartTheme.palette[4],
  )
})
