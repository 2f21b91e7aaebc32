import { type ByElementKind, partOfKind } from '@octavo/core/document'
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

/** Null: a plain square. */
const icons = {
  table: Table,
  'pivot-table': Pivot,
  'input-table': null,
  'kpi-chart': TrendingUp,
  'bar-chart': ChartColumnBig,
  'line-chart': ChartLine,
  'area-chart': ChartArea,
  'combo-chart': ChartNoAxesCombined,
  'scatter-chart': ChartScatter,
  'pie-chart': ChartPie,
  'donut-chart': Donut,
  'box-chart': BoxPlot,
  'waterfall-chart': Waterfall,
  'funnel-chart': Funnel,
  'gauge-chart': Gauge,
  'treemap-chart': Treemap,
  'sankey-chart': null,
  'point-map': null,
  'region-map': null,
  'geography-map': null,
  progress: null,
  control: SlidersHorizontal,
  text: Type,
  image: Picture,
  embed: Globe,
  button: MousePointerClick,
  divider: Minus,
  'page-break': SeparatorHorizontal,
  plugin: null,
  chat: null,
  container: Frame,
  'tabbed-container': Folder,
  'repeated-container': null,
  'single-row-container': null,
  form: null,
  navigation: List,
} satisfies ByElementKind<Icon>

/** The glyph of an element kind. */
export function KindIcon({ kind, className }: { kind: string; className?: string }) {
  const Glyph = partOfKind<Icon>(icons, kind) ?? Square
  return <Glyph {...(className === undefined ? {} : { className })} aria-hidden />
}
