import { type UploadEncoding, type UploadFormat, uploadEncodings, uploadFormats } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { type ValueType, valueTypeFromText, valueTypeToText } from '@octavo/core/types'

/** A column of a file as the request defines it. */
export interface ColumnChoice {
  name: string
  type?: string
  newName?: string
}

/** How to read a file, from the form fields and the file extension. */
export interface UploadChoices {
  name: string
  format: UploadFormat
  encoding: UploadEncoding | null
  sheet: string | null
  columns: ColumnChoice[]
}

const endings: Readonly<Record<string, UploadFormat>> = {
  csv: 'csv',
  txt: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  json: 'jsonl',
  parquet: 'parquet',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
}

/** Throws `invalid_request` for an unknown value of a field. */
export function choicesOf(
  fileName: string,
  fields: Readonly<Record<string, string>>,
  known: readonly string[],
): UploadChoices {
  const unknown = Object.keys(fields).find((name) => !known.includes(name))
  if (unknown !== undefined) throw refused(unknown, `There is no field "${unknown}". Known: file, ${known.join(', ')}.`)
  const { format, encoding, sheet, name, columns } = fields
  const stem = fileName.replace(/\.[^.]*$/, '').trim()
  const given = name?.trim() || stem || 'Upload'
  if (hasControl(given) || given.length > 256)
    throw refused('name', 'The name has more than 256 characters, or an invalid character.')
  return {
    name: given,
    format: formatOf(fileName, format),
    encoding: encoding === undefined ? null : oneOf('encoding', encoding, uploadEncodings),
    sheet: sheet ?? null,
    columns: columns === undefined ? [] : columnsOf(columns),
  }
}

function formatOf(fileName: string, format: string | undefined): UploadFormat {
  if (format !== undefined) return oneOf('format', format, uploadFormats)
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const known = Object.hasOwn(endings, ending) ? endings[ending] : undefined
  if (known !== undefined) return known
  throw refused('file', `The name of the file does not say what it is. Send "format": ${uploadFormats.join(', ')}.`)
}

function oneOf<Word extends string>(path: string, given: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === given.toLowerCase())
  if (found === undefined) throw refused(path, `The field "${path}" must be one of ${words.join(', ')}.`)
  return found
}

function columnsOf(text: string): ColumnChoice[] {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw refused('columns', 'The field "columns" is not JSON.')
  }
  if (!Array.isArray(given) || given.length > 500)
    throw refused('columns', 'The field "columns" is not an array of columns.')
  return given.map((column: unknown) => {
    const { name, type, newName } =
      typeof column === 'object' && column !== null ? (column as Record<string, unknown>) : {}
    const isText = (value: unknown) => value === undefined || typeof value === 'string'
    if (typeof name !== 'string' || !isText(type) || !isText(newName)) {
      throw refused('columns', 'The field "columns" holds something other than {name, type, newName}.')
    }
    return { name, ...(typeof type === 'string' ? { type } : {}), ...(typeof newName === 'string' ? { newName } : {}) }
  })
}

/** The columns of a file with the chosen names and types. Throws `invalid_request` for choices that do not match. */
export function chosenColumns(
  found: readonly { name: string; type: string }[],
  choices: readonly ColumnChoice[],
): { from: number; name: string; type: ValueType }[] {
  const byName = new Map(choices.map((choice) => [choice.name, choice]))
  const names = new Set(found.map(({ name }) => name))
  const unknown = choices.find(({ name }) => !names.has(name))
  if (unknown) throw refused('columns', `The file has no column "${unknown.name}".`)
  const columns = found.map(({ name, type }, index) => {
    const { newName = name, type: wanted = type } = byName.get(name) ?? {}
    const title = newName.trim()
    if (title === '' || hasControl(title)) throw refused('columns', `The column "${name}" has an empty name.`)
    return { from: index + 1, name: title, type: typeOf(name, type, wanted) }
  })
  const taken = new Set<string>()
  for (const { name } of columns) {
    if (taken.has(name.toLowerCase())) throw refused('columns', `Two columns are called "${name}".`)
    taken.add(name.toLowerCase())
  }
  return columns
}

const chosenKinds = new Set(['text', 'int64', 'decimal', 'float64', 'logical', 'date', 'timestamp'])

function typeOf(name: string, found: string, wanted: string): ValueType {
  if (wanted === found) return valueTypeFromText(found)
  const text = wanted === 'decimal' ? 'decimal(38,10)' : wanted
  const size = /^decimal\((\d+),\s?(\d+)\)$/.exec(text)
  const isKnown = size
    ? Number(size[1]) <= 38 && Number(size[2]) <= Number(size[1]) && Number(size[1]) > 0
    : chosenKinds.has(text)
  if (!isKnown) {
    throw refused(
      'columns',
      `"${wanted}" is not a type for the column "${name}". Types: ${[...chosenKinds].join(', ')}.`,
    )
  }
  return size ? { kind: 'decimal', precision: Number(size[1]), scale: Number(size[2]) } : valueTypeFromText(text)
}

export interface TableColumn {
  id: string
  name: string
  type: ValueType
}

/**
 * Maps columns of a file to the columns of a table, in the order of the table. Unknown columns are appended when the table may grow. Throws
 * `invalid_request` that names missing or extra columns.
 */
export function matchedColumns(
  table: readonly TableColumn[],
  found: readonly { name: string; type: string }[],
  { mayGrow }: { mayGrow: boolean },
): (TableColumn & { from: number })[] {
  const places = new Map(found.map(({ name }, index) => [name.toLowerCase(), index + 1]))
  const missing = table.filter(({ name }) => !places.has(name.toLowerCase())).map(({ name }) => name)
  if (missing.length > 0)
    throw refused('file', `The file does not have these columns of the table: ${listOf(missing)}.`)
  const known = new Set(table.map(({ name }) => name.toLowerCase()))
  const more = found.filter(({ name }) => !known.has(name.toLowerCase()))
  if (more.length > 0 && !mayGrow) {
    throw refused('file', `The file has columns that the table does not have: ${listOf(more.map(({ name }) => name))}.`)
  }
  const ids = new Set(table.map(({ id }) => id))
  const grown = more.map(({ name, type }) => {
    let id = name
    for (let number = 1; ids.has(id); number += 1) id = `${name} (${number})`
    ids.add(id)
    return { id, name, type: valueTypeFromText(type), from: places.get(name.toLowerCase()) ?? 0 }
  })
  return [...table.map((column) => ({ ...column, from: places.get(column.name.toLowerCase()) ?? 0 })), ...grown]
}

const listOf = (names: readonly string[]) =>
  names
    .slice(0, 5)
    .map((name) => `"${name}"`)
    .join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '')

/** A column in the form that the reader's tasks expect. */
export const convertedColumn = ({ from, name, type }: { from: number; name: string; type: ValueType }) => ({
  from,
  name,
  type: valueTypeToText(type),
})

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const hasControl = (text: string) => /[\u0000-\u001f\u007f]/.test(text)

const refused = (path: string, reason: string) =>
  new AppError('invalid_request', { reason, problems: [{ path, message: reason }] })
