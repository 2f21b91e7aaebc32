import { type ByElementKind, partOfKind, type Recipe } from '@octavo/core/document'
import {
  ArrowLeftRight,
  Blocks,
  BoxPlot,
  CalendarDays,
  CalendarRange,
  ChartArea,
  ChartColumnBig,
  ChartLine,
  ChartNoAxesCombined,
  ChartPie,
  ChartScatter,
  ChartSpline,
  Columns3,
  Donut,
  Gauge,
  Globe,
  Hash,
  Heatmap,
  Histogram,
  ListChecks,
  ListOrdered,
  ListTree,
  MapIcon,
  MapPin,
  MousePointerClick,
  MoveHorizontal,
  Percent,
  Pilcrow,
  Pivot,
  Route,
  Sankey,
  SeparatorHorizontal,
  SlidersHorizontal,
  Square,
  SquareCheck,
  Table,
  TableProperties,
  TextCursorInput,
  ToggleRight,
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
  'input-table': TableProperties,
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
  'sankey-chart': Sankey,
  'point-map': MapPin,
  'region-map': MapIcon,
  'geography-map': Route,
  progress: Percent,
  control: SlidersHorizontal,
  text: Type,
  image: Picture,
  embed: Globe,
  button: MousePointerClick,
  divider: Minus,
  'page-break': SeparatorHorizontal,
  plugin: Blocks,
  chat: null,
  container: Frame,
  'tabbed-container': Folder,
  'repeated-container': Blocks,
  'single-row-container': null,
  form: TextCursorInput,
  navigation: List,
} satisfies ByElementKind<Icon>

/** By type of control; other types have the icon of all controls. */
const controlIcons: Readonly<Record<string, Icon>> = {
  list: ListChecks,
  'date-range': CalendarRange,
  text: TextCursorInput,
  'number-range': ArrowLeftRight,
  segmented: Columns3,
  switch: ToggleRight,
  checkbox: SquareCheck,
  date: CalendarDays,
  number: Hash,
  slider: SlidersHorizontal,
  'range-slider': MoveHorizontal,
  'text-area': Pilcrow,
  'top-n': ListOrdered,
  hierarchy: ListTree,
}

const recipeIcons: Readonly<Record<Recipe, Icon>> = {
  histogram: Histogram,
  'heat-map': Heatmap,
  sparkline: ChartSpline,
}

interface KindIconProps {
  kind: string
  controlType?: string
  recipe?: Recipe | undefined
  className?: string
}

/** The icon of an element kind, of a type of control, or of a recipe. */
export function KindIcon({ kind, controlType, recipe, className }: KindIconProps) {
  const ofControl = controlType !== undefined && Object.hasOwn(controlIcons, controlType) && controlIcons[controlType]
  const Glyph = ofControl || (recipe && recipeIcons[recipe]) || (partOfKind<Icon>(icons, kind) ?? Square)
  return <Glyph {...(className === undefined ? {} : { className })} aria-hidden />
}
