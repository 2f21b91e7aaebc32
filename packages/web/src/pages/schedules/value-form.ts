import type { ScheduleConfig } from '@octavo/core/contract'
import { type ControlElement, controlShape } from '@octavo/core/document'

type ControlValues = NonNullable<NonNullable<ScheduleConfig['workbookSettings']>['controlValues']>

export const valueKinds = ['text', 'number', 'boolean', 'date', 'list', 'number-range', 'date-range'] as const
export type ValueKind = (typeof valueKinds)[number]

/** The value that a schedule gives to a control, as its fields hold it. */
export interface ValueForm {
  controlId: string
  kind: ValueKind
  /** A number, date (`2026-05-31`), text, `true` or `false`; of a list one value a line; of a range its start. */
  text: string
  /** Of a range. */
  end: string
}

/** The kind of value that a control takes; undefined for those whose values the form cannot show. */
export function valueKindOf(control: ControlElement): ValueKind | undefined {
  const { controlType } = control
  if (controlType === 'synced' || controlType === 'drill' || controlType === 'legend' || controlType === 'hierarchy') {
    return undefined
  }
  const { form, type } = controlShape(control)
  if (form === 'range') return type === 'date' ? 'date-range' : 'number-range'
  if (form === 'list') return type === 'date' || type === 'boolean' ? undefined : 'list'
  return type
}

export const newValue = (controlId: string, kind: ValueKind): ValueForm => ({
  ...{ controlId, kind, text: kind === 'boolean' ? 'true' : '', end: '' },
})

const day = (text: string) => (text.trim() === '' ? null : { type: 'fixed-date', date: text.trim() })
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
      const lines = text.split('\n').filter((line) => line.trim() !== '')
      return { type: 'text-list', value: lines.map((line) => ({ type: 'text', value: line.trim() })) }
    }
    case 'number-range':
      return { type: 'number-range', min: number(text), max: number(end) }
    case 'date-range':
      return { type: 'date-range', min: day(text), max: day(end) }
  }
}

export const valuesRequest = (values: readonly ValueForm[]): ControlValues =>
  Object.fromEntries(values.map((value) => [value.controlId, valueRequest(value)]))

const dayOf = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object' || !('type' in value)) return undefined
  if (value.type === 'date-null') return ''
  const date = value.type === 'fixed-date' && 'date' in value ? value.date : undefined
  return typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : undefined
}

const numberOf = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return ''
  return typeof value === 'number' ? String(value) : undefined
}

function linesOf(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined
  const lines = value.map((item: unknown) =>
    typeof item === 'object' && item !== null && 'value' in item && typeof item.value === 'string'
      ? item.value
      : undefined,
  )
  // Values that cannot be written as one line: an empty text, or a text with line breaks or surrounding spaces.
  return lines.every((line) => line !== undefined && line !== '' && line === line.trim() && !line.includes('\n'))
    ? lines.join('\n')
    : undefined
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
    case 'number-range':
      return as('number-range', numberOf(min), numberOf(max))
    case 'date-range':
      return as('date-range', dayOf(min), dayOf(max))
    default:
      return undefined
  }
}

/** The values as the form shows them, and whether it shows all of them. */
export function valuesOf(asked: ControlValues = {}): { values: ValueForm[]; isWhole: boolean } {
  const entries = Object.entries(asked)
  const values = entries.flatMap(([controlId, value]) => valueFormOf(controlId, value) ?? [])
  return { values, isWhole: values.length === entries.length }
}

/** A number and a date are filled in where one is needed. */
export const isValueComplete = ({ kind, text, end }: ValueForm): boolean => {
  const isNumber = (each: string) => each.trim() !== '' && Number.isFinite(Number(each))
  if (kind === 'number') return isNumber(text)
  if (kind === 'number-range') return [text, end].every((each) => each.trim() === '' || isNumber(each))
  return true
}
