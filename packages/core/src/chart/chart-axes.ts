import { type ChartColumn, isTemporal } from './chart-data.ts'
import type { AxisLook } from './chart-element.ts'
import type { ChartTheme } from './theme.ts'

interface CategoryLook {
  /** Half a place of room at both ends, as bars need it. */
  hasGap: boolean
  isHorizontal: boolean
  look: AxisLook
  theme: ChartTheme
  width: number | undefined
}

export function categoryAxis(labels: string[], { hasGap, isHorizontal, look, theme, width }: CategoryLook) {
  return {
    type: 'category',
    data: labels,
    inverse: isHorizontal,
    boundaryGap: hasGap,
    axisLabel: {
      show: look.hasLabels,
      color: theme.mutedText,
      fontSize: 11,
      ...(isHorizontal ? { hideOverlap: true, width: 140 } : labelRoom(labels.length, width)),
      overflow: 'truncate',
      ellipsis: '\u2026',
    },
    axisLine: { lineStyle: { color: theme.line } },
    axisTick: { show: false },
  }
}

/** Room beside the places: the value axis and the margins. */
const besidePlaces = 80
const narrowestLabel = 36

/** Every name is shown, cut off at its place, as long as the places are wide enough to read anything. */
function labelRoom(count: number, width: number | undefined) {
  const room = width === undefined ? 0 : Math.floor((width - besidePlaces) / Math.max(1, count)) - 6
  return room >= narrowestLabel ? { interval: 0, width: room } : { hideOverlap: true, width: 96 }
}

/** An axis of time or numbers for the places. */
export function continuousAxis(x: ChartColumn | undefined, look: AxisLook, { theme }: { theme: ChartTheme }) {
  const isTime = x !== undefined && isTemporal(x.column)
  return {
    type: isTime ? 'time' : 'value',
    scale: true,
    min: look.min,
    max: look.max,
    axisLabel: { show: look.hasLabels, color: theme.mutedText, fontSize: 11, hideOverlap: true },
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

/** An axis of measures. */
export function valueAxis(look: AxisLook, label: (value: number) => string, theme: ChartTheme, usualMax?: number) {
  return {
    type: look.isLogarithmic ? 'log' : 'value',
    show: !look.isHidden,
    min: look.min,
    max: look.max ?? usualMax,
    axisLabel: { show: look.hasLabels, color: theme.mutedText, fontSize: 11, formatter: label, hideOverlap: true },
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: theme.grid } },
    splitNumber: 4,
  }
}
