import { type ElementKind, partOfKind } from '../document/index.ts'
import type { ValueFormat } from '../format/index.ts'
import { type AxisLook, axisLook } from './axis-look.ts'
import { type Fields, hex, hexes, list, number, oneOf, pointer, record, text } from './fields.ts'
import { type LabelLook, labelLook } from './label-look.ts'
import { type RefMark, readRefMark, readTrendLine, type TrendLine } from './mark-fields.ts'

/** The fields of an element that drawings read; other fields are ignored. */
export interface ChartElement {
  id: string
  kind: string
  columns: { id: string; name?: string; formula?: string; format?: ValueFormat }[]
  [published: string]: unknown
}

/** Whether `chartOption` draws a kind. */
const isDrawn = {
  table: false,
  'pivot-table': false,
  'input-table': false,
  'kpi-chart': false,
  'bar-chart': true,
  'line-chart': true,
  'area-chart': true,
  'combo-chart': true,
  'scatter-chart': true,
  'pie-chart': true,
  'donut-chart': true,
  'box-chart': true,
  'waterfall-chart': true,
  'funnel-chart': true,
  'gauge-chart': true,
  'treemap-chart': true,
  'sankey-chart': true,
  'point-map': true,
  'region-map': true,
  'geography-map': true,
  progress: false,
  control: false,
  text: false,
  image: false,
  embed: false,
  button: false,
  divider: false,
  'page-break': false,
  plugin: false,
  chat: false,
  container: false,
  'tabbed-container': false,
  'repeated-container': false,
  'single-row-container': false,
  form: false,
  navigation: false,
} as const satisfies Record<ElementKind, boolean>

/** The kinds that `chartOption` draws. */
export type ChartKind = { [Kind in ElementKind]: (typeof isDrawn)[Kind] extends true ? Kind : never }[ElementKind]

export function isChartKind(kind: string): kind is ChartKind {
  return partOfKind<boolean>(isDrawn, kind) === true
}

/** Whether the kind needs map shapes in addition to the rows. */
export function isMapKind(kind: string): boolean {
  return kind === 'region-map' || kind === 'point-map' || kind === 'geography-map'
}

export type MarkType = 'bar' | 'line' | 'area' | 'scatter'

/** Style of the lines and areas of one measure, or of all. */
export interface LineLook {
  missing: 'zero' | 'interpolate' | 'hide'
  interpolation: 'linear' | 'monotone' | 'step' | 'step-before' | 'step-after'
  dash: 'solid' | 'dashed' | 'dotted'
  width: number
  isHidden: boolean
  /** Undefined: dots only for points that a line would not show. */
  points: { isShown: boolean; shape: string; size: number } | undefined
}

export interface ColorChannel {
  by: 'category' | 'scale'
  columnId: string
  scheme: string[] | undefined
  domain: { min: number | undefined; max: number | undefined; mid: number | undefined }
}

/** The channels of a chart, read leniently: a field with an unexpected shape counts as absent. */
export interface Channels {
  x: string | undefined
  y: string[]
  /** How a combo chart draws each measure, by column id. */
  marks: ReadonlyMap<string, MarkType>
  /** Measures on the second axis. */
  y2: ReadonlySet<string>
  color: ColorChannel | undefined
  singleColor: string | undefined
  /** Whether the document sorts the axis; otherwise a drawing may choose the order. */
  hasSort: boolean
  stacking: 'none' | 'stacked' | 'normalized'
  isHorizontal: boolean
  labels: LabelLook
  legend: LegendLook
  lines: LineLook
  /** Styles of measures that have their own. */
  linesOf: ReadonlyMap<string, LineLook>
  bars: { radius: number | undefined; gap: string | undefined; gapOfSets: string | undefined }
  xAxis: AxisLook
  yAxis: AxisLook
  yAxis2: AxisLook
  refMarks: RefMark[]
  trendLines: TrendLine[]
  tooltip: { hasNames: boolean; isSingle: boolean; valueFormat: 'percent' | 'number' | undefined; columns: string[] }
  colorRules: ColorRule[]
}

export interface LegendLook {
  position: 'auto' | 'hidden' | 'top' | 'right' | 'bottom' | 'left'
  color: string | undefined
  fontSize: number | undefined
}

/** A colour for marks whose value meets a condition. */
export interface ColorRule {
  color: string
  condition: string
  value: number | undefined
  low: number | undefined
  high: number | undefined
}

