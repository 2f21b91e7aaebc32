import { axisLabeller } from './axis-label.ts'
import type { AxisLook } from './axis-look.ts'
import { barSeries, outsideLabelRoom, stackTotals } from './bar-series.ts'
import { seriesColors } from './cartesian-colors.ts'
import { type CartesianPlan, isStackable, markOf, type Plot, planCartesian } from './cartesian-plan.ts'
import { cartesianTooltip, rowsAtPlace } from './cartesian-tooltip.ts'
import {
  axisTitle,
  categoryAxis,
  hasAxisTitle,
  labelRoom,
  numberAxis,
  placeLook,
  timeAxis,
  timePlaces,
} from './chart-axes.ts'
import { isTemporal } from './chart-data.ts'
import type { DrawContext, KindDrawing } from './drawing.ts'
import { legendRoomOf } from './legend.ts'
import { lineEnds } from './line-ends.ts'
import { lineSeries } from './line-series.ts'
import { panelBoxes, panelTitles } from './panels.ts'
import { markLabelRoom, markOptions, markTopRoom, type PlacedMark, placeMarks } from './reference-marks.ts'
import { plainText } from './rich-text.ts'
import { extentOf, type Series } from './series.ts'
import { textWidth } from './text-width.ts'
import type { HoverTarget } from './tooltip.ts'
import { trendSeries } from './trend-series.ts'
import { intervalsFor, type ValueScale, valueScale, withLook } from './value-scale.ts'

const rowBelow = 24
const titleBelow = 20

/** Bars, lines and areas, alone or combined, in one or several panels. */
export function cartesianDrawing(context: DrawContext): KindDrawing {
  const plan = planCartesian(context)
  const frame = frameOf(context, plan)
  const drawing: PlotParts = {
    series: [],
    grid: [],
    xAxis: [],
    yAxis: [],
    title: panelTitles(plan.trellis, frame.boxes, context),
  }
  for (const [index, plot] of plan.plots.entries()) addPlot(drawing, context, plan, frame, plot, index)
  return {
    ...drawing,
    legend: frame.legend,
    trigger: 'axis',
    points: context.rowCount * Math.max(1, plan.measures.length),
    height: frame.height,
    panelsLeftOut: plan.trellis.leftOut,
    tooltip: cartesianTooltip(context, plan, frame.colors),
    rowsOf: rowsAtPlace(plan),
    targets: () => plan.plots.flatMap(placesInOrder),
  }
}

type PlotParts = Required<Pick<KindDrawing, 'series' | 'grid' | 'xAxis' | 'yAxis' | 'title'>>
type Frame = ReturnType<typeof frameOf>

/** Everything that the plots of a drawing share: scales, colors, the legend, and the space in and around their panels. */
function frameOf(context: DrawContext, plan: CartesianPlan) {
  const marks = plan.plots.map((plot) => marksOf(context, plan, plot))
  const sizes = measure(context, plan, marks)
  const own = plan.plots.map((plot, index) => scalesOf(context, plan, plot, marks[index] ?? [], sizes.plotHeight))
  const scales = shareScales(context, plan, own, sizes.plotHeight)
  const colors = seriesColors(context, plan)
  const firstScale = scales[0]
  const valueRoom = firstScale ? labelRoom(firstScale.first, firstScale.label) : 0
  const left = plan.hasHorizontalBars ? nameRoom(context, plan) : valueRoom
  const plotWidth = sizes.width - left
  const ends = lineEnds(context, plan, firstScale?.first, { width: plotWidth, height: sizes.plotHeight })
  const legend = ends ? [] : plan.legend.map((entry) => ({ name: entry.name, color: colors.of(entry) }))
  const right = Math.max(8, sizes.right, ends?.room ?? 0, roomBehindBars(context, plan, scales, plotWidth, sizes))
  const top = topRoom(legendRoom(context, legend), sizes.hasTitle) + markTopRoom(marks[0] ?? [], plan.hasHorizontalBars)
  const isSingle = plan.trellis.panels.length === 1 && plan.trellis.panels[0]?.title === undefined
  const bottom = plan.hasPlaceAxis
    ? rowBelow + (hasAxisTitle(context.channels.xAxis) && !plan.hasHorizontalBars ? titleBelow : 0)
    : 0
  const outer = isSingle ? { left: 0, right, top, bottom: 0 } : { left, right, top, bottom }
  const { boxes, height } = panelBoxes(plan.trellis, context, outer)
  const { plotHeight } = sizes
  return { marks, scales, colors, ends, legend, right, top, isSingle, plotWidth, plotHeight, boxes, height }
}

