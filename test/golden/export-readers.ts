/** Reads files like other programs, with each cell in canonical form. */
import { crc32, inflateRawSync } from 'node:zlib'
import type { AwkwardColumn } from './awkward-values.ts'

export type ReadCell = string | number | boolean | null

/** RFC 4180. A field without quotes and without text is null; the apostrophe of a neutralised text is removed. */
export function cellsOfCsv(file: string, columns: readonly AwkwardColumn[]): ReadCell[][] {
  const lines: { text: string; isQuoted: boolean }[][] = [[]]
  const field = /(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r\n)/y
  for (let at = 0; at < file.length; at = field.lastIndex) {
    field.lastIndex = at
    const found = field.exec(file)
    if (!found) throw new Error(`Not CSV: ${file.slice(at, at + 40)}`)
    const [, quoted, plain = '', end] = found
    lines.at(-1)?.push({ text: quoted?.replaceAll('""', '"') ?? plain, isQuoted: quoted !== undefined })
    if (end === '\r\n') lines.push([])
  }
  return lines.slice(1, -1).map((line) =>
    columns.map(({ kind }, index) => {
      const { text, isQuoted } = line[index] ?? { text: '', isQuoted: false }
      if (text === '' && !isQuoted) return null
      return kind === 'text' ? text.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '') : typed(text, kind)
    }),
  )
}

/** Number tokens are read as text, because JSON.parse would lose digits of long ones. */
export function cellsOfJson(file: string, type: 'json' | 'jsonl', columns: readonly AwkwardColumn[]): ReadCell[][] {
  const array = type === 'json' ? file : `[${file.trimEnd().split('\n').join(',')}]`
  const objects = JSON.parse(array, function reviver(_key, value, context?: { source?: string }) {
    return typeof value === 'number' ? { token: context?.source } : value
  }) as Record<string, ReadCell | { token: string }>[]
  return objects.map((object) =>
    columns.map(({ title, kind }) => {
      const cell = object[title] ?? null
      return typeof cell === 'object' && cell !== null ? typed(cell.token, kind) : cell
    }),
  )
}

const dayMs = 86_400_000
const firstDay = Date.UTC(1899, 11, 30)

/** Dates are dates or day numbers; numbers that a spreadsheet cannot represent are texts. */
export function cellsOfSheet(rows: readonly unknown[][], columns: readonly AwkwardColumn[]): ReadCell[][] {
  return rows.map((row) =>
    columns.map(({ kind }, index) => {
      const cell = row[index] ?? null
      if (cell === null || typeof cell === 'boolean') return cell
      if (kind === 'date' || kind === 'timestamp') {
        if (typeof cell === 'string') return cell
        const at = cell instanceof Date ? cell.getTime() : firstDay + Math.round(Number(cell) * dayMs)
        const iso = new Date(at).toISOString()
        return kind === 'date' ? iso.slice(0, 10) : withoutZeros(iso.slice(0, 19), iso.slice(20, 23))
      }
      if (kind === 'decimal' && typeof cell === 'number') return cell.toFixed(2)
      return typeof cell === 'number' || kind !== 'text' ? typed(String(cell), kind) : String(cell)
    }),
  )
}

function withoutZeros(moment: string, milliseconds: string): string {
  const digits = milliseconds.replace(/0+$/, '')
  return digits === '' ? moment : `${moment}.${digits}`
}

/** The parts of a ZIP archive by its directory; the checksum of every part is verified. */
export function partsOf(file: Buffer): Map<string, string> {
  const parts = new Map<string, string>()
  const end = file.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, bytes] = [file.readUInt32LE(at + 20), file.readUInt32LE(at + 24)]
    const [name, extra, note] = [28, 30, 32].map((field) => file.readUInt16LE(at + field)) as [number, number, number]
    const head = file.readUInt32LE(at + 42)
    const start = head + 30 + file.readUInt16LE(head + 26) + file.readUInt16LE(head + 28)
    const content = inflateRawSync(file.subarray(start, start + packed))
    const path = file.toString('utf8', at + 46, at + 46 + name)
    if (content.byteLength !== bytes || crc32(content) !== file.readUInt32LE(at + 16))
      throw new Error(`${path} is damaged.`)
    parts.set(path, content.toString('utf8'))
    at += 46 + name + extra + note
  }
  return parts
}

function typed(text: string, kind: AwkwardColumn['kind']): ReadCell {
  if (kind === 'logical') return text === 'true'
  if (kind !== 'float64') return text
  return Number.isFinite(Number(text)) ? Number(text) : text
}