export function readChannels(element: ChartElement): Channels {
  const color = record(element.color)
  const columnOfColor = text(color?.column) ?? pointer(color)
  const domain = record(color?.domain)
  const tooltip = record(element.tooltip)
  const extra = record(element.x)
  return {
    x: text(record(element.xAxis)?.columnId),
    y: columnIds(element.yAxis),
    marks: element.kind === 'combo-chart' ? comboMarks(element.yAxis) : new Map(),
    y2: new Set(columnIds(element.yAxis2)),
    color:
      columnOfColor === undefined
        ? undefined
        : {
            by: color?.by === 'scale' ? 'scale' : 'category',
            columnId: columnOfColor,
            scheme: hexes(color?.scheme),
            domain: { min: number(domain?.min), max: number(domain?.max), mid: number(domain?.mid) },
          },
    singleColor: color?.by === 'single' ? hex(color.value) : undefined,
    hasSort: record(element.xAxis)?.sort !== undefined || color?.sort !== undefined,
    stacking: oneOf(element.stacking, ['none', 'stacked', 'normalized']) ?? 'stacked',
    isHorizontal: element.orientation === 'horizontal',
    labels: labelLook(record(element.dataLabel)),
    legend: legendLook(record(element.legend)),
    lines: lineLook(record(element.lineAreaStyle)),
    linesOf: linesByMeasure(element),
    bars: barFields(element),
    xAxis: axisLook(record(record(element.xAxis)?.format)),
    yAxis: axisLook(record(record(element.yAxis)?.format)),
    yAxis2: axisLook(record(record(element.yAxis2)?.format)),
    refMarks: list(element.refMarks).flatMap((mark, index) => readRefMark(record(mark), index) ?? []),
    trendLines: list(element.trendlines).flatMap((line) => readTrendLine(record(line)) ?? []),
    tooltip: {
      hasNames: tooltip?.columnNames !== 'hidden',
      isSingle: tooltip?.multiSeries === 'hidden',
      valueFormat: oneOf(tooltip?.valueFormat, ['percent', 'number']),
      columns: list(extra?.tooltipColumns).flatMap((entry) => text(entry) ?? []),
    },
    colorRules: list(extra?.colorRules).flatMap((rule) => readColorRule(record(rule)) ?? []),
  }
}

export function columnIds(axis: unknown): string[] {
  return list(record(axis)?.columnIds).flatMap((entry) => text(entry) ?? text(record(entry)?.columnId) ?? [])
}

/** The mark type of each measure in the document; if it sets none, the first measure is bars and the others are lines. */
function comboMarks(axis: unknown): Map<string, MarkType> {
  const entries = list(record(axis)?.columnIds)
  const isSilent = entries.every((entry) => record(entry)?.type === undefined)
  return new Map(
    columnIds(axis).map((id, index) => {
      const given = oneOf(record(entries[index])?.type, ['line', 'area', 'scatter']) ?? 'bar'
      return [id, isSilent && index > 0 ? 'line' : given]
    }),
  )
}

function lineLook(style: Fields | undefined): LineLook {
  const line = record(style?.line)
  const points = record(style?.points)
  return {
    missing: oneOf(style?.missing, ['zero', 'interpolate']) ?? 'hide',
    interpolation: oneOf(style?.interpolation, ['monotone', 'step', 'step-before', 'step-after']) ?? 'linear',
    dash: oneOf(line?.style, ['dashed', 'dotted']) ?? 'solid',
    width: number(line?.width) ?? 2,
    isHidden: line?.visibility === 'hidden',
    points: points && {
      isShown: points.visibility !== 'hidden',
      shape: text(points.shape) ?? 'circle',
      // The published size is the square of the radius.
      size: 2 * Math.sqrt(number(points.size) ?? 9),
    },
  }
}

function linesByMeasure(element: ChartElement): Map<string, LineLook> {
  return new Map(
    list(element.seriesLineAreaStyle).flatMap((entry): [string, LineLook][] => {
      const columnId = text(record(entry)?.columnId)
      return columnId === undefined ? [] : [[columnId, lineLook(record(record(entry)?.style))]]
    }),
  )
}

const corners: Record<string, number> = { square: 0, round: 4, pill: 24 }

function barFields(element: ChartElement): Channels['bars'] {
  const corner = record(element.barStyle)?.cornerRadius
  const gap = record(element.gap)
  return {
    radius: number(corner) ?? corners[text(corner) ?? ''],
    gap: text(gap?.width),
    gapOfSets: text(gap?.betweenSets),
  }
}

function legendLook(legend: Fields | undefined): LegendLook {
  const isHidden = legend?.visibility === 'hidden' || legend?.colorLegend === 'hidden'
  const given = text(legend?.position) ?? 'auto'
  const side = oneOf(given, ['auto', 'right', 'left']) ?? (given.startsWith('bottom') ? 'bottom' : 'top')
  return { position: isHidden ? 'hidden' : side, color: hex(legend?.color), fontSize: number(legend?.fontSize) }
}

export function readColorRule(rule: Fields | undefined): ColorRule | undefined {
  const color = hex(rule?.color)
  const condition = text(rule?.condition)
  if (!rule || color === undefined || condition === undefined) return undefined
  return { color, condition, value: number(rule.value), low: number(rule.low), high: number(rule.high) }
}

/** The colour of the last rule that matches a value. */
export function ruleColor(rules: readonly ColorRule[], value: number | null): string | undefined {
  return rules.findLast((rule) => meets(rule, value))?.color
}

function meets({ condition, value, low, high }: ColorRule, cell: number | null): boolean {
  if (condition === 'IsNull') return cell === null
  if (condition === 'IsNotNull') return cell !== null
  if (cell === null) return false
  if (condition === 'Between' || condition === 'NotBetween') {
    const isBetween = cell >= (low ?? Number.NEGATIVE_INFINITY) && cell <= (high ?? Number.POSITIVE_INFINITY)
    return isBetween === (condition === 'Between')
  }
  if (value === undefined) return false
  if (condition === '=') return cell === value
  if (condition === '!=') return cell !== value
  if (condition === '>') return cell > value
  if (condition === '>=') return cell >= value
  if (condition === '<') return cell < value
  return condition === '<=' && cell <= value
}
