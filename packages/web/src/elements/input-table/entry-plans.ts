import type { LevelRows } from '@octavo/core/display'
import type { Block } from '../../grid/index.ts'
import { type Cells, type Entries, type EntryPlan, noEntries } from './entries.ts'
import type { EntrySource } from './entry-source.ts'
import { type Entry, type EntryColumn, emptyEntry, readEntry, sentCell, textOfCell } from './entry-values.ts'

/** A table with unsaved entries applied. */
export interface WrittenTable {
  source: EntrySource
  columns: ReadonlyMap<string, EntryColumn>
  level: LevelRows | undefined
  /** Rows can be added at the end. */
  canAdd: boolean
}

/** The current value of a cell: what was entered, otherwise the value in the row of the page. */
export function entryAt({ source, columns, level }: WrittenTable, row: number, columnId: string): Entry {
  const written = source.entry(row, columnId)
  if (written) return written
  const kind = columns.get(columnId)?.kind ?? 'text'
  const place = source.pageRow(row)
  const at = level?.columns.findIndex(({ id }) => id === columnId) ?? -1
  const cell = place === undefined ? null : (level?.values[at]?.[place] ?? null)
  const column = columns.get(columnId)?.column
  if (column && cell === null) return emptyEntry(column)
  return { text: textOfCell(kind, cell), cell: sentCell(kind, cell) }
}

/**
 * How many rows can be written from a row on: the following ones, and new ones after the last. While further rows are not loaded, new ones
 * would be added in place of changing those.
 */
export function acceptedRows({ source, canAdd, level }: WrittenTable, row: number): number {
  const stored = source.rowCount - (canAdd ? 1 : 0)
  return canAdd && !(level?.hasMore && row < stored) ? Number.POSITIVE_INFINITY : Math.max(0, stored - row)
}

/** Writes texts into a block of cells from its first cell; texts beyond the columns are left out. */
export function writeTexts(
  table: WrittenTable,
  at: { row: number; column: number },
  texts: readonly (readonly string[])[],
) {
  const plan: EntryPlan = { changed: [], added: [] }
  for (const [offset, line] of texts.slice(0, acceptedRows(table, at.row)).entries()) {
    const cells: Record<string, Entry> = {}
    for (const [step, text] of line.entries()) {
      const column = columnAt(table, at.column + step)
      if (column) cells[column.id] = readEntry(column, text)
    }
    place(table, plan, at.row + offset, cells)
  }
  return plan
}

/** One text in every cell of a block. */
export function fillBlock(
  table: WrittenTable,
  block: Block,
  textOf: (row: number, column: number) => string,
): EntryPlan {
  const plan: EntryPlan = { changed: [], added: [] }
  for (let row = block.top; row <= block.bottom; row++) {
    const cells: Record<string, Entry> = {}
    for (let index = block.left; index <= block.right; index++) {
      const column = columnAt(table, index)
      if (column) cells[column.id] = readEntry(column, textOf(row, index))
    }
    if (table.source.rowKey(row) !== undefined) place(table, plan, row, cells)
  }
  return plan
}

/** The first row of the block in all of its rows, or its first column in all of its columns. */
export function fillFrom(table: WrittenTable, block: Block, direction: 'down' | 'right'): EntryPlan {
  // A single cell is filled from the cell above it, or on its left.
  const isOne = direction === 'down' ? block.top === block.bottom : block.left === block.right
  const from = direction === 'down' ? block.top - (isOne ? 1 : 0) : block.left - (isOne ? 1 : 0)
  if (from < 0) return { changed: [], added: [] }
  return fillBlock(table, block, (row, index) => {
    const [sourceRow, sourceColumn] = direction === 'down' ? [from, index] : [row, from]
    const id = table.source.columns[sourceColumn]?.id
    return id === undefined ? '' : entryAt(table, sourceRow, id).text
  })
}

/** The current cells of rows, as the entries that restore them. */
export function before(table: WrittenTable, plan: EntryPlan): Entries {
  const places = placesOf(table)
  const changed = plan.changed.flatMap(({ rowKey, cells }) => {
    const row = places.get(rowKey)
    if (row === undefined) return []
    return [[rowKey, Object.fromEntries(Object.keys(cells).map((id) => [id, entryAt(table, row, id)]))] as const]
  })
  return { ...noEntries, changed: new Map(changed) }
}

/** The current cells of the rows of a block with their keys, so that the rows can be added again. */
export function rowsOf(table: WrittenTable, { top, bottom }: Block): { keys: string[]; rows: Cells[] } {
  const keys: string[] = []
  const rows: Cells[] = []
  for (let row = top; row <= bottom; row++) {
    const key = table.source.rowKey(row)
    if (key === undefined) continue
    keys.push(key)
    rows.push(Object.fromEntries([...table.columns.keys()].map((id) => [id, entryAt(table, row, id)])))
  }
  return { keys, rows }
}

function placesOf({ source }: WrittenTable): Map<string, number> {
  const places = new Map<string, number>()
  for (let row = 0; row < source.rowCount; row++) {
    const key = source.rowKey(row)
    if (key !== undefined) places.set(key, row)
  }
  return places
}

function columnAt({ source, columns }: WrittenTable, index: number): EntryColumn | undefined {
  const id = source.columns[index]?.id
  return id === undefined ? undefined : columns.get(id)
}

function place({ source, canAdd }: WrittenTable, plan: EntryPlan, row: number, cells: Cells): void {
  if (Object.keys(cells).length === 0) return
  const rowKey = source.rowKey(row)
  if (rowKey !== undefined) plan.changed.push({ rowKey, cells })
  else if (canAdd) plan.added.push(cells)
}
