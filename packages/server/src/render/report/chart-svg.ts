import * as charts from 'echarts/charts'
import * as components from 'echarts/components'
import { init, setPlatformAPI, use } from 'echarts/core'
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

/** Measures labels in the font that draws them. `font` is CSS: `600 12px Inter`. */
export function measureChartTexts(textWidth: (text: string, size: number, isBold: boolean) => number): void {
  setPlatformAPI({
    measureText(text, font = '12px') {
      const size = Number(/([\d.]+)px/.exec(font)?.[1] ?? 12)
      return { width: textWidth(text, size, /\b(bold|[6-9]00)\b/.test(font)) }
    },
  })
}

/** Renders an option of the chart library as SVG, without a browser. */
export function chartSvg(option: Record<string, unknown>, size: { width: number; height: number }): string {
  const chart = init(null, undefined, { renderer: 'svg', ssr: true, ...size })
  try {
    chart.setOption({ ...option, animation: false })
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}
