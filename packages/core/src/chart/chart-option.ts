import { boxColumnId, isStandIn } from '../document/index.ts'
import { defaultLocale, type FormatLocale, formatCell } from '../format/index.ts'
import type { Cell } from '../types/index.ts'
import { withBentAxes } from './bent-axes.ts'
import { boxDrawing } from './box.ts'
import { cartesianDrawing } from './cartesian.ts'
import { categoryColor, categorySlots } from './category-colors.ts'
import { type ChartColumn, type ChartResult, findColumn, maxChartPoints } from './chart-data.ts'
import { type ChartElement, type ChartKind, isChartKind, readChannels } from './chart-element.ts'
import type { ChartWords, DrawContext, KindDrawing } from './drawing.ts'
import { pointer } from './fields.ts'
import { funnelDrawing } from './funnel.ts'
import { gaugeDrawing } from './gauge.ts'
import { geographyMapDrawing } from './geography-map.ts'
import { legendOption } from './legend.ts'
import type { MapShapes } from './map-regions.ts'
import { entryKeys, type MarkKey, markKeys } from './mark-keys.ts'
import { pieDrawing } from './pie.ts'
import { pointMapDrawing } from './point-map.ts'
import { regionMapDrawing } from './region-map.ts'
import type { ChartAreas } from './region-outlines.ts'
import { sankeyDrawing, stageColumns } from './sankey.ts'
import { scatterDrawing } from './scatter.ts'
import type { ChartTheme } from './theme.ts'
import type { HoverTarget, TooltipContent } from './tooltip.ts'
import { sizeColumn, treemapDrawing } from './treemap.ts'
import { waterfallDrawing } from './waterfall.ts'

export interface ChartSettings {
  locale?: FormatLocale
  words?: Partial<ChartWords>
  /** Pixels of the drawing. */
  width?: number
  height?: number
  /** The current local time in the organization's zone; the period that contains it is drawn as unfinished. */
  now?: string
  /** Palette indexes of the values of a column, the same in every chart; without them, values are assigned in the order of their names. */
  slotsOf?: (columnId: string) => ReadonlyMap<string, number> | undefined
  /** Shapes of a map, registered in the drawing library under `mapName`. */
  shapes?: MapShapes
  /** Languages in which names of countries are recognized; English by default. */
  languages?: readonly string[]
  /** For a drawing in which nothing can be pressed. */
  isPrinted?: boolean
  /** Values of formulas of the element, by the path of their field, such as `refMarks[0].value`. */
  computed?: ReadonlyMap<string, number>
}

/** An option of the chart library, with information about what it does not show. */
export interface ChartDrawing {
  option: Record<string, unknown>
  /** Required height in pixels: more than the given height when there are many panels. */
  height: number
  /** Number of drawn marks. */
  points: number
  /** True when rows are missing, omitted here or already by the query; the view must display that. */
  isPartial: boolean
  /** Number of panels that are not drawn. */
  panelsLeftOut: number
  /** Values that were not found on the map, each once. */
  unmatched: string[]
  /** Why nothing is drawn: no measure or no place in the result, or negative values as parts of a whole. */
  missing?: 'measure' | 'place' | 'positive'
  /** Only if many marks are drawn as one path: finds the one at a position. */
  areas?: ChartAreas
  /** The tooltip for the hovered place or mark. */
  tooltip(target: HoverTarget): TooltipContent | undefined
  /** The common values of the place or mark: values of the columns that divide the rows of the chart. */
  keys(target: HoverTarget, seriesId?: string): MarkKey[]
  /** The category of a legend entry. */
  entryKeys(name: string): MarkKey[]
  /** Places and marks in the order of keyboard navigation. */
  targets(): HoverTarget[]
}

const englishWords: ChartWords = {
  null: 'No value',
  others: 'Others',
  start: 'Start',
  end: 'End',
  total: 'Total',
  ofPrevious: 'Of previous stage',
  ofFirst: 'Of first stage',
  boxParts: {
    low: 'Lower whisker',
    q1: 'First quartile',
    median: 'Median',
    q3: 'Third quartile',
    high: 'Upper whisker',
    outlier: 'Outlier',
  },
}

