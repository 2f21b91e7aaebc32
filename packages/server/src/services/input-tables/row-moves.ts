import { editStopText } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import { systemActor } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Sessions, WriteTransaction } from '../../connectors/index.ts'
import type { Store } from '../../store/index.ts'
import { beginInputMove, endInputMove, type InputMoveRow } from '../../store/input-moves.ts'
import {
  handOverInputRows,
  holdInputTable,
  type InputRow,
  type InputTableRow,
  listAllInputRowChanges,
  listInputRows,
} from '../../store/input-rows.ts'
import {
  cellsOfChange,
  cellsOfRow,
  editIds,
  editLog,
  headerRow,
  headers,
  rowTable,
  rowTableName,
} from '../input-rows/connection-book.ts'
import type { TablePlace } from '../input-rows/row-book.ts'
import { moveMs, type RowPlace, writerOf } from '../input-rows/row-writers.ts'
import { serviceOf } from '../service/service.ts'
import { rowsChannel } from './rows-channel.ts'

export type RowMoves = ReturnType<typeof createRowMoves>

/** Moves the rows of input tables, with their history, from the store into a connection. */
export function createRowMoves(parts: Parts) {
  return serviceOf(parts, { move })
}

interface Parts {
  store: Store
  sessions: Sessions
  clock: Clock
}

const attempts = 5
const changesAtOnce = 5000

/**
 * Copies the rows first; the store remains authoritative until it hands them over, which it does only when they were not changed in the
 * meantime. So no row is lost or duplicated, wherever a process ends. A repeated run starts over.
 */
async function move(parts: Parts, place: TablePlace, to: RowPlace): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const { table, ledger } = await begin(parts, place, to)
    if (table.write_schema !== null) return
    const rows = await listInputRows(parts.store.db, place)
    if (rows.length !== table.row_count) continue
    if ((await copy(parts, place, to, { table, rows })) && (await handOver(parts, place, to, { table, ledger }))) return
  }
  const reason = editStopText('rows_moving')
  throw new AppError('source_unavailable', { source: 'input table', reason, isPassing: true })
}

async function begin({ store, clock }: Parts, place: TablePlace, to: RowPlace) {
  return store.maintain('move of rows', async (tx) => {
    const table = await holdInputTable(tx, place)
    const ledger: InputMoveRow = {
      organization_id: place.organizationId,
      document_id: place.documentId,
      element_id: place.elementId,
      connection_id: to.connectionId,
      write_schema: to.schema,
      state: 'moving',
      revision: table.revision,
      row_count: table.row_count,
      started_at: clock.now(),
      finished_at: null,
    }
    if (table.write_schema === null) await beginInputMove(tx, ledger)
    return { table, ledger }
  })
}

interface Copied {
  table: InputTableRow
  rows: readonly InputRow[]
}

/** False when the connection already has a later state of the rows, because another process moved them. */
async function copy(parts: Parts, place: TablePlace, to: RowPlace, { table, rows }: Copied): Promise<boolean> {
  const writer = await writerOf(parts, place.organizationId, to)
  const name = rowTableName(place)
  const own = rowTable(name)
  return writer.write(async (tx) => {
    for (const needed of [headers, own, editLog(to.connectionId), editIds(to.connectionId)]) await tx.ensure(needed)
    await tx.add(headers, [headerRow(place, { revision: -1, rowCount: 0, sizeBytes: 0 })])
    const [known] = await tx.read(headers, { where: [{ column: 'table_name', values: [name] }], locks: true })
    if (Number(known?.[3] ?? -1) > table.revision) return false
    await tx.remove(own, {})
    await tx.insert(own, rows.map(cellsOfRow))
    await copyChanges(parts, tx, place, to)
    const { revision, row_count: rowCount, size_bytes: sizeBytes } = table
    await tx.put(headers, [headerRow(place, { revision, rowCount, sizeBytes })])
    return true
  }, moveMs)
}

async function copyChanges({ store }: Parts, tx: WriteTransaction, place: TablePlace, to: RowPlace): Promise<void> {
  const name = rowTableName(place)
  const log = editLog(to.connectionId)
  await tx.remove(log, { where: [{ column: 'table_name', values: [name] }] })
  for (let after: { rowId: string; revision: number } | null = null; ; ) {
    const some = await listAllInputRowChanges(store.db, place, after, changesAtOnce)
    await tx.insert(
      log,
      some.map((change) => cellsOfChange(name, change)),
    )
    const last = some.at(-1)
    if (!last || some.length < changesAtOnce) return
    after = { rowId: last.row_id, revision: last.revision }
  }
}

/** False when the rows were changed after they were copied. */
async function handOver(
  { store, clock }: Parts,
  place: TablePlace,
  to: RowPlace,
  { table, ledger }: { table: InputTableRow; ledger: InputMoveRow },
): Promise<boolean> {
  const { organizationId, documentId, elementId } = place
  return store.write<boolean>(
    (isMoved) =>
      isMoved
        ? {
            organizationId,
            actor: systemActor,
            category: 'INPUT_TABLES',
            action: 'INPUT_TABLE_ROWS_MOVED',
            object: { kind: 'workbook', id: documentId },
            details: { elementId, connectionId: to.connectionId, rows: table.row_count, revision: table.revision },
          }
        : [],
    async (tx) => {
      const now = await holdInputTable(tx, place)
      if (now.write_schema !== null || now.revision !== table.revision) return false
      await handOverInputRows(tx, place, to)
      await endInputMove(tx, ledger, clock.now())
      await store.announce(tx, rowsChannel(documentId))
      return true
    },
  )
}
