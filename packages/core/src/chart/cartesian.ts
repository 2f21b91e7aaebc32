import type { FormatLocale } from '../format/index.ts'
import type { Cell } from '../types/index.ts'
import { axisLabeller } from './axis-label.ts'
import { type ChartColumn, isNumeric, isTemporal, toNumber, toTime } from './chart-data.ts'
import type { AxisLook, Channels, ChartKind } from './chart-element.ts'
import { plainText } from './rich-text.ts'
import { largestSize, type Places, type Series, shares, spread } from './series.ts'
import type { ChartTheme } from './theme.ts'

export interface CartesianInput {
  kind: ChartKind
  channels: Channels
  x: ChartColumn | undefined
  measures: ChartColumn[]
  color: ChartColumn | undefined
  rowCount: number
  theme: ChartTheme
  locale: FormatLocale
  nullLabel: string
}

/** Bars, lines and areas: everything but the settings that all drawings share. */
export function cartesianOption(input: CartesianInput) {
  const { channels, theme, x } = input
  const isBar = input.kind === 'bar-chart'
  const byCategory = channels.color?.by === 'category' ? input.color : undefined
  const places = spread(input.rowCount, x, input.measures, byCategory, input.nullLabel)
  const isStacked = input.kind !== 'line-chart' && channels.stacking !== 'none' && places.series.length > 1
  const isNormalized = isStacked && channels.stacking === 'normalized'
  const isContinuous = !isBar && x !== undefined && (isTemporal(x.column) || isNumeric(x.column))
  const fractions = isNormalized ? shares(places.series) : undefined
  const positions = isContinuous && x ? continuousPositions(x, places.values) : undefined
  const valueFormat = isNormalized ? { kind: 'number' as const, formatString: '.0%' } : input.measures[0]?.format
  const largest = isNormalized ? 1 : largestSize(places.series, isStacked)
  const labelValue = axisLabeller(valueFormat, largest, input.locale)
  const colorsOfBars = isBar ? scaleColors(input, places) : undefined

  const placeAxis = {
    ...(positions
      ? continuousAxis(x, input)
      : categoryAxis(
          places.values.map((value) => placeLabel(value, x, input.nullLabel)),
          isBar,
          channels,
          theme,
        )),
    ...axisTitle(channels.xAxis, channels.isHorizontal, theme),
    show: !channels.xAxis.isHidden && x !== undefined,
  }
  const valueAxis = {
    type: 'value',
    show: !channels.yAxis.isHidden,
    min: channels.yAxis.min,
    max: channels.yAxis.max ?? (isNormalized ? 1 : undefined),
    axisLabel: {
      show: channels.yAxis.hasLabels,
      color: theme.mutedText,
      fontSize: 11,
      formatter: labelValue,
      hideOverlap: true,
    },
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: theme.grid } },
    splitNumber: 4,
    ...axisTitle(channels.yAxis, !channels.isHorizontal, theme),
  }

  const series = places.series.map((entry, index) => {
    const plotted = fractions?.[index] ?? plottedValues(entry, channels.missing)
    const label = (value: unknown, at: unknown) => exactLabel(entry, value, at, isNormalized, fractions?.[index])
    return {
      id: `s${index}`,
      name: plainText(entry.name),
      type: isBar ? 'bar' : 'line',
      data: positions
        ? positions.order.map((place) => [positions.at[place] ?? null, plotted[place] ?? null])
        : plotted.map((value, place) => {
            const color = colorsOfBars?.[place]
            return color ? { value, itemStyle: { color } } : value
          }),
      stack: isStacked ? 'total' : undefined,
      tooltip: {
        valueFormatter: (value: unknown, at: unknown) => label(value, positions ? positions.order[Number(at)] : at),
      },
      label: dataLabels(channels, isBar, isStacked, theme, (at) =>
        label(plotted[positions ? (positions.order[at] ?? at) : at], positions ? positions.order[at] : at),
      ),
      labelLayout: { hideOverlap: true },
      ...(isBar ? barLook(channels, isStacked) : lineLook(input, places)),
    }
  })

  return {
    color: channels.singleColor && !byCategory ? [channels.singleColor] : (channels.color?.scheme ?? theme.palette),
    xAxis: channels.isHorizontal && isBar ? valueAxis : placeAxis,
    yAxis: channels.isHorizontal && isBar ? placeAxis : valueAxis,
    series,
    seriesCount: series.length,
    trigger: 'axis' as const,
  }
}

function placeLabel(value: Cell, x: ChartColumn | undefined, nullLabel: string): string {
  if (value === null) return nullLabel
  return plainText(x ? x.label(value) : String(value))
}

function categoryAxis(labels: string[], isBar: boolean, channels: Channels, theme: ChartTheme) {
  const isHorizontal = channels.isHorizontal && isBar
  return {
    type: 'category',
    data: labels,
    inverse: isHorizontal,
    boundaryGap: isBar,
    axisLabel: {
      show: channels.xAxis.hasLabels,
      color: theme.mutedText,
      fontSize: 11,
      hideOverlap: true,
      width: isHorizontal ? 140 : 96,
      overflow: 'truncate',
      ellipsis: '\u2026',
    },
    axisLine: { lineStyle: { color: theme.line } },
    axisTick: { show: false },
  }
}

