import type { InputTableChanged } from '@octavo/core/contract'
import { editStopText } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import type { Clock } from '../../config/index.ts'
import { type Sessions, type WriteTransaction, WriteUncertain } from '../../connectors/index.ts'
import { type AuditEvent, newUuid, type Queryable, type Store } from '../../store/index.ts'
import { deleteInputEdit, type InputEditRow, insertInputEdit } from '../../store/input-edits.ts'
import { settleInputTable } from '../../store/input-rows.ts'
import {
  connectionBook,
  editIds,
  type Header,
  headerRow,
  headers,
  readHeader,
  rowTableName,
} from '../input-rows/connection-book.ts'
import type { RowBook, TablePlace } from '../input-rows/row-book.ts'
import { type RowPlace, writeMs, writerOf } from '../input-rows/row-writers.ts'
import { serviceOf } from '../service/service.ts'
import { type EditTroubles, isOfConnection } from './edit-troubles.ts'
import type { RowMoves } from './row-moves.ts'
import { rowsChannel } from './rows-channel.ts'
import { createTableTurns, type TableTurns } from './table-turns.ts'

export type ConnectionEdits = ReturnType<typeof createConnectionEdits>

/**
 * Changes rows that are stored in a connection. Each edit is recorded in the store before it is written and completed there afterwards, so
 * that `recover` finds and completes an interrupted one, with its event.
 */
export function createConnectionEdits(parts: Omit<Parts, 'turns'>) {
  return serviceOf({ ...parts, turns: createTableTurns() }, { change, recover })
}

interface Parts {
  store: Store
  sessions: Sessions
  clock: Clock
  editTroubles: EditTroubles
  rowMoves: RowMoves
  turns: TableTurns
}

/** The result of an edit, with facts for the audit event. */
export interface EditCame {
  result: InputTableChanged
  header: Header
  told: Pick<AuditEvent, 'details' | 'change'>
}

/** An edit with this name was already written. */
export class WrittenBefore extends Error {}

export interface ConnectionEdit {
  /** Id of an edit with a name, which is written once; null generates an id. */
  id: string | null
  place: TablePlace
  at: RowPlace
  /** The rows are still in the store. */
  moves: boolean
  baseUrl: string | null
  /** The event without the result of the edit. */
  event: AuditEvent
  /** Runs in the transaction that records the edit. Throws when the edit is not allowed. */
  requireAllowed(tx: Queryable): Promise<unknown>
  /** Changes the rows; `header` is the previous header with the new revision. */
  work(book: RowBook, header: Header): Promise<EditCame>
}

/** Throws the errors of `work`, and `edits_stopped` when the connection refuses the change. */
async function change(parts: Parts, edit: ConnectionEdit): Promise<InputTableChanged> {
  const { store, turns } = parts
  if (store.isDryRun()) throw new AppError('dry_run_not_supported', { operation: 'changeInputTableRows' })
  const { organizationId } = edit.place
  const where = { organizationId, connectionId: edit.at.connectionId, baseUrl: edit.baseUrl }
  return turns.take(rowTableName(edit.place), async () => {
    await parts.editTroubles.requireNone(where)
    try {
      if (edit.moves) await parts.rowMoves.move(edit.place, edit.at)
      return await noted(parts, edit)
    } catch (error) {
      if (!isOfConnection(error)) throw error
      throw await parts.editTroubles.stop(where, error)
    }
  })
}

async function noted(parts: Parts, edit: ConnectionEdit): Promise<InputTableChanged> {
  const { store, clock } = parts
  const { place, at } = edit
  const row: InputEditRow = {
    organization_id: place.organizationId,
    id: edit.id ?? newUuid(),
    document_id: place.documentId,
    element_id: place.elementId,
    connection_id: at.connectionId,
    write_schema: at.schema,
    event: JSON.stringify(edit.event),
    created_at: clock.now(),
  }
  await store.write([], async (tx) => {
    await edit.requireAllowed(tx)
    await insertInputEdit(tx, row)
  })
  const { result, ...summary } = await writeThere(parts, edit, row.id).catch(async (error: unknown) => {
    // The edit may have been written, or was written before: it is checked later.
    if (error instanceof WriteUncertain || error instanceof WrittenBefore) throw error
    await store.maintain('edit that was not made', (tx) => deleteInputEdit(tx, row.organization_id, row.id))
    throw error
  })
  await settle(parts, row, summary)
  return result
}

