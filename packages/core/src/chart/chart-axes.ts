import type { FormatLocale } from '../format/index.ts'
import type { Cell } from '../types/index.ts'
import type { AxisLook } from './axis-look.ts'
import { bentScale, valueAt } from './bent-axes.ts'
import { type ChartColumn, isTemporal, toTime } from './chart-data.ts'
import { plainText } from './rich-text.ts'
import { textWidth } from './text-width.ts'
import type { ChartTheme } from './theme.ts'
import { type TimeTick, timeTicks, unitOf } from './time-ticks.ts'
import type { ValueScale } from './value-scale.ts'

/** Minimum width in pixels of a label. */
const narrowestLabel = 36

interface AxisSetting {
  look: AxisLook
  theme: ChartTheme
  locale: FormatLocale
  /** Pixels along the axis. */
  length: number
  /** Labels are drawn only on the outer panels of a trellis. */
  hasLabels: boolean
}

function labelText({ look, theme }: AxisSetting, usual?: string) {
  return {
    color: look.labels.color ?? usual ?? theme.muted,
    fontSize: look.labels.fontSize ?? 11,
    lineHeight: 16,
    margin: 8,
    hideOverlap: true,
    rotate: look.labels.angle === undefined ? 0 : -look.labels.angle,
  }
}

/** The line of the category axis is also the zero line of the values, so the settings of either axis can hide it. */
export function placeLook({ xAxis, yAxis }: { xAxis: AxisLook; yAxis: AxisLook }): AxisLook {
  return { ...xAxis, hidesZeroLine: xAxis.hidesZeroLine || yAxis.hidesZeroLine }
}

/** A category axis. Horizontal bars have their names on the left, the first on top. */
export function categoryAxis(
  setting: AxisSetting & {
    labels: readonly string[]
    hasGap: boolean
    hasHorizontalBars: boolean
    ticks?: readonly TimeTick[]
  },
  at?: ReadonlyMap<number, TimeTick>,
) {
  const { labels, hasGap, hasHorizontalBars, look, theme } = setting
  const room = Math.floor(setting.length / Math.max(1, labels.length)) - 6
  return {
    type: 'category',
    data: labels,
    inverse: hasHorizontalBars !== look.isReversed,
    boundaryGap: hasGap,
    axisLine: { show: !look.hidesZeroLine, lineStyle: { color: theme.line } },
    axisTick: { show: look.marks === 'tick' || look.marks === 'both', alignWithLabel: true },
    splitLine: gridLine(look, theme, false),
    axisLabel: {
      show: look.hasLabels && setting.hasLabels,
      ...labelText(setting, hasHorizontalBars ? theme.ink : undefined),
      ...(at ? tickLabels(at, theme) : hasHorizontalBars ? labelsBesideBars(room, look) : uprightLabels(room, look)),
    },
  }
}

/** Every name is shown, truncated to its width, as long as that is wide enough to read anything. */
function uprightLabels(room: number, look: AxisLook) {
  const cut = { overflow: 'truncate', ellipsis: '\u2026' }
  if (look.labels.isLong || look.labels.angle) return {}
  return room >= narrowestLabel ? { interval: 0, width: room, ...cut } : { width: 96, ...cut }
}

function labelsBesideBars(room: number, look: AxisLook) {
  return {
    ...(room >= 8 ? { interval: 0 } : {}),
    ...(look.labels.isLong ? {} : { width: 160, overflow: 'truncate', ellipsis: '\u2026' }),
  }
}

/** Time labels at natural boundaries, with the year emphasized. */
function tickLabels(at: ReadonlyMap<number, TimeTick>, theme: ChartTheme) {
  return {
    interval: (index: number) => at.has(index),
    formatter: (_: string, index: number) => writeTick(at.get(index)),
    rich: { year: { color: theme.ink, fontSize: 11, fontWeight: 500, lineHeight: 16 } },
  }
}

function writeTick(tick: TimeTick | undefined): string {
  if (!tick) return ''
  return tick.isStrong ? `{year|${plainText(tick.label)}}` : plainText(tick.label)
}

/** The places of a time axis of bars that get a label: the first at or after each natural boundary. */
export function timePlaces(
  x: ChartColumn,
  values: readonly Cell[],
  { look, length, locale }: Pick<AxisSetting, 'look' | 'length' | 'locale'>,
): Map<number, TimeTick> | undefined {
  if (!isTemporal(x.column) || x.format?.kind === 'datetime') return undefined
  const times = values.map(toTime)
  const known = times.filter((time) => time !== null)
  const isAscending = known.every((time, index) => index === 0 || time > (known[index - 1] ?? 0))
  if (known.length < 2 || !isAscending) return undefined
  const [from = 0, to = 0] = [known[0], known.at(-1)]
  const ticks = timeTicks(from, to, length, locale, { finest: unitOf(known), unit: look.unit, step: look.step })
  const at = new Map<number, TimeTick>()
  for (const [index, tick] of ticks.entries()) {
    const end = ticks[index + 1]?.at ?? Number.POSITIVE_INFINITY
    const place = times.findIndex((time) => time !== null && time >= tick.at && time < end)
    if (place >= 0) at.set(place, tick)
  }
  return at
}

