/**
 * Writes a spreadsheet file as a stream: sheets of finished rows, compressed while they are written. Only the names of the sheets and the
 * styles are held in memory, because they are written at the end.
 */
import { defaultLocale, excelFormat, type FormatLocale, type ValueFormat } from '@octavo/core/format'
import type { ValueType } from '@octavo/core/types'
import type { FlatFileRows } from './flat-file.ts'
import { createMergedLabels } from './merged-labels.ts'
import { createOutlinedRows, depthOf, type Outline } from './outlined-rows.ts'
import { xlsxHeader } from './xlsx-cells.ts'
import { createStyles, documentParts, sheetEnd, sheetStart, workbookPart } from './xlsx-parts.ts'
import { columnWidths } from './xlsx-widths.ts'
import { type ZipPart, zipFile } from './zip-file.ts'

export interface SheetColumn {
  name: string
  type: ValueType
  format?: ValueFormat
}

/** Rows for one sheet, or for several when one cannot hold them. */
export interface SheetRows {
  name: string
  columns: readonly SheetColumn[]
  /** Number of first columns whose labels are merged; absent for none. */
  mergedColumns?: number
  /** The level of each column of a grouped table; absent for rows without an outline. */
  outlineLevels?: readonly number[]
  /** Called when the sheet's turn comes. `styles`: the cell style of each column. */
  open(styles: readonly number[]): Promise<AsyncIterable<FlatFileRows>>
}

export interface XlsxFacts {
  /** Names of the sheets, in order; complete when the file is. */
  sheets: string[]
}

/** Maximum rows of a sheet including its header, the limit of every program that reads the format. */
export const rowsOfSheet = 1_048_576
const namesLength = 31
/** The classic archive format is limited to 4 GB, and programs refuse sheets long before that. */
const sheetBytes = 3 * 1024 ** 3

interface XlsxOptions {
  /** Maximum rows of a sheet, including the header. */
  maxRows?: number
  /** Locale of dates and currencies without a format of their own. */
  locale?: FormatLocale
}

/** The whole file as chunks. */
export async function* xlsxFile(
  sources: readonly SheetRows[],
  facts: XlsxFacts,
  { maxRows = rowsOfSheet, locale = defaultLocale }: XlsxOptions = {},
): AsyncGenerator<Uint8Array> {
  const styles = createStyles()
  yield* zipFile(parts(sources, facts, styles, { maxRows, locale }))
}

async function* parts(
  sources: readonly SheetRows[],
  facts: XlsxFacts,
  styles: ReturnType<typeof createStyles>,
  { maxRows, locale }: Required<XlsxOptions>,
): AsyncGenerator<ZipPart> {
  yield* documentParts()
  const taken = new Set<string>()
  for (const source of sources) {
    const { columns, mergedColumns = 0, outlineLevels: levels } = source
    const formats = columns.map(({ type, format }) => excelFormat(type, format, locale))
    const columnStyles = formats.map((format, index) => styles.of(format, { isAtTop: index < mergedColumns }))
    const groupStyles = levels === undefined ? [] : formats.map((format) => styles.of(format, { isBold: true }))
    const outline = levels === undefined ? null : { levels, styles: groupStyles }
    const mergedStyles = columnStyles.slice(0, mergedColumns)
    const rows = sliceable((await source.open(columnStyles))[Symbol.asyncIterator]())
    try {
      do {
        facts.sheets.push(sheetName(source.name, taken))
        yield {
          path: `xl/worksheets/sheet${facts.sheets.length}.xml`,
          content: sheet({
            ...{ columns, formats, mergedStyles, outline, rows },
            ...{ maxRows: maxRows - 1, isFirst: facts.sheets.length === 1 },
          }),
        }
      } while (await rows.hasMore())
    } finally {
      await rows.close()
    }
  }
  yield { path: 'xl/styles.xml', content: styles.part() }
  yield* workbookPart(facts.sheets)
}

interface OpenSheet {
  columns: readonly SheetColumn[]
  /** The number format of each column; null for none. */
  formats: readonly (string | null)[]
  /** The cell style of each column whose labels are merged. */
  mergedStyles: readonly number[]
  outline: Outline | null
  rows: ReturnType<typeof sliceable>
  maxRows: number
  isFirst: boolean
}

async function* sheet({
  columns,
  formats,
  mergedStyles,
  outline,
  rows,
  maxRows,
  isFirst,
}: OpenSheet): AsyncGenerator<Uint8Array> {
  const labels = mergedStyles.length > 0 ? createMergedLabels(mergedStyles) : null
  const outlined = outline ? createOutlinedRows(outline) : null
  const depth = outline ? depthOf(outline) : 0
  const names = columns.map(({ name }) => name)
  const measured = columns.map((column, index) => ({ ...column, format: formats[index] ?? null }))
  const widths = columnWidths(measured, await rows.first())
  yield Buffer.from(sheetStart(widths, isFirst, depth) + xlsxHeader(names, headerStyle))
  let left = maxRows
  let bytes = 0
  // A row may begin a group of every level.
  while (left > depth && bytes < sheetBytes) {
    const chunk = await rows.take(Math.floor(left / (depth + 1)))
    if (!chunk) break
    const written = outlined ? outlined.rows(chunk.bytes) : chunk
    left -= written.rowCount
    bytes += written.bytes.byteLength
    yield labels ? labels.rows(written.bytes) : written.bytes
  }
  yield Buffer.from(sheetEnd(labels?.part()))
}

const headerStyle = 1

/** Chunks of rows that can be read up to a number of rows; a line feed ends each row. */
function sliceable(source: AsyncIterator<FlatFileRows>) {
  let rest: FlatFileRows | null = null
  const next = async (): Promise<FlatFileRows | null> => {
    while (!rest) {
      const { done, value } = await source.next()
      if (done) return null
      if (value.rowCount > 0) rest = value
    }
    return rest
  }
  return {
    async take(most: number): Promise<FlatFileRows | null> {
      const chunk = await next()
      if (!chunk) return null
      rest = null
      if (chunk.rowCount <= most) return chunk
      let end = 0
      for (let row = 0; row < most; row++) end = chunk.bytes.indexOf(10, end) + 1
      rest = { rowCount: chunk.rowCount - most, bytes: chunk.bytes.subarray(end) }
      return { rowCount: most, bytes: chunk.bytes.subarray(0, end) }
    },
    /** The rows that `take` returns next. */
    first: async () => (await next())?.bytes,
    hasMore: async () => (await next()) !== null,
    close: async () => source.return?.(),
  }
}

/** A valid sheet name: at most 31 characters, none of `[]:*?/\`, no apostrophe at its ends, unique. */
export function sheetName(wanted: string, taken: Set<string>): string {
  const clean = wanted
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is to be removed
    .replace(/[\u0000-\u001f[\]:*?/\\\ufffe\uffff]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[' ]+|[' ]+$/g, '')
  const isReserved = clean === '' || clean.toLowerCase() === 'history'
  const base = isReserved ? `Sheet ${clean}`.trim() : clean
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` (${number})`
    const name = `${cut(base, namesLength - end.length)}${end}`
    const key = name.toLowerCase()
    if (taken.has(key)) continue
    taken.add(key)
    return name
  }
}

/** Cuts a text to this many UTF-16 units without splitting a character. */
function cut(text: string, units: number): string {
  const start = text.slice(0, units)
  return start.replace(/[\ud800-\udbff]$/, '').replace(/[' ]+$/, '')
}
