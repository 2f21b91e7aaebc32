/**
 * The process that reads uploaded files. It has a separate engine, may access only the folder of one upload, and ends with its task.
 * `ingest.ts` starts it and monitors its memory, time and disk use.
 */
import { createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { recordsOf, separatorOf, uniqueNames } from '@octavo/core/csv'
import { isAppError } from '@octavo/core/errors'
import { uploadedRow, type ValueType, valueTypeFromText, valueTypeToText } from '@octavo/core/types'
import { castOf, typesOfColumns } from './column-types.ts'
import { createCsvWriter } from './csv-writer.ts'
import { readJsonLines } from './json-lines.ts'
import {
  type ConvertOutcome,
  type ConvertTask,
  type IngestOutcome,
  type IngestTask,
  ingestLimits,
  type PlaceTask,
  type ReadOutcome,
  type ReadTask,
  Refused,
  stagedFiles,
} from './messages.ts'
import { notationsOf, plainText } from './notations.ts'
import { readingOf } from './parquet-columns.ts'
import { readSheet } from './sheet.ts'
import { lineOfRecord, linesOf, markedEncoding, piecesOf } from './text-file.ts'

/** The column with the row's line in the file; null when the engine read the file directly. */
const lineColumn = 'octavo_line'
const memoryLimitMb = 512
const headBytes = 4 * 1024 * 1024

process.once('message', (task: IngestTask) => void work(task))
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))

async function work(task: IngestTask): Promise<void> {
  const outcome = await outcomeOf(task)
  process.send?.(outcome, () => process.exit(0))
}

async function outcomeOf(task: IngestTask): Promise<IngestOutcome> {
  try {
    const connection = await openEngine(task.folder)
    return await outcomes(connection, task)
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    if (isAppError(error, 'invalid_request')) return { kind: 'refused', ...error.details }
    return { kind: 'refused', reason: reasonOf(error, task) }
  }
}

async function outcomes(connection: DuckDBConnection, task: IngestTask): Promise<IngestOutcome> {
  switch (task.kind) {
    case 'read':
      return read(connection, task)
    case 'convert':
      return convert(connection, task)
    case 'place':
      return { kind: 'placed', place: await placeOfRow(connection, task) }
  }
}

/** Everything except the folder is locked before any of the file is read. */
async function openEngine(folder: string): Promise<DuckDBConnection> {
  const spill = join(folder, stagedFiles.spill)
  await mkdir(spill, { recursive: true })
  const instance = await DuckDBInstance.create(':memory:', {
    temp_directory: spill,
    memory_limit: `${memoryLimitMb}MB`,
    threads: '2',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  })
  const connection = await instance.connect()
  await connection.run(`SET allowed_directories = [${literal(`${folder}/`)}]`)
  await connection.run("SET TimeZone = 'UTC'")
  await connection.run('SET enable_external_access = false')
  await connection.run('SET lock_configuration = true')
  return connection
}

async function read(connection: DuckDBConnection, task: ReadTask): Promise<ReadOutcome> {
  const at = (name: string) => join(task.folder, name)
  const raw = `read_parquet(${literal(at(stagedFiles.raw))})`
  const read = await copyRaw(connection, task)
  const names = uniqueNames(read.names.map((name) => name.trim()))
  const [[count] = []] = (await connection.runAndReadAll(`SELECT count(*) FROM ${raw}`)).getRows()
  const types = read.types ?? (await typesOfColumns(connection, raw, names.length))
  const cells = names.map((_, index) => `CAST(c_${index + 1} AS VARCHAR)`)
  const preview = await connection.runAndReadAll(
    `SELECT ${cells.join(', ')} FROM ${raw} ORDER BY ${uploadedRow} LIMIT ${ingestLimits.previewRows}`,
  )
  return {
    kind: 'read',
    columns: names.map((name, index) => ({ name, type: valueTypeToText(types[index] ?? { kind: 'text' }) })),
    rows: Number(count),
    preview: preview.getRows().map((row) => row.map((cell) => (cell === null ? null : String(cell)))),
  }
}

interface RawColumns {
  names: string[]
  /** Set when the file defines them. */
  types?: ValueType[]
}

