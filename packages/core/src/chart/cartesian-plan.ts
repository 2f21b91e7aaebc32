import { type OrderedValue, valueOrderOf } from '../document/index.ts'
import type { Cell } from '../types/index.ts'
import { type ChartColumn, isNumeric, isTemporal, toNumber, toTime } from './chart-data.ts'
import type { MarkType } from './chart-element.ts'
import type { DrawContext } from './drawing.ts'
import { type Panel, panelsOf, type Trellis } from './panels.ts'
import { type Places, placesOf, type Series, shares, spread } from './series.ts'
import { textWidth } from './text-width.ts'
import { addUnits, unitOf } from './time-ticks.ts'

/** The rows of one panel, grouped by their places on the axis. */
export interface Plot {
  panel: Panel
  places: Places
  /** Labels of the places. */
  names: string[]
  /** Fractions of each place, for a stack normalized to 100 %. */
  fractions: (number | null)[][] | undefined
  /** For an axis of time or numbers: the position of each place, and the places in ascending order. */
  positions: { at: (number | null)[]; order: number[] } | undefined
  /** The place whose period is not over yet. */
  unfinished: number | undefined
}

/** Decisions that apply to all panels of a drawing. */
export interface CartesianPlan {
  x: ChartColumn | undefined
  measures: ChartColumn[]
  byCategory: ChartColumn | undefined
  trellis: Trellis
  plots: Plot[]
  /** Labels of the places of the first panel. */
  names: string[]
  /** Series of the legend: the series of all panels. */
  legend: Series[]
  hasBars: boolean
  hasHorizontalBars: boolean
  isStacked: boolean
  isNormalized: boolean
  hasPlaceAxis: boolean
  /** Ends of an axis of time or numbers. */
  continuous: { from: number; to: number } | undefined
  hasSecond: boolean
  isSecond(series: Series): boolean
  /** The bars have value labels, so the value axis is hidden. */
  hidesValueAxis: boolean
  hasValueLabels: boolean
  titles: { first: string | undefined; second: string | undefined }
  writePlace(value: Cell): string
}

export function markOf({ kind, channels }: DrawContext, columnId: string): MarkType {
  if (kind === 'combo-chart') return channels.marks.get(columnId) ?? 'bar'
  if (kind === 'area-chart') return 'area'
  return kind === 'line-chart' ? 'line' : 'bar'
}

export function isStackable(context: DrawContext, columnId: string): boolean {
  return markOf(context, columnId) === 'bar' || context.kind === 'area-chart'
}

export function planCartesian(context: DrawContext): CartesianPlan {
  const { channels, kind, words } = context
  const x = context.column(channels.x)
  const measures = channels.y.flatMap((id) => context.column(id) ?? [])
  const byCategory = channels.color?.by === 'category' ? context.column(channels.color.columnId) : undefined
  const hasBars = measures.some(({ id }) => markOf(context, id) === 'bar')
  const trellis = panelsOf(context, measures)
  const rows = trellis.panels.flatMap((panel) => panel.rows)
  const writePlace = (value: Cell) => (value === null ? words.null : (x?.label(value) ?? String(value)))
  const isContinuous = !hasBars && x !== undefined && (isTemporal(x.column) || isNumeric(x.column))
  const seriesCount = (byCategory ? placesOf(byCategory, rows).length : 1) * measures.length
  const stackCount =
    measures.filter(({ id }) => isStackable(context, id)).length * (seriesCount / Math.max(1, measures.length))
  const isStacked = kind !== 'line-chart' && channels.stacking !== 'none' && stackCount > 1
  const isNormalized = isStacked && channels.stacking === 'normalized' && kind !== 'combo-chart'
  const found = byCategory ? orderGroups(placesOf(byCategory, rows), byCategory, measures, rows, isStacked) : []
  const groups = byHand(found, byCategory ? valueOrderOf(context.element, byCategory.id) : [])
  const shared = placesOf(x, rows)
  const plots = trellis.panels.map((panel): Plot => {
    const own = trellis.isShared('x-axis') || trellis.panels.length === 1 ? shared : placesOf(x, panel.rows)
    const places = spread({
      rows: panel.rows,
      x,
      measures: panel.measures,
      color: byCategory,
      nullLabel: words.null,
      places: own,
      groups,
    })
    const positions = isContinuous && x ? continuousPositions(x, own) : undefined
    return {
      panel,
      places,
      names: own.map(writePlace),
      fractions: isNormalized ? shares(places.series) : undefined,
      positions,
      unfinished: x && isTemporal(x.column) ? unfinishedPlace(own, context.now) : undefined,
    }
  })
  const isSecond = (series: Series) => channels.y2.has(series.measure.id)
  const hasSecond = measures.some(({ id }) => channels.y2.has(id)) && !measures.every(({ id }) => channels.y2.has(id))
  const names = plots[0]?.names ?? []
  const hasHorizontalBars = kind === 'bar-chart' && (channels.isHorizontal || needsHorizontalBars(context, x, names))
  const legend = [
    ...new Map(plots.flatMap(({ places }) => places.series.map((series) => [series.key, series]))).values(),
  ]
  const hasValueLabels = valuesOnBars(context, { hasHorizontalBars, seriesCount, count: names.length, hasBars })
  return {
    x,
    measures,
    byCategory,
    trellis,
    plots,
    names,
    legend,
    hasBars,
    hasHorizontalBars,
    isStacked,
    isNormalized,
    hasPlaceAxis: !channels.xAxis.isHidden && x !== undefined && !context.isTiny,
    continuous: endsOf(plots),
    hasSecond,
    isSecond,
    hasValueLabels,
    hidesValueAxis:
      hasValueLabels &&
      channels.labels.isShown === undefined &&
      channels.yAxis.marks === undefined &&
      channels.refMarks.length === 0,
    titles: axisNames(context, measures, hasSecond),
    writePlace,
  }
}

