import type { CellProblem } from '@octavo/core/document'
import { type EntryColumn, type EntryKind, numberOf, readEntry } from './entry-values.ts'

/** The cells of a copied range, row by row: tabs between cells, quotes around those that hold tabs or line ends. */
export function cellsOfText(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let rest = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '')
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"(?=[\t\n]|$)/.exec(rest)
    const plain = quoted ? undefined : (/^[^\t\n]*/.exec(rest)?.[0] ?? '')
    row.push(quoted ? (quoted[1] ?? '').replaceAll('""', '"') : (plain ?? ''))
    rest = rest.slice(quoted ? quoted[0].length : (plain ?? '').length)
    if (rest === '') return [...rows, row]
    if (rest[0] === '\n') {
      rows.push(row)
      row = []
    }
    rest = rest.slice(1)
  }
}

/** A column that a paste makes: its name, and the kind that most of its cells are of. */
export interface PastedColumn {
  name: string | undefined
  kind: EntryKind
}

/** Whether the first row holds names: texts that differ, over cells of which some are no texts or all differ from them. */
export function hasNames(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...others] = rows
  if (others.length === 0 || first.some((cell) => cell.trim() === '' || kindOfText(cell) !== 'text')) return false
  if (new Set(first).size < first.length) return false
  return first.some((_, column) => kindOfColumn(others.map((row) => row[column] ?? '')) !== 'text')
}

/** The kind that at least nine of ten cells that are not empty are of; text otherwise. */
export function kindOfColumn(cells: readonly string[]): EntryKind {
  const kinds = cells.filter((cell) => cell.trim() !== '').map(kindOfText)
  for (const kind of ['number', 'datetime', 'checkbox'] as const) {
    const count = kinds.filter((each) => each === kind).length
    if (count > 0 && count >= kinds.length * 0.9) return kind
  }
  return 'text'
}

/** Cells of the rows that their columns do not take, by the first reason. */
export function refusedCells(
  rows: readonly (readonly string[])[],
  columns: readonly (EntryColumn | undefined)[],
): { row: number; column: number; problem: CellProblem }[] {
  return rows.flatMap((cells, row) =>
    cells.flatMap((text, column) => {
      const target = columns[column]
      const problem = target && readEntry(target, text).problem
      return problem === undefined ? [] : [{ row, column, problem }]
    }),
  )
}

function kindOfText(text: string): EntryKind {
  const trimmed = text.trim()
  // A number that begins with a zero is a code.
  if (numberOf(trimmed) !== undefined && !/^0\d/.test(trimmed)) return 'number'
  if (/^(\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?)?|\d{1,2}\.\d{1,2}\.\d{4})$/.test(trimmed)) return 'datetime'
  return /^(true|false|yes|no)$/i.test(trimmed) ? 'checkbox' : 'text'
}
