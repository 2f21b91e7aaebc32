import type { ValueFormat } from '../format/index.ts'

/** The fields of an element that a drawing reads; anything else of the element is ignored. */
export interface ChartElement {
  id: string
  kind: string
  columns: { id: string; name?: string; format?: ValueFormat }[]
  [published: string]: unknown
}

/** The kinds that `chartOption` draws. */
export const chartKinds = ['bar-chart', 'line-chart', 'area-chart', 'pie-chart', 'donut-chart'] as const
export type ChartKind = (typeof chartKinds)[number]

export function isChartKind(kind: string): kind is ChartKind {
  return chartKinds.some((known) => known === kind)
}

export interface AxisLook {
  isHidden: boolean
  hasLabels: boolean
  title: string | undefined
  min: number | undefined
  max: number | undefined
}

/** What the channels of a chart name, read leniently: a field of another shape counts as absent. */
export interface Channels {
  x: string | undefined
  y: string[]
  /** Column of the colour channel and how it colours. */
  color: { by: 'category' | 'scale'; columnId: string; scheme: string[] | undefined } | undefined
  singleColor: string | undefined
  stacking: 'none' | 'stacked' | 'normalized'
  isHorizontal: boolean
  hasLabels: boolean
  legend: 'hidden' | 'top' | 'right' | 'bottom' | 'left'
  missing: 'zero' | 'interpolate' | 'hide'
  isStepped: boolean
  isSmooth: boolean
  xAxis: AxisLook
  yAxis: AxisLook
}

export function readChannels(element: ChartElement): Channels {
  const color = record(element.color)
  const columnOfColor = text(color?.column) ?? text(color?.columnId) ?? text(color?.id)
  const style = record(element.lineAreaStyle)
  const interpolation = text(style?.interpolation) ?? 'linear'
  const stacking = text(element.stacking)
  return {
    x: text(record(element.xAxis)?.columnId),
    y: list(record(element.yAxis)?.columnIds).flatMap((entry) => text(entry) ?? text(record(entry)?.columnId) ?? []),
    color:
      columnOfColor === undefined
        ? undefined
        : { by: color?.by === 'scale' ? 'scale' : 'category', columnId: columnOfColor, scheme: hexes(color?.scheme) },
    singleColor: color?.by === 'single' ? hex(color.value) : undefined,
    stacking: stacking === 'none' || stacking === 'normalized' ? stacking : 'stacked',
    isHorizontal: element.orientation === 'horizontal',
    hasLabels: record(element.dataLabel)?.labels === 'shown',
    legend: legendPosition(record(element.legend)),
    missing: style?.missing === 'zero' || style?.missing === 'interpolate' ? style.missing : 'hide',
    isStepped: interpolation.startsWith('step'),
    isSmooth: interpolation === 'monotone',
    xAxis: axisLook(record(record(element.xAxis)?.format)),
    yAxis: axisLook(record(record(element.yAxis)?.format)),
  }
}

/** The column that a pointer field (`{ columnId }` or `{ id }`) names. */
export function pointer(value: unknown): string | undefined {
  return text(record(value)?.columnId) ?? text(record(value)?.id)
}

function axisLook(format: Record<string, unknown> | undefined): AxisLook {
  const domain = record(record(format?.scale)?.domain)
  return {
    isHidden: format?.visibility === 'hidden',
    hasLabels: format?.labels !== 'hidden',
    title: text(record(format?.title)?.text),
    min: typeof domain?.min === 'number' ? domain.min : undefined,
    max: typeof domain?.max === 'number' ? domain.max : undefined,
  }
}

function legendPosition(legend: Record<string, unknown> | undefined): Channels['legend'] {
  if (legend?.visibility === 'hidden' || legend?.colorLegend === 'hidden') return 'hidden'
  const position = text(legend?.position) ?? 'auto'
  if (position === 'right' || position === 'bottom' || position === 'left') return position
  return position.startsWith('bottom') ? 'bottom' : 'top'
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}
function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
function hex(value: unknown): string | undefined {
  return typeof value === 'string' && /^#([\da-f]{3}|[\da-f]{6})$/i.test(value) ? value : undefined
}
function hexes(value: unknown): string[] | undefined {
  const colors = list(value).flatMap((entry) => hex(entry) ?? [])
  return colors.length > 0 ? colors : undefined
}
