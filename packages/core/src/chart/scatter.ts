import type { FormatLocale } from '../format/index.ts'
import type { Cell } from '../types/index.ts'
import { axisLabeller } from './axis-label.ts'
import { axisTitle } from './axis-title.ts'
import { categoryAxis, continuousAxis, valueAxis } from './chart-axes.ts'
import { type ChartColumn, distinct, isNumeric, isTemporal, toNumber, toTime } from './chart-data.ts'
import type { Channels } from './chart-element.ts'
import { refMarkOptions } from './ref-marks.ts'
import { plainText } from './rich-text.ts'
import type { ChartTheme } from './theme.ts'

export interface ScatterInput {
  channels: Channels
  x: ChartColumn | undefined
  measures: ChartColumn[]
  color: ChartColumn | undefined
  size: ChartColumn | undefined
  rowCount: number
  theme: ChartTheme
  locale: FormatLocale
  nullLabel: string
  /** Pixels of the drawing, where they are known. */
  width: number | undefined
}

const plainSize = 8
const smallestSize = 5
const largestSymbol = 36

/** A point for each row and measure; a row without a place is left out. */
export function scatterOption(input: ScatterInput) {
  const { channels, theme, x, measures, color, size, rowCount } = input
  const isContinuous = x !== undefined && (isTemporal(x.column) || isNumeric(x.column))
  const places = x && !isContinuous ? distinct(x.cells, rowCount) : undefined
  const groups = color ? distinct(color.cells, rowCount) : undefined
  const symbolSize = sizeOf(size, rowCount)
  let largest = 0

  const series = (groups?.values ?? [null]).flatMap((group, groupIndex) =>
    measures.map((measure) => {
      const rows: number[] = []
      const data: [number, number][] = []
      for (let row = 0; row < rowCount; row++) {
        if (groups && groups.positions[row] !== groupIndex) continue
        const at = positionOf(x, row, places?.positions)
        const value = toNumber(measure.cells[row])
        if (at === null || value === null) continue
        largest = Math.max(largest, Math.abs(value))
        rows.push(row)
        data.push([at, value])
      }
      const groupName = color ? (group === null ? input.nullLabel : color.label(group)) : undefined
      const name = [groupName, groupName === undefined || measures.length > 1 ? measure.name : undefined]
        .filter((part) => part !== undefined)
        .join(' · ')
      return {
        id: `s${groupIndex}-${measure.id}`,
        name: plainText(name),
        type: 'scatter',
        data,
        symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) => symbolSize(rows[dataIndex] ?? 0),
        itemStyle: { opacity: size ? 0.65 : 0.8 },
        tooltip: {
          formatter: ({ dataIndex }: { dataIndex: number }) =>
            [x, measure, size, color]
              .filter((column) => column !== undefined)
              .map((column) => `${plainText(column.name)}:  ${label(column, rows[dataIndex] ?? 0, input.nullLabel)}`)
              .join('\n'),
        },
        label: channels.hasLabels
          ? {
              show: true,
              position: 'top',
              color: theme.text,
              fontSize: 11,
              formatter: ({ dataIndex }: { dataIndex: number }) => label(measure, rows[dataIndex] ?? 0, '\u2013'),
            }
          : { show: false },
        labelLayout: { hideOverlap: true },
        emphasis: { focus: 'none' },
      }
    }),
  )
  const [first, ...others] = series
  const placeAxis = {
    ...(places
      ? categoryAxis(
          places.values.map((value) => plainText(value === null ? input.nullLabel : (x?.label(value) ?? ''))),
          { hasGap: true, isHorizontal: false, look: channels.xAxis, theme, width: input.width },
        )
      : continuousAxis(x, channels.xAxis, input)),
    splitLine: { show: places === undefined, lineStyle: { color: theme.grid } },
    ...axisTitle(channels.xAxis, false, theme, x?.name),
    show: !channels.xAxis.isHidden && x !== undefined,
  }
  return {
    color: channels.singleColor && !color ? [channels.singleColor] : (channels.color?.scheme ?? theme.palette),
    xAxis: placeAxis,
    yAxis: {
      ...valueAxis(channels.yAxis, axisLabeller(measures[0]?.format, largest, input.locale), theme),
      scale: true,
      ...axisTitle(channels.yAxis, true, theme, measures.length === 1 ? measures[0]?.name : undefined),
    },
    series: first ? [{ ...first, ...refMarkOptions(channels.refMarks, false, theme) }, ...others] : [],
    seriesCount: series.length,
    trigger: 'item' as const,
  }
}

function positionOf(x: ChartColumn | undefined, row: number, places: readonly number[] | undefined): number | null {
  if (!x) return 0
  if (places) return places[row] ?? null
  return isTemporal(x.column) ? toTime(x.cells[row]) : toNumber(x.cells[row])
}

/** The area of a point follows its value. */
function sizeOf(size: ChartColumn | undefined, rowCount: number): (row: number) => number {
  if (!size) return () => plainSize
  let largest = 0
  for (let row = 0; row < rowCount; row++) largest = Math.max(largest, toNumber(size.cells[row]) ?? 0)
  return (row) => {
    const value = Math.max(0, toNumber(size.cells[row]) ?? 0)
    return largest === 0 ? plainSize : smallestSize + (largestSymbol - smallestSize) * Math.sqrt(value / largest)
  }
}

function label(column: ChartColumn, row: number, nullLabel: string): string {
  const cell: Cell = column.cells[row] ?? null
  return cell === null ? nullLabel : plainText(column.label(cell))
}
