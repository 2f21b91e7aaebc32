import * as charts from 'echarts/charts'
import * as components from 'echarts/components'
import { init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'

use([
  charts.BarChart,
  charts.BoxplotChart,
  charts.CustomChart,
  charts.GaugeChart,
  charts.LineChart,
  charts.MapChart,
  charts.PieChart,
  charts.SankeyChart,
  charts.ScatterChart,
  charts.TreemapChart,
  components.GeoComponent,
  components.GridComponent,
  components.LegendScrollComponent,
  components.MarkAreaComponent,
  components.MarkLineComponent,
  components.TitleComponent,
  components.TooltipComponent,
  components.VisualMapPiecewiseComponent,
  LabelLayout,
  SVGRenderer,
])

/** An option of the chart library as a picture, without a browser. */
export function renderSvg(option: Record<string, unknown>, size: { width: number; height: number }): string {
  const chart = init(null, undefined, { renderer: 'svg', ssr: true, ...size })
  chart.setOption({ ...option, animation: false })
  const svg = chart.renderToSVGString()
  chart.dispose()
  return svg
}