/** How a kind is drawn, and the columns with its values: without them nothing can be drawn. */
interface Drawer {
  draw: (context: DrawContext) => KindDrawing & { hasNegative?: boolean }
  measures: (context: DrawContext) => (ChartColumn | undefined)[]
  /** Fields with the places on a map, all of which are required. */
  places?: readonly string[]
}

const onAxis: Drawer['measures'] = ({ channels, column }) => channels.y.map(column)
const ofValue: Drawer['measures'] = ({ element, column }) => [column(pointer(element.value))]
/** Columns with the locations; empty while one of them is not chosen yet. */
const placesOf: Drawer['measures'] = ({ kind, element, column }) => {
  const columns = (drawers[kind].places ?? []).map((field) => pointer(element[field])).map((id) => column(id))
  return columns.some((found) => found === undefined || isStandIn(found.id)) ? [] : columns
}
const drawers: Readonly<Record<ChartKind, Drawer>> = {
  'bar-chart': { draw: cartesianDrawing, measures: onAxis },
  'line-chart': { draw: cartesianDrawing, measures: onAxis },
  'area-chart': { draw: cartesianDrawing, measures: onAxis },
  'combo-chart': { draw: cartesianDrawing, measures: onAxis },
  'scatter-chart': { draw: scatterDrawing, measures: onAxis },
  'pie-chart': { draw: pieDrawing, measures: ofValue },
  'donut-chart': { draw: pieDrawing, measures: ofValue },
  'box-chart': {
    draw: boxDrawing,
    measures: ({ channels, column }) => channels.y.map((id) => column(boxColumnId(id, 'median'))),
  },
  'waterfall-chart': { draw: waterfallDrawing, measures: onAxis },
  'funnel-chart': {
    draw: funnelDrawing,
    measures: ({ element, column }) => [column(pointer(element.series) ?? pointer(element.value))],
  },
  'gauge-chart': { draw: gaugeDrawing, measures: ofValue },
  'sankey-chart': {
    draw: sankeyDrawing,
    measures: (context) => (stageColumns(context).length > 0 ? [context.column(pointer(context.element.value))] : []),
  },
  'region-map': { draw: regionMapDrawing, measures: placesOf, places: ['region'] },
  'point-map': { draw: pointMapDrawing, measures: placesOf, places: ['latitude', 'longitude'] },
  'geography-map': { draw: geographyMapDrawing, measures: placesOf, places: ['geography'] },
  'treemap-chart': {
    draw: treemapDrawing,
    measures: (context) => [sizeColumn(context, context.column(pointer(context.element.category)))],
  },
}

/** Tiles below 240 x 120 show only marks; these are the sizes inside the padding and the title of such a tile. */
const tinyWidth = 208
const tinyHeight = 84

/**
 * The drawing of a chart over the rows of its only level. Pure: the browser and the report typesetter pass the result to the same library.
 * At most 25,000 points are drawn.
 */
