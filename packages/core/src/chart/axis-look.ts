import type { Bend } from './bent-axes.ts'
import { type Fields, hex, number, oneOf, record, text } from './fields.ts'

/** The settings of one axis in a document. */
export interface AxisLook {
  isHidden: boolean
  hasLabels: boolean
  labels: { angle: number | undefined; fontSize: number | undefined; color: string | undefined; isLong: boolean }
  title: string | undefined
  titleStyle: { fontSize: number | undefined; color: string | undefined; fontWeight: 'bold' | 'normal' | undefined }
  marks: 'none' | 'tick' | 'grid' | 'both' | undefined
  min: number | undefined
  max: number | undefined
  /** Formulas for the ends of the axis; they are computed separately from the rows. */
  minFormula: string | undefined
  maxFormula: string | undefined
  isLogarithmic: boolean
  /** Whether the axis shows squares or roots of the values. */
  bend: Bend | undefined
  /** Whether the axis includes zero; undefined leaves it to the kind of chart. */
  hasZero: boolean | undefined
  isReversed: boolean
  hidesZeroLine: boolean
  /** The number of intervals, or the length of each. */
  count: number | undefined
  step: number | undefined
  /** Unit of time of `step`. */
  unit: string | undefined
  /** Minor marks between the steps of an axis of numbers. */
  minor: { step: number; mark: 'tick' | 'grid' | 'both' } | undefined
}

export function axisLook(format: Fields | undefined): AxisLook {
  const scale = record(format?.scale)
  const domain = record(scale?.domain)
  const labels = record(format?.labels)
  const title = record(format?.title)
  const spacing = record(format?.tickSpacing)
  return {
    isHidden: format?.visibility === 'hidden',
    hasLabels: format?.labels !== 'hidden',
    labels: {
      angle: number(labels?.labelAngle),
      fontSize: number(labels?.fontSize),
      color: hex(labels?.color),
      isLong: labels?.allowLongerLabels === true,
    },
    title: text(title?.text),
    titleStyle: {
      fontSize: number(title?.fontSize),
      color: hex(title?.color),
      fontWeight: oneOf(title?.fontWeight, ['bold', 'normal']),
    },
    marks: oneOf(format?.marks, ['none', 'tick', 'grid', 'both']),
    min: bound(domain?.min),
    max: bound(domain?.max),
    minFormula: boundFormula(domain?.min),
    maxFormula: boundFormula(domain?.max),
    isLogarithmic: scale?.type === 'log',
    bend: oneOf(scale?.type, ['pow', 'sqrt']),
    hasZero: typeof scale?.zero === 'boolean' ? scale.zero : undefined,
    isReversed: scale?.reverse === true,
    hidesZeroLine: scale?.hideZeroLine === true,
    count: spacing?.type === 'count' ? number(spacing.count) : undefined,
    step: spacing?.type === 'interval' ? (number(spacing.step) ?? (spacing.unit ? 1 : undefined)) : undefined,
    minor: minorMarks(spacing),
    unit: spacing?.scale === 'time' && spacing.unit !== 'auto' ? text(spacing.unit) : undefined,
  }
}

function minorMarks(spacing: Fields | undefined): AxisLook['minor'] {
  const minor = record(spacing?.minor)
  const step = number(minor?.step)
  const mark = oneOf(minor?.mark, ['tick', 'grid', 'both'])
  const isOfNumbers = spacing?.type === 'interval' && spacing.scale === 'linear'
  return isOfNumbers && step !== undefined && step > 0 && mark ? { step, mark } : undefined
}

/** A number, or a formula that is a number literal. */
function bound(value: unknown): number | undefined {
  if (typeof value === 'string' && value.trim() !== '') return number(Number(value))
  return number(value)
}

function boundFormula(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' && bound(value) === undefined ? value : undefined
}
