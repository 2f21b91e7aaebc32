import { recordsOf, separatorOf, uniqueNames } from '@octavo/core/csv'
import { AppError } from '@octavo/core/errors'
import type { ValueType } from '@octavo/core/types'

export interface CsvColumn {
  id: string
  name: string
  type: ValueType
}

/** The contents of a CSV text: columns with the narrowest type that fits every value, and rows of texts; an empty field is null. */
export interface CsvTable {
  columns: CsvColumn[]
  rows: (string | null)[][]
}

export interface CsvLimits {
  rows: number
  columns: number
}

/**
 * Parses CSV (RFC 4180): doubled quotes inside quotes, line ends of any system, a byte order mark is ignored; the first line has the column
 * names. The separator is the comma, semicolon or tab that is most frequent in the first line. Throws `invalid_request` with the line
 * number.
 */
export function readCsv(text: string, limits: CsvLimits): CsvTable {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text
  const lines = recordsOf(content, separatorOf(content))
  const header = lines.next()
  if (header.done) throw refused('The file is empty.')
  const names = uniqueNames(header.value.fields.map(({ text: name }) => name.trim()))
  if (names.length > limits.columns) throw refused(`The file has more than ${limits.columns} columns.`)
  const rows: (string | null)[][] = []
  for (const { fields, line } of lines) {
    // Skip blank lines, unless there is a single column, where a blank line is a null.
    if (fields.length === 1 && fields[0]?.text === '' && names.length > 1) continue
    if (fields.length !== names.length) {
      throw refused(`Line ${line} has ${fields.length} fields, and the first line names ${names.length} columns.`)
    }
    if (rows.length === limits.rows) throw refused(`The file has more than ${limits.rows} rows.`)
    rows.push(fields.map((field) => (field.text === '' && !field.isQuoted ? null : field.text)))
  }
  const columns = names.map((name, index) => {
    const values = rows.flatMap((row) => row[index] ?? [])
    return { id: name, name, type: typeOfValues(values) }
  })
  for (const row of rows) {
    for (const [index, { type }] of columns.entries()) {
      const cell = row[index]
      if (typeof cell === 'string') row[index] = canonical(cell, type)
    }
  }
  return { columns, rows }
}

const refused = (reason: string) =>
  new AppError('invalid_request', { reason, problems: [{ path: 'csv', message: reason }] })

const INTEGER = /^-?(0|[1-9]\d*)$/
const DECIMAL = /^-?(0|[1-9]\d*)\.(\d+)$/
const FLOAT = /^-?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/
const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const TIMESTAMP = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[ T]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?$/
const LOGICAL = /^(true|false)$/i

/** The narrowest type that fits every value; numbers with leading zeros or separators remain texts. */
function typeOfValues(values: readonly string[]): ValueType {
  if (values.length === 0) return { kind: 'text' }
  const all = (form: RegExp) => values.every((value) => form.test(value))
  if (all(LOGICAL)) return { kind: 'logical' }
  if (all(INTEGER) && values.every(isInt64)) return { kind: 'int64' }
  const exact = decimalOf(values)
  if (exact) return exact
  if (values.every(isFloat)) return { kind: 'float64' }
  if (all(DATE) && values.every(isDay)) return { kind: 'date' }
  if (values.every((value) => (DATE.test(value) || TIMESTAMP.test(value)) && isDay(value))) return { kind: 'timestamp' }
  return { kind: 'text' }
}

function isInt64(value: string): boolean {
  if (value.length < 19) return true
  const number = BigInt(value)
  return number >= -(2n ** 63n) && number < 2n ** 63n
}

/** Digits that every float preserves: a longer number would change, so its column becomes text. */
const FLOAT_DIGITS = 15

function isFloat(value: string): boolean {
  if (!FLOAT.test(value) || /^-?0\d/.test(value) || !Number.isFinite(Number(value))) return false
  const digits = value
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '')
  return digits.length <= FLOAT_DIGITS
}

/** Identifiers and amounts of money stay exact, up to 38 digits. */
function decimalOf(values: readonly string[]): ValueType | null {
  let whole = 1
  let scale = 0
  for (const value of values) {
    const [, front, back = ''] = DECIMAL.exec(value) ?? INTEGER.exec(value) ?? []
    if (front === undefined) return null
    whole = Math.max(whole, front.length)
    scale = Math.max(scale, back.length)
  }
  const digits = whole + scale
  return digits <= 38 ? { kind: 'decimal', precision: digits <= 18 ? 18 : 38, scale } : null
}

function isDay(value: string): boolean {
  const day = value.slice(0, 10)
  const read = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day)
}

function canonical(cell: string, type: ValueType): string {
  switch (type.kind) {
    case 'logical':
      return cell.toLowerCase()
    case 'timestamp':
      return DATE.test(cell) ? `${cell}T00:00:00` : cell.replace(' ', 'T').replace(/T\d\d:\d\d$/, '$&:00')
    default:
      return cell
  }
}