export function chartOption(
  element: ChartElement,
  result: ChartResult,
  theme: ChartTheme,
  settings: ChartSettings = {},
): ChartDrawing {
  const kind = isChartKind(element.kind) ? element.kind : 'bar-chart'
  const context = contextOf(kind, element, result, theme, settings)
  const nothing = nothingDrawn(context.height)
  const { draw, measures: measuresOf, places } = drawers[kind]
  const measures = measuresOf(context).filter((measure) => measure !== undefined)
  if (measures.length === 0) return { ...nothing, missing: places ? 'place' : 'measure' }
  context.rowCount = Math.min(result.rowCount, Math.floor(maxChartPoints / measures.length))
  const drawing = draw(context)
  if (drawing.hasNegative) return { ...nothing, missing: 'positive' }
  const { grid, title, geo, visualMap } = drawing
  const { series, xAxis, yAxis } = withBentAxes(drawing)
  return {
    option: {
      series,
      ...(grid ? { grid } : {}),
      ...(geo ? { geo } : {}),
      ...(visualMap ? { visualMap } : {}),
      ...(xAxis ? { xAxis } : {}),
      ...(yAxis ? { yAxis } : {}),
      ...(title && title.length > 0 ? { title } : {}),
      color: [...theme.palette],
      useUTC: true,
      animationDuration: 0,
      animationDurationUpdate: 240,
      animationEasingUpdate: 'cubicOut',
      textStyle: { fontFamily: theme.fontFamily, color: theme.ink },
      backgroundColor: 'transparent',
      legend: legendOption(context, drawing.legend),
      tooltip: pointerOption(
        drawing,
        series.some(({ type }) => type === 'bar'),
        theme,
      ),
    },
    height: drawing.height ?? context.height,
    points: drawing.points,
    isPartial: result.isPartial || context.rowCount < result.rowCount,
    panelsLeftOut: drawing.panelsLeftOut ?? 0,
    unmatched: drawing.unmatched ?? [],
    ...(drawing.areas ? { areas: drawing.areas } : {}),
    tooltip: drawing.tooltip,
    keys: (target, seriesId) => markKeys(context, drawing.rowsOf(target, seriesId)),
    entryKeys: (name) => entryKeys(context, name),
    targets: drawing.targets,
  }
}

const nothingDrawn = (height: number): ChartDrawing => ({
  option: {},
  height,
  points: 0,
  isPartial: false,
  panelsLeftOut: 0,
  unmatched: [],
  tooltip: () => undefined,
  keys: () => [],
  entryKeys: () => [],
  targets: () => [],
})

function contextOf(
  kind: ChartKind,
  element: ChartElement,
  result: ChartResult,
  theme: ChartTheme,
  {
    locale = defaultLocale,
    words,
    width = 600,
    height = 320,
    now,
    slotsOf,
    computed,
    shapes,
    languages = ['en'],
    isPrinted = false,
  }: ChartSettings,
): DrawContext {
  const columns = new Map<string, ChartColumn | undefined>()
  const column = (id: string | undefined) => {
    if (id === undefined) return undefined
    if (!columns.has(id)) columns.set(id, findColumn(result, id, element.columns, locale))
    return columns.get(id)
  }
  return {
    kind,
    element,
    channels: readChannels(element),
    result,
    rowCount: result.rowCount,
    theme,
    locale,
    words: { ...englishWords, ...words },
    width,
    height,
    isTiny: width < tinyWidth || height < tinyHeight,
    isPrinted,
    now,
    shapes,
    languages,
    column,
    colorsOf: (known, scheme) =>
      categoryColor(slotsOf?.(known.id) ?? categorySlots(known.cells.slice(0, result.rowCount)), theme, scheme),
    precise: (known, cell, decimals) => precise(known, cell, decimals, locale),
    computed: (path) => computed?.get(path),
  }
}

/** A cell with a fixed number of decimals; currency, separators and affixes come from its column. */
function precise({ column, format }: ChartColumn, cell: Cell, decimals: number, locale: FormatLocale): string {
  const known = format?.kind === 'number' ? format : { kind: 'number' as const }
  const pattern = known.formatString ?? ',f'
  const type = pattern.endsWith('%') ? '%' : 'f'
  const lead = `${pattern.includes('$') ? '$' : ''}${pattern.includes(',') || type === 'f' ? ',' : ''}`
  return formatCell(cell, column.type, { ...known, formatString: `${lead}.${decimals}${type}` }, locale)
}

/** The library's own tooltip is disabled: it only reports the pointer position. */
function pointerOption({ trigger }: KindDrawing, hasBars: boolean, theme: ChartTheme) {
  const line = { type: 'line', lineStyle: { color: theme.line, width: 1, type: 'solid' } }
  const shadow = { type: 'shadow', shadowStyle: { color: theme.ink, opacity: 0.04 } }
  return {
    trigger,
    showContent: false,
    transitionDuration: 0,
    axisPointer: { ...(hasBars ? shadow : line), label: { show: false }, animation: false },
  }
}