/** Writes the rows of the input to the raw file: their number, their line, and their columns. */
async function copyRaw(connection: DuckDBConnection, task: ReadTask): Promise<RawColumns> {
  if (task.format === 'parquet') return copyParquet(connection, task)
  if (task.format === 'csv' || task.format === 'tsv') return copyCsv(connection, task)
  const text = join(task.folder, stagedFiles.text)
  const writer = createCsvWriter(text)
  const input = join(task.folder, stagedFiles.input)
  const names =
    task.format === 'xlsx'
      ? await readSheet(input, task.sheet, writer)
      : await readJsonLines(linesOf(piecesOf(input, await encodingOf(task))), writer)
  await writer.end()
  if (names.length === 0) throw new Refused('The file has no row.')
  const columns = [lineColumn, ...names.map((_, index) => `c_${index + 1}`)]
  await copyText(connection, task.folder, text, { columns, separator: ',', hasNames: false })
  return { names }
}

async function encodingOf(task: ReadTask) {
  return task.encoding ?? (await markedEncoding(join(task.folder, stagedFiles.input))) ?? 'utf-8'
}

async function copyCsv(connection: DuckDBConnection, task: ReadTask): Promise<RawColumns> {
  const input = join(task.folder, stagedFiles.input)
  const encoding = await encodingOf(task)
  const isUtf8 = encoding === 'utf-8'
  const text = isUtf8 ? input : join(task.folder, stagedFiles.text)
  let head = ''
  const pieces = async function* () {
    for await (const piece of piecesOf(input, encoding)) {
      if (head.length < headBytes) head += piece
      yield piece
    }
  }
  if (isUtf8) for await (const _ of pieces());
  else await pipeline(Readable.from(pieces()), createWriteStream(text, { mode: 0o600 }))
  const separator = task.format === 'tsv' ? '\t' : separatorOf(head)
  const first = firstRecord(head, separator)
  if (first.length > ingestLimits.columns) {
    throw new Refused(`The first line names ${first.length} columns; a table has at most ${ingestLimits.columns}.`)
  }
  const columns = first.map((_, index) => `c_${index + 1}`)
  await copyText(connection, task.folder, text, { columns, separator, hasNames: true })
  return { names: first }
}

function firstRecord(head: string, separator: string): string[] {
  const record = recordsOf(head, separator).next()
  if (record.done) throw new Refused('The file is empty.')
  const names = record.value.fields.map(({ text }) => text)
  if (head.length >= headBytes && names.reduce((sum, { length }) => sum + length + 1, 0) >= headBytes) {
    throw new Refused(`The first line is longer than ${headBytes} characters.`)
  }
  return names
}

interface TextShape {
  columns: readonly string[]
  separator: string
  hasNames: boolean
}

async function copyText(
  connection: DuckDBConnection,
  folder: string,
  text: string,
  { columns, separator, hasNames }: TextShape,
): Promise<void> {
  const types = columns.map((name) => `${literal(name)}: ${literal(name === lineColumn ? 'BIGINT' : 'VARCHAR')}`)
  const reader = `read_csv(${literal(text)}, auto_detect = false, header = ${hasNames}, columns = {${types.join(', ')}},
    delim = ${literal(separator)}, quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false, null_padding = ${!hasNames},
    max_line_size = ${ingestLimits.lineBytes}, buffer_size = ${2 * ingestLimits.lineBytes})`
  const line = hasNames ? `CAST(NULL AS BIGINT) AS ${lineColumn}, ` : ''
  await connection.run(
    `COPY (SELECT row_number() OVER () AS ${uploadedRow}, ${line}* FROM ${reader})
      TO ${literal(join(folder, stagedFiles.raw))} (FORMAT parquet)`,
  )
}

