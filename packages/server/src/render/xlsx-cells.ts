/**
 * Formats canonical cells as spreadsheet rows. The engine-side writer (`connectors/duckdb/xlsx-row-format.ts`) writes the same bytes; a
 * test compares the two. Positions (`r`) are left out: readers count, and rows remain movable.
 */
import type { Cell, ResultBatch, ValueType } from '@octavo/core/types'
import { floatText } from './float-text.ts'

/** Digits of a number that a spreadsheet preserves. */
const keptDigits = 15
/** Maximum length of a text in a spreadsheet, in UTF-16 units. */
const keptUnits = 32_767

/** Whole rows of a batch, each followed by a line feed; rows contain no line feed. `styles`: one for each column. */
export function xlsxRows(batch: ResultBatch, types: readonly ValueType[], styles: readonly number[]): string {
  const openings = styles.map((style) => (style === 0 ? '<c><v>' : `<c s="${style}"><v>`))
  let rows = ''
  for (let row = 0; row < batch.rowCount; row++) {
    rows += '<row>'
    for (let index = 0; index < batch.columns.length; index++) {
      const column = batch.columns[index]
      rows +=
        column?.states?.[row] === 'several'
          ? textCell('*')
          : xlsxCell(column?.values[row] ?? null, types[index] ?? { kind: 'text' }, openings[index] ?? '<c><v>')
    }
    rows += '</row>\n'
  }
  return rows
}

/** A header row: texts in one style. */
export function xlsxHeader(names: readonly string[], style: number): string {
  return `<row>${names.map((name) => textCell(name, ` s="${style}"`)).join('')}</row>\n`
}

function xlsxCell(cell: Cell, type: ValueType, opening: string): string {
  if (cell === null) return '<c/>'
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`
  const number = numberOf(cell, type)
  return number === null ? textCell(String(cell)) : `${opening}${number}</v></c>`
}

/** The number when a spreadsheet preserves it exactly, or null when it would lose a digit: the cell is then text. */
function numberOf(cell: string | number, type: ValueType): string | null {
  if (typeof cell === 'number') {
    const size = Math.abs(cell)
    return size <= 9.99999999999999e307 && (size >= 2.2250738585072014e-308 || size === 0) ? floatText(cell) : null
  }
  switch (type.kind) {
    case 'int64':
    case 'decimal':
      return cell.replace(/^-|\./g, '').replace(/^0+/, '').length <= keptDigits ? cell : null
    case 'date':
    case 'timestamp':
    case 'instant':
      return serialOf(cell)
    default:
      return null
  }
}

const moment = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?)?Z?$/
const microsPerDay = 86_400_000_000
/** Microseconds from day 0 of spreadsheets, 1899-12-30, to 1970. */
const serialOffset = 25_569n * BigInt(microsPerDay)

/** Days since 1899-12-30, with the time as a fraction; null before March 1900, where spreadsheets count a day too many. */
function serialOf(text: string): string | null {
  const match = moment.exec(text)
  if (!match || text < '1900-03-01' || text >= '9999-12-31T23:59:59.999') return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = ''] = match
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  const micros = BigInt(at) * 1000n + BigInt(fraction.padEnd(6, '0'))
  return floatText(Number(micros + serialOffset) / microsPerDay)
}

/** A string cell, which spreadsheets never evaluate. */
function textCell(text: string, attributes = ''): string {
  const isLong = text.length > keptUnits
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what needs care
  if (!isLong && !/[\x00-\x1f&<>\ufffe\uffff]|_x|^ | $/.test(text)) {
    return `<c${attributes} t="inlineStr"><is><t>${text}</t></is></c>`
  }
  const cut = isLong ? cutText(text) : text
  return `<c${attributes} t="inlineStr"><is><t xml:space="preserve">${escapeText(cut)}</t></is></c>`
}

function cutText(text: string): string {
  return /[\ud800-\udfff]/.test(text)
    ? Array.from(text)
        .slice(0, keptUnits >> 1)
        .join('')
    : text.slice(0, keptUnits)
}

/** Escapes XML characters, characters that XML cannot contain as `_x0001_`, and texts that look like such an escape. */
function escapeText(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('_x', '_x005F_x')
      .replaceAll('\t', '&#9;')
      .replaceAll('\n', '&#10;')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
      .replace(/[\x00-\x1f\ufffe\uffff]/g, (character) => {
        return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
      })
  )
}