function continuousAxis(x: ChartColumn | undefined, { channels, theme }: CartesianInput) {
  const isTime = x !== undefined && isTemporal(x.column)
  return {
    type: isTime ? 'time' : 'value',
    scale: true,
    axisLabel: { show: channels.xAxis.hasLabels, color: theme.mutedText, fontSize: 11, hideOverlap: true },
    axisLine: { lineStyle: { color: theme.line } },
    axisTick: { show: false },
    splitLine: { show: false },
    splitNumber: 6,
    axisPointer: {
      label: {
        formatter: ({ value }: { value: unknown }) =>
          isTime && x
            ? x.label(new Date(Number(value)).toISOString().replace(/(T00:00:00)?\.000Z$/, ''))
            : String(value),
      },
    },
  }
}

function axisTitle(look: AxisLook, isVertical: boolean, theme: ChartTheme) {
  const name = look.title
  if (!name?.trim()) return {}
  return {
    name: plainText(name),
    nameLocation: 'middle',
    nameGap: isVertical ? 12 : 10,
    nameTextStyle: { color: theme.mutedText, fontSize: 11 },
  }
}

/** Places of a time or number axis in ascending order; a row without a position is not drawn. */
function continuousPositions(x: ChartColumn, values: readonly Cell[]) {
  const at = values.map((value) => (isTemporal(x.column) ? toTime(value) : toNumber(value)))
  const order = at
    .map((position, place) => ({ position, place }))
    .flatMap(({ position, place }) => (position === null ? [] : [{ position, place }]))
    .sort((left, right) => left.position - right.position)
    .map(({ place }) => place)
  return { at, order }
}

function plottedValues(series: Series, missing: Channels['missing']): (number | null)[] {
  return missing === 'zero' ? series.values.map((value) => value ?? 0) : series.values
}

function exactLabel(
  series: Series,
  value: unknown,
  at: unknown,
  isNormalized: boolean,
  fractions: (number | null)[] | undefined,
): string {
  const place = typeof at === 'number' ? at : -1
  const known = series.cells[place]
  const cell = known === undefined ? (Array.isArray(value) ? (value[1] ?? null) : value) : known
  if (cell === null || cell === undefined) return '\u2013'
  const text = plainText(series.measure.label(cell as Cell))
  const share = isNormalized ? fractions?.[place] : undefined
  return share === null || share === undefined ? text : `${text} (${(share * 100).toFixed(1)}%)`
}

function dataLabels(
  channels: Channels,
  isBar: boolean,
  isStacked: boolean,
  theme: ChartTheme,
  label: (at: number) => string,
) {
  if (!channels.hasLabels) return { show: false }
  const outside = channels.isHorizontal ? 'right' : 'top'
  return {
    show: true,
    position: isBar && isStacked ? 'inside' : outside,
    color: isBar && isStacked ? '#ffffff' : theme.text,
    fontSize: 11,
    formatter: ({ dataIndex }: { dataIndex: number }) => label(dataIndex),
  }
}

function barLook(channels: Channels, isStacked: boolean) {
  const radius = isStacked ? 0 : channels.isHorizontal ? [0, 3, 3, 0] : [3, 3, 0, 0]
  return { barMaxWidth: 44, barCategoryGap: '28%', itemStyle: { borderRadius: radius }, emphasis: { focus: 'none' } }
}

function lineLook({ kind, channels }: CartesianInput, places: Places) {
  const count = places.values.length
  return {
    showSymbol: count <= 40,
    symbol: 'circle',
    symbolSize: 6,
    connectNulls: channels.missing === 'interpolate',
    smooth: channels.isSmooth ? 0.25 : false,
    step: channels.isStepped ? 'middle' : false,
    sampling: count > 4000 ? 'lttb' : undefined,
    lineStyle: { width: 2 },
    areaStyle: kind === 'area-chart' ? { opacity: 0.22 } : undefined,
    emphasis: { focus: 'none' },
  }
}

/** One colour a place where a measure gives the colour of the bars. */
function scaleColors({ channels, color, rowCount, theme, x }: CartesianInput, places: Places): string[] | undefined {
  if (channels.color?.by !== 'scale' || !color || !x) return undefined
  const byPlace = new Map<Cell, number>()
  for (let row = 0; row < rowCount; row++) {
    const value = toNumber(color.cells[row])
    if (value !== null) byPlace.set(x.cells[row] ?? null, value)
  }
  const sizes = [...byPlace.values()]
  const low = Math.min(...sizes)
  const high = Math.max(...sizes)
  const scheme = channels.color.scheme ?? theme.sequential
  return places.values.map((place) => {
    const value = byPlace.get(place)
    return value === undefined ? theme.line : mix(scheme, high === low ? 1 : (value - low) / (high - low))
  })
}

function mix(scheme: readonly string[], share: number): string {
  const scaled = share * (scheme.length - 1)
  const index = Math.min(scheme.length - 2, Math.floor(scaled))
  const from = channelsOf(scheme[Math.max(0, index)] ?? '#000000')
  const to = channelsOf(scheme[index + 1] ?? scheme[0] ?? '#000000')
  const blend = from.map((part, position) =>
    Math.round(part + ((to[position] ?? part) - part) * (scaled - Math.max(0, index))),
  )
  return `#${blend.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function channelsOf(hex: string): number[] {
  const full = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1)
  return [0, 2, 4].map((start) => Number.parseInt(full.slice(start, start + 2), 16))
}
