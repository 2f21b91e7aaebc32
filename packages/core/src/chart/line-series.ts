import type { SeriesPlace } from './bar-series.ts'
import { labelText } from './bar-series.ts'
import { type CartesianPlan, isStackable, markOf, type Plot } from './cartesian-plan.ts'
import type { LineLook } from './chart-element.ts'
import type { DrawContext } from './drawing.ts'
import { labelledPlaces } from './label-look.ts'
import { endLabel } from './line-ends.ts'
import type { Series } from './series.ts'

const dashes: Record<LineLook['dash'], unknown> = { solid: 'solid', dashed: [6, 4], dotted: [2, 3] }
const symbols: Record<string, string> = {
  circle: 'circle',
  square: 'rect',
  cross: 'path://M-1,-5L1,-5L1,-1L5,-1L5,1L1,1L1,5L-1,5L-1,1L-5,1L-5,-1L-1,-1Z',
  diamond: 'diamond',
  'triangle-up': 'triangle',
}

/**
 * One line, area or row of points. Points without neighbours and the segment to an unfinished period, which the line itself cannot show,
 * are separate series with the same name and colour.
 */
export function lineSeries(
  context: DrawContext,
  plan: CartesianPlan,
  plot: Plot,
  entry: Series,
  { id, name, color, axes, order, hasEnd }: SeriesPlace & { hasEnd: boolean },
): Record<string, unknown>[] {
  const { channels, theme } = context
  const mark = markOf(context, entry.measure.id)
  const look = channels.linesOf.get(entry.measure.id) ?? channels.lines
  const isInStack = plan.isStacked && isStackable(context, entry.measure.id)
  const values = plottedValues(plot, entry, order, look)
  const places = plot.positions?.order ?? values.map((_, place) => place)
  const cut = mark !== 'scatter' && !isInStack ? unfinishedAt(plot, places, values) : undefined
  const data = (shows: (at: number) => boolean) =>
    places.map((place, at) => {
      const value = shows(at) ? (values[place] ?? null) : null
      return plot.positions ? [plot.positions.at[place] ?? null, value] : value
    })
  const points = pointsOf(mark, look, places.length)
  const line = {
    ...lineOf(look, color),
    name,
    ...axes,
    z: plan.hasBars ? 3 : 2,
    symbol: points.shape,
    symbolSize: points.size,
    showSymbol: points.isShown,
    emphasis: { focus: 'none', itemStyle: { borderColor: theme.surface, borderWidth: 2 } },
  }
  const hasNoLine = mark === 'scatter' || look.isHidden || (mark === 'area' && isInStack)
  const lineStyle = { color, width: hasNoLine ? 0 : look.width, type: dashes[look.dash], join: 'round', cap: 'round' }
  const end = hasEnd ? endLabel(context, entry, color) : {}
  const labelLayout = hasEnd ? { moveOverlap: 'shiftY' } : { hideOverlap: true }
  const main = {
    ...line,
    id,
    data: data((at) => cut === undefined || at < cut),
    stack: isInStack ? `total${axes.yAxisIndex}` : undefined,
    sampling: places.length > 4000 ? 'lttb' : undefined,
    lineStyle,
    areaStyle: mark === 'area' ? { color, opacity: isInStack ? 0.7 : 0.12 } : undefined,
    label: lineLabels(context, plot, entry, order, places),
    labelLayout,
    ...(cut === undefined ? end : {}),
  }
  const last = {
    ...line,
    id: `${id} unfinished`,
    data: data((at) => at === cut || at + 1 === cut),
    silent: true,
    lineStyle: { ...lineStyle, type: [3, 3] },
    areaStyle: mark === 'area' ? { color, opacity: 0.06 } : undefined,
    labelLayout,
    ...end,
  }
  return [
    main,
    ...(cut === undefined ? [] : [last]),
    ...lonePoints(line, id, { places, values, plot, isShown: points.isShown || look.missing === 'interpolate' }),
  ]
}

/** The line style of all segments of a line. */
function lineOf(look: LineLook, color: string) {
  const isSmooth = look.interpolation === 'monotone'
  return {
    type: 'line',
    color,
    connectNulls: look.missing === 'interpolate',
    smooth: isSmooth ? 0.35 : false,
    smoothMonotone: isSmooth ? 'x' : undefined,
    step: steps[look.interpolation] ?? false,
    itemStyle: { color },
    blur: { lineStyle: { opacity: 0.2 }, itemStyle: { opacity: 0.2 } },
  }
}

const steps: Partial<Record<LineLook['interpolation'], string>> = {
  step: 'middle',
  'step-before': 'start',
  'step-after': 'end',
}

function plottedValues(plot: Plot, entry: Series, order: number, { missing }: LineLook): (number | null)[] {
  const values = plot.fractions?.[order] ?? entry.values
  return missing === 'zero' ? values.map((value) => value ?? 0) : values
}

/** Dots when the document sets them, and on lines with few points. */
function pointsOf(mark: string, { points }: LineLook, count: number) {
  if (points) return { isShown: points.isShown, shape: symbols[points.shape] ?? 'circle', size: points.size }
  if (mark === 'scatter') return { isShown: true, shape: 'circle', size: 8 }
  const isShown = mark === 'line' && count <= 12
  return { isShown, shape: 'circle', size: isShown ? 6 : 8 }
}

/** When the last point belongs to an unfinished period: its index in drawing order. */
function unfinishedAt(plot: Plot, places: readonly number[], values: readonly (number | null)[]): number | undefined {
  if (plot.unfinished === undefined) return undefined
  const at = places.indexOf(plot.unfinished)
  const isLast = at > 0 && places.slice(at + 1).every((place) => (values[place] ?? null) === null)
  return isLast && (values[plot.unfinished] ?? null) !== null ? at : undefined
}

/** Points without a neighbour on either side, which no line would show. */
function lonePoints(
  line: Record<string, unknown>,
  id: string,
  {
    places,
    values,
    plot,
    isShown,
  }: { places: readonly number[]; values: readonly (number | null)[]; plot: Plot; isShown: boolean },
): Record<string, unknown>[] {
  const has = (at: number) => at >= 0 && at < places.length && (values[places[at] ?? -1] ?? null) !== null
  const alone = places.flatMap((place, at) => (has(at) && !has(at - 1) && !has(at + 1) ? [place] : []))
  if (isShown || alone.length === 0) return []
  return [
    {
      id: `${id} points`,
      name: line.name,
      type: 'scatter',
      xAxisIndex: line.xAxisIndex,
      yAxisIndex: line.yAxisIndex,
      silent: true,
      symbolSize: 6,
      itemStyle: line.itemStyle,
      data: alone.map((place) => [plot.positions ? (plot.positions.at[place] ?? null) : place, values[place] ?? null]),
    },
  ]
}

function lineLabels(context: DrawContext, plot: Plot, entry: Series, order: number, places: readonly number[]) {
  const { labels } = context.channels
  const { theme } = context
  if (labels.isShown !== true) return { show: false }
  const isChosen = labelledPlaces(
    labels.display,
    places.map((place) => entry.values[place] ?? null),
  )
  const write = labelText(context, entry, plot.fractions?.[order])
  return {
    show: true,
    position: 'top',
    distance: 4,
    color: labels.color ?? theme.muted,
    fontSize: labels.fontSize,
    fontWeight: labels.fontWeight === 'bold' ? 600 : 400,
    textBorderColor: theme.surface,
    textBorderWidth: 3,
    formatter: ({ dataIndex }: { dataIndex: number }) =>
      isChosen(dataIndex) ? write(places[dataIndex] ?? dataIndex) : '',
  }
}