/** A time axis for lines. */
export function timeAxis(
  setting: AxisSetting & { x: ChartColumn; from: number; to: number; times: readonly number[] },
) {
  const { look, theme, x, locale, times } = setting
  const from = look.min ?? setting.from
  const to = look.max ?? setting.to
  const step = { finest: unitOf(times), unit: look.unit, step: look.step }
  const ticks = new Map(timeTicks(from, to, setting.length, locale, step).map((tick) => [tick.at, tick]))
  const own = x.format?.kind === 'datetime'
  const values = [...ticks.keys()]
  return {
    type: 'time',
    min: from,
    max: to,
    inverse: look.isReversed,
    axisLine: { show: !look.hidesZeroLine, lineStyle: { color: theme.line }, onZero: false },
    axisTick: {
      show: look.marks === undefined || look.marks === 'tick' || look.marks === 'both',
      length: 4,
      lineStyle: { color: theme.line },
      customValues: values,
    },
    splitLine: gridLine(look, theme, false),
    axisLabel: {
      show: look.hasLabels && setting.hasLabels,
      ...labelText(setting),
      customValues: values,
      formatter: (value: number) => (own ? plainText(x.label(timeText(value))) : writeTick(ticks.get(value))),
      rich: { year: { color: theme.ink, fontSize: 11, fontWeight: 500, lineHeight: 16 } },
    },
  }
}

/** A time in the text form of cells. */
export function timeText(time: number): string {
  return new Date(time).toISOString().replace(/(T00:00:00)?\.000Z$/, '')
}

/** A numeric axis with computed ends and steps. */
export function numberAxis(
  setting: AxisSetting & { scale: ValueScale; label: (value: number) => string; hasGrid: boolean },
) {
  const { look, theme, scale, label, hasGrid } = setting
  const log = look.isLogarithmic
  const { bend } = look
  const { ticks, ...bent } = bend ? bentScale(bend, scale) : { ticks: undefined }
  const at = ticks ? { customValues: ticks } : {}
  return {
    type: log ? 'log' : 'value',
    show: !look.isHidden,
    inverse: look.isReversed,
    ...(log ? { min: look.min, max: look.max } : bend ? bent : scale),
    axisLine: { show: false },
    axisTick: { show: look.marks === 'tick' || look.marks === 'both', lineStyle: { color: theme.line }, ...at },
    splitLine: { ...gridLine(look, theme, hasGrid), ...at },
    ...(bend ? {} : minorMarks(look, theme, scale)),
    axisLabel: {
      show: look.hasLabels && setting.hasLabels,
      ...labelText(setting),
      ...at,
      formatter: (value: number) => plainText(label(bend ? valueAt(bend, value) : value)),
      // Ends that a document sets need not be round; a label that overlaps its neighbour is omitted.
      showMinLabel: true,
    },
  }
}

/** More minor marks than this between two steps would look like a grey area. */
const mostMinorMarks = 20

function minorMarks({ minor }: AxisLook, theme: ChartTheme, { interval }: ValueScale) {
  if (!minor) return {}
  const splitNumber = Math.min(mostMinorMarks, Math.max(1, Math.round(interval / minor.step)))
  return {
    minorTick: { show: minor.mark !== 'grid', splitNumber, lineStyle: { color: theme.line } },
    minorSplitLine: { show: minor.mark !== 'tick', lineStyle: { color: theme.grid, width: 1, opacity: 0.6 } },
  }
}

function gridLine({ marks }: AxisLook, theme: ChartTheme, usual: boolean) {
  const show = marks === undefined ? usual : marks === 'grid' || marks === 'both'
  return { show, lineStyle: { color: theme.grid, width: 1, type: 'solid' } }
}

/** Width of the labels of a numeric axis beside the plot. */
export function labelRoom(scale: ValueScale, label: (value: number) => string, fontSize = 11): number {
  const count = Math.min(20, Math.max(1, Math.round((scale.max - scale.min) / scale.interval)))
  const labels = Array.from({ length: count + 1 }, (_, index) => label(scale.min + index * scale.interval))
  return Math.max(...labels.map((text) => textWidth(text, fontSize))) + 8
}

/**
 * The axis title of the document, else the default one; a blank title hides it. It is horizontal: above the top tick of a value axis, below
 * a category axis, and above the first name of a category axis at the left.
 */
export function axisTitle(
  look: AxisLook,
  side: 'left' | 'right' | 'bottom' | 'side',
  theme: ChartTheme,
  usual?: string,
) {
  const name = look.title ?? usual
  if (!name?.trim()) return {}
  return {
    name: plainText(name),
    // On a downward axis the start is at the top.
    nameLocation: side === 'bottom' ? 'middle' : look.isReversed === (side === 'side') ? 'end' : 'start',
    nameGap: side === 'bottom' ? 28 : 12,
    nameTextStyle: {
      color: look.titleStyle.color ?? theme.muted,
      fontSize: look.titleStyle.fontSize ?? 11,
      fontWeight: look.titleStyle.fontWeight === 'bold' ? 600 : 500,
      align: side === 'bottom' ? 'center' : side === 'left' ? 'left' : 'right',
    },
  }
}

export function hasAxisTitle(look: AxisLook, usual?: string): boolean {
  return Boolean((look.title ?? usual)?.trim())
}