/** When there are two axes, they are labelled with the names of their measures. */
function axisNames({ channels }: DrawContext, measures: readonly ChartColumn[], hasSecond: boolean) {
  if (!hasSecond) return { first: undefined, second: undefined }
  const names = (second: boolean) =>
    measures
      .filter(({ id }) => channels.y2.has(id) === second)
      .map(({ name }) => name)
      .join(', ')
  return { first: names(false), second: names(true) }
}

/** In a stack the largest total is at the base and null last; otherwise the order of the result is kept. */
function orderGroups(
  groups: Cell[],
  color: ChartColumn,
  measures: readonly ChartColumn[],
  rows: readonly number[],
  isStacked: boolean,
): Cell[] {
  if (!isStacked) return groups
  const totals = new Map<Cell, number>()
  for (const row of rows) {
    const group = color.cells[row] ?? null
    const sum = measures.reduce((total, { cells }) => total + Math.abs(toNumber(cells[row]) ?? 0), 0)
    totals.set(group, (totals.get(group) ?? 0) + sum)
  }
  return [...groups].sort((left, right) => {
    if (left === null || right === null) return left === null ? 1 : -1
    return (totals.get(right) ?? 0) - (totals.get(left) ?? 0)
  })
}

/** Bars are horizontal when their names would not be readable below them and there is enough height for one line each. */
function needsHorizontalBars(context: DrawContext, x: ChartColumn | undefined, names: readonly string[]): boolean {
  if (!x || isTemporal(x.column) || isNumeric(x.column) || context.channels.xAxis.labels.angle) return false
  if (context.channels.trendLines.length > 0 || context.element.trellis !== undefined) return false
  const room = (context.width - 60) / Math.max(1, names.length) - 8
  const isCut = names.some((name) => textWidth(name, 11) > room)
  return isCut && names.length * 20 <= context.height - 32
}

/** Groups in an order set by hand, and after them the others in theirs. */
function byHand(groups: Cell[], order: readonly OrderedValue[]): Cell[] {
  if (order.length === 0) return groups
  const places = new Map(order.map((value, index) => [value === null ? null : String(value), index]))
  const placeOf = (group: Cell) => places.get(group === null ? null : String(group)) ?? order.length
  return [...groups].sort((left, right) => placeOf(left) - placeOf(right))
}

/** Whether the few bars of a single series get value labels when the document does not configure labels. */
function valuesOnBars(
  context: DrawContext,
  {
    hasHorizontalBars,
    seriesCount,
    count,
    hasBars,
  }: { hasHorizontalBars: boolean; seriesCount: number; count: number; hasBars: boolean },
): boolean {
  const { channels, kind, width, height, isTiny } = context
  if (channels.labels.isShown !== undefined) return channels.labels.isShown
  if (kind !== 'bar-chart' || !hasBars || isTiny || context.element.trellis !== undefined) return false
  if (channels.stacking === 'normalized' && seriesCount > 1) return false
  if (hasHorizontalBars) return seriesCount === 1 && count * 18 <= height
  return count <= 12 && seriesCount === 1 && (width - 40) / Math.max(1, count) >= 44
}

function endsOf(plots: readonly Plot[]): { from: number; to: number } | undefined {
  const all = plots.flatMap(({ positions }) => positions?.at.filter((at) => at !== null) ?? [])
  if (!plots.some(({ positions }) => positions) || all.length === 0) return undefined
  const [from, to] = all.reduce(
    ([low, high], at) => [Math.min(low, at), Math.max(high, at)],
    [all[0] ?? 0, all[0] ?? 0],
  )
  return from === to ? { from: from - 1, to: to + 1 } : { from, to }
}

/** Places of a time or number axis in ascending order; a row without a position is not drawn. */
function continuousPositions(x: ChartColumn, values: readonly Cell[]) {
  const at = values.map((value) => (isTemporal(x.column) ? toTime(value) : toNumber(value)))
  const order = at
    .flatMap((position, place) => (position === null ? [] : [{ position, place }]))
    .sort((left, right) => left.position - right.position)
    .map(({ place }) => place)
  return { at, order }
}

/** The place whose period contains the current time. */
function unfinishedPlace(values: readonly Cell[], now: string | undefined): number | undefined {
  const present = toTime(now)
  const times = values.map(toTime)
  const unit = unitOf(times.filter((time) => time !== null))
  if (present === null || !unit || unit === 'minute' || unit === 'second') return undefined
  const place = times.findIndex((time) => time !== null && time <= present && addUnits(time, unit, 1) > present)
  return place < 0 ? undefined : place
}
