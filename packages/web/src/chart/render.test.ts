import { type ChartElement, type ChartResult, chartOption, lightChartTheme } from '@octavo/core/chart'
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, LegendScrollComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import { expect, it } from 'vitest'

use([BarChart, LineChart, PieChart, GridComponent, LegendScrollComponent, TooltipComponent, LabelLayout, SVGRenderer])

const result: ChartResult = {
  columns: [
    { id: 'x', name: 'Channel', type: { kind: 'text' }, nullable: true },
    { id: 'y', name: 'Orders', type: { kind: 'int64' }, nullable: true },
  ],
  values: [
    ['Web', 'Store & <b>more</b>', null],
    ['1200000', '800000', '5'],
  ],
  rowCount: 3,
  isPartial: false,
}

function draw(element: Partial<ChartElement> & { kind: string }): string {
  const chart = init(null, undefined, { renderer: 'svg', ssr: true, width: 600, height: 300 })
  const { option } = chartOption({ id: 'e', columns: [], ...element }, result, lightChartTheme)
  chart.setOption({ ...option, animation: false })
  const svg = chart.renderToSVGString()
  chart.dispose()
  return svg
}

const axes = { xAxis: { columnId: 'x' }, yAxis: { columnIds: ['y'] } }

it.each([
  ['bar-chart', axes],
  ['bar-chart', { ...axes, orientation: 'horizontal', dataLabel: { labels: 'shown' } }],
  ['line-chart', axes],
  ['area-chart', axes],
])('the chart library draws a %s with the names and short numbers on its axes', (kind, channels) => {
  const svg = draw({ kind, ...channels })
  expect(svg).toContain('>Web<')
  expect(svg).toContain('>1.2M<')
  expect(svg).toContain('>(null)<')
  expect(svg).toContain('Store &amp; &lt;b&gt;')
})

it.each(['pie-chart', 'donut-chart'])('the chart library draws a %s with its shares', (kind) => {
  expect(draw({ kind, value: { columnId: 'y' }, color: { columnId: 'x' } })).toContain('Web  60.0%')
})
