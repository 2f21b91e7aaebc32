import { axisLabeller } from './axis-label.ts'
import { toNumber } from './chart-data.ts'
import { ruleColor } from './chart-element.ts'
import type { DrawContext, KindDrawing } from './drawing.ts'
import { pointer } from './fields.ts'
import { plainText } from './rich-text.ts'
import { marksOf } from './tooltip.ts'
import { valueScale } from './value-scale.ts'

/**
 * Progress of one number from a minimum to a maximum, as a straight bar, or as an arc with `shape: 'arc'`. Minimum, maximum and target are
 * columns; without a maximum the bar ends at the next round number above the value and the target.
 */
export function gaugeDrawing(context: DrawContext): KindDrawing {
  const { element, theme, channels, locale } = context
  const read = (field: string) => {
    const column = context.column(pointer(element[field]))
    return column && context.rowCount > 0
      ? { column, cell: column.cells[0] ?? null, number: toNumber(column.cells[0]) }
      : undefined
  }
  const value = read('value')
  const target = read('target')
  const min = read('minimum')?.number ?? 0
  const size = value?.number ?? 0
  const usual = valueScale(min, Math.max(size, target?.number ?? size, min + 1e-9), 5, false).max
  const max = read('maximum')?.number ?? usual
  const color =
    ruleColor(channels.colorRules, value?.number ?? null) ?? channels.singleColor ?? theme.palette[0] ?? theme.ink
  const label = axisLabeller(value?.column.format, Math.max(Math.abs(min), Math.abs(max)), locale)
  const shown = value && value.cell !== null ? value.column.label(value.cell) : '\u2013'
  const shape = { context, min, max, size, color, label, shown, target: target?.number ?? undefined }
  const drawing = element.shape === 'arc' ? arc(shape) : bar(shape)
  return {
    ...drawing,
    legend: [],
    trigger: 'item',
    points: 1,
    targets: () => marksOf('0:value', 1),
    rowsOf: () => [],
    tooltip: () => {
      if (!value) return undefined
      const further = target
        ? [{ key: 'target', color: theme.ink, name: target.column.name, value: target.column.label(target.cell) }]
        : []
      return {
        title: undefined,
        rows: [{ key: '0:value', color, name: value.column.name, value: shown }, ...further],
        more: 0,
      }
    },
  }
}

interface GaugeShape {
  context: DrawContext
  min: number
  max: number
  size: number
  color: string
  label: (value: number) => string
  shown: string
  target: number | undefined
}

function bar({ context, min, max, size, color, label, shown, target }: GaugeShape) {
  const { theme, height } = context
  const middle = Math.max(48, height / 2)
  return {
    title: [
      {
        text: plainText(shown),
        left: 0,
        top: middle - 48,
        padding: 0,
        textStyle: { fontSize: 28, fontWeight: 600, color: theme.ink },
      },
    ],
    grid: [{ left: 4, right: 12, top: middle, height: 16, containLabel: false }],
    xAxis: [
      {
        type: 'value',
        min,
        max,
        interval: max - min || 1,
        axisLine: { show: false },
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: {
          color: theme.muted,
          fontSize: 11,
          formatter: (value: number) => plainText(label(value)),
          alignMinLabel: 'left',
          alignMaxLabel: 'right',
        },
      },
    ],
    yAxis: [{ type: 'category', show: false, data: [''] }],
    series: [
      {
        id: '0:value',
        name: '',
        type: 'bar',
        barWidth: 8,
        showBackground: true,
        backgroundStyle: { color: theme.track, borderRadius: 4 },
        itemStyle: { color, borderRadius: 4 },
        data: [Math.min(max, Math.max(min, size))],
        emphasis: { focus: 'none' },
        ...(target === undefined
          ? {}
          : {
              markLine: {
                symbol: 'none',
                silent: true,
                animation: false,
                label: { show: false },
                lineStyle: { color: theme.ink, width: 2, type: 'solid' },
                data: [{ xAxis: target }],
              },
            }),
      },
    ],
  }
}

function arc({ context, min, max, size, color, label, shown, target }: GaugeShape) {
  const { theme, width, height } = context
  const radius = Math.max(32, Math.min(width / 2 - 16, height - 44))
  const share = (value: number) => Math.min(1, Math.max(0, (value - min) / (max - min || 1)))
  const shape = {
    type: 'gauge',
    startAngle: 180,
    endAngle: 0,
    min,
    max,
    center: ['50%', Math.min(height - 24, height / 2 + radius / 2)],
    radius,
    splitNumber: 1,
    axisTick: { show: false },
    pointer: { show: false },
    anchor: { show: false },
  }
  return {
    series: [
      {
        ...shape,
        id: '0:value',
        name: '',
        axisLine: { lineStyle: { width: 12, color: [[1, theme.track]] } },
        progress: { show: true, width: 12, itemStyle: { color } },
        splitLine: { show: false },
        axisLabel: {
          color: theme.muted,
          fontSize: 11,
          distance: -8,
          padding: [24, 0, 0, 0],
          formatter: (value: number) => plainText(label(value)),
        },
        detail: {
          offsetCenter: [0, -8],
          fontSize: 24,
          fontWeight: 600,
          color: theme.ink,
          formatter: () => plainText(shown),
        },
        data: [{ value: Math.min(max, Math.max(min, size)) }],
      },
      ...(target === undefined ? [] : [{ ...shape, ...targetMark(share(target), theme.ink) }]),
    ],
  }
}

/** The target mark of an arc, drawn as an arc of its own. */
function targetMark(at: number, color: string) {
  return {
    id: '0:target',
    name: '',
    silent: true,
    z: 4,
    axisLine: { show: true, lineStyle: { width: 16, color: targetStops(at, color) } },
    splitLine: { show: false },
    axisLabel: { show: false },
    detail: { show: false },
    data: [],
  }
}

/** Colour stops for a narrow stroke at a fraction of the arc, transparent elsewhere. */
function targetStops(at: number, color: string): [number, string][] {
  const half = 0.006
  return [
    [Math.max(0, at - half), 'transparent'],
    [Math.min(1, at + half), color],
    [1, 'transparent'],
  ]
}
