import type { SeriesColors } from './cartesian-colors.ts'
import type { CartesianPlan, Plot } from './cartesian-plan.ts'
import type { DrawContext } from './drawing.ts'
import { plainText } from './rich-text.ts'
import type { Series } from './series.ts'
import { trendOf } from './trend-line.ts'

const day = 86_400_000
const steps = 60

/**
 * Curves fitted to the points of a measure. Not for stacks, colours or panels, where a single curve would be meaningless. Category
 * positions count from one; times count in days from the first.
 */
export function trendSeries(
  context: DrawContext,
  plan: CartesianPlan,
  plot: Plot,
  axes: { xAxisIndex: number; yAxisIndex: number },
  index: number,
  colors: SeriesColors,
): Record<string, unknown>[] {
  const { channels } = context
  if (!plan.x || plan.byCategory || plan.isStacked || plan.trellis.panels.length > 1) return []
  return channels.trendLines.flatMap((line, order) => {
    const entry = plot.places.series.find(({ measure }) => measure.id === line.columnId)
    if (!entry) return []
    const { points, toAxis } = trendPoints(plan, plot, entry)
    const trend = trendOf(line, points)
    if (!trend) return []
    const [from = 0, to = 0] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))]
    const sampled = plot.positions
      ? Array.from({ length: steps + 1 }, (_, step) => from + ((to - from) * step) / steps)
      : plot.names.map((_, place) => place + 1).filter((at) => at >= from && at <= to)
    const data = sampled.map((at) => [toAxis(at), trend.at(at)]).filter(([, value]) => Number.isFinite(value))
    return [
      curve(context, {
        line,
        data,
        fit: trend.fit,
        axes,
        color: line.color ?? colors.of(entry),
        id: `${index}:trend ${order}`,
      }),
    ]
  })
}

function trendPoints(plan: CartesianPlan, plot: Plot, entry: Series) {
  const { positions } = plot
  const isTime =
    plan.x?.column.type.kind === 'date' ||
    plan.x?.column.type.kind.startsWith('timestamp') ||
    plan.x?.column.type.kind === 'instant'
  const start = positions ? Math.min(...positions.at.filter((at) => at !== null)) : 0
  const unit = positions && isTime ? day : 1
  const toX = (place: number) => {
    const at = positions ? positions.at[place] : place + 1
    if (at === null || at === undefined) return null
    return positions && isTime ? (at - start) / unit + 1 : at
  }
  const toAxis = (x: number) => (positions ? (isTime ? start + (x - 1) * unit : x) : x - 1)
  const points = entry.values.flatMap((value, place): [number, number][] => {
    const x = toX(place)
    return value === null || x === null || place === plot.unfinished ? [] : [[x, value]]
  })
  return { points, toAxis }
}

function curve(
  { theme }: DrawContext,
  {
    line,
    data,
    fit,
    axes,
    color,
    id,
  }: {
    line: DrawContext['channels']['trendLines'][number]
    data: (number | undefined)[][]
    fit: number
    axes: object
    color: string
    id: string
  },
) {
  const words = [line.label || undefined, line.hasFit ? `R\u00b2 ${fit.toFixed(3)}` : undefined].filter((word) => word)
  return {
    id,
    name: '',
    type: 'line',
    ...axes,
    z: 4,
    silent: true,
    symbol: 'none',
    data,
    lineStyle: { color, width: line.width, type: line.dash === 'dashed' ? [5, 4] : line.dash, opacity: 0.8 },
    itemStyle: { color },
    endLabel: {
      show: words.length > 0,
      formatter: plainText(words.join('  ')),
      color: theme.ink2,
      fontSize: 11,
      offset: [-8, -10],
      align: 'right',
      textBorderColor: theme.surface,
      textBorderWidth: 3,
    },
  }
}