async function writeThere(parts: Parts, edit: ConnectionEdit, editId: string): Promise<EditCame> {
  const { place, at, work } = edit
  const writer = await writerOf(parts, place.organizationId, at)
  return writer.write(async (tx) => {
    const known = await readHeader(tx, place, true)
    const mark = await findMark(tx, at, editId)
    if (mark?.[2] === 'made') throw new WrittenBefore()
    if (mark) {
      const reason = editStopText('change_given_up')
      throw new AppError('source_unavailable', { source: 'input table', reason, isPassing: true })
    }
    const came = await work(connectionBook(tx, place, at.connectionId), { ...known, revision: known.revision + 1 })
    await tx.put(headers, [headerRow(place, came.header)])
    const summary = JSON.stringify({ header: came.header, told: came.told })
    const name = rowTableName(place)
    await tx.insert(editIds(at.connectionId), [[editId, name, 'made', summary, String(parts.clock.now())]])
    return came
  }, writeMs)
}

async function findMark(tx: WriteTransaction, { connectionId }: RowPlace, editId: string) {
  const [mark] = await tx.read(editIds(connectionId), { where: [{ column: 'edit_id', values: [editId] }] })
  return mark
}

type Summary = Pick<EditCame, 'header' | 'told'>

/** Completes an edit that was written: records the revision in the store and logs the event. Happens only once, in whichever process. */
async function settle({ store }: Parts, row: InputEditRow, { header, told }: Summary): Promise<void> {
  const base = JSON.parse(row.event) as AuditEvent
  const { details = {}, ...change } = told
  await store.write<boolean>(
    (isOurs) => (isOurs ? { ...base, ...change, details: { ...base.details, ...details } } : []),
    async (tx) => {
      if (!(await deleteInputEdit(tx, row.organization_id, row.id))) return false
      const place = { organizationId: row.organization_id, documentId: row.document_id, elementId: row.element_id }
      const { revision, rowCount: row_count, sizeBytes: size_bytes } = header
      await settleInputTable(tx, place, { revision, row_count, size_bytes })
      await store.announce(tx, rowsChannel(row.document_id))
      return true
    },
    { turn: JSON.stringify(['rows', row.organization_id, row.document_id, row.element_id]) },
  )
}

/**
 * Completes an interrupted edit: with its event when it was written; otherwise it is marked in the connection, so that it can never be
 * written. Throws AppError when the connection does not respond.
 */
async function recover(parts: Parts, row: InputEditRow): Promise<'made' | 'given up'> {
  const { store, clock } = parts
  const place = { organizationId: row.organization_id, documentId: row.document_id, elementId: row.element_id }
  const at = { connectionId: row.connection_id, schema: row.write_schema }
  const writer = await writerOf(parts, row.organization_id, at)
  const summary = await writer.write(async (tx) => {
    // A writer that is still active holds the lock of this row.
    await readHeader(tx, place, true)
    const mark = await findMark(tx, at, row.id)
    if (mark) return mark[2] === 'made' ? (mark[3] ?? null) : null
    const name = rowTableName(place)
    await tx.insert(editIds(at.connectionId), [[row.id, name, 'given up', '{}', String(clock.now())]])
    return null
  }, writeMs)
  if (summary !== null) {
    await settle(parts, row, JSON.parse(summary) as Summary)
    return 'made'
  }
  await store.maintain('edit that was not made', (tx) => deleteInputEdit(tx, row.organization_id, row.id))
  return 'given up'
}
