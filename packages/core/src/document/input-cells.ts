import type { ValueType } from '../types/index.ts'
import type { DocumentColumn } from './api.ts'
import type { CellProblem, CellProblemCode } from './cell-problems.ts'
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
export const valueNeeded: CellProblem = { code: 'value_needed' }

/**
 * Maximum size of one step of entry: the rows of a change and the columns of a paste. Their product limits the cells of a change.
 */
export const mostEntered = { rows: 10_000, columns: 25 } as const
export const mostEnteredCells = mostEntered.rows * mostEntered.columns

type ReadCell = { ok: true; cell: InputCell } | { ok: false; problem: CellProblem }

/** The cell in the form in which it is stored, or why it is not valid for the column. */
export function inputCell(column: DocumentColumn, value: unknown): ReadCell {
  const origin = inputColumnOrigin(column)
  if (origin.kind !== 'entered') return refused('not_entered')
  if (origin.type === null) return refused('file_column')
  if (isProtectedColumn(column)) return refused('protected_column')
  if (value === null || (Array.isArray(value) && value.length === 0 && isRequiredColumn(column)))
    return isRequiredColumn(column) ? { ok: false, problem: valueNeeded } : { ok: true, cell: null }
  const read = readCell(origin.type, value)
  if (read === undefined) return refused(codeOfType(origin.type))
  const problem = ruleBroken(column, origin.type, read)
  return problem === null ? { ok: true, cell: read } : { ok: false, problem }
}

const refused = (code: CellProblemCode): ReadCell => ({ ok: false, problem: { code } })

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

function codeOfType(type: ValueType): CellProblemCode {
  switch (type.kind) {
    case 'float64':
      return 'not_a_number'
    case 'logical':
      return 'not_true_or_false'
    case 'timestamp':
      return 'not_a_date'
    case 'variant':
      return 'not_a_list'
    default:
      return 'not_a_text'
  }
}

/** Checks the list of choices and the range of the column. */
function ruleBroken({ values, range }: DocumentColumn, type: ValueType, cell: InputCell): CellProblem | null {
  if (Array.isArray(values)) {
    const chosen = Array.isArray(cell) ? cell : [cell]
    const other = chosen.find((item) => !values.includes(item))
    if (other !== undefined) return { code: 'not_a_choice', values: { value: String(other) } }
  }
  const { min, max } = (typeof range === 'object' && range !== null ? range : {}) as { min?: unknown; max?: unknown }
  if (type.kind === 'timestamp' && typeof cell === 'string') return outsideOfDays(cell, min, max)
  if (typeof cell !== 'number') return null
  if (typeof min === 'number' && cell < min) return outside('less_than_min', cell, min)
  return typeof max === 'number' && cell > max ? outside('more_than_max', cell, max) : null
}

/** Texts of the same form sort by time; a bound without a time is a whole day. */
function outsideOfDays(cell: string, min: unknown, max: unknown): CellProblem | null {
  const bound = (value: unknown) => (typeof value === 'string' ? value.replace(' ', 'T') : '')
  const [least, most] = [bound(min), bound(max)]
  if (least !== '' && cell.slice(0, Math.max(10, least.length)) < least) return outside('before_min', cell, least)
  return most !== '' && cell.slice(0, Math.max(10, most.length)) > most ? outside('after_max', cell, most) : null
}

const outside = (code: CellProblemCode, cell: string | number, bound: string | number): CellProblem => ({
  code,
  values: { value: String(cell), bound: String(bound) },
})
