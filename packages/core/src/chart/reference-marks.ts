import { type ChartColumn, toNumber } from './chart-data.ts'
import type { RefMark, RefValue } from './mark-fields.ts'
import { plainText } from './rich-text.ts'
import { textWidth } from './text-width.ts'
import type { ChartTheme } from './theme.ts'

/** A mark with known values. */
export interface PlacedMark {
  mark: RefMark
  value: number
  to: number | undefined
  label: string | undefined
}

interface MarkValues {
  column(id: string): ChartColumn | undefined
  computed(path: string): number | undefined
  /** Rows of the panel, or of the whole chart, depending on the mark's scope. */
  rows: readonly number[]
  write(mark: RefMark, value: number): string
}

/** Marks with known values; a mark whose formula has no value is not drawn. */
export function placeMarks(marks: readonly RefMark[], values: MarkValues): PlacedMark[] {
  return marks.flatMap((mark) => {
    const value = numberOf(mark.value, `refMarks[${mark.index}].value`, values)
    const to = mark.to && numberOf(mark.to, `refMarks[${mark.index}].endValue`, values)
    if (value === undefined || (mark.to && to === undefined)) return []
    const shown =
      to === undefined ? values.write(mark, value) : `${values.write(mark, value)} – ${values.write(mark, to)}`
    const label = mark.label === undefined ? (mark.hasValue ? shown : undefined) : withValue(mark, shown)
    return [{ mark, value, to, label }]
  })
}

function withValue({ label = '', hasValue }: RefMark, shown: string): string {
  if (label === '') return shown
  return hasValue ? `${label} ${shown}` : label
}

function numberOf(value: RefValue, path: string, { column, computed, rows }: MarkValues): number | undefined {
  if (value.type === 'constant') return value.value
  if (value.type === 'formula') return computed(path)
  const cells = column(value.columnId)?.cells
  const numbers = rows.flatMap((row) => toNumber(cells?.[row]) ?? [])
  return numbers.length === 0 ? undefined : aggregate(value.func, numbers)
}

function aggregate(func: 'sum' | 'avg' | 'min' | 'max' | 'median', numbers: readonly number[]): number {
  const sum = () => numbers.reduce((total, value) => total + value, 0)
  if (func === 'sum') return sum()
  if (func === 'avg') return sum() / numbers.length
  if (func === 'min') return numbers.reduce((least, value) => Math.min(least, value))
  if (func === 'max') return numbers.reduce((most, value) => Math.max(most, value))
  const sorted = [...numbers].sort((left, right) => left - right)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

const positions: Record<string, string> = {
  'top-right': 'insideEndTop',
  'top-center': 'insideMiddleTop',
  'top-left': 'insideStartTop',
  'bottom-right': 'insideEndBottom',
  'bottom-center': 'insideMiddleBottom',
  'bottom-left': 'insideStartBottom',
  'middle-right': 'end',
  'middle-left': 'start',
}

/** Width to the right of the plot for labels at the ends of lines. */
export function markLabelRoom(marks: readonly PlacedMark[], hasHorizontalBars: boolean): number {
  const atEnd = marks.filter(({ mark, to }) => to === undefined && positionOf(mark) === 'end')
  const lines = atEnd.filter(({ mark }) => (mark.axis === 'x') === hasHorizontalBars)
  return lines.reduce((room, { label }) => Math.max(room, label ? textWidth(label, 11) + 10 : 0), 0)
}

/** Height above the plot for labels at the upper ends of vertical lines. */
export function markTopRoom(marks: readonly PlacedMark[], hasHorizontalBars: boolean): number {
  const upright = marks.filter(({ mark, to }) => to === undefined && (mark.axis === 'x') !== hasHorizontalBars)
  return upright.some(({ mark, label }) => label !== undefined && positionOf(mark) === 'end') ? 14 : 0
}

function positionOf({ caption }: RefMark): string {
  return positions[caption.position ?? ''] ?? 'end'
}

function turned(position: string): string {
  return position.replace(/start|end/i, (side) => {
    const other = side.toLowerCase() === 'end' ? 'start' : 'end'
    return side === side.toLowerCase() ? other : `${other[0]?.toUpperCase()}${other.slice(1)}`
  })
}

/** Lines and bands as marks of a series; `isDown`: the vertical axis starts at the top. */
export function markOptions(
  marks: readonly PlacedMark[],
  { hasHorizontalBars, isDown }: { hasHorizontalBars: boolean; isDown: boolean },
  theme: ChartTheme,
) {
  const lines = marks.filter(({ to }) => to === undefined)
  const bands = marks.filter(({ to }) => to !== undefined)
  const key = ({ mark }: PlacedMark) => ((mark.axis === 'x') === hasHorizontalBars ? 'yAxis' : 'xAxis')
  return {
    ...(lines.length === 0
      ? {}
      : {
          markLine: {
            symbol: 'none',
            silent: true,
            animation: false,
            data: lines.map((line) => lineOf(line, key(line), isDown, theme)),
          },
        }),
    ...(bands.length === 0
      ? {}
      : { markArea: { silent: true, animation: false, data: bands.map((band) => bandOf(band, key(band), theme)) } }),
  }
}

function lineOf(line: PlacedMark, key: string, isDown: boolean, theme: ChartTheme) {
  const { mark, value, label } = line
  const position = positionOf(mark)
  return {
    [key]: value,
    lineStyle: {
      color: mark.color ?? theme.ink2,
      width: mark.width,
      type: mark.dash === 'dashed' ? [4, 3] : mark.dash,
    },
    label: {
      show: label !== undefined,
      formatter: plainText(label ?? ''),
      // Along a downward axis a vertical line ends at the bottom, where its label would overlap the labels of the axis.
      position: isDown && key === 'xAxis' ? turned(position) : position,
      distance: 6,
      color: mark.caption.color ?? theme.ink2,
      fontSize: mark.caption.fontSize ?? 11,
      textBorderColor: theme.surface,
      textBorderWidth: 3,
    },
  }
}

function bandOf(band: PlacedMark, key: string, theme: ChartTheme) {
  const { mark, value, to, label } = band
  return [
    {
      [key]: value,
      itemStyle: {
        color: mark.color ?? theme.ink,
        opacity: mark.color ? 0.14 : 0.06,
        ...(mark.isLineHidden ? {} : { borderColor: theme.ink2, borderWidth: mark.width, borderType: mark.dash }),
      },
      label: {
        show: label !== undefined,
        formatter: plainText(label ?? ''),
        position: 'insideTopRight',
        color: mark.caption.color ?? theme.ink2,
        fontSize: mark.caption.fontSize ?? 11,
      },
    },
    { [key]: to },
  ]
}
