import type { ValueFormat } from '../format/index.ts'

/** The fields of an element that a drawing reads; anything else of the element is ignored. */
export interface ChartElement {
  id: string
  kind: string
  columns: { id: string; name?: string; format?: ValueFormat }[]
  [published: string]: unknown
}

/** The kinds that `chartOption` draws. */
export const chartKinds = [
  'bar-chart',
  'line-chart',
  'area-chart',
  'combo-chart',
  'scatter-chart',
  'pie-chart',
  'donut-chart',
] as const
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
  isLogarithmic: boolean
}

/** A line, or a band when `to` is there, at a fixed value of an axis. */
export interface RefMark {
  axis: 'x' | 'y' | 'y2'
  value: number
  to: number | undefined
  label: string | undefined
  color: string | undefined
  dash: 'solid' | 'dashed' | 'dotted'
  width: number
}

export type MarkType = 'bar' | 'line' | 'area' | 'scatter'

/** What the channels of a chart name, read leniently: a field of another shape counts as absent. */
export interface Channels {
  x: string | undefined
  y: string[]
  /** How a combo chart draws each measure, by column id. */
  marks: ReadonlyMap<string, MarkType>
  /** Measures on the second axis. */
  y2: ReadonlySet<string>
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
  yAxis2: AxisLook
  refMarks: RefMark[]
  labelDisplay: string
}

export function readChannels(element: ChartElement): Channels {
  const color = record(element.color)
  const columnOfColor = text(color?.column) ?? text(color?.columnId) ?? text(color?.id)
  const style = record(element.lineAreaStyle)
  const interpolation = text(style?.interpolation) ?? 'linear'
  const stacking = text(element.stacking)
  return {
    x: text(record(element.xAxis)?.columnId),
    y: columnIds(element.yAxis),
    marks: element.kind === 'combo-chart' ? comboMarks(element.yAxis) : new Map(),
    y2: new Set(columnIds(element.yAxis2)),
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
    yAxis2: axisLook(record(record(element.yAxis2)?.format)),
    refMarks: list(element.refMarks).flatMap((mark) => readRefMark(record(mark)) ?? []),
    labelDisplay: text(record(element.dataLabel)?.labelDisplay) ?? '',
  }
}

function columnIds(axis: unknown): string[] {
  return list(record(axis)?.columnIds).flatMap((entry) => text(entry) ?? text(record(entry)?.columnId) ?? [])
}

/** Each measure as the document says; where it says nothing about any, the first is bars and the others are lines. */
function comboMarks(axis: unknown): Map<string, MarkType> {
  const entries = list(record(axis)?.columnIds)
  const isSilent = entries.every((entry) => record(entry)?.type === undefined)
  return new Map(
    columnIds(axis).map((id, index) => {
      const type = record(entries[index])?.type
      const said = type === 'line' || type === 'area' || type === 'scatter' ? type : 'bar'
      return [id, isSilent && index > 0 ? 'line' : said]
    }),
  )
}

/** Null for marks whose values are formulas over data: those wait for the server. */
function readRefMark(mark: Record<string, unknown> | undefined): RefMark | null {
  const value = constant(mark?.value)
  const to = mark?.type === 'band' ? constant(mark.endValue) : undefined
  if (!mark || value === undefined || (mark.type === 'band' && to === undefined)) return null
  const line = record(mark.line)
  const label = record(mark.label)
  const dash = line?.style
  return {
    axis: mark.axis === 'axis' ? 'x' : mark.axis === 'series2' ? 'y2' : 'y',
    value,
    to,
    label: label?.visibility === 'shown' ? (text(label.text) ?? String(value)) : undefined,
    color: hex(mark.type === 'band' ? record(mark.fill)?.color : line?.color),
    dash: dash === 'solid' || dash === 'dotted' ? dash : 'dashed',
    width: typeof line?.width === 'number' ? line.width : 1.5,
  }
}

function constant(value: unknown): number | undefined {
  const { type, value: fixed, formula } = record(value) ?? {}
  const said = type === 'formula' ? formula : fixed
  if (type === 'column' || (typeof said !== 'number' && typeof said !== 'string') || said === '') return undefined
  const number = Number(said)
  return Number.isFinite(number) ? number : undefined
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
    isLogarithmic: record(format?.scale)?.type === 'log',
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
