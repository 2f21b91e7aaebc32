import { type ControlElement, controlShape, controlValueToText } from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'
import type { RunEffect } from '../effect.ts'

type Effect = Readonly<Record<string, unknown>>

/** Constants and what is selected; formulas and values of other controls are not computed in the browser. */
export function canSetControl({ value }: Effect): boolean {
  const { type, value: constant } = record(value)
  return type === 'column' || (type === 'constant' && cellsOf(record(constant).value) !== undefined)
}

/**
 * Sets a control to a constant or to what is selected. The same selection again clears it, as does a selection of
 * nothing; with `isAdding` values join the list, or leave it.
 */
export const setControlValue: RunEffect = (effect, host, chosen) => {
  const known = host.control(String(effect.control))
  if (!known) return
  const { element, text } = known
  const { type, value, column } = record(effect.value)
  const cells = type === 'column' ? chosen?.values.get(String(column)) : cellsOf(record(value).value)
  if (type === 'column' && chosen?.values.size === 0) return host.setControl(element.controlId, undefined)
  if (!cells) return
  const mode = effect.selectionMode
  const isToggled = type === 'column' && mode !== 'add' && mode !== 'remove'
  const next = textOf(element, cells)
  if (isToggled && !chosen?.isAdding) {
    return host.setControl(element.controlId, next === text ? undefined : next)
  }
  const isList = controlShape(element).form === 'list'
  if (!isList || (mode === undefined && !isToggled) || mode === 'replace')
    return host.setControl(element.controlId, next)
  const before = text === undefined || text === '' ? [] : text.split(',')
  const items = next.split(',')
  const isLeaving = mode === 'remove' || (isToggled && items.every((item) => before.includes(item)))
  const others = before.filter((item) => !items.includes(item))
  const joined = isLeaving ? others : [...others, ...items]
  host.setControl(element.controlId, joined.length === 0 ? undefined : joined.join(','))
}

/** The text form of the values for the control: all of them in a list, the first and last of a range, else the first. */
function textOf(control: ControlElement, cells: readonly Cell[]): string {
  const time = { now: new Date().toISOString(), zone: 'UTC' }
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

const record = (value: unknown): Effect => (typeof value === 'object' && value !== null ? (value as Effect) : {})

/** Undefined for constants that are no plain values, such as relative dates and ranges. */
function cellsOf(value: unknown): Cell[] | undefined {
  const items: unknown[] = Array.isArray(value) ? value : [value]
  const isCell = (item: unknown): item is Cell =>
    item === null || typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean'
  return items.every(isCell) ? items : undefined
}
