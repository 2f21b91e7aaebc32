import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { type CsvWriter, requirePlain } from './csv-writer.ts'
import { ingestLimits, Refused } from './messages.ts'

/**
 * Column names of an XLSX sheet, from its first row with cells; writes the rows below it to the writer. Rows without cells are skipped.
 */
export async function readSheet(path: string, sheet: string | null, writer: CsvWriter): Promise<string[]> {
  const { streamXlsxRows } = await import('hucre/xlsx')
  let names: string[] | null = null
  try {
    const content = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
    for await (const { index, values } of streamXlsxRows(content, sheet === null ? {} : { sheet })) {
      const line = index + 1
      const cells = values.map((value) => textOf(value, line))
      const width = cells.findLastIndex((cell) => cell !== null) + 1
      if (width === 0) continue
      if (names === null) {
        if (width > ingestLimits.columns) throw new Refused(`The sheet has more than ${ingestLimits.columns} columns.`)
        names = cells.slice(0, width).map((cell) => cell ?? '')
      } else {
        if (width > names.length) {
          throw new Refused(`Row ${line} has ${width} cells, and the first row names ${names.length} columns.`)
        }
        await writer.row(
          line,
          Array.from({ length: names.length }, (_, at) => cells[at] ?? null),
        )
      }
    }
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused(`The file cannot be read as XLSX: ${error instanceof Error ? error.message : 'it is damaged'}.`)
  }
  if (names === null) {
    throw new Refused(sheet === null ? 'The sheet is empty.' : `The file has no sheet "${sheet}" with rows.`)
  }
  return names
}

function textOf(value: string | number | boolean | Date | null | undefined, line: number): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number') return numeralOf(value)
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return null
    const text = value.toISOString().slice(0, -1)
    return text.endsWith('T00:00:00.000') ? text.slice(0, 10) : text.replace(/\.000$/, '')
  }
  return typeof value === 'boolean' ? String(value) : requirePlain(value, line)
}

/** Cells are floats; integers are written without an exponent, so that identifiers are preserved. */
function numeralOf(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? value.toFixed(0) : String(value)
}
