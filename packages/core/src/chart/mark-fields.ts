import { type Fields, hex, number, oneOf, record, text } from './fields.ts'

/** A line at a value of an axis, or a band with `to`. */
export interface RefMark {
  /** Index in the list of the document, which identifies computed values. */
  index: number
  axis: 'x' | 'y' | 'y2'
  value: RefValue
  to: RefValue | undefined
  /** Undefined: no label. Empty: the value is the label. */
  label: string | undefined
  hasValue: boolean
  color: string | undefined
  dash: 'solid' | 'dashed' | 'dotted'
  width: number
  isLineHidden: boolean
  caption: Caption
  /** One value for each panel, or one for the whole chart. */
  scope: 'chart' | 'cell'
}

export interface Caption {
  position: string | undefined
  fontSize: number | undefined
  color: string | undefined
}

export type RefValue =
  | { type: 'constant'; value: number }
  | { type: 'column'; columnId: string; func: 'sum' | 'avg' | 'min' | 'max' | 'median' }
  | { type: 'formula'; formula: string }

export function readRefMark(mark: Fields | undefined, index: number): RefMark | undefined {
  const value = refValue(record(mark?.value))
  const to = mark?.type === 'band' ? refValue(record(mark.endValue)) : undefined
  if (!mark || value === undefined || (mark.type === 'band' && to === undefined)) return undefined
  const line = record(mark.line)
  const label = record(mark.label)
  const isBand = mark.type === 'band'
  return {
    index,
    axis: mark.axis === 'axis' ? 'x' : mark.axis === 'series2' ? 'y2' : 'y',
    value,
    to,
    label: label?.visibility === 'shown' ? (text(label.text) ?? '') : undefined,
    hasValue: record(mark.annotation)?.visibility === 'shown',
    color: hex(isBand ? record(mark.fill)?.color : line?.color),
    dash: oneOf(line?.style, ['solid', 'dotted']) ?? 'dashed',
    width: number(line?.width) ?? 1,
    isLineHidden: isBand && line?.visibility !== 'shown',
    caption: caption(mark.caption),
    scope: mark.scope === 'cell' ? 'cell' : 'chart',
  }
}

function refValue(value: Fields | undefined): RefValue | undefined {
  if (value?.type === 'column') {
    const columnId = text(value.columnId)
    const func = oneOf(value.func, ['sum', 'avg', 'min', 'max', 'median'])
    return columnId === undefined || func === undefined ? undefined : { type: 'column', columnId, func }
  }
  const given = value?.type === 'formula' ? value.formula : value?.value
  if ((typeof given !== 'number' && typeof given !== 'string') || given === '') return undefined
  const fixed = Number(given)
  return Number.isFinite(fixed) ? { type: 'constant', value: fixed } : { type: 'formula', formula: String(given) }
}

export type TrendModel = 'linear' | 'quadratic' | 'polynomial' | 'exponential' | 'logarithmic' | 'power'

/** A curve fitted to the points of one measure. */
export interface TrendLine {
  columnId: string
  model: TrendModel
  degree: number
  color: string | undefined
  dash: 'solid' | 'dashed' | 'dotted'
  width: number
  label: string | undefined
  hasFit: boolean
}

export function readTrendLine(line: Fields | undefined): TrendLine | undefined {
  const columnId = text(line?.columnId)
  const known = ['linear', 'quadratic', 'polynomial', 'exponential', 'logarithmic', 'power'] as const
  const model = oneOf(line?.model, known)
  if (!line || columnId === undefined || model === undefined) return undefined
  const style = record(line.line)
  const label = record(line.label)
  return {
    columnId,
    model,
    degree: Math.min(7, Math.max(3, Math.round(number(line.degree) ?? 3))),
    color: hex(style?.color),
    dash: oneOf(style?.style, ['solid', 'dotted']) ?? 'dashed',
    width: number(style?.width) ?? 1.5,
    label: label?.visibility === 'shown' ? (text(label.text) ?? '') : undefined,
    hasFit: record(line.value)?.visibility === 'shown',
  }
}

function caption(value: unknown): Caption {
  const fields = record(value)
  return { position: text(fields?.position), fontSize: number(fields?.fontSize), color: hex(fields?.color) }
}
