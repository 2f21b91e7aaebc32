import { type CellProblem, isRequiredColumn } from '@octavo/core/document'
import type { GridCell, GridRow, GridSource } from '../../grid/index.ts'
import type { Entries } from './entries.ts'
import { type Entry, type EntryColumn, emptyEntry, hasRules, readEntry, textOfCell } from './entry-values.ts'

interface EntrySourceInput {
  /** The rows of the page. */
  source: GridSource
  /** Ids of these rows, in their order. */
  rowIds: readonly string[]
  entries: Entries
  /** Shows an empty last row, which becomes a row when something is written into it. */
  hasNewRow: boolean
  /** Columns that take entries. */
  columns: ReadonlyMap<string, EntryColumn>
  words: EntryWords
}

export interface EntryWords {
  newRow: string
  /** Why a column refuses a cell. */
  problem: (problem: CellProblem) => string
}

/** The rows of the page with what has been entered over them, the added rows, and a last one to write into. */
export interface EntrySource extends GridSource {
  /** The row at a place: its id, or the key of an added one. Undefined for the last row, which is none yet. */
  rowKey(index: number): string | undefined
  entry(index: number, columnId: string): Entry | undefined
  /** The index of a row; of the last row for undefined. -1 for a row that does not exist. */
  placeOf(rowKey: string | undefined): number
  /** Place among the rows of the page; undefined for other rows. */
  pageRow(index: number): number | undefined
}

export function entrySource({ source, rowIds, entries, hasNewRow, columns, words }: EntrySourceInput): EntrySource {
  const { changed, removed } = entries
  // After a reload the page's rows include the added ones.
  const ofPage = new Set(entries.added.length > 0 ? rowIds : [])
  const added = entries.added.filter(({ key }) => !ofPage.has(key))
  const shown = removed.size === 0 ? undefined : placesOfOthers(rowIds, removed)
  const pageRows = shown?.length ?? source.rowCount
  const pageRow = (index: number) => (index < pageRows ? (shown ? shown[index] : index) : undefined)
  const rowKey = (index: number) => {
    const place = pageRow(index)
    return place === undefined ? added[index - pageRows]?.key : rowIds[place]
  }
  const entry = (index: number, columnId: string) => {
    const key = rowKey(index)
    const own = added[index - pageRows]?.cells[columnId]
    return own ?? (key === undefined ? undefined : changed.get(key)?.[columnId])
  }
  const rowCount = pageRows + added.length + (hasNewRow ? 1 : 0)
  const placeOf = (wanted: string | undefined) => {
    if (wanted === undefined) return hasNewRow ? rowCount - 1 : -1
    const place = rowIds.indexOf(wanted)
    if (place >= 0) return shown ? shown.indexOf(place) : place
    const own = added.findIndex(({ key }) => key === wanted)
    return own < 0 ? -1 : pageRows + own
  }
  return {
    ...source,
    rowCount,
    placeOf,
    rowKey,
    entry,
    pageRow,
    row(index): GridRow {
      const place = pageRow(index)
      const known = place === undefined ? undefined : source.row(place)
      return known?.placeholder ? known : { key: rowKey(index) ?? 'new', isGroup: false, depth: 0 }
    },
    cell(index, columnIndex): GridCell {
      const column = source.columns[columnIndex]
      const written = column && entry(index, column.id)
      if (written) return entryCell(written, words)
      const place = pageRow(index)
      const entered = column && columns.get(column.id)
      if (place !== undefined) {
        const cell = source.cell(place, columnIndex)
        return entered && !source.row(place).placeholder ? shownCell(cell, entered, words) : cell
      }
      const isHint = columnIndex === 0 && index === pageRows + added.length
      const isAdded = index < pageRows + added.length
      if (isAdded && entered && isRequiredColumn(entered.column))
        return { ...entryCell(emptyEntry(entered.column), words), look: 'blank' }
      return isHint ? { text: words.newRow, raw: '', look: 'null' } : { text: '', raw: '', look: 'blank' }
    },
  }
}

/** An empty cell is one to write into; several choices are written as people type them. */
function shownCell(cell: GridCell, column: EntryColumn, words: EntryWords): GridCell {
  const isEmpty = cell.look === 'null'
  const text = isEmpty ? '' : textOfCell(column.kind, cell.raw)
  // Cells entered before the column had its rules may break them.
  const problem = hasRules(column) ? readEntry(column, text).problem : undefined
  const marked = problem === undefined ? cell : { ...cell, mark: 'wrong' as const, note: words.problem(problem) }
  if (isEmpty) return { ...marked, text: '', look: 'blank' }
  return column.kind === 'multi-select' ? { ...marked, text } : marked
}

function entryCell({ text, problem }: Entry, words: EntryWords): GridCell {
  return problem === undefined
    ? { text, raw: text, mark: 'changed' }
    : { text, raw: text, mark: 'wrong', note: words.problem(problem) }
}

function placesOfOthers(rowIds: readonly string[], removed: ReadonlySet<string>): number[] {
  return rowIds.flatMap((id, place) => (removed.has(id) ? [] : [place]))
}
