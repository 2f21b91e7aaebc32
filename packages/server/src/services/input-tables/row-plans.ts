import type { InputTableChange, InputTableChanged } from '@octavo/core/contract'
import { type DocumentElement, type InputCell, isLinkedTable } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import type { Queryable } from '../../store/index.ts'
import type { InputRow, InputRowChange } from '../../store/input-rows.ts'
import { findMembers } from '../../store/members.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { Header } from '../input-rows/connection-book.ts'
import type { RowBook, TablePlace } from '../input-rows/row-book.ts'
import { refusedChange } from './refused-change.ts'
import { removals, type Stamp, sizeAfter, writtenRows } from './row-changes.ts'
import { hasMatches, matchedRows } from './row-matches.ts'
import { storedRowLimits } from './stored-rows.ts'

/** A change with its cells in stored form. */
export interface CheckedChange {
  insert: { rowId: string; cells: Record<string, InputCell> }[]
  update: { rowId: string; cells: Record<string, InputCell> }[]
  /** The cells of each entry of `updateWhere`. */
  matched: Record<string, InputCell>[]
}

export interface RowsToWrite {
  place: TablePlace
  element: DocumentElement
  change: InputTableChange
  wanted: CheckedChange
}

/** The existing rows of a table that a change may affect, and those of them that are hidden from the writer. */
export interface PresentRows {
  present: ReadonlyMap<string, InputRow>
  hidden: ReadonlySet<string>
}

/** Returns which of the existing rows are hidden from the writer. */
export type HiddenOf = (present: ReadonlyMap<string, InputRow>) => ReadonlySet<string>

export type RowsWritten = InputTableChanged & { rows: number }

const nothingHidden: ReadonlySet<string> = new Set()

/** The rows that a change affects by id; all rows when it selects them by their values. */
export function presentRows(
  book: Pick<RowBook, 'all' | 'find'>,
  { change, wanted }: Pick<RowsToWrite, 'change' | 'wanted'>,
): Promise<Map<string, InputRow>> {
  const { replace = false } = change
  return replace || hasMatches(change) ? book.all() : book.find(namedIds(change, wanted))
}

function namedIds(change: InputTableChange, wanted: CheckedChange): string[] {
  return [...new Set([...wanted.update.map(({ rowId }) => rowId), ...(change.delete ?? [])])]
}

/**
 * The rows that a change would affect if the writer saw all rows: rows named by id, whether or not they exist, and rows
 * that match.
 */
export function rowsOfWrite(present: ReadonlyMap<string, InputRow>, { change, wanted }: RowsToWrite): Set<string> {
  const { replace = false, updateWhere = [], deleteWhere = [] } = change
  const matches = [...updateWhere, ...deleteWhere].map(({ tests }) => ({ tests }))
  return new Set([
    ...namedIds(change, wanted),
    ...(replace ? present.keys() : []),
    ...matchedRows(present.values(), matches, '').flat(),
  ])
}

/** Changes the rows of a book. Rows that `hiddenOf` returns are treated as missing. */
export async function writeRows(
  book: RowBook,
  db: Queryable,
  { hiddenOf, ...write }: RowsToWrite & { header: Header; stamp: Stamp; hiddenOf?: HiddenOf | undefined },
): Promise<{ result: RowsWritten; header: Header }> {
  const { element, place, header, wanted } = write
  const present = await presentRows(book, write)
  const hidden = hiddenOf?.(present) ?? nothingHidden
  const firstPlace = (await book.lastPlace()) + 1
  const { updated, removed, kept, written, changes } = await planRows(db, { present, hidden }, { ...write, firstPlace })
  const size = sizeAfter(header, removed, kept, written)
  requireRoom(size, hiddenOf !== undefined)
  await book.remove(removed.map((row) => row.row_id))
  await book.put(written)
  await book.note(changes)
  const result = {
    workbookId: place.documentId,
    elementId: element.id,
    inserted: wanted.insert.map(({ rowId }) => rowId),
    updated,
    deleted: removed.length,
    rows: size.rowCount,
    revision: header.revision,
  }
  return { result, header: { ...size, revision: header.revision } }
}

export interface RowPlan {
  updated: number
  removed: InputRow[]
  /** Existing rows that the change does not delete. */
  kept: Map<string, InputRow>
  /** Rows with their cells after the change. */
  written: InputRow[]
  changes: InputRowChange[]
}

/**
 * Computes the rows after a change. Throws when it names a row that does not exist, or one that was changed since
 * `baseRevision`.
 */
