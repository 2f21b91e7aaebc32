import type { Cell } from '../types/index.ts'
import type { ControlElement, ControlValue } from './api.ts'
import { type ControlTime, dateFromText, dateToText, savedDate, savedDateRange } from './control-dates.ts'
import { type ControlScalarType, type ControlShape, controlShape } from './control-shape.ts'
import { drillCategories, drillLevel } from './drill.ts'

/** The text form of control values, used in addresses, embeds, exports and page data. */
export type ReadControlValue =
  /** Null: nothing is selected, the control has no effect. */
  { ok: true; value: ControlValue | null } | { ok: false; message: string }

/**
 * Reads the text form: `word`, `a,b,:null,:empty`, `10.5`, `min:1,max:5`, `true`, `2024-05-20`, `1716243015000` (Unix milliseconds),
 * `prior-month-2`, `start:2024-01-01,end:2024-02-01`. A comma, a percent sign and a leading colon inside a value are percent-encoded. The
 * empty text selects nothing.
 */
export function controlValueFromText(
  control: ControlElement,
  text: string,
  time: ControlTime,
  columnType?: ControlScalarType,
): ReadControlValue {
  const shape = controlShape(control, columnType)
  if (text === '') return { ok: true, value: shape.form === 'list' ? { kind: 'list', values: [] } : null }
  if (shape.form === 'range' && text !== ':null') return readRange(text, shape, time, control.controlId)
  if (shape.form === 'range') return { ok: true, value: null }
  const items = shape.form === 'list' ? text.split(',') : [text]
  const values: Cell[] = []
  for (const item of items) {
    const read = readScalar(item, shape.type, time)
    if (read === undefined) return wrong(control.controlId, item, shape.type)
    if (control.controlType === 'drill' && !drillCategories(control).includes(String(read))) {
      return wrong(
        control.controlId,
        item,
        'text',
        `the id of one of its columns (${drillCategories(control).join(', ')})`,
      )
    }
    values.push(read)
  }
  return {
    ok: true,
    value: shape.form === 'list' ? { kind: 'list', values } : { kind: 'scalar', value: values[0] ?? null },
  }
}

/**
 * The same value as a text whose times are in `textZone`. Texts without a time of day, and texts that are not a value of the control, are
 * unchanged.
 */
export function controlTextInZone(control: ControlElement, text: string, { textZone, ...time }: ControlTime): string {
  const { type } = controlShape(control)
  if (type !== 'date' || textZone === undefined || !/\d[T ]\d/.test(text)) return text
  const read = controlValueFromText(control, text, time)
  return read.ok ? controlValueToText(read.value, { ...time, textZone }, type) : text
}

/** Writes what `controlValueFromText` reads. Dates with a time are written in `textZone`. */
export function controlValueToText(
  value: ControlValue | null,
  time: ControlTime,
  type: ControlScalarType = 'text',
): string {
  const write = (cell: Cell) => writeScalar(type === 'date' && typeof cell === 'string' ? dateToText(cell, time) : cell)
  if (value === null) return ''
  switch (value.kind) {
    case 'scalar':
      return write(value.value)
    case 'list':
      return value.values.map(write).join(',')
    case 'range':
      return `min:${value.min === null ? '' : write(value.min)},max:${value.max === null ? '' : write(value.max)}`
  }
}