/** Adds the panel of a plot with its axes, series and reference marks. */
function addPlot(
  drawing: PlotParts,
  context: DrawContext,
  plan: CartesianPlan,
  frame: Frame,
  plot: Plot,
  index: number,
): void {
  const { colors, ends, right, isSingle } = frame
  const box = frame.boxes[index]
  const axes = frame.scales[index]
  if (!box || !axes) return
  const isOuterLeft = plot.panel.column === 0 || !plan.trellis.isShared('y-axis')
  const isOuterBottom = isBottom(plan, plot)
  const length = isSingle ? frame.plotWidth - right + 8 : plan.hasHorizontalBars ? box.height : box.width
  drawing.grid.push(isSingle ? singleGrid(context, frame.legend, right, frame.top) : { ...box, containLabel: false })
  const place = placeAxisOf(context, plan, plot, {
    index,
    length: plan.hasHorizontalBars ? frame.plotHeight : length,
    isOuter: plan.hasHorizontalBars ? isOuterLeft : isOuterBottom,
  })
  const first = valueAxisOf(context, plan, axes.first, axes.label, {
    index,
    side: 'left',
    isOuter: plan.hasHorizontalBars ? isOuterBottom : isOuterLeft,
  })
  const isOuterRight = plot.panel.column === plan.trellis.columnCount - 1
  const second =
    axes.second && plan.hasSecond
      ? [valueAxisOf(context, plan, axes.second, axes.secondLabel, { index, side: 'right', isOuter: isOuterRight })]
      : []
  const at = { x: drawing.xAxis.length, y: drawing.yAxis.length, second: drawing.yAxis.length + 1 }
  drawing.xAxis.push(...(plan.hasHorizontalBars ? [first] : [place]))
  drawing.yAxis.push(...(plan.hasHorizontalBars ? [place] : [first, ...second]))
  const made = plotSeries(context, plan, plot, { index, at, colors, ends: ends?.keys, length })
  drawing.series.push(...hangMarks(made, frame.marks[index] ?? [], plan, context))
}

function placesInOrder({ positions, names }: Plot, panel: number): HoverTarget[] {
  const places = positions ? positions.order.map((place) => positions.at[place] ?? 0) : names.map((_, place) => place)
  return places.map((at) => ({ kind: 'place', panel, at }))
}

/** Pixels for the labels behind horizontal bars; panels of a trellis have none. */
function roomBehindBars(
  context: DrawContext,
  plan: CartesianPlan,
  scales: readonly PlotScales[],
  plotWidth: number,
  { right }: { right: number },
): number {
  const [plot] = plan.plots
  if (!plot || plan.trellis.panels.length > 1) return 0
  return outsideLabelRoom(context, plan, plot, { room: plotWidth + right, max: scales[0]?.first.max ?? 0 })
}

/** A title of the value axis is above the top tick and below the legend. */
function topRoom(legend: number, hasTitle: boolean): number {
  return legend + (hasTitle ? 16 : 0)
}

function legendRoom(context: DrawContext, entries: readonly { name: string }[]): number {
  const { channels, isTiny } = context
  const isOnTop = channels.legend.position === 'auto' || channels.legend.position === 'top'
  if (entries.length < 2 || !isOnTop || isTiny) return 8
  return legendRoomOf(context, entries)
}

function singleGrid(context: DrawContext, entries: readonly { name: string }[], right: number, top: number) {
  const { channels, isTiny } = context
  const { position } = channels.legend
  return {
    left: position === 'left' ? 150 : 0,
    right: position === 'right' ? Math.max(150, right) : right,
    top,
    bottom: position === 'bottom' ? legendRoomOf(context, entries) : isTiny ? 2 : 0,
    outerBoundsMode: 'same',
    outerBoundsContain: 'axisLabel',
  }
}

