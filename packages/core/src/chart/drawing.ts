import type { FormatLocale } from '../format/index.ts'
import type { Cell } from '../types/index.ts'
import type { CategoryColor } from './category-colors.ts'
import type { ChartColumn, ChartResult } from './chart-data.ts'
import type { Channels, ChartElement, ChartKind } from './chart-element.ts'
import type { MapShapes } from './map-regions.ts'
import type { ChartAreas } from './region-outlines.ts'
import type { ChartTheme } from './theme.ts'
import type { HoverTarget, TooltipContent } from './tooltip.ts'

/** Texts inside a drawing, in the language of the reader. */
export interface ChartWords {
  null: string
  others: string
  /** Default labels of a waterfall. */
  start: string
  end: string
  total: string
  /** Percentages of a funnel, in tooltips. */
  ofPrevious: string
  ofFirst: string
  boxParts: Readonly<Record<'low' | 'q1' | 'median' | 'q3' | 'high' | 'outlier', string>>
}

/** The input of the drawing of one kind. */
export interface DrawContext {
  kind: ChartKind
  element: ChartElement
  channels: Channels
  result: ChartResult
  /** Number of drawn rows: the first ones of the result. */
  rowCount: number
  theme: ChartTheme
  locale: FormatLocale
  words: ChartWords
  /** Pixels of the drawing. */
  width: number
  height: number
  /** A tile so small that only marks are drawn. */
  isTiny: boolean
  /** Nothing can be pressed, so the legend shows all entries at once. */
  isPrinted: boolean
  /** The current local time; the period that contains it is unfinished. */
  now: string | undefined
  /** Only for maps; undefined for other kinds. */
  shapes: MapShapes | undefined
  /** Languages in which names of countries are recognized. */
  languages: readonly string[]
  column(id: string | undefined): ChartColumn | undefined
  colorsOf(column: ChartColumn, scheme?: readonly string[]): CategoryColor
  /** A cell with a fixed number of decimals, in the format of its column. */
  precise(column: ChartColumn, cell: Cell, decimals: number): string
  /** Value of a formula of the element, by the path of its field. */
  computed(path: string): number | undefined
}

export interface LegendEntry {
  name: string
  color: string
}

type Options = Record<string, unknown>

/** The result of a kind's drawing function, to which the common parts of all drawings are added. */
export interface KindDrawing {
  series: Options[]
  grid?: Options[]
  xAxis?: Options[]
  yAxis?: Options[]
  title?: Options[]
  visualMap?: Options
  /** The land below the marks of a map. */
  geo?: Options
  /** Of marks that are drawn as one path. */
  areas?: ChartAreas
  /** Values that were not found on the map, each once. */
  unmatched?: string[]
  /** Not drawn with fewer than two entries, or when the legend is hidden. */
  legend: LegendEntry[]
  trigger: 'axis' | 'item'
  /** Number of drawn marks. */
  points: number
  /** Required height of the panels in pixels; if it is more than available, the drawing scrolls. */
  height?: number
  /** Number of panels that are not drawn because there are too many. */
  panelsLeftOut?: number
  tooltip: (target: HoverTarget) => TooltipContent | undefined
  /** Rows of the result that a place or mark represents; `seriesId` selects one of the marks at a place. */
  rowsOf: (target: HoverTarget, seriesId?: string) => readonly number[]
  /** Places and marks in the order of keyboard navigation. */
  targets: () => HoverTarget[]
}
