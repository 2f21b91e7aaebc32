import {
  BoxPlot,
  ChartArea,
  ChartColumnBig,
  ChartLine,
  ChartNoAxesCombined,
  ChartPie,
  ChartScatter,
  Donut,
  Gauge,
  Globe,
  MousePointerClick,
  Pivot,
  SeparatorHorizontal,
  SlidersHorizontal,
  Square,
  Table,
  Treemap,
  TrendingUp,
  Type,
  Waterfall,
} from '../../forms/index.ts'
import { Folder, Frame, Funnel, type Icon, List, Minus, Picture } from '../../ui/index.ts'

const icons: Readonly<Record<string, Icon>> = {
  table: Table,
  'pivot-table': Pivot,
  'bar-chart': ChartColumnBig,
  'line-chart': ChartLine,
  'area-chart': ChartArea,
  'combo-chart': ChartNoAxesCombined,
  'scatter-chart': ChartScatter,
  'kpi-chart': TrendingUp,
  'pie-chart': ChartPie,
  'donut-chart': Donut,
  'box-chart': BoxPlot,
  'waterfall-chart': Waterfall,
  'funnel-chart': Funnel,
  'gauge-chart': Gauge,
  'treemap-chart': Treemap,
  control: SlidersHorizontal,
  text: Type,
  image: Picture,
  button: MousePointerClick,
  divider: Minus,
  'page-break': SeparatorHorizontal,
  embed: Globe,
  container: Frame,
  'tabbed-container': Folder,
  navigation: List,
}

/** The glyph of an element kind. */
export function KindIcon({ kind, className }: { kind: string; className?: string }) {
  const Glyph = icons[kind] ?? Square
  return <Glyph {...(className === undefined ? {} : { className })} aria-hidden />
}
