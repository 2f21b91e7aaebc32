import type { SeriesColors } from './cartesian-colors.ts'
import type { CartesianPlan, Plot } from './cartesian-plan.ts'
import type { DrawContext } from './drawing.ts'
import type { Series } from './series.ts'
import { type HoverTarget, type TooltipContent, tooltipRows } from './tooltip.ts'

/** The values of every series at the hovered place, largest first. */
export function cartesianTooltip(context: DrawContext, plan: CartesianPlan, colors: SeriesColors) {
  return (target: HoverTarget): TooltipContent | undefined => {
    const found = placeOf(plan, target)
    if (!found) return undefined
    const { plot, place, panel } = found
    const rows = plot.places.series.flatMap((series, index) => {
      const value = series.values[place] ?? null
      if (value === null && plot.places.series.length > 1) return []
      return [
        {
          key: `${panel}:${series.key}`,
          color: colors.at(series, place) ?? colors.of(series),
          name: series.name,
          value: exactValue(context, series, place, plot.fractions?.[index]),
          size: value,
        },
      ]
    })
    const kept =
      context.channels.tooltip.isSingle && target.kind === 'mark'
        ? rows.filter(({ key }) => key === target.seriesId)
        : rows
    const total = plan.isStacked && rows.length > 1 ? totalOf(context, plot, place) : undefined
    return {
      title: plan.x ? (plot.names[place] ?? '') : undefined,
      ...tooltipRows([...kept, ...furtherRows(context, plot, place)]),
      ...(total ? { total } : {}),
      ...(plot.unfinished === place ? { isUnfinished: true } : {}),
    }
  }
}

/** The rows of all marks at the place, or of the selected one. */
export function rowsAtPlace(plan: CartesianPlan) {
  return (target: HoverTarget, seriesId?: string): number[] => {
    const found = placeOf(plan, target)
    if (!found) return []
    const wantedKey = seriesId ?? (target.kind === 'mark' ? target.seriesId : undefined)
    const { series } = found.plot.places
    const own = series.filter(({ key }) => `${found.panel}:${key}` === wantedKey)
    return (own.length > 0 ? own : series).flatMap(({ rows }) => {
      const row = rows[found.place] ?? -1
      return row < 0 ? [] : [row]
    })
  }
}

function placeOf(plan: CartesianPlan, target: HoverTarget): { plot: Plot; place: number; panel: number } | undefined {
  const panel = target.kind === 'place' ? target.panel : Number(target.seriesId.split(':')[0])
  const plot = plan.plots[panel]
  if (!plot) return undefined
  const { positions } = plot
  const at = target.kind === 'place' ? target.at : target.index
  if (!positions) return at >= 0 && at < plot.names.length ? { plot, place: at, panel } : undefined
  const place = target.kind === 'place' ? nearest(positions.at, at) : positions.order[at]
  return place === undefined ? undefined : { plot, place, panel }
}

/** The pointer may be slightly beside its place. */
function nearest(positions: readonly (number | null)[], at: number): number | undefined {
  let found: number | undefined
  let least = Number.POSITIVE_INFINITY
  for (const [place, position] of positions.entries()) {
    if (position === null || Math.abs(position - at) >= least) continue
    least = Math.abs(position - at)
    found = place
  }
  return found
}

/** Additional tooltip columns of the document, for the first row at the place. */
function furtherRows({ channels, column, words }: DrawContext, plot: Plot, place: number) {
  const row = plot.places.series.map(({ rows }) => rows[place] ?? -1).find((each) => each >= 0)
  if (row === undefined) return []
  return channels.tooltip.columns.flatMap((id) => {
    const further = column(id)
    if (!further) return []
    const cell = further.cells[row] ?? null
    const value = cell === null ? words.null : further.label(cell)
    return [{ key: id, color: undefined, name: further.name, value, size: null }]
  })
}

/** The value with all digits; in a normalized stack with its percentage. */
export function exactValue(
  context: DrawContext,
  series: Series,
  place: number,
  fractions: (number | null)[] | undefined,
): string {
  const cell = series.cells[place] ?? null
  if (cell === null) return '\u2013'
  const share = fractions?.[place]
  const { valueFormat } = context.channels.tooltip
  if (share === null || share === undefined) return series.measure.label(cell)
  const percent = `${(share * 100).toFixed(1)}%`
  if (valueFormat === 'percent') return percent
  return valueFormat === 'number' ? series.measure.label(cell) : `${series.measure.label(cell)} (${percent})`
}

function totalOf({ words }: DrawContext, plot: Plot, place: number) {
  const stacked = plot.places.series
  const [first] = stacked
  const sum = stacked.reduce((total, { values }) => total + (values[place] ?? 0), 0)
  if (!first || stacked.some(({ measure }) => measure.id !== first.measure.id)) return undefined
  return { name: words.total, value: first.measure.label(sum) }
}
