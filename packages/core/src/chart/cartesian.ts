import type { FormatLocale } from '../format/index.ts'
import type { Cell } from '../types/index.ts'
import { axisLabeller } from './axis-label.ts'
import { axisTitle } from './axis-title.ts'
import { categoryAxis, continuousAxis, valueAxis } from './chart-axes.ts'
import { type ChartColumn, isNumeric, isTemporal, toNumber, toTime } from './chart-data.ts'
import type { Channels, ChartKind, MarkType } from './chart-element.ts'
import { colorAt } from './color-scale.ts'
import { refMarkOptions } from './ref-marks.ts'
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
  /** Pixels of the drawing, where they are known. */
  width: number | undefined
}

/** Bars, lines and areas, alone or together: everything but the settings that all drawings share. */
export function cartesianOption(input: CartesianInput) {
  const { channels, theme, x } = input
  const byCategory = channels.color?.by === 'category' ? input.color : undefined
  const places = spread(input.rowCount, x, input.measures, byCategory, input.nullLabel)
  const markOf = (measure: ChartColumn) => markType(input.kind, channels, measure.id)
  const hasBars = input.measures.some((measure) => markOf(measure) === 'bar')
  const isHorizontal = channels.isHorizontal && input.kind === 'bar-chart'
  const stackable = places.series.filter(({ measure }) => markOf(measure) === 'bar' || input.kind === 'area-chart')
  const isStacked = input.kind !== 'line-chart' && channels.stacking !== 'none' && stackable.length > 1
  const isNormalized = isStacked && channels.stacking === 'normalized' && input.kind !== 'combo-chart'
  const isContinuous = !hasBars && x !== undefined && (isTemporal(x.column) || isNumeric(x.column))
  const fractions = isNormalized ? shares(places.series) : undefined
  const positions = isContinuous && x ? continuousPositions(x, places.values) : undefined
  const colorsOfBars = input.kind === 'bar-chart' ? scaleColors(input, places) : undefined
  const isSecond = ({ measure }: Series) => channels.y2.has(measure.id)
  const hasSecond = places.series.some(isSecond) && !places.series.every(isSecond)

  const placeAxis = {
    ...(positions
      ? continuousAxis(x, channels.xAxis, input)
      : categoryAxis(
          places.values.map((value) => placeLabel(value, x, input.nullLabel)),
          { hasGap: hasBars, isHorizontal, look: channels.xAxis, theme, width: input.width },
        )),
    ...axisTitle(channels.xAxis, isHorizontal, theme),
    show: !channels.xAxis.isHidden && x !== undefined,
  }
  const measureAxis = (series: Series[], look: Channels['yAxis']) => {
    const format = isNormalized ? { kind: 'number' as const, formatString: '.0%' } : series[0]?.measure.format
    const stacked = isStacked ? series.filter((entry) => stackable.includes(entry)) : []
    const largest = isNormalized
      ? 1
      : Math.max(
          largestSize(stacked, true),
          largestSize(
            series.filter((entry) => !stacked.includes(entry)),
            false,
          ),
        )
    return {
      ...valueAxis(look, axisLabeller(format, largest, input.locale), theme, isNormalized ? 1 : undefined),
      ...axisTitle(look, !isHorizontal, theme),
    }
  }
  const firstAxis = measureAxis(
    places.series.filter((entry) => !hasSecond || !isSecond(entry)),
    channels.yAxis,
  )
  const secondAxis = hasSecond && {
    ...measureAxis(places.series.filter(isSecond), channels.yAxis2),
    position: 'right',
    splitLine: { show: false },
  }

  const series = places.series.map((entry, index) => {
    const mark = markOf(entry.measure)
    const isInStack = isStacked && stackable.includes(entry)
    const axis = hasSecond && isSecond(entry) ? 1 : 0
    const plotted = fractions?.[index] ?? plottedValues(entry, channels.missing)
    const label = (value: unknown, at: unknown) => exactLabel(entry, value, at, isNormalized, fractions?.[index])
    return {
      id: `s${index}`,
      name: plainText(entry.name),
      type: mark === 'area' ? 'line' : mark,
      ...(hasSecond ? { yAxisIndex: axis } : {}),
      ...(hasBars && mark !== 'bar' ? { z: 3 } : {}),
      data: positions
        ? positions.order.map((place) => [positions.at[place] ?? null, plotted[place] ?? null])
        : plotted.map((value, place) => {
            const color = colorsOfBars?.[place]
            return color ? { value, itemStyle: { color } } : value
          }),
      stack: isInStack ? `total${axis || ''}` : undefined,
      tooltip: {
        valueFormatter: (value: unknown, at: unknown) => label(value, positions ? positions.order[Number(at)] : at),
      },
      label: dataLabels(channels, mark === 'bar', isInStack, theme, (at) =>
        label(plotted[positions ? (positions.order[at] ?? at) : at], positions ? positions.order[at] : at),
      ),
      labelLayout: { hideOverlap: true },
      ...(mark === 'bar' ? barLook(isHorizontal, isInStack) : lineLook(mark, channels, places)),
      ...refMarksOf(entry, index),
    }
  })

  /** Marks of an axis hang on its first series. */
  function refMarksOf(entry: Series, index: number) {
    const isFirstOfSecond = hasSecond && places.series.findIndex(isSecond) === index
    const marks = channels.refMarks.filter(({ axis }) =>
      axis === 'y2' && hasSecond ? isFirstOfSecond : isFirstOf(entry),
    )
    return refMarkOptions(marks, isHorizontal, theme)
  }
  function isFirstOf(entry: Series): boolean {
    return places.series.find((known) => !hasSecond || !isSecond(known)) === entry
  }

  return {
    color: channels.singleColor && !byCategory ? [channels.singleColor] : (channels.color?.scheme ?? theme.palette),
    xAxis: isHorizontal ? firstAxis : placeAxis,
    yAxis: isHorizontal ? placeAxis : secondAxis ? [firstAxis, secondAxis] : firstAxis,
    series,
    seriesCount: series.length,
    trigger: 'axis' as const,
  }
}

function markType(kind: ChartKind, channels: Channels, columnId: string): MarkType {
  if (kind === 'combo-chart') return channels.marks.get(columnId) ?? 'bar'
  if (kind === 'area-chart') return 'area'
  return kind === 'line-chart' ? 'line' : 'bar'
}

function placeLabel(value: Cell, x: ChartColumn | undefined, nullLabel: string): string {
  if (value === null) return nullLabel
  return plainText(x ? x.label(value) : String(value))
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

function barLook(isHorizontal: boolean, isStacked: boolean) {
  const radius = isStacked ? 0 : isHorizontal ? [0, 3, 3, 0] : [3, 3, 0, 0]
  return { barMaxWidth: 44, barCategoryGap: '28%', itemStyle: { borderRadius: radius }, emphasis: { focus: 'none' } }
}

function lineLook(mark: MarkType, channels: Channels, places: Places) {
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
    areaStyle: mark === 'area' ? { opacity: 0.22 } : undefined,
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
    return value === undefined ? theme.line : colorAt(scheme, high === low ? 1 : (value - low) / (high - low))
  })
}
