import { expect, it } from 'vitest'
import { type ChartElement, chartOption, lightChartTheme } from './index.ts'

/** The value axis of bars from 0 to 10 with this spacing. */
function axisWith(tickSpacing: object) {
  const columns = ['x', 'y'].map(
    (id) => ({ id, name: id, type: { kind: id === 'x' ? 'text' : 'int64' }, nullable: true }) as const,
  )
  const result = {
    columns,
    values: [
      ['a', 'b'],
      [0, 10],
    ],
    rowCount: 2,
    isPartial: false,
  }
  const yAxis = { columnIds: ['y'], format: { tickSpacing } }
  const element: ChartElement = { id: 'e', kind: 'bar-chart', columns: [], xAxis: { columnId: 'x' }, yAxis }
  const { option } = chartOption(element, result, lightChartTheme)
  return (option.yAxis as [Record<string, { show?: boolean; splitNumber?: number } | undefined>])[0]
}

const linear = { type: 'interval', scale: 'linear', step: 5 }

it.each([
  ['ticks', { ...linear, minor: { step: 1, mark: 'tick' } }, 5, true, false],
  ['lines', { ...linear, minor: { step: 2.5, mark: 'grid' } }, 2, false, true],
  ['both, never more than twenty', { ...linear, minor: { step: 0.001, mark: 'both' } }, 20, true, true],
])('marks between the steps of an axis are %s', (_, spacing, splitNumber, hasTicks, hasLines) => {
  const axis = axisWith(spacing)
  expect(axis.minorTick).toMatchObject({ splitNumber, show: hasTicks })
  expect(axis.minorSplitLine).toMatchObject({ show: hasLines })
})

it.each([
  ['hidden ones', { ...linear, minor: { visibility: 'hidden' } }],
  ['a step of nothing', { ...linear, minor: { step: 0, mark: 'tick' } }],
  ['steps that are counted', { type: 'count', count: 4 }],
])('%s draw no marks between', (_, spacing) => {
  expect(axisWith(spacing)).not.toHaveProperty('minorTick')
})
