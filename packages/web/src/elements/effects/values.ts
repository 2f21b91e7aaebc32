import {
  type ControlElement,
  controlShape,
  controlValueFromText,
  controlValueToText,
  savedControlValue,
} from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'
import { type ChosenMark, type EffectHost, record } from './effect.ts'

/** Whether the browser can compute a value of an effect: all but formulas, which only the server computes. */
export function canGive(value: unknown): boolean {
  const { type, value: constant } = record(value)
  if (type === 'constant') return constantCells(constant) !== undefined
  return type === 'control' || type === 'column' || type === 'column-range'
}

/**
 * The values that an effect uses: one, several of a list, or the two ends of a range. Undefined where nothing gives any: the
 * control is gone, or nothing is selected in the column.
 */
export function cellsOf(value: unknown, host: EffectHost, chosen: ChosenMark | undefined): readonly Cell[] | undefined {
  const { type, value: constant, control, column, min, max } = record(value)
  switch (type) {
    case 'constant':
      return constantCells(constant)
    case 'control':
      return controlCells(String(control), host)
    case 'column':
      return chosen?.values.get(String(column))
    case 'column-range': {
      const least = chosen?.values.get(String(min))?.[0] ?? null
      const most = chosen?.values.get(String(max))?.at(-1) ?? null
      return least === null && most === null ? undefined : [least, most]
    }
    default:
      return undefined
  }
}

/** Undefined for constants that are no plain values, such as relative dates. */
function constantCells(constant: unknown): Cell[] | undefined {
  const { type, value } = record(constant)
  if (type === 'number-range') {
    const { min, max } = record(value)
    return [typeof min === 'number' ? min : null, typeof max === 'number' ? max : null]
  }
  if (type === 'boolean-list' && Array.isArray(value)) {
    return value.map((word) => (word === 'is-null' ? null : word === 'is-true'))
  }
  const items: unknown[] = Array.isArray(value) ? value : [value]
  const isCell = (item: unknown): item is Cell =>
    item === null || typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean'
  return items.every(isCell) ? items : undefined
}

/** What a control holds at present; nothing selected is an empty list. */
function controlCells(controlId: string, host: EffectHost): Cell[] | undefined {
  const known = host.control(controlId)
  if (!known) return undefined
  const time = { now: new Date().toISOString(), zone: host.zone }
  const read = known.text === undefined ? undefined : controlValueFromText(known.element, known.text, time, 'text')
  const value = read?.ok ? read.value : savedControlValue(known.element, time)
  if (!value) return []
  if (value.kind === 'list') return [...value.values]
  return value.kind === 'range' ? [value.min, value.max] : [value.value]
}

/** The text form of values for a control: all of them in a list, the first and last of a range, else the first. */
export function controlText(control: ControlElement, cells: readonly Cell[], zone: string): string {
  if (cells.length === 0) return ''
  const time = { now: new Date().toISOString(), zone }
  const write = (value: Parameters<typeof controlValueToText>[0]) => controlValueToText(value, time)
  const [first = null] = cells
  switch (controlShape(control).form) {
    case 'list':
      return write({ kind: 'list', values: [...cells] })
    case 'range':
      return write({ kind: 'range', min: first, max: cells.at(-1) ?? null })
    default:
      return write({ kind: 'scalar', value: first })
  }
}

/** The text form of values for a control of another workbook, whose kind is not known here. */
export function foreignText(cells: readonly Cell[], zone: string): string {
  return controlValueToText({ kind: 'list', values: [...cells] }, { now: new Date().toISOString(), zone })
}
