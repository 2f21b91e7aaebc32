import type { FormatLocale } from '../format/index.ts'
import type { Cell } from '../types/index.ts'
import type { CategoryColor } from './category-colors.ts'
import type { ChartColumn, ChartResult } from './chart-data.ts'
import type { Channels, ChartElement, ChartKind } from './chart-element.ts'
import type { MapShapes } from './map-regions.ts'
import type { ChartTheme } from './theme.ts'
import type { HoverTarget, TooltipContent } from './tooltip.ts'

/** Words inside a drawing, in the language of the reader. */
export interface ChartWords {
  null: string
  others: string
  /** Labels of a waterfall that the document does not name. */
  start: string
  end: string
  total: string
  /** Shares of a funnel, in tooltips. */
  ofPrevious: string
  ofFirst: string
  boxParts: Readonly<Record<'low' | 'q1' | 'median' | 'q3' | 'high' | 'outlier', string>>
}

/** Everything that the drawing of one kind reads. */
export interface DrawContext {
  kind: ChartKind
  element: ChartElement
  channels: Channels
  result: ChartResult
  /** Rows that are drawn: the first ones of the result. */
  rowCount: number
  theme: ChartTheme
  locale: FormatLocale
  words: ChartWords
  /** Pixels of the drawing. */
  width: number
  height: number
  /** A tile so small that only marks are drawn. */
  isTiny: boolean
  /** The present as a local time, which makes the period that contains it unfinished. */
  now: string | undefined
  /** Of the map; undefined for other kinds. */
  shapes: MapShapes | undefined
  /** In which names of countries are read. */
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

/** What a kind gives to the frame that all drawings share. */
export interface KindDrawing {
  series: Options[]
  grid?: Options[]
  xAxis?: Options[]
  yAxis?: Options[]
  title?: Options[]
  visualMap?: Options
  /** The land below marks of a map. */
  geo?: Options
  /** Values that have no place on the map, each once. */
  unmatched?: string[]
  /** Fewer than two entries, or a hidden legend, draw none. */
  legend: LegendEntry[]
  trigger: 'axis' | 'item'
  /** Marks drawn. */
  points: number
  /** Pixels that the panels need; more than the room makes the drawing scroll. */
  height?: number
  /** Panels that are not drawn because there are too many. */
  panelsLeftOut?: number
  tooltip: (target: HoverTarget) => TooltipContent | undefined
  /** Rows of the result that a place or mark shows; `seriesId` says which of the marks at a place is meant. */
  rowsOf: (target: HoverTarget, seriesId?: string) => readonly number[]
  /** Places and marks in the order in which the arrow keys walk over them. */
  targets: () => HoverTarget[]
}