async function copyParquet(connection: DuckDBConnection, { folder }: ReadTask): Promise<RawColumns> {
  const reader = `read_parquet(${literal(join(folder, stagedFiles.input))})`
  const described = (await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${reader}`)).getRows()
  if (described.length > ingestLimits.columns) {
    throw new Refused(`The file has ${described.length} columns; a table has at most ${ingestLimits.columns}.`)
  }
  const names = described.map(([name]) => String(name))
  const places = names.map((_, index) => `p_${index + 1}`)
  const readings = described.map(([, type], index) => readingOf(String(type), `given.${places[index]}`))
  const items = readings.map(({ expression }, index) => `${expression} AS c_${index + 1}`)
  await connection.run(
    `COPY (SELECT row_number() OVER () AS ${uploadedRow}, CAST(NULL AS BIGINT) AS ${lineColumn}, ${items.join(', ')}
      FROM ${reader} AS given(${places.join(', ')})) TO ${literal(join(folder, stagedFiles.raw))} (FORMAT parquet)`,
  )
  const invalid = names.findIndex((name) => name.includes('\0'))
  if (invalid >= 0) throw new Refused(`The name of column ${invalid + 1} holds a character with the code 0.`)
  return { names, types: readings.map(({ type }) => type) }
}

async function convert(connection: DuckDBConnection, task: ConvertTask): Promise<ConvertOutcome> {
  const at = (name: string) => join(task.folder, name)
  const raw = `read_parquet(${literal(at(stagedFiles.raw))})`
  const types = await rawTypes(connection, raw)
  const texts = [...types].flatMap(([name, type]) => (name.startsWith('c_') && type === 'VARCHAR' ? [name] : []))
  const notations = await notationsOf(connection, raw, texts)
  const casts = task.columns.map(({ from, type, name }) => {
    const column = `c_${from}`
    const wanted = valueTypeFromText(type)
    const present = types.get(column)
    const isSame = present !== undefined && valueTypeToText(readingOf(present, column).type) === type
    const text = present === 'VARCHAR' ? column : `CAST(${column} AS VARCHAR)`
    const plain = plainText(notations.get(column)?.notation ?? 'plain', text)
    const cast = isSame ? { value: column, isValid: 'true' } : castOf(wanted, plain)
    const isPlain = task.as === 'table' || type !== 'text' ? 'true' : `coalesce(NOT contains(${text}, chr(0)), true)`
    return { column, name, type, text, ...cast, isPlain }
  })
  await refuseInvalid(connection, task, raw, casts)
  const [[count] = []] = (await connection.runAndReadAll(`SELECT count(*) FROM ${raw}`)).getRows()
  const rows = Number(count)
  if (typeof task.as === 'object') {
    await writeJson(connection, task, raw, { casts, rows, limits: task.as })
    return { kind: 'converted', rows }
  }
  const isTable = task.as === 'table'
  const items = casts.map(({ value, type }, index) => `${isTable ? value : lineCell(value, type)} AS c_${index + 1}`)
  const target = isTable
    ? `${literal(at(stagedFiles.table))} (FORMAT parquet)`
    : `${literal(at(stagedFiles.lines))} (FORMAT csv, HEADER false, DELIMITER '\t', QUOTE '', ESCAPE '', NULLSTR '\\N')`
  await connection.run(
    `COPY (SELECT ${uploadedRow} + ${task.rowsBefore} AS ${uploadedRow}, ${items.join(', ')} FROM ${raw}) TO ${target}`,
  )
  return { kind: 'converted', rows }
}

/** Character codes, the backslash first, with the SQL of what follows the backslash in their escapes. */
const escapes = [
  [92, 'chr(92)'],
  [9, "'t'"],
  [10, "'n'"],
  [13, "'r'"],
] as const

/**
 * A cell of a line: separators are escaped with a backslash; years before 1 have the era at the end, as SQL platforms
 * expect.
 */
function lineCell(value: string, type: string): string {
  if (type === 'text') {
    const replaced = ([code, letter]: (typeof escapes)[number], text: string) =>
      `replace(${text}, chr(${code}), chr(92) || ${letter})`
    return escapes.reduce((text, each) => replaced(each, text), value)
  }
  if (type !== 'date' && type !== 'timestamp' && type !== 'instant') return value
  const text = `CAST(${value} AS VARCHAR)`
  return `CASE WHEN contains(${text}, ' (BC)') THEN replace(${text}, ' (BC)', '') || ' BC' ELSE ${text} END`
}

async function rawTypes(connection: DuckDBConnection, raw: string): Promise<Map<string, string>> {
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${raw}`)
  return new Map(described.getRows().map(([name, type]) => [String(name), String(type)]))
}

interface Cast {
  column: string
  name: string
  type: string
  text: string
  value: string
  isValid: string
  /** Whether the value is a text that a data platform can store. */
  isPlain: string
}

