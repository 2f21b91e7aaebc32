import type { Sessions } from '../../connectors/index.ts'
import type { InputRow, InputRowChange } from '../../store/input-rows.ts'
import { changeOfCells, editLog, readHeader, rowOf, rowTable, rowTableName } from './connection-book.ts'
import type { TablePlace } from './row-book.ts'
import { type RowPlace, writeMs, writerOf } from './row-writers.ts'

interface Parts {
  sessions: Sessions
}

/** Reads the history of a row from the edit log of its connection, in the same form as from the store. */
export function changesInConnection(parts: Parts, place: TablePlace, at: RowPlace, rowId: string) {
  const log = editLog(at.connectionId)
  const where = [
    { column: 'table_name', values: [rowTableName(place)] },
    { column: 'row_id', values: [rowId] },
  ]
  return {
    /** Returns one entry more than `limit` when there are more. */
    async list({ before, limit }: { before: number | null; limit: number }): Promise<InputRowChange[]> {
      const writer = await writerOf(parts, place.organizationId, at)
      const below = before === null ? {} : { below: { column: 'revision', value: String(before) } }
      const orderBy = [{ column: 'revision', descending: true }]
      const rows = await writer.read((tx) => tx.read(log, { where, ...below, orderBy, limit: limit + 1 }), writeMs)
      return rows.map((cells) => changeOfCells(place, cells))
    },
    async count(atMost: number | null): Promise<number> {
      const writer = await writerOf(parts, place.organizationId, at)
      return writer.read((tx) => tx.count(log, { where }, atMost), writeMs)
    },
  }
}

/**
 * All rows of a table, or those with these ids, in the order of entry. Throws AppError when the connection does not respond or has no
 * such table.
 */
export async function rowsInConnection(
  parts: Parts,
  place: TablePlace,
  at: RowPlace,
  rowIds?: readonly string[],
): Promise<InputRow[]> {
  const writer = await writerOf(parts, place.organizationId, at)
  const table = rowTable(rowTableName(place))
  const where = rowIds && [{ column: 'row_id', values: rowIds }]
  const rows = await writer.read(async (tx) => {
    await readHeader(tx, place, false)
    return tx.read(table, { ...(where ? { where } : {}), orderBy: [{ column: 'place' }, { column: 'row_id' }] })
  }, writeMs)
  return rows.map((cells) => rowOf(place, cells))
}

/** Ids of the members who wrote rows of a table. Throws AppError as `rowsInConnection` does. */
export async function writersInConnection(parts: Parts, place: TablePlace, at: RowPlace): Promise<string[]> {
  const writer = await writerOf(parts, place.organizationId, at)
  return writer.read(async (tx) => {
    await readHeader(tx, place, false)
    return tx.values(rowTable(rowTableName(place)), ['created_by', 'updated_by'])
  }, writeMs)
}

/** All rows of a table in the order of entry, and the changes of its rows after a time, latest first; both from the same moment. */
export async function rowsAndChangesInConnection(
  parts: Parts,
  place: TablePlace,
  at: RowPlace,
  { after, limit }: { after: number; limit: number },
): Promise<{ rows: InputRow[]; later: InputRowChange[] }> {
  const writer = await writerOf(parts, place.organizationId, at)
  const name = rowTableName(place)
  return writer.read(async (tx) => {
    await readHeader(tx, place, false)
    const rows = await tx.read(rowTable(name), { orderBy: [{ column: 'place' }, { column: 'row_id' }] })
    const later = await tx.read(editLog(at.connectionId), {
      where: [{ column: 'table_name', values: [name] }],
      above: { column: 'changed_at', value: String(after) },
      orderBy: [{ column: 'revision', descending: true }],
      limit,
    })
    return {
      rows: rows.map((cells) => rowOf(place, cells)),
      later: later.map((cells) => changeOfCells(place, cells)),
    }
  }, writeMs)
}
