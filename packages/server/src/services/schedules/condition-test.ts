import type { ConditionOperator, ScheduleCondition } from '@octavo/core/contract'
import { type ControlTime, dateFromText } from '@octavo/core/document'
import type { Cell, ValueType } from '@octavo/core/types'
import { fixedDate } from './schedule-controls.ts'

type Value = NonNullable<NonNullable<ScheduleCondition['condition']>['value']>

/**
 * Whether a cell passes the test of a condition. Null passes only IsNull. Texts are compared as they are, case included;
 * numbers exactly; a day with the day of a date and time.
 */
export function passes(
  cell: Cell,
  type: ValueType,
  { op, value }: { op: ConditionOperator; value: Value | undefined },
  time: ControlTime,
): boolean {
  if (op === 'IsNull') return cell === null
  if (op === 'IsNotNull') return cell !== null
  if (cell === null || value === undefined) return false
  if (op === 'Contains') return String(cell).includes(String(value.value))
  if (op === 'StartsWith') return String(cell).startsWith(String(value.value))
  if (op === 'EndsWith') return String(cell).endsWith(String(value.value))
  const order = compare(cell, type, value, time)
  if (order === null) return op === 'NotEquals'
  switch (op) {
    case 'Equals':
      return order === 0
    case 'NotEquals':
      return order !== 0
    case 'GreaterThan':
      return order > 0
    case 'GreaterThanEq':
      return order >= 0
    case 'LessThan':
      return order < 0
    case 'LessThanEq':
      return order <= 0
  }
}

/** Below, at or above 0 as the cell is before, the same as or after the value; null where the two cannot be compared. */
function compare(cell: Exclude<Cell, null>, type: ValueType, value: Value, time: ControlTime): number | null {
  switch (value.type) {
    case 'boolean':
      return typeof cell === 'boolean' ? Number(cell) - Number(value.value) : null
    case 'integer':
      return numberOrder(String(cell), String(value.value))
    case 'text':
      return textOrder(String(cell), String(value.value))
    case 'fixed-date':
      return dateOrder(String(cell), type, value.date ?? '', time)
  }
}

function textOrder(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

const digits = /^([+-]?)(\d+)(?:\.(\d+))?$/

/** Exact where both are written out, else as doubles. */
function numberOrder(a: string, b: string): number | null {
  const left = digits.exec(a)
  const right = digits.exec(b)
  if (left && right) {
    const places = Math.max(left[3]?.length ?? 0, right[3]?.length ?? 0)
    const scaled = ([, sign = '', whole = '', fraction = '']: RegExpExecArray) =>
      BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction.padEnd(places, '0')}`)
    const difference = scaled(left) - scaled(right)
    return difference === 0n ? 0 : difference < 0n ? -1 : 1
  }
  const difference = Number(a) - Number(b)
  return Number.isNaN(difference) ? null : Math.sign(difference)
}

function dateOrder(cell: string, type: ValueType, date: string, time: ControlTime): number | null {
  if (!/^\d{4}-\d{2}-\d{2}/.test(cell)) return null
  if (type.kind === 'instant') {
    const local = dateFromText(cell.replace(/\.\d+Z$/, 'Z'), time)
    return local === null ? null : dateOrder(local, { kind: 'timestamp' }, date, time)
  }
  const wanted = dateFromText(fixedDate(date), time)
  if (wanted === null) return null
  const areDays = !wanted.includes('T') || !cell.includes('T')
  return areDays ? textOrder(cell.slice(0, 10), wanted.slice(0, 10)) : textOrder(cell, wanted)
}