/** Whether the panel shows the labels of the places: those without a panel below them do. */
function isBottom(plan: CartesianPlan, { panel }: Plot): boolean {
  if (!plan.trellis.isShared('x-axis')) return true
  return !plan.plots.some(({ panel: other }) => other.column === panel.column && other.row > panel.row)
}

/** The size of the plot in pixels, before value labels are known. */
function measure(context: DrawContext, plan: CartesianPlan, marks: readonly PlacedMark[][]) {
  const { channels, isTiny } = context
  const hasTitle =
    !isTiny &&
    (plan.hasHorizontalBars
      ? hasAxisTitle(channels.xAxis)
      : hasAxisTitle(channels.yAxis, plan.titles.first) || hasAxisTitle(channels.yAxis2, plan.titles.second))
  const top = topRoom(legendRoom(context, plan.legend), hasTitle)
  const right = Math.max(8, ...marks.map((placed) => markLabelRoom(placed, plan.hasHorizontalBars)))
  const below = plan.hasPlaceAxis ? rowBelow : 0
  const rows = plan.trellis.rowCount
  const height = context.height - top - below
  const plotHeight = rows === 1 ? height : Math.max(92, height / rows - 36)
  return { hasTitle, right, width: context.width - right, plotHeight: Math.max(40, plotHeight) }
}

/** Names of horizontal bars use at most two fifths of the width. */
function nameRoom(context: DrawContext, plan: CartesianPlan): number {
  const widest = Math.max(0, ...plan.names.map((name) => textWidth(name, 11)))
  return Math.min(context.width * 0.4, widest) + 8
}

interface PlotScales {
  first: ValueScale
  second: ValueScale | undefined
  label: (value: number) => string
  secondLabel: (value: number) => string
}

function scalesOf(
  context: DrawContext,
  plan: CartesianPlan,
  plot: Plot,
  marks: readonly PlacedMark[],
  plotHeight: number,
): PlotScales {
  const { channels, locale } = context
  const intervals = plan.hasHorizontalBars ? 5 : intervalsFor(plotHeight)
  const scaleOf = (
    series: readonly Series[],
    look: AxisLook,
    axis: 'y' | 'y2',
    path: string,
  ): [ValueScale, (value: number) => string] => {
    const stacked = series.filter((entry) => plan.isStacked && isStackable(context, entry.measure.id))
    const plain = series.filter((entry) => !stacked.includes(entry))
    const ends = [extentOf(stacked, true), extentOf(plain, false)]
    const known = marks.filter(
      ({ mark }) => mark.axis === axis || (axis === 'y' && mark.axis === 'y2' && !plan.hasSecond),
    )
    const values = known.flatMap(({ value, to }) => [value, ...(to === undefined ? [] : [to])])
    const low = plan.isNormalized ? 0 : Math.min(...ends.map(([least]) => least), ...values)
    const high = plan.isNormalized ? 1 : Math.max(...ends.map(([, most]) => most), ...values)
    const settings = withComputed(look, context, path)
    const usual = plan.isNormalized
      ? { min: 0, max: 1, interval: 0.5 }
      : valueScale(low, high, intervals, needsZero(context, series, look, low, high))
    const scale = withLook(usual, settings)
    const format = plan.isNormalized ? { kind: 'number' as const, formatString: '.0%' } : series[0]?.measure.format
    return [scale, axisLabeller(format, Math.max(Math.abs(scale.min), Math.abs(scale.max)), locale, scale.interval)]
  }
  const [first, label] = scaleOf(
    plot.places.series.filter((entry) => !plan.isSecond(entry)),
    channels.yAxis,
    'y',
    'yAxis',
  )
  const [second, secondLabel] = plan.hasSecond
    ? scaleOf(plot.places.series.filter(plan.isSecond), channels.yAxis2, 'y2', 'yAxis2')
    : [undefined, label]
  return { first, second, label, secondLabel }
}