/** The saved value of a control; null when nothing is selected. A synced control has no value of its own. */
export function savedControlValue(control: ControlElement, time: ControlTime): ControlValue | null {
  const { form, type } = controlShape(control)
  const scalar = (value: unknown): ControlValue | null =>
    isScalar(value) && value !== null ? { kind: 'scalar', value: savedCell(value, type, time) } : null
  switch (control.controlType) {
    case 'synced':
      return null
    case 'drill':
      return scalar(drillLevel(control))
    case 'text':
      return control.value === '' ? null : scalar(control.value)
    case 'date': {
      const date = savedDate(control.value, time)
      return date === null ? null : { kind: 'scalar', value: date }
    }
    case 'date-range':
      return range(savedDateRange(control, time))
    case 'top-n':
      return scalar(control.rowCount ?? control.percentile)
    case 'hierarchy': {
      const paths = Array.isArray(control.values) ? control.values : []
      return { kind: 'list', values: paths.map((path: unknown) => JSON.stringify(path)) }
    }
    default:
  }
  if (form === 'range') return range({ min: bound(control.min), max: bound(control.max) })
  if (form === 'scalar') return scalar(control.value)
  const values = Array.isArray(control.values) ? control.values.filter(isScalar) : []
  return { kind: 'list', values: values.map((value) => savedCell(value, type, time)) }
}

function readRange(text: string, shape: ControlShape, time: ControlTime, controlId: string): ReadControlValue {
  const bounds: { min: Cell; max: Cell } = { min: null, max: null }
  for (const part of text.split(',')) {
    // Date ranges may also use the words start and end.
    const match = (shape.type === 'date' ? /^(min|max|start|end):(.*)$/s : /^(min|max):(.*)$/s).exec(part)
    if (!match) return wrong(controlId, part, shape.type, 'min:<value>,max:<value>, where one side may be empty')
    const [, side, item = ''] = match
    if (item === '') continue
    const read = readScalar(item, shape.type, time)
    if (read === undefined) return wrong(controlId, item, shape.type)
    bounds[side === 'min' || side === 'start' ? 'min' : 'max'] = read
  }
  return { ok: true, value: range(bounds) }
}

/** Undefined when the text is not a value of the type. */
function readScalar(item: string, type: ControlScalarType, time: ControlTime): Cell | undefined {
  if (item === ':null') return null
  if (type === 'text') return item === ':empty' ? '' : decode(item)
  const text = decode(item)
  switch (type) {
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined
    case 'number':
      return numberCell(text)
    case 'date':
      return dateFromText(text, time) ?? undefined
  }
}

function writeScalar(cell: Cell): string {
  if (cell === null) return ':null'
  if (cell === '') return ':empty'
  const text = String(cell)
  return text.replaceAll(/[%,]|^:/g, (sign) => encodeURIComponent(sign))
}

/** Invalid UTF-8 percent sequences are kept: `50%` is a plain value. */
function decode(item: string): string {
  return item.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (sequence) => {
    try {
      return decodeURIComponent(sequence)
    } catch {
      return sequence
    }
  })
}

/** A JS number where a double holds exactly these digits, else the digits (18-digit integers stay exact). */
function numberCell(text: string): Cell | undefined {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(text)) return undefined
  const digits = text
    .replace(/[eE].*$/, '')
    .replaceAll(/[^0-9]/g, '')
    .replace(/^0+/, '')
  const value = Number(text)
  if (!Number.isFinite(value)) return undefined
  return digits.length <= 15 || /[eE]/.test(text) ? value : text.replace(/^\+/, '')
}

function savedCell(value: string | number | boolean | null, type: ControlScalarType, time: ControlTime): Cell {
  return type === 'date' && typeof value === 'string' ? savedDate(value, time) : value
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function bound(value: unknown): Cell {
  return typeof value === 'number' ? value : null
}

function range({ min, max }: { min: Cell; max: Cell }): ControlValue | null {
  return min === null && max === null ? null : { kind: 'range', min, max }
}

const typeNames: Record<ControlScalarType, string> = {
  text: 'a text',
  number: 'a number such as 10.54',
  date: 'a date such as 2024-05-20, 2024-05-20T13:45 or prior-month-1',
  boolean: 'true or false',
}

function wrong(controlId: string, item: string, type: ControlScalarType, form = typeNames[type]): ReadControlValue {
  return { ok: false, message: `The control "${controlId}" expects ${form}, not ${JSON.stringify(item.slice(0, 60))}.` }
}
