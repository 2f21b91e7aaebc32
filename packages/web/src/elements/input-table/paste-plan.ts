import { type BaseElement, columnsOf, type DocumentColumn, inputColumn } from '@octavo/core/document'
import type { CellPlace } from '../../grid/index.ts'
import { acceptedRows, type WrittenTable, writeTexts } from './entry-plans.ts'
import { type EntryColumn, type EntryKind, entryColumns } from './entry-values.ts'
import { usualFormat } from './input-column-edits.ts'
import { kindOfColumn, refusedCells } from './pasted-rows.ts'

type Texts = readonly (readonly string[])[]

/** True when pasted texts need new columns, or have cells that their columns do not accept. */
export function needsQuestion(table: WrittenTable, texts: Texts, at: CellPlace, canMakeColumns: boolean): boolean {
  const columns = targets(table, texts, at)
  if (canMakeColumns && (missingColumns(table, texts, at) > 0 || isFresh(table))) return true
  return refusedCells(texts, columns).length > 0 || isLeftOut(leftOut(table, texts, at, canMakeColumns))
}

/** What a paste does not write, because the table has no place for it. */
export interface LeftOut {
  rows: number
  /** Names of the columns that accept no entries. */
  columns: string[]
  /** Columns after the last one of the table. */
  beyond: number
}

export const isLeftOut = ({ rows, columns, beyond }: LeftOut): boolean => rows > 0 || columns.length > 0 || beyond > 0

export function leftOut(table: WrittenTable, texts: Texts, at: CellPlace, canMakeColumns: boolean): LeftOut {
  const { source, columns } = table
  const rows = Math.max(0, texts.length - acceptedRows(table, at.row))
  const shown = source.columns.slice(at.column, at.column + widthOf(texts))
  const readOnly = shown.filter(
    ({ id }, index) =>
      !columns.has(id) &&
      // Rows copied from the table itself have the same texts in these columns.
      texts.some((line, offset) => (line[index] ?? '').trim() !== '' && line[index] !== textAt(at.row + offset, index)),
  )
  function textAt(row: number, index: number): string {
    if (row >= source.rowCount) return ''
    const { text, raw } = source.cell(row, at.column + index)
    return texts[row - at.row]?.[index] === raw ? raw : text
  }
  return {
    rows,
    columns: readOnly.map(({ name }) => name),
    beyond: canMakeColumns ? 0 : missingColumns(table, texts, at),
  }
}

/** Columns that the texts are pasted into; undefined for those that take no entries or are not there. */
export function targets({ source, columns }: WrittenTable, texts: Texts, at: CellPlace): (EntryColumn | undefined)[] {
  return Array.from({ length: widthOf(texts) }, (_, index) => {
    const id = source.columns[at.column + index]?.id
    return id === undefined ? undefined : columns.get(id)
  })
}

export const widthOf = (texts: Texts): number => Math.max(0, ...texts.map((line) => line.length))

export function missingColumns({ source }: WrittenTable, texts: Texts, at: CellPlace): number {
  return Math.max(0, at.column + widthOf(texts) - source.columns.length)
}

/** A table as it was added: without rows, and with the one column that it began with. */
export function isFresh({ source, columns, canAdd }: WrittenTable): boolean {
  return canAdd && source.rowCount === 1 && columns.size === 1
}

/** Columns as the document stores them, for pasted texts: missing columns of the paste, or all of a new table. */
export function columnsForPaste(
  element: BaseElement,
  table: WrittenTable,
  texts: Texts,
  at: CellPlace,
  {
    names,
    newId,
    columnName,
  }: { names: readonly string[]; newId: () => string; columnName: (place: number) => string },
): { columns: DocumentColumn[]; added: DocumentColumn[] } {
  const fresh = isFresh(table)
  const count = fresh ? widthOf(texts) : missingColumns(table, texts, at)
  const first = widthOf(texts) - count
  const known = columnsOf(element).filter(({ id }) => !(fresh && table.columns.has(id)))
  const taken = new Set(known.map(({ name }) => name))
  const added = Array.from({ length: count }, (_, index): DocumentColumn => {
    const kind: EntryKind = kindOfColumn(texts.map((line) => line[first + index] ?? ''))
    const wanted = names[first + index]?.trim() || columnName(known.length + index)
    const name = freeName(wanted, taken)
    taken.add(name)
    return inputColumn({ id: newId(), type: kind, name, ...usualFormat(kind) })
  })
  return { columns: [...known, ...added], added }
}

/** The changes of a paste; with columns that were made for it, these come last. */
export function pastePlan(
  element: BaseElement,
  table: WrittenTable,
  texts: Texts,
  at: CellPlace,
  {
    columns,
    isFresh: fresh,
    keepsRefused,
  }: { columns: readonly DocumentColumn[]; isFresh: boolean; keepsRefused: boolean },
) {
  const written = entryColumns({ ...element, columns: [...columns] })
  const shown = columns.filter((column) => column.hidden !== true)
  const known = fresh ? [] : table.source.columns
  const rest = shown.filter(({ id }) => !known.some((column) => column.id === id))
  const all = [
    ...known,
    ...rest.map(({ id, name }) => ({ id, name: name ?? id, align: 'start' as const, isSortable: false })),
  ]
  const place = fresh ? { row: at.row, column: 0 } : at
  const plan = writeTexts({ ...table, source: { ...table.source, columns: all }, columns: written }, place, texts)
  if (keepsRefused) return plan
  const accepted = (cells: (typeof plan.added)[number]) =>
    Object.fromEntries(Object.entries(cells).filter(([, { problem }]) => problem === undefined))
  return {
    changed: plan.changed.map(({ rowKey, cells }) => ({ rowKey, cells: accepted(cells) })),
    added: plan.added.map(accepted),
  }
}

function freeName(wanted: string, taken: ReadonlySet<string | undefined>): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted} (${count - 1})`
    if (!taken.has(name)) return name
  }
}
