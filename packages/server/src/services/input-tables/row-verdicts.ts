import type { Viewer } from '@octavo/core/access'
import { isLinkedTable } from '@octavo/core/document'
import { AppError, type Problem } from '@octavo/core/errors'
import type { Clock } from '../../config/index.ts'
import type { Sessions } from '../../connectors/index.ts'
import type { Queryable, Store } from '../../store/index.ts'
import { findInputTable, type InputRow } from '../../store/input-rows.ts'
import { rowsInConnection } from '../input-rows/edit-log.ts'
import { storeBook, type TablePlace } from '../input-rows/row-book.ts'
import type { RowPlace } from '../input-rows/row-writers.ts'
import { type EditTroubles, isOfConnection } from './edit-troubles.ts'
import { cellProblemAt } from './refused-change.ts'
import { type HiddenOf, planRows, presentRows, type RowsToWrite, rowsOfWrite } from './row-plans.ts'
import type { SeenAmong } from './seen-rows.ts'

/** A row was changed between the check whether the writer sees it and the change. */
export class RowsMoved extends Error {}

interface Parts {
  store: Store
  sessions: Sessions
  clock: Clock
  editTroubles: EditTroubles
  /** Base URL of links in mails. */
  baseUrl: string | null
}

/** Maximum attempts of a change whose rows are changed concurrently. */
const mostTries = 20

/**
 * Makes a change for a writer from whom rows may be hidden. Before the transaction, the data platform determines which
 * of the affected rows the writer sees, before and after the change. Inside the transaction, a row that was not checked
 * in its current state restarts the change. Throws `invalid_request` for a row that the writer would not see
 * afterwards.
 */
export async function writeSeen<T>(
  parts: Parts,
  viewer: Viewer,
  write: RowsToWrite,
  seenAmong: SeenAmong,
  signal: AbortSignal,
  make: (hiddenOf: HiddenOf) => Promise<T>,
): Promise<T> {
  const verdicts = new Map<string, boolean>()
  const hiddenOf: HiddenOf = (present) => {
    const asked = rowsToCheck(present, write)
    const hidden = new Set<string>()
    for (const [rowId, row] of asked) {
      const verdict = verdicts.get(stateOf(rowId, row))
      if (verdict === undefined) throw new RowsMoved()
      if (!verdict) hidden.add(rowId)
    }
    return hidden
  }
  for (let tries = 1; ; tries += 1) {
    const present = await presentOutside(parts, write)
    await findVisible(verdicts, rowsToCheck(present, write), write.place, seenAmong, signal)
    await requireSeenAfterwards(parts, viewer, write, { present, hidden: hiddenOf(present) }, seenAmong, signal)
    try {
      return await make(hiddenOf)
    } catch (error) {
      if (!(error instanceof RowsMoved)) throw error
      if (tries === mostTries) throw new AppError('row_conflict', { rows: [] })
    }
  }
}

/** Identifies the state of a row (`none` when nothing is stored for it); equal states have the same verdict. */
const stateOf = (rowId: string, row: InputRow | undefined) => `${row?.revision ?? 'none'} ${rowId}`

/** Rows whose visibility must be determined, with their stored cells; a linked table includes rows that were never written. */
function rowsToCheck(present: ReadonlyMap<string, InputRow>, write: RowsToWrite): [string, InputRow | undefined][] {
  const isLinked = isLinkedTable(write.element)
  return [...rowsOfWrite(present, write)].flatMap((rowId) => {
    const row = present.get(rowId)
    return row || isLinked ? [[rowId, row]] : []
  })
}

async function findVisible(
  verdicts: Map<string, boolean>,
  rows: readonly [string, InputRow | undefined][],
  place: TablePlace,
  seenAmong: SeenAmong,
  signal: AbortSignal,
): Promise<void> {
  const open = rows.filter(([rowId, row]) => !verdicts.has(stateOf(rowId, row)))
  if (open.length === 0) return
  const seen = await seenAmong(
    open.map(([rowId, row]) => row ?? unwritten(place, rowId)),
    signal,
  )
  for (const [rowId, row] of open) verdicts.set(stateOf(rowId, row), seen.has(rowId))
}

const unwritten = ({ organizationId, documentId, elementId }: TablePlace, rowId: string): InputRow => ({
  organization_id: organizationId,
  document_id: documentId,
  element_id: elementId,
  row_id: rowId,
  place: 0,
  cells: '{}',
  revision: 0,
  created_by: '',
  created_at: 0,
  updated_by: '',
  updated_at: 0,
})

/** Maximum rows that an error lists. */
const mostProblems = 100

async function requireSeenAfterwards(
  { store, clock }: Parts,
  viewer: Viewer,
  write: RowsToWrite,
  { present, hidden }: Parameters<typeof planRows>[1],
  seenAmong: SeenAmong,
  signal: AbortSignal,
): Promise<void> {
  const stamp = { by: viewer.memberId, at: clock.now(), revision: 1 }
  const { written } = await planRows(store.db, { present, hidden }, { ...write, firstPlace: 1, stamp })
  if (written.length === 0) return
  const seen = await seenAmong(written, signal)
  const lost = new Set(written.flatMap(({ row_id }) => (seen.has(row_id) ? [] : [row_id])))
  if (lost.size === 0) return
  const of = (list: 'insert' | 'update') =>
    write.wanted[list].flatMap(({ rowId }, index) =>
      lost.has(rowId) ? [{ rowId, problem: cellProblemAt(`${list}[${index}]`, { code: 'row_hidden' }) }] : [],
    )
  const named = [...of('insert'), ...of('update')]
  const reported = new Set(named.map(({ rowId }) => rowId))
  const matched = [...lost].some((rowId) => !reported.has(rowId))
    ? [cellProblemAt('updateWhere', { code: 'row_hidden' })]
    : []
  const problems: Problem[] = [...named.map(({ problem }) => problem), ...matched].slice(0, mostProblems)
  const reason = `${problems[0]?.path}: ${problems[0]?.message} Nothing was changed.`
  throw new AppError('invalid_request', { reason, problems })
}

/** The rows that a change may affect, read from the store or their connection, outside of the transaction. */
async function presentOutside(parts: Parts, write: RowsToWrite): Promise<Map<string, InputRow>> {
  const { place } = write
  const db: Queryable = parts.store.db
  const table = await findInputTable(db, place)
  const { connection_id: connectionId = null, write_schema: schema = null } = table ?? {}
  if (connectionId === null || schema === null) return presentRows(storeBook(db, place), write)
  const read = async (rowIds?: readonly string[]) => {
    const rows = await rowsThere(parts, place, { connectionId, schema }, rowIds)
    return new Map(rows.map((row) => [row.row_id, row]))
  }
  return presentRows({ all: () => read(), find: async (ids) => (ids.length === 0 ? new Map() : read(ids)) }, write)
}

/** Throws `edits_stopped` when the connection cannot be read. */
async function rowsThere(
  parts: Parts,
  place: TablePlace,
  at: RowPlace,
  rowIds: readonly string[] | undefined,
): Promise<InputRow[]> {
  const { editTroubles, baseUrl } = parts
  const where = { organizationId: place.organizationId, connectionId: at.connectionId, baseUrl }
  await editTroubles.requireNone(where)
  try {
    return await rowsInConnection(parts, place, at, rowIds)
  } catch (error) {
    if (!isOfConnection(error)) throw error
    throw await editTroubles.stop(where, error)
  }
}
