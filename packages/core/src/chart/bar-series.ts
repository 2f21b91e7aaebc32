import { axisLabeller } from './axis-label.ts'
import type { SeriesColors } from './cartesian-colors.ts'
import { type CartesianPlan, isStackable, markOf, type Plot } from './cartesian-plan.ts'
import { exactValue } from './cartesian-tooltip.ts'
import { textOn } from './color.ts'
import type { DrawContext } from './drawing.ts'
import { labelledPlaces } from './label-look.ts'
import { plainText } from './rich-text.ts'
import type { Series } from './series.ts'
import { textWidth } from './text-width.ts'

export interface SeriesPlace {
  id: string
  name: string
  color: string
  axes: { xAxisIndex: number; yAxisIndex: number }
  /** Index among the series of the panel. */
  order: number
}

const gaps: Record<string, string> = { small: '10%', medium: '30%', large: '55%' }
const setGaps: Record<string, string> = { small: '0%', medium: '8%', large: '25%' }

/** The bars of one series. */
export function barSeries(
  context: DrawContext,
  plan: CartesianPlan,
  plot: Plot,
  entry: Series,
  { id, name, color, axes, order, colors }: SeriesPlace & { colors: SeriesColors },
): Record<string, unknown>[] {
  const { channels, theme } = context
  const isInStack = plan.isStacked && isStackable(context, entry.measure.id)
  const fractions = plot.fractions?.[order]
  const isBinned = /^\s*Bin(Fixed|Range)\s*\(/i.test(plan.x?.formula ?? '')
  const data = entry.values.map((value, place) => {
    const fill = colors.at(entry, place)
    const isEnd = !isInStack || isLastOfStack(context, plot, order, place)
    const itemStyle = {
      ...(fill ? { color: fill } : {}),
      ...(plot.unfinished === place ? unfinishedLook(fill ?? color) : {}),
      borderRadius: isEnd ? corners(channels.bars.radius ?? 2, plan.hasHorizontalBars, (value ?? 0) < 0) : 0,
    }
    return { value: fractions ? (fractions[place] ?? null) : value, itemStyle }
  })
  return [
    {
      id,
      name,
      type: 'bar',
      ...axes,
      data,
      stack: isInStack ? `total${axes.yAxisIndex}` : undefined,
      barMaxWidth: isBinned ? undefined : plan.hasHorizontalBars ? 28 : 48,
      barCategoryGap: isBinned ? 0 : (gaps[channels.bars.gap ?? ''] ?? '30%'),
      barGap: setGaps[channels.bars.gapOfSets ?? ''] ?? '8%',
      itemStyle: { color, ...(isInStack || isBinned ? { borderColor: theme.surface, borderWidth: 1 } : {}) },
      label: barLabels(context, plan, plot, entry, { isInStack, color, fractions }),
      labelLayout: { hideOverlap: true },
      emphasis: { focus: 'none' },
      blur: { itemStyle: { opacity: 0.2 } },
    },
  ]
}

function unfinishedLook(color: string) {
  return { opacity: 0.45, borderColor: color, borderWidth: 1, borderType: 'dashed' }
}

function corners(radius: number, hasHorizontalBars: boolean, isDown: boolean): number[] {
  if (hasHorizontalBars) return isDown ? [radius, 0, 0, radius] : [0, radius, radius, 0]
  return isDown ? [0, 0, radius, radius] : [radius, radius, 0, 0]
}

/** Whether no later series of the stack has a value of the same sign here. */
function isLastOfStack(context: DrawContext, plot: Plot, order: number, place: number): boolean {
  const value = plot.places.series[order]?.values[place] ?? 0
  return !plot.places.series.slice(order + 1).some((later) => {
    const above = isStackable(context, later.measure.id) ? (later.values[place] ?? 0) : 0
    return above !== 0 && above < 0 === value < 0
  })
}

function barLabels(
  context: DrawContext,
  plan: CartesianPlan,
  plot: Plot,
  entry: Series,
  { isInStack, color, fractions }: { isInStack: boolean; color: string; fractions: (number | null)[] | undefined },
) {
  const { labels } = context.channels
  const { theme } = context
  const known = writtenLabels(context, plan, plot, entry, { isInStack, fractions })
  if (!known) return { show: false }
  const { isInside, write } = known
  return {
    show: true,
    position: isInside
      ? insidePosition(labels.anchor, plan.hasHorizontalBars)
      : plan.hasHorizontalBars
        ? 'right'
        : 'top',
    distance: isInside ? 2 : 4,
    color: labels.color ?? (isInside ? textOn(color) : theme.muted),
    fontSize: labels.fontSize,
    fontWeight: labels.fontWeight === 'bold' ? 600 : 400,
    rotate: labels.isUpright ? 90 : 0,
    ...((labels.hasOutline ?? !isInside)
      ? { textBorderColor: isInside ? color : theme.surface, textBorderWidth: 3 }
      : {}),
    formatter: ({ dataIndex }: { dataIndex: number }) => write(dataIndex),
  }
}

/** The labels of the bars of a series, empty texts for bars without one; undefined for a series without labels. */
function writtenLabels(
  context: DrawContext,
  plan: CartesianPlan,
  plot: Plot,
  entry: Series,
  { isInStack, fractions }: { isInStack: boolean; fractions: (number | null)[] | undefined },
): { isInside: boolean; write: (place: number) => string } | undefined {
  const { labels } = context.channels
  const isShown = labels.isShown ?? (plan.hasValueLabels && !isInStack)
  if (!isShown || markOf(context, entry.measure.id) !== 'bar') return undefined
  const isChosen = labelledPlaces(labels.display, entry.values)
  const write = labels.isShown === undefined ? shortValue(context, plot, entry) : labelText(context, entry, fractions)
  return {
    isInside: isInStack ? labels.anchor !== 'outside-end' : ['middle', 'start', 'end'].includes(labels.anchor),
    write: (place) => (isChosen(place) ? write(place) : ''),
  }
}

/**
 * Pixels to keep free to the right of horizontal bars, so that no label behind their ends is cut. `room` is the width of the bars with
 * these pixels, `max` the value at their end.
 */
export function outsideLabelRoom(
  context: DrawContext,
  plan: CartesianPlan,
  plot: Plot,
  { room, max }: { room: number; max: number },
): number {
  if (!plan.hasHorizontalBars || plan.isStacked || !(max > 0)) return 0
  const { fontSize = 11 } = context.channels.labels
  const rooms = plot.places.series.flatMap((entry) => {
    const labels = writtenLabels(context, plan, plot, entry, { isInStack: false, fractions: undefined })
    if (!labels || labels.isInside) return []
    return entry.values.map((value, place) => {
      const text = labels.write(place)
      const taken = textWidth(text, fontSize) + 8
      // The end of the bar and its label must fit into the room.
      return text === '' || !value || value <= 0 ? 0 : room - ((room - taken) * max) / value
    })
  })
  return Math.ceil(Math.min(room / 2, Math.max(0, ...rooms)))
}

function insidePosition(anchor: string, hasHorizontalBars: boolean): string {
  if (anchor === 'start') return hasHorizontalBars ? 'insideLeft' : 'insideBottom'
  if (anchor === 'end') return hasHorizontalBars ? 'insideRight' : 'insideTop'
  return 'inside'
}

/** Labels that the document does not configure are as short as axis labels. */
function shortValue({ locale }: DrawContext, plot: Plot, entry: Series): (place: number) => string {
  const largest = Math.max(...plot.places.series.flatMap(({ values }) => values.map((value) => Math.abs(value ?? 0))))
  const write = axisLabeller(entry.measure.format, largest, locale)
  return (place) => {
    const value = entry.values[place] ?? null
    return value === null ? '' : plainText(write(value))
  }
}

/** A label with the precision of the document, or as a percentage. */
export function labelText(
  context: DrawContext,
  entry: Series,
  fractions: (number | null)[] | undefined,
): (place: number) => string {
  const { labels } = context.channels
  const total = entry.values.reduce((sum: number, value) => sum + Math.abs(value ?? 0), 0)
  return (place) => {
    const cell = entry.cells[place] ?? null
    const value = entry.values[place] ?? null
    if (cell === null || value === null) return ''
    if (labels.valueFormat === 'percent' || (fractions && labels.valueFormat !== 'number')) {
      const share = fractions ? (fractions[place] ?? 0) : total === 0 ? 0 : Math.abs(value) / total
      return `${(share * 100).toFixed(labels.precision ?? 0)}%`
    }
    if (labels.precision !== undefined) return plainText(context.precise(entry.measure, cell, labels.precision))
    return plainText(exactValue(context, entry, place, undefined))
  }
}

/** The totals of stacks, above them; only when every part is positive and there is room. */
export function stackTotals(
  context: DrawContext,
  plan: CartesianPlan,
  plot: Plot,
  axes: { xAxisIndex: number; yAxisIndex: number },
  index: number,
): Record<string, unknown>[] {
  const { channels, theme, locale, width } = context
  const stack = plot.places.series.filter((entry) => isStackable(context, entry.measure.id) && !plan.isSecond(entry))
  const [first] = stack
  const count = plot.names.length
  const isWanted =
    channels.labels.totals ?? (count <= 12 && width / Math.max(1, count) >= 44 && channels.labels.isShown !== false)
  const isSum = first && stack.every(({ measure }) => measure.format?.kind === first.measure.format?.kind)
  if (!plan.isStacked || plan.isNormalized || !isSum || !plan.hasBars || !isWanted || context.isTiny) return []
  if (context.kind !== 'bar-chart' || plan.trellis.panels.length > 1) return []
  if (stack.some(({ values }) => values.some((value) => (value ?? 0) < 0))) return []
  const sums = plot.names.map((_, place) => stack.reduce((sum, { values }) => sum + (values[place] ?? 0), 0))
  const write = axisLabeller(first.measure.format, Math.max(...sums), locale)
  return [
    {
      id: `${index}:total`,
      name: '',
      type: 'bar',
      ...axes,
      stack: `total${axes.yAxisIndex}`,
      silent: true,
      data: sums.map(() => 0),
      itemStyle: { color: 'transparent' },
      label: {
        show: true,
        position: plan.hasHorizontalBars ? 'right' : 'top',
        distance: 4,
        color: theme.muted,
        fontSize: channels.labels.totalsSize,
        formatter: ({ dataIndex }: { dataIndex: number }) => plainText(write(sums[dataIndex] ?? 0)),
      },
      labelLayout: { hideOverlap: true },
    },
  ]
}