export async function planRows(
  db: Queryable,
  { present: all, hidden }: PresentRows,
  write: RowsToWrite & { firstPlace: number; stamp: Stamp },
): Promise<RowPlan> {
  const { place, element, change, wanted, firstPlace, stamp } = write
  const { replace = false, baseRevision } = change
  const present = hidden.size === 0 ? all : new Map([...all].filter(([rowId]) => !hidden.has(rowId)))
  const { deleted, update } = withMatches(change, wanted, present)
  const updatedIds = update.map(({ rowId }) => rowId)
  const ids = [...new Set([...updatedIds, ...deleted])]
  await requireUnchanged(db, place.organizationId, element, { present, ids, baseRevision })
  const gone = new Set(replace ? present.keys() : deleted)
  const kept = new Map([...present].filter(([rowId]) => !gone.has(rowId)))
  requireKnown(deleted, (rowId) => present.has(rowId), 'delete')
  // A row of a linked table exists without being stored.
  requireKnown(updatedIds, (rowId) => (isLinkedTable(element) ? !hidden.has(rowId) : kept.has(rowId)), 'update')
  const removed = [...gone].flatMap((rowId) => present.get(rowId) ?? [])
  const goneRows = new Map(removed.map((row) => [row.row_id, row]))
  const made = writtenRows(kept, [...wanted.insert, ...update], { place, firstPlace, gone: goneRows, stamp })
  const changes = [...removals(removed, made.rows, stamp), ...made.changes]
  return { updated: update.length, removed, kept, written: made.rows, changes }
}

/** The rows named by id together with the rows matched by conditions; rows to delete are not changed as well. */
function withMatches(change: InputTableChange, wanted: CheckedChange, present: ReadonlyMap<string, InputRow>) {
  const { delete: named = [], updateWhere = [], deleteWhere = [] } = change
  const deleted = [...named, ...matchedRows(present.values(), deleteWhere, 'deleteWhere').flat()]
  const gone = new Set(deleted)
  const matched = matchedRows(present.values(), updateWhere, 'updateWhere').flatMap((rowIds, index) =>
    rowIds.filter((rowId) => !gone.has(rowId)).map((rowId) => ({ rowId, cells: wanted.matched[index] ?? {} })),
  )
  return { deleted: [...gone], update: [...wanted.update, ...matched] }
}

function requireKnown(rowIds: readonly string[], isKnown: (rowId: string) => boolean, path: string): void {
  const missing = rowIds.find((rowId) => !isKnown(rowId))
  if (missing === undefined) return
  throw refusedChange(path, { code: 'no_row', values: { value: missing } })
}

/** Maximum conflicting rows that an error lists. */
const mostConflicts = 100

interface Expected {
  present: ReadonlyMap<string, InputRow>
  /** Ids of the rows to change or delete. */
  ids: readonly string[]
  /** The revision that the writer has seen; undefined accepts any. */
  baseRevision: number | undefined
}

/** Throws `row_conflict` with the current rows when they were changed or deleted after the revision. */
async function requireUnchanged(
  tx: Queryable,
  organizationId: string,
  element: DocumentElement,
  { present, ids, baseRevision }: Expected,
): Promise<void> {
  if (baseRevision === undefined) return
  const isOther = (rowId: string) => {
    const row = present.get(rowId)
    // A row of a linked table exists without being stored until a value is entered in it.
    return row ? row.revision > baseRevision : !isLinkedTable(element)
  }
  const others = ids.filter(isOther).slice(0, mostConflicts)
  if (others.length === 0) return
  const writers = [...new Set(others.flatMap((rowId) => present.get(rowId)?.updated_by ?? []))]
  const members = await findMembers(tx, organizationId, writers)
  const rows = others.map((rowId) => {
    const row = present.get(rowId)
    return {
      rowId,
      values: row ? (JSON.parse(row.cells) as object) : null,
      updatedBy: row ? (members.get(row.updated_by)?.email ?? row.updated_by) : null,
      updatedAt: row ? timestamp(row.updated_at) : null,
    }
  })
  throw new AppError('row_conflict', { rows })
}

/** Throws when the table would become too large. The message leaves out the size when it would reveal hidden rows. */
function requireRoom({ rowCount, sizeBytes }: Pick<Header, 'rowCount' | 'sizeBytes'>, hidesRows: boolean): void {
  const { rows: most, bytes: mostBytes } = storedRowLimits
  if (rowCount <= most && sizeBytes <= mostBytes) return
  const values = { value: most.toLocaleString('en-US'), bound: String(mostBytes / 1024 / 1024) }
  const would = hidesRows ? '' : ` It would have ${rowCount} rows and ${sizeBytes} bytes.`
  throw refusedChange('elementId', { code: 'table_full', values }, would)
}
