/**
 * Formats canonical cells for flat files. The engine-side writer (`connectors/duckdb/row-format.ts`) writes the same bytes; a test compares
 * the two.
 */
import type { TableFormat } from '@octavo/core/contract'
import type { Cell, ResultBatch, ValueType } from '@octavo/core/types'
import { floatText } from './float-text.ts'
import { xlsxRows } from './xlsx-cells.ts'

export interface FlatFormat {
  kind: TableFormat
  /** Keys of JSON objects and the header of CSV. */
  names: readonly string[]
  /** CSV: text that a spreadsheet would evaluate gets a leading apostrophe. */
  neutraliseFormulas: boolean
  /** XLSX: the cell style of each column. */
  styles?: readonly number[]
}

/** Shown for a cell with several values, as on the screen, because an empty cell means null. */
const SEVERAL = '*'

/** Characters at the start of a cell that make a spreadsheet evaluate it, including full-width forms (CWE-1236). */
const runs = new Set(['=', '+', '-', '@', '\t', '\n', '\r', '＝', '＋', '－', '＠'])

/** The header line of a CSV file, with its line end. */
export function csvHeader(names: readonly string[], neutraliseFormulas: boolean): string {
  return `${names.map((name) => csvField(name, neutraliseFormulas)).join(',')}\r\n`
}

/** Whole rows of a batch as text: each with its line end, JSON objects of an array separated by `,` and a line feed. */
export function flatRows(batch: ResultBatch, types: readonly ValueType[], format: FlatFormat): string {
  if (format.kind === 'xlsx') return xlsxRows(batch, types, format.styles ?? [])
  const rows = new Array<string>(batch.rowCount)
  const keys = format.names.map((name) => `${JSON.stringify(name)}:`)
  for (let row = 0; row < batch.rowCount; row++) {
    const cells = batch.columns.map((column, index) => {
      const isSeveral = column.states?.[row] === 'several'
      const cell = isSeveral ? SEVERAL : (column.values[row] ?? null)
      const type: ValueType = isSeveral ? { kind: 'text' } : (types[index] ?? { kind: 'text' })
      return format.kind === 'csv'
        ? csvCell(cell, type, format.neutraliseFormulas, types.length === 1)
        : `${keys[index]}${jsonCell(cell, type)}`
    })
    rows[row] = format.kind === 'csv' ? `${cells.join(',')}\r\n` : `{${cells.join(',')}}`
  }
  if (format.kind === 'jsonl') return rows.map((line) => `${line}\n`).join('')
  return rows.join(format.kind === 'csv' ? '' : ',\n')
}

function csvCell(cell: Cell, type: ValueType, neutralise: boolean, isOnlyColumn: boolean): string {
  // A row with a single empty cell would be an empty line, which readers skip.
  if (cell === null) return isOnlyColumn ? '""' : ''
  if (typeof cell === 'number') return floatText(cell)
  if (typeof cell === 'boolean') return cell ? 'true' : 'false'
  return isFreeText(type) ? csvField(cell, neutralise) : cell
}

function csvField(text: string, neutralise: boolean): string {
  if (text === '') return '""'
  const safe = neutralise && runs.has(text.charAt(0)) ? `'${text}` : text
  return /[",\r\n]/.test(text) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function jsonCell(cell: Cell, type: ValueType): string {
  if (cell === null) return 'null'
  if (typeof cell === 'number') return floatText(cell)
  if (typeof cell === 'boolean') return cell ? 'true' : 'false'
  switch (type.kind) {
    case 'int64':
    case 'decimal':
    case 'variant':
    case 'array':
      return cell
    default:
      return JSON.stringify(cell)
  }
}

/** Types with arbitrary text; numbers, dates and booleans never need escaping. */
function isFreeText(type: ValueType): boolean {
  return type.kind === 'text' || type.kind === 'variant' || type.kind === 'array' || type.kind === 'geography'
}

/** Makes names unique, so that no JSON object has a key twice: `Name`, `Name (2)`, ... */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let candidate = name
    for (let number = 2; taken.has(candidate); number++) candidate = `${name} (${number})`
    taken.add(candidate)
    return candidate
  })
}