/** The axis settings with the values of formulas for its ends. */
export function withComputed(look: AxisLook, context: DrawContext, path: string): AxisLook {
  return {
    ...look,
    min: look.min ?? (look.minFormula === undefined ? undefined : context.computed(`${path}.min`)),
    max: look.max ?? (look.maxFormula === undefined ? undefined : context.computed(`${path}.max`)),
  }
}

/** Bars and areas start at zero. Lines may start elsewhere when their range is small compared to their values. */
function needsZero(
  context: DrawContext,
  series: readonly Series[],
  look: AxisLook,
  low: number,
  high: number,
): boolean {
  if (series.some(({ measure }) => ['bar', 'area'].includes(markOf(context, measure.id)))) return true
  if (look.hasZero !== undefined) return look.hasZero
  const size = Math.max(Math.abs(low), Math.abs(high))
  return low * high <= 0 || Math.abs(high - low) >= 0.4 * size || series.every(({ values }) => values.length === 1)
}

/** Panels that share an axis have one scale, which contains the values of all. */
function shareScales(
  context: DrawContext,
  plan: CartesianPlan,
  scales: PlotScales[],
  plotHeight: number,
): PlotScales[] {
  const [only] = scales
  if (scales.length < 2 || !only) return scales
  const { channels, locale } = context
  const union = (all: readonly ValueScale[], look: AxisLook, path: string): ValueScale => {
    const low = Math.min(...all.map(({ min }) => min))
    const high = Math.max(...all.map(({ max }) => max))
    return withLook(
      valueScale(low, high, intervalsFor(plotHeight), low >= 0 && all.some(({ min }) => min === 0)),
      withComputed(look, context, path),
    )
  }
  const first = plan.trellis.isShared('y-axis')
    ? union(
        scales.map((entry) => entry.first),
        channels.yAxis,
        'yAxis',
      )
    : undefined
  const seconds = scales.flatMap(({ second }) => second ?? [])
  const second =
    seconds.length > 0 && plan.trellis.isShared('y-axis-2') ? union(seconds, channels.yAxis2, 'yAxis2') : undefined
  const largest = (scale: ValueScale) => Math.max(Math.abs(scale.min), Math.abs(scale.max))
  return scales.map((entry) => ({
    first: first ?? entry.first,
    second: entry.second && (second ?? entry.second),
    label: first && !plan.isNormalized ? axisLabeller(plan.measures[0]?.format, largest(first), locale) : entry.label,
    secondLabel: entry.secondLabel,
  }))
}

interface AxisPlace {
  index: number
  isOuter: boolean
}

function valueAxisOf(
  context: DrawContext,
  plan: CartesianPlan,
  scale: ValueScale,
  label: (value: number) => string,
  { index, side, isOuter }: AxisPlace & { side: 'left' | 'right' },
) {
  const { channels, theme, locale, isTiny } = context
  const look = side === 'left' ? channels.yAxis : channels.yAxis2
  const isQuiet = isTiny || (side === 'left' && plan.hidesValueAxis)
  return {
    ...numberAxis({
      look: isQuiet ? { ...look, hasLabels: false, marks: 'none' } : look,
      theme,
      locale,
      length: 0,
      hasLabels: isOuter,
      scale,
      label,
      hasGrid: side === 'left',
    }),
    gridIndex: index,
    ...(side === 'right' ? { position: 'right' } : {}),
    ...(isTiny || !isOuter
      ? {}
      : axisTitle(
          look,
          plan.hasHorizontalBars ? 'bottom' : side,
          theme,
          side === 'left' ? plan.titles.first : plan.titles.second,
        )),
  }
}

