import { defaultLocale, type FormatLocale } from '../format/index.ts'
import { cartesianOption } from './cartesian.ts'
import { type ChartColumn, type ChartResult, findColumn, maxChartPoints } from './chart-data.ts'
import { type ChartElement, isChartKind, pointer, readChannels } from './chart-element.ts'
import { pieOption } from './pie.ts'
import { scatterOption } from './scatter.ts'
import type { ChartTheme } from './theme.ts'

/** Words inside a drawing, in the language of the reader. */
export interface ChartWords {
  null: string
  others: string
}

export interface ChartSettings {
  locale?: FormatLocale
  words?: ChartWords
  /** Pixels of the drawing; with it the names of all places are shown where they fit. */
  width?: number
}

/** An option of the chart library, with what it leaves out. */
export interface ChartDrawing {
  option: Record<string, unknown>
  /** Marks drawn. */
  points: number
  /** True when rows were left out, here or already by the query; whoever shows the drawing says so. */
  isPartial: boolean
  /** Set when the element names no measure, or one that is not in the result: there is nothing to draw. */
  missing?: 'measure'
}

const englishWords: ChartWords = { null: '(null)', others: 'Others' }

/**
 * The drawing of a bar, line, area, combo, scatter, pie or donut chart over the rows of its only level. Pure: the browser and the
 * typesetter of reports give it to the same library. At most 25,000 points are drawn.
 */
export function chartOption(
  element: ChartElement,
  result: ChartResult,
  theme: ChartTheme,
  { locale = defaultLocale, words = englishWords, width }: ChartSettings = {},
): ChartDrawing {
  const kind = isChartKind(element.kind) ? element.kind : 'bar-chart'
  const column = (id: string | undefined) => findColumn(result, id, element.columns, locale)
  const channels = readChannels(element)
  const isRound = kind === 'pie-chart' || kind === 'donut-chart'
  const measures = isRound
    ? [column(pointer(element.value))].filter((found) => found !== undefined)
    : channels.y.map(column).filter((found): found is ChartColumn => found !== undefined)
  const [measure] = measures
  if (!measure) return { option: {}, points: 0, isPartial: false, missing: 'measure' }

  const rowCount = Math.min(result.rowCount, Math.floor(maxChartPoints / measures.length))
  const shared = { theme, rowCount }
  const flat = {
    ...shared,
    channels,
    x: column(channels.x),
    measures,
    color: column(channels.color?.columnId),
    locale,
    nullLabel: words.null,
    width,
  }
  const drawing = isRound
    ? pieOption({
        ...shared,
        isDonut: kind === 'donut-chart',
        innerRadius: typeof element.innerRadius === 'number' ? element.innerRadius : 0.6,
        value: measure,
        color: column(pointer(element.color)),
        hasLabels: channels.hasLabels || element.dataLabel === undefined,
        labelDisplay: channels.labelDisplay,
        legend: channels.legend,
        nullLabel: words.null,
        othersLabel: words.others,
      })
    : kind === 'scatter-chart'
      ? scatterOption({ ...flat, size: column(pointer(element.size)) })
      : cartesianOption({ ...flat, kind })
  const { seriesCount, trigger, ...option } = drawing
  const hasLegend = channels.legend !== 'hidden' && seriesCount > 1 && !(isRound && shared.rowCount === 0)
  return {
    option: {
      ...option,
      useUTC: true,
      animationDuration: 250,
      animationDurationUpdate: 250,
      textStyle: { fontFamily: theme.fontFamily, color: theme.text },
      backgroundColor: 'transparent',
      legend: hasLegend ? legendLook(channels.legend, theme) : { show: false },
      tooltip: tooltipLook(trigger, theme),
      ...(isRound ? {} : { grid: gridLook(hasLegend ? channels.legend : 'hidden') }),
    },
    points: rowCount * measures.length,
    isPartial: result.isPartial || rowCount < result.rowCount,
  }
}

type LegendPosition = 'hidden' | 'top' | 'right' | 'bottom' | 'left'

function legendLook(position: LegendPosition, theme: ChartTheme) {
  const isUpright = position === 'right' || position === 'left'
  return {
    type: 'scroll',
    orient: isUpright ? 'vertical' : 'horizontal',
    ...(position === 'right'
      ? { right: 0, top: 4 }
      : position === 'bottom'
        ? { left: 0, bottom: 0 }
        : { left: 0, top: 0 }),
    icon: 'roundRect',
    itemWidth: 10,
    itemHeight: 10,
    itemGap: 14,
    padding: [2, 0, 2, 0],
    textStyle: { color: theme.mutedText, fontSize: 12, width: 160, overflow: 'truncate' },
    pageTextStyle: { color: theme.mutedText },
    pageIconColor: theme.mutedText,
    pageIconInactiveColor: theme.line,
    pageIconSize: 10,
  }
}

function gridLook(legend: LegendPosition) {
  return {
    left: legend === 'left' ? 150 : 2,
    right: legend === 'right' ? 150 : 12,
    top: legend === 'top' ? 34 : 12,
    bottom: legend === 'bottom' ? 32 : 2,
    outerBoundsMode: 'same',
    outerBoundsContain: 'all',
  }
}

function tooltipLook(trigger: 'axis' | 'item', theme: ChartTheme) {
  return {
    trigger,
    renderMode: 'richText',
    confine: true,
    transitionDuration: 0,
    backgroundColor: theme.tooltipSurface,
    borderColor: theme.line,
    borderWidth: 1,
    borderRadius: 6,
    padding: [8, 12],
    textStyle: { color: theme.tooltipText, fontSize: 12, fontFamily: theme.fontFamily },
    axisPointer: { type: 'line', lineStyle: { color: theme.line, type: 'solid' } },
  }
}
