import type { ScheduleConfig } from '@octavo/core/contract'
import { type ControlElement, controlShape } from '@octavo/core/document'

type ControlValues = NonNullable<NonNullable<ScheduleConfig['workbookSettings']>['controlValues']>

export const valueKinds = ['text', 'number', 'boolean', 'date', 'list', 'paths', 'number-range', 'date-range'] as const
export type ValueKind = (typeof valueKinds)[number]

/** The value that a schedule sets for a control, as form values. */
export interface ValueForm {
  controlId: string
  kind: ValueKind
  /**
   * A number, date (`2026-05-31`, or relative as `prior-day-7`), text, `true` or `false`; of a list one value a line, of a hierarchy one path
   * a line (`Europe > France`); of a range its start.
   */
  text: string
  /** Of a range. */
  end: string
}

/** The kind of value that a control takes; undefined for those whose values the form cannot show. */
export function valueKindOf(control: ControlElement): ValueKind | undefined {
  const { controlType } = control
  if (controlType === 'synced' || controlType === 'drill' || controlType === 'legend') return undefined
  if (controlType === 'hierarchy') return 'paths'
  const { form, type } = controlShape(control)
  if (form === 'range') return type === 'date' ? 'date-range' : 'number-range'
  if (form === 'list') return type === 'date' || type === 'boolean' ? undefined : 'list'
  return type
}

export const newValue = (controlId: string, kind: ValueKind): ValueForm => ({
  ...{ controlId, kind, text: kind === 'boolean' ? 'true' : '', end: '' },
})

export const relativeUnits = ['day', 'week', 'isoWeek', 'month', 'quarter', 'year'] as const
export const directions = ['prior', 'next'] as const

/** A date so many units before or after the day on which the schedule runs. */
export interface RelativeDate {
  direction: (typeof directions)[number]
  /** As typed; empty if it is missing. */
  count: string
  unit: (typeof relativeUnits)[number]
}

export const textOfRelative = ({ direction, unit, count }: RelativeDate): string => `${direction}-${unit}-${count}`

/** Null for a fixed date. */
export function relativeOf(text: string): RelativeDate | null {
  const [, before, of, count = ''] = /^(prior|next)-([a-zA-Z]+)-(.*)$/.exec(text) ?? []
  const direction = directions.find((each) => each === before)
  const unit = relativeUnits.find((each) => each === of)
  return direction && unit ? { direction, unit, count } : null
}

function day(text: string) {
  const relative = relativeOf(text)
  if (relative) return { type: relative.direction, unit: relative.unit, x: Number(relative.count) }
  return text.trim() === '' ? null : { type: 'fixed-date', date: text.trim() }
}

const linesIn = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')
const stepSign = '>'
const number = (text: string) => (text.trim() === '' ? null : Number(text))

function valueRequest({ kind, text, end }: ValueForm): Record<string, unknown> {
  switch (kind) {
    case 'text':
      return { type: 'text', value: text }
    case 'number':
      return { type: 'number', value: Number(text) }
    case 'boolean':
      return { type: 'boolean', value: text === 'true' }
    case 'date':
      return { type: 'date', value: day(text) ?? { type: 'date-null' } }
    case 'list': {
      return { type: 'text-list', value: linesIn(text).map((line) => ({ type: 'text', value: line.trim() })) }
    }
    case 'paths': {
      const steps = (line: string) => line.split(stepSign).map((step) => ({ type: 'text', value: step.trim() }))
      return { type: 'hierarchical-list', value: linesIn(text).map(steps) }
    }
    case 'number-range':
      return { type: 'number-range', min: number(text), max: number(end) }
    case 'date-range':
      return { type: 'date-range', min: day(text), max: day(end) }
  }
}

export const valuesRequest = (values: readonly ValueForm[]): ControlValues =>
  Object.fromEntries(values.map((value) => [value.controlId, valueRequest(value)]))

const isCount = (text: string): boolean => /^\d{1,4}$/.test(text)

const dayOf = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object' || !('type' in value)) return undefined
  if (value.type === 'date-null') return ''
  if ('unit' in value && 'x' in value) {
    const relative = relativeOf(`${String(value.type)}-${String(value.unit)}-${String(value.x)}`)
    return relative && isCount(relative.count) ? textOfRelative(relative) : undefined
  }
  const date = value.type === 'fixed-date' && 'date' in value ? value.date : undefined
  return typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : undefined
}

const numberOf = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return ''
  return typeof value === 'number' ? String(value) : undefined
}

const textIn = (item: unknown): string | undefined =>
  typeof item === 'object' && item !== null && 'value' in item && typeof item.value === 'string'
    ? item.value
    : undefined

function linesOf(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined
  const lines = value.map(textIn)
  // Values that cannot be written as one line: an empty text, or a text with line breaks or surrounding spaces.
  return lines.every((line) => line !== undefined && line !== '' && line === line.trim() && !line.includes('\n'))
    ? lines.join('\n')
    : undefined
}

/** Undefined if a path is empty, or if a step of it could not be read back unchanged. */
function pathsOf(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined
  const lines = value.map((path: unknown) => {
    const steps = Array.isArray(path) ? path.map(textIn) : []
    const areReadable = steps.every(
      (step) => step !== undefined && step !== '' && step === step.trim() && !/[>\n]/.test(step),
    )
    return steps.length > 0 && areReadable ? steps.join(` ${stepSign} `) : undefined
  })
  return lines.every((line) => line !== undefined) ? lines.join('\n') : undefined
}

function valueFormOf(controlId: string, { type, value, min, max }: Record<string, unknown>): ValueForm | undefined {
  const as = (kind: ValueKind, text: string | undefined, end: string | undefined = '') =>
    text === undefined || end === undefined ? undefined : { controlId, kind, text, end }
  switch (type) {
    case 'text':
      return as('text', typeof value === 'string' ? value : undefined)
    case 'number':
      return as('number', typeof value === 'number' ? String(value) : undefined)
    case 'boolean':
      return as('boolean', typeof value === 'boolean' ? String(value) : undefined)
    case 'date':
      return as('date', dayOf(value))
    case 'text-list':
      return as('list', linesOf(value))
    case 'hierarchical-list':
      return as('paths', pathsOf(value))
    case 'number-range':
      return as('number-range', numberOf(min), numberOf(max))
    case 'date-range':
      return as('date-range', dayOf(min), dayOf(max))
    default:
      return undefined
  }
}

/** The form values for these control values, and whether they represent all of them. */
export function valuesOf(asked: ControlValues = {}): { values: ValueForm[]; isWhole: boolean } {
  const entries = Object.entries(asked)
  const values = entries.flatMap(([controlId, value]) => valueFormOf(controlId, value) ?? [])
  return { values, isWhole: values.length === entries.length }
}

/** Whether the values are complete: numbers, the number of days of a relative date and the steps of paths. */
export const isValueComplete = ({ kind, text, end }: ValueForm): boolean => {
  const isNumber = (each: string) => each.trim() !== '' && Number.isFinite(Number(each))
  if (kind === 'date' || kind === 'date-range') {
    return [text, end].every((each) => isCount(relativeOf(each)?.count ?? '0'))
  }
  if (kind === 'paths') {
    return linesIn(text).every((line) => line.split(stepSign).every((step) => step.trim() !== ''))
  }
  if (kind === 'number') return isNumber(text)
  if (kind === 'number-range') return [text, end].every((each) => each.trim() === '' || isNumber(each))
  return true
}
