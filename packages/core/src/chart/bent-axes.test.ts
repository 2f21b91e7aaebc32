import { describe, expect, it } from 'vitest'
import { type ChartElement, chartOption, lightChartTheme } from './index.ts'

type Axis = {
  type: string
  min: number
  max: number
  axisLabel: { customValues?: number[]; formatter: (at: number) => string }
}
interface Series {
  type: string
  data: unknown[]
  markLine?: { data: { yAxis?: number; xAxis?: number }[] }
}

const columns = [
  { id: 'x', name: 'X', type: { kind: 'text' }, nullable: true },
  { id: 'n', name: 'N', type: { kind: 'int64' }, nullable: true },
  { id: 'y', name: 'Y', type: { kind: 'int64' }, nullable: true },
  { id: 'z', name: 'Z', type: { kind: 'int64' }, nullable: true },
] as const
const result = {
  columns: [...columns],
  values: [
    ['a', 'b', 'c'],
    [1, 4, 9],
    [0, 25, 100],
    [-16, 11, null],
  ],
  rowCount: 3,
  isPartial: false,
}
const sqrt = { scale: { type: 'sqrt' } }

function draw(kind: string, more: object) {
  const element: ChartElement = { id: 'e', kind, columns: [], xAxis: { columnId: 'x' }, ...more }
  const { option } = chartOption(element, result, lightChartTheme)
  return option as unknown as { xAxis: [Axis]; yAxis: [Axis]; series: Series[] }
}
const numbers = (data: unknown[] | undefined) =>
  data?.map((item) => (typeof item === 'object' && item && 'value' in item ? item.value : item))

describe('an axis of roots or squares', () => {
  it('has labelled ticks at round values', () => {
    const { yAxis } = draw('bar-chart', { yAxis: { columnIds: ['y'], format: sqrt } })
    const [{ type, min, max, axisLabel }] = yAxis
    expect([type, min, max]).toEqual(['value', 0, 10])
    expect(axisLabel.customValues?.map((at) => axisLabel.formatter(at))).toEqual(['0', '20', '40', '60', '80', '100'])
    expect(yAxis[0]).not.toHaveProperty('bend')
  })

  it('transforms bars, lines and points', () => {
    const format = { yAxis: { columnIds: ['y'], format: sqrt } }
    expect(numbers(draw('bar-chart', format).series[0]?.data)).toEqual([0, 5, 10])
    expect(numbers(draw('bar-chart', { ...format, orientation: 'horizontal' }).series[0]?.data)).toEqual([0, 5, 10])
    expect(numbers(draw('line-chart', format).series[0]?.data)).toEqual([0, 5, 10])
    const squares = draw('bar-chart', { yAxis: { columnIds: ['z'], format: { scale: { type: 'pow' } } } })
    expect(numbers(squares.series[0]?.data)).toEqual([-256, 121, null])
    const cloud = draw('scatter-chart', { ...format, xAxis: { columnId: 'n', format: sqrt } })
    expect(numbers(cloud.series[0]?.data)).toEqual([
      [1, 0],
      [2, 5],
      [3, 10],
    ])
  })

  it('transforms the sums of a stack, negative sums separately', () => {
    const { series } = draw('bar-chart', { stacking: 'stacked', yAxis: { columnIds: ['y', 'z'], format: sqrt } })
    expect(numbers(series[0]?.data)).toEqual([0, 5, 10])
    expect(numbers(series[1]?.data)).toEqual([-4, 1, null])
  })

  it('transforms reference marks', () => {
    const mark = { id: 'm', type: 'line', axis: 'y', value: { type: 'constant', value: 49 } }
    const { series } = draw('bar-chart', { refMarks: [mark], yAxis: { columnIds: ['y'], format: sqrt } })
    expect(series.flatMap(({ markLine }) => markLine?.data ?? []).map(({ yAxis }) => yAxis)).toEqual([7])
  })

  it('does not change other axes', () => {
    const { series, yAxis } = draw('bar-chart', { yAxis: { columnIds: ['y'] } })
    expect(numbers(series[0]?.data)).toEqual([0, 25, 100])
    expect(yAxis[0].max).toBe(100)
  })
})
