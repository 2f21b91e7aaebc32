import {
  type BaseElement,
  type CellProblem,
  columnsOf,
  type DocumentColumn,
  type InputCell,
  inputCell,
  inputColumnOrigin,
  isProtectedColumn,
  isRequiredColumn,
  valueNeeded,
} from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'

/** What people enter into a column. */
export type EntryKind = 'text' | 'number' | 'datetime' | 'checkbox' | 'multi-select'

/** A column of an input table that accepts typed text. */
export interface EntryColumn {
  id: string
  kind: EntryKind
  /** The only values that it accepts, as they are shown; absent where it accepts any. */
  choices: readonly string[] | undefined
  column: DocumentColumn
}

/** What was typed into a cell. */
export interface Entry {
  text: string
  /** As it is sent; null where it has a problem. */
  cell: InputCell
  /** Why the column refuses the value: it stays in the browser until it is fixed. */
  problem?: CellProblem
}

const kinds: ReadonlySet<unknown> = new Set<EntryKind>(['text', 'number', 'datetime', 'checkbox', 'multi-select'])

/** The columns of an input table that people write into, by id. */
export function entryColumns(element: BaseElement): ReadonlyMap<string, EntryColumn> {
  return new Map(
    columnsOf(element).flatMap((column) => {
      if (inputColumnOrigin(column).kind !== 'entered' || !kinds.has(column.type)) return []
      if (isProtectedColumn(column)) return []
      const choices = Array.isArray(column.values) ? column.values.map(String) : undefined
      return [[column.id, { id: column.id, kind: column.type as EntryKind, choices, column }] as const]
    }),
  )
}

/** Converts typed or pasted text to a value of the column. An empty text is an empty cell. */
export function readEntry({ kind, choices, column }: EntryColumn, text: string): Entry {
  const trimmed = text.trim()
  if (trimmed === '') return emptyEntry(column)
  const read = inputCell(column, wantedOf(kind, choices, kind === 'text' ? text : trimmed, column))
  return read.ok ? { text, cell: read.cell } : { text, cell: null, problem: read.problem }
}

/** An empty cell; a required column does not accept it. */
export function emptyEntry(column: DocumentColumn): Entry {
  return { text: '', cell: null, ...(isRequiredColumn(column) && { problem: valueNeeded }) }
}

/** Whether the column accepts only some values of its type. */
export const hasRules = ({ choices, column }: EntryColumn): boolean =>
  choices !== undefined || column.range !== undefined || isRequiredColumn(column)

/** The cell as text to edit. */
export function textOfCell(kind: EntryKind, cell: Cell | InputCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (Array.isArray(cell)) return cell.join(', ')
  const text = String(cell)
  if (kind === 'datetime') return text.replace(/T00:00:00(\.0+)?$/, '').replace('T', ' ')
  if (kind === 'multi-select' && text.startsWith('[')) return (JSON.parse(text) as string[]).join(', ')
  return text
}

/** A cell of the data of a page as it is sent back to the server. */
export function sentCell(kind: EntryKind, cell: Cell | undefined): InputCell {
  if (cell === null || cell === undefined) return null
  if (kind === 'number') return Number(cell)
  if (kind === 'checkbox') return cell === true || cell === 'true'
  if (kind === 'multi-select') return JSON.parse(String(cell)) as string[]
  return String(cell)
}

function wantedOf(
  kind: EntryKind,
  choices: readonly string[] | undefined,
  text: string,
  { values }: DocumentColumn,
): unknown {
  if (kind === 'multi-select') return listOf(text).map((item) => choiceLike(choices, item) ?? item)
  const place = choices?.indexOf(choiceLike(choices, text) ?? '') ?? -1
  if (place >= 0 && Array.isArray(values)) return values[place]
  if (kind === 'number') return numberOf(text) ?? text
  if (kind === 'checkbox') return logicalOf(text) ?? text
  if (kind === 'datetime') return momentOf(text)
  return text
}

/** The choice with this text, ignoring case. */
function choiceLike(choices: readonly string[] | undefined, text: string): string | undefined {
  const wanted = text.trim().toLocaleLowerCase()
  return choices?.find((choice) => choice === text) ?? choices?.find((choice) => choice.toLocaleLowerCase() === wanted)
}

function listOf(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** A number as people write one: with commas between thousands, a sign of a currency, or percent. */
export function numberOf(text: string): number | undefined {
  const plain = text.replace(/^([-+]?)\s*[$€£¥]\s*/, '$1').replaceAll(/(?<=\d),(?=\d{3}(?:\D|$))/g, '')
  const percent = plain.endsWith('%')
  const digits = percent ? plain.slice(0, -1).trim() : plain
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(digits)) return undefined
  return percent ? Number(`${digits}e-2`) : Number(digits)
}

const yes = new Set(['true', 'yes', 'y', '1', 'x', '✓'])
const no = new Set(['false', 'no', 'n', '0'])

function logicalOf(text: string): boolean | undefined {
  const lower = text.toLowerCase()
  return yes.has(lower) ? true : no.has(lower) ? false : undefined
}

/** Reads dates with the year first, or with points and the day first; other texts are left unchanged. */
function momentOf(text: string): string {
  const [, day, month, year, rest = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(.*)$/.exec(text) ?? []
  if (day === undefined || month === undefined || year === undefined) return text
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest}`
}