/** Throws Refused with the first values that do not match their column's type, by line. */
async function refuseInvalid(
  connection: DuckDBConnection,
  task: ConvertTask,
  raw: string,
  casts: readonly Cast[],
): Promise<void> {
  const problems: { row: number; line: number | null; column: string; value: string; type: string }[] = []
  for (const { name, type, text, isValid, isPlain } of casts) {
    if (isValid === 'true' && isPlain === 'true') continue
    const found = await connection.runAndReadAll(
      `SELECT ${uploadedRow}, ${lineColumn}, left(${text}, 100) FROM ${raw} WHERE NOT (${isValid} AND ${isPlain})
        ORDER BY ${uploadedRow} LIMIT ${ingestLimits.problems}`,
    )
    for (const [row, line, value] of found.getRows()) {
      problems.push({
        row: Number(row),
        line: line === null ? null : Number(line),
        column: name,
        value: String(value),
        type,
      })
    }
  }
  if (problems.length === 0) return
  const first = problems.sort((a, b) => a.row - b.row).slice(0, ingestLimits.problems)
  const found: { path: string; message: string }[] = []
  for (const { row, line, column, value, type } of first) {
    const place = await placeOf(task, row, line)
    const what = value.includes('\0') ? 'holds a character with the code 0' : `is not ${type}`
    found.push({ path: place, message: `${JSON.stringify(value)} in "${column}" ${what}.` })
  }
  const [worst] = found
  throw new Refused(`${worst?.path.replace(/^\w/, (letter) => letter.toUpperCase())}: ${worst?.message}`, {
    hint: 'Correct the file, or give the column another type; text takes every value.',
    problems: found,
  })
}

async function placeOfRow(connection: DuckDBConnection, task: PlaceTask): Promise<string> {
  const raw = `read_parquet(${literal(join(task.folder, stagedFiles.raw))})`
  const found = await connection.runAndReadAll(
    `SELECT ${lineColumn} FROM ${raw} WHERE ${uploadedRow} = ${Math.floor(task.row)}`,
  )
  const line = found.getRows()[0]?.[0] ?? null
  return placeOf(task, task.row, line === null ? null : Number(line))
}

/** `line`: line of the row when its file format records it; null otherwise. */
async function placeOf(
  task: Pick<ConvertTask, 'folder' | 'format'>,
  row: number,
  line: number | null,
): Promise<string> {
  return task.format === 'parquet' ? `row ${row}` : `line ${line ?? (await lineOfRow(task, row))}`
}

async function lineOfRow({ folder }: Pick<ConvertTask, 'folder'>, row: number): Promise<number> {
  const text = join(folder, stagedFiles.text)
  const isDecoded = await stat(text).then(
    () => true,
    () => false,
  )
  return lineOfRecord(piecesOf(isDecoded ? text : join(folder, stagedFiles.input), 'utf-8'), row + 1)
}

/** Writes the rows in the form for statements. */
async function writeJson(
  connection: DuckDBConnection,
  { folder }: ConvertTask,
  raw: string,
  { casts, rows, limits }: { casts: readonly Cast[]; rows: number; limits: { rows: number; bytes: number } },
): Promise<void> {
  const hint = 'Upload it onto a connection of the embedded engine, which has room for large tables.'
  if (rows > limits.rows)
    throw new Refused(`The file has ${rows} rows; on this connection a table has at most ${limits.rows}.`, { hint })
  const items = casts.map(({ value, type }, index) => `${jsonText(value, type)} AS c_${index + 1}`)
  const target = join(folder, stagedFiles.rows)
  await connection.run(
    `COPY (SELECT ${items.join(', ')} FROM ${raw} ORDER BY ${uploadedRow}) TO ${literal(target)} (FORMAT json, ARRAY true)`,
  )
  const { size } = await stat(target)
  if (size > limits.bytes)
    throw new Refused(`The rows take ${size} bytes; on this connection a table has at most ${limits.bytes}.`, { hint })
}

function jsonText(value: string, type: string): string {
  const text = `CAST(${value} AS VARCHAR)`
  return type === 'timestamp' ? `replace(${text}, ' ', 'T')` : text
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The engine's message about a file, without paths and settings. */
function reasonOf(error: unknown, task: IngestTask): string {
  const message = error instanceof Error ? error.message : String(error)
  if (/out of memory|could not allocate|failed to allocate/i.test(message)) {
    return `Reading the file takes more memory than the limit of ${memoryLimitMb} MB.`
  }
  const line = /CSV Error on Line: (\d+)/.exec(message)?.[1]
  const counts = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(message)
  if (line !== undefined && counts) {
    return `Line ${line} has ${counts[2]} fields, and the first line names ${counts[1]} columns.`
  }
  if (line !== undefined && /unterminated quote/.test(message)) {
    return `Line ${line} has a quote that never closes, or text after a closing quote.`
  }
  if (line !== undefined && /Maximum line size/.test(message)) {
    return `Line ${line} is longer than ${ingestLimits.lineBytes} bytes.`
  }
  const [firstLine = ''] = message.replaceAll(task.folder, '').split('\n')
  return line === undefined
    ? `The file cannot be read as ${task.format.toUpperCase()}: ${firstLine}`
    : `Line ${line} cannot be read: ${firstLine}`
}
