import type { ValueType } from '../types/index.ts'
import type { DocumentColumn } from './api.ts'
import { inputColumnOrigin, isProtectedColumn, isRequiredColumn } from './input-columns.ts'

/** A cell of an input table as it is stored and sent: a list of texts for a column with several choices. */
export type InputCell = string | number | boolean | null | string[]

/** A day, with or without a time, as date cells are written. */
export const inputTimestamp = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(:\d{2}(?:\.\d{1,6})?)?)?$/

const decimalNumber = /^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?\s*$/

/** Whether a text is a number as people write it, within the range of numbers. */
export const isInputNumber = (text: string): boolean =>
  text.length <= 400 && decimalNumber.test(text) && Number.isFinite(Number(text))

/** The time in one form, with seconds; undefined for a text that is none. */
export function inputMoment(value: string): string | undefined {
  const [, day, time, seconds = ':00'] = inputTimestamp.exec(value) ?? []
  if (day === undefined || day.startsWith('0000')) return undefined
  const text = `${day}T${time ?? '00:00'}${time === undefined ? ':00' : seconds}`
  const moment = new Date(`${text}Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? text : undefined
}

/** Data platforms refuse the character with the code 0 and halves of surrogate pairs. */
const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

/** Why an empty cell of a required column is not stored. */
export const valueNeeded = 'The column needs a value.'

/**
 * Maximum size of one step of entry: the rows of a change and the columns of a paste. Their product limits the cells of a change.
 */
export const mostEntered = { rows: 10_000, columns: 25 } as const
export const mostEnteredCells = mostEntered.rows * mostEntered.columns

/** The cell in the form in which it is stored, or why it is not valid for the column. */
export function inputCell(
  column: DocumentColumn,
  value: unknown,
): { ok: true; cell: InputCell } | { ok: false; reason: string } {
  const origin = inputColumnOrigin(column)
  if (origin.kind !== 'entered') return { ok: false, reason: 'Nobody enters values into this column.' }
  if (origin.type === null)
    return {
      ok: false,
      reason: 'Files cannot be kept in a cell yet. Leave it out, or enter an address into a column of texts.',
    }
  if (isProtectedColumn(column)) return { ok: false, reason: 'The column is protected: its cells stay as they are.' }
  if (value === null || (Array.isArray(value) && value.length === 0 && isRequiredColumn(column)))
    return isRequiredColumn(column) ? { ok: false, reason: valueNeeded } : { ok: true, cell: null }
  const read = readCell(origin.type, value)
  if (read === undefined) return { ok: false, reason: `Invalid value: ${wanted(origin.type)} is needed.` }
  const reason = ruleBroken(column, origin.type, read)
  return reason === null ? { ok: true, cell: read } : { ok: false, reason }
}

/** Undefined for a value that is not of the type. */
function readCell(type: ValueType, value: unknown): InputCell | undefined {
  switch (type.kind) {
    case 'text':
      return typeof value === 'string' && isStorable(value) ? value : undefined
    case 'float64':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined
    case 'logical':
      return typeof value === 'boolean' ? value : undefined
    case 'timestamp':
      return typeof value === 'string' ? inputMoment(value) : undefined
    case 'variant': {
      const isTexts = Array.isArray(value) && value.every((item) => typeof item === 'string' && isStorable(item))
      return isTexts ? (value as string[]) : undefined
    }
    default:
      return undefined
  }
}

function wanted(type: ValueType): string {
  switch (type.kind) {
    case 'float64':
      return 'a number'
    case 'logical':
      return 'true or false'
    case 'timestamp':
      return 'a date such as 2026-05-31 or 2026-05-31T09:30:00'
    case 'variant':
      return 'a list of texts'
    default:
      return 'a text'
  }
}

/** Checks the list of choices and the range of the column. */
function ruleBroken({ values, range }: DocumentColumn, type: ValueType, cell: InputCell): string | null {
  if (Array.isArray(values)) {
    const chosen = Array.isArray(cell) ? cell : [cell]
    const other = chosen.find((item) => !values.includes(item))
    if (other !== undefined) return `"${String(other)}" is not among the choices of the column.`
  }
  const { min, max } = (typeof range === 'object' && range !== null ? range : {}) as { min?: unknown; max?: unknown }
  if (type.kind === 'timestamp' && typeof cell === 'string') return outsideOfDays(cell, min, max)
  if (typeof cell !== 'number') return null
  if (typeof min === 'number' && cell < min) return `${cell} is less than ${min}.`
  return typeof max === 'number' && cell > max ? `${cell} is more than ${max}.` : null
}

/** Texts of the same form sort by time; a bound without a time is a whole day. */
function outsideOfDays(cell: string, min: unknown, max: unknown): string | null {
  const bound = (value: unknown) => (typeof value === 'string' ? value.replace(' ', 'T') : '')
  const [least, most] = [bound(min), bound(max)]
  if (least !== '' && cell.slice(0, Math.max(10, least.length)) < least) return `${cell} is before ${least}.`
  return most !== '' && cell.slice(0, Math.max(10, most.length)) > most ? `${cell} is after ${most}.` : null
}