function placeAxisOf(
  context: DrawContext,
  plan: CartesianPlan,
  plot: Plot,
  { index, length, isOuter }: AxisPlace & { length: number },
) {
  const { channels, theme, locale, isTiny } = context
  const { x, hasHorizontalBars } = plan
  const setting = { look: placeLook(channels), theme, locale, length, hasLabels: isOuter && !isTiny }
  const { positions } = plot
  const times = positions?.order.flatMap((place) => positions.at[place] ?? []) ?? []
  const ends = x && plan.continuous ? plan.continuous : undefined
  const axis =
    ends && x
      ? isTemporal(x.column)
        ? timeAxis({ ...setting, x, ...ends, times })
        : numberAxis({
            ...setting,
            scale: withLook(
              valueScale(ends.from, ends.to, Math.max(2, Math.floor(length / 80)), false),
              channels.xAxis,
            ),
            label: axisLabeller(
              x.format ?? { kind: 'number', formatString: ',' },
              Math.max(Math.abs(ends.from), Math.abs(ends.to)),
              locale,
            ),
            hasGrid: false,
          })
      : categoryAxis(
          { ...setting, labels: plot.names.map(plainText), hasGap: plan.hasBars, hasHorizontalBars },
          x && !hasHorizontalBars ? timePlaces(x, plot.places.values, setting) : undefined,
        )
  const axisLabel: Record<string, unknown> = axis.axisLabel
  return {
    ...axis,
    ...(hasHorizontalBars ? { axisLabel: { ...axisLabel, width: nameRoom(context, plan) - 8 } } : {}),
    gridIndex: index,
    show: plan.hasPlaceAxis,
    ...(isTiny ? {} : axisTitle(channels.xAxis, hasHorizontalBars ? 'side' : 'bottom', theme)),
  }
}

function plotSeries(
  context: DrawContext,
  plan: CartesianPlan,
  plot: Plot,
  place: {
    index: number
    at: { x: number; y: number; second: number }
    colors: ReturnType<typeof seriesColors>
    ends: ReadonlySet<string> | undefined
    length: number
  },
) {
  const { index, at, colors, ends } = place
  const made = plot.places.series.flatMap((entry, order) => {
    const axes = { xAxisIndex: at.x, yAxisIndex: plan.isSecond(entry) && plan.hasSecond ? at.second : at.y }
    const shared = { id: `${index}:${entry.key}`, name: plainText(entry.name), color: colors.of(entry), axes, order }
    return markOf(context, entry.measure.id) === 'bar'
      ? barSeries(context, plan, plot, entry, { ...shared, colors })
      : lineSeries(context, plan, plot, entry, { ...shared, hasEnd: ends?.has(entry.key) ?? false })
  })
  const totals = stackTotals(context, plan, plot, { xAxisIndex: at.x, yAxisIndex: at.y }, index)
  const trends = trendSeries(context, plan, plot, { xAxisIndex: at.x, yAxisIndex: at.y }, index, colors)
  return [...made, ...totals, ...trends]
}

function marksOf(context: DrawContext, plan: CartesianPlan, plot: Plot): PlacedMark[] {
  const { channels, locale } = context
  const everywhere = Array.from({ length: context.rowCount }, (_, row) => row)
  return channels.refMarks.flatMap((mark) =>
    placeMarks([mark], {
      column: context.column,
      computed: context.computed,
      rows: mark.scope === 'cell' ? plot.panel.rows : everywhere,
      write: ({ axis }, value) => {
        const measure =
          axis === 'x'
            ? plan.x
            : (plan.measures.find(({ id }) => (axis === 'y2') === channels.y2.has(id)) ?? plan.measures[0])
        return axisLabeller(measure?.format, Math.abs(value), locale)(value)
      },
    }),
  )
}

/** Attaches reference marks to the first series of their axis. */
function hangMarks(
  series: Record<string, unknown>[],
  marks: readonly PlacedMark[],
  plan: CartesianPlan,
  { theme, channels }: DrawContext,
) {
  const { hasHorizontalBars } = plan
  const isDown = hasHorizontalBars ? !channels.xAxis.isReversed : channels.yAxis.isReversed
  const ofSecond = (mark: PlacedMark) => mark.mark.axis === 'y2' && plan.hasSecond
  const lowest = Math.min(...series.map(({ yAxisIndex }) => Number(yAxisIndex)))
  const first = series.findIndex(({ yAxisIndex }) => yAxisIndex === lowest)
  const second = series.findIndex(({ yAxisIndex }) => yAxisIndex !== lowest)
  return series.map((entry, index) => {
    const own = marks.filter((mark) => (ofSecond(mark) ? index === second : index === first))
    return own.length === 0 ? entry : { ...entry, ...markOptions(own, { hasHorizontalBars, isDown }, theme) }
  })
}
