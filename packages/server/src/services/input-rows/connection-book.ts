import { createHash } from 'node:crypto'
import { editStopText } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import type { OwnCell, OwnTable, ReadTransaction, WriteTransaction } from '../../connectors/index.ts'
import type { InputRow, InputRowChange } from '../../store/input-rows.ts'
import type { RowBook, TablePlace } from './row-book.ts'

/** The record of an input table in its connection. */
export interface Header {
  revision: number
  rowCount: number
  sizeBytes: number
}

const text = { kind: 'text' } as const
const whole = { kind: 'int64' } as const

// The connector does not list tables with these names.

/** One row for each input table of the schema; every change of rows locks it first. */
export const headers: OwnTable = {
  name: 'octavo_input_tables',
  columns: [
    { name: 'table_name', type: text },
    { name: 'document_id', type: text },
    { name: 'element_id', type: text },
    { name: 'revision', type: whole },
    { name: 'row_count', type: whole },
    { name: 'size_bytes', type: whole },
  ],
  key: ['table_name'],
}

/** The rows of one input table. `cells` is JSON: cells by column id. */
export const rowTable = (name: string): OwnTable => ({
  name,
  columns: [
    { name: 'row_id', type: text },
    { name: 'place', type: whole },
    { name: 'cells', type: text },
    { name: 'revision', type: whole },
    { name: 'created_by', type: text },
    { name: 'created_at', type: whole },
    { name: 'updated_by', type: text },
    { name: 'updated_at', type: whole },
  ],
  key: ['row_id'],
})

/** The edit log of a connection: every change of every row. */
export const editLog = (connectionId: string): OwnTable => ({
  name: `octavo_edits_${short(connectionId)}`,
  columns: [
    { name: 'table_name', type: text },
    { name: 'row_id', type: text },
    { name: 'revision', type: whole },
    { name: 'kind', type: text },
    { name: 'cells', type: text },
    { name: 'changed_by', type: text },
    { name: 'changed_at', type: whole },
  ],
  key: ['table_name', 'row_id', 'revision'],
})

/** Ids of edits that were written, and of edits that were given up. */
export const editIds = (connectionId: string): OwnTable => ({
  name: `octavo_edit_ids_${short(connectionId)}`,
  columns: [
    { name: 'edit_id', type: text },
    { name: 'table_name', type: text },
    { name: 'kind', type: text },
    { name: 'summary', type: text },
    { name: 'at', type: whole },
  ],
  key: ['edit_id'],
})

const short = (id: string): string => id.replaceAll('-', '').toLowerCase()

/** Name of the table with the rows of an input table: always the same, and unique to the input table. */
export function rowTableName({ organizationId, documentId, elementId }: TablePlace): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([organizationId, documentId, elementId]))
    .digest('hex')
  return `octavo_input_${hash.slice(0, 32)}`
}

/** Reads the header of the table; `locks` keeps its row locked. Throws when it does not exist. */
export async function readHeader(tx: ReadTransaction, place: TablePlace, locks: boolean): Promise<Header> {
  const name = rowTableName(place)
  if (!(await tx.has(headers.name)) || !(await tx.has(name))) throw missing(name)
  const [row] = await tx.read(headers, { where: [{ column: 'table_name', values: [name] }], locks })
  if (!row) throw missing(name)
  const [, , , revision, rowCount, sizeBytes] = row
  return { revision: Number(revision), rowCount: Number(rowCount), sizeBytes: Number(sizeBytes) }
}

function missing(name: string): AppError {
  const reason = editStopText('table_missing', name)
  return new AppError('source_unavailable', { source: 'input table', reason })
}

export function headerRow(place: TablePlace, { revision, rowCount, sizeBytes }: Header): OwnCell[] {
  const { documentId, elementId } = place
  return [rowTableName(place), documentId, elementId, String(revision), String(rowCount), String(sizeBytes)]
}

/** Access to rows that are stored in a connection. */
export function connectionBook(tx: WriteTransaction, place: TablePlace, connectionId: string): RowBook {
  const table = rowTable(rowTableName(place))
  const log = editLog(connectionId)
  const byId = (rowIds: readonly string[]) => ({ where: [{ column: 'row_id', values: rowIds }] })
  const found = async (what: Parameters<ReadTransaction['read']>[1]) =>
    new Map((await tx.read(table, what)).map((cells) => rowOf(place, cells)).map((row) => [row.row_id, row]))
  return {
    all: () => found({}),
    find: (rowIds) => (rowIds.length === 0 ? Promise.resolve(new Map()) : found(byId(rowIds))),
    async lastPlace() {
      const [row] = await tx.read(table, { orderBy: [{ column: 'place', descending: true }], limit: 1 })
      return Number(row?.[1] ?? 0)
    },
    remove: async (rowIds) => (rowIds.length === 0 ? undefined : tx.remove(table, byId(rowIds))),
    put: (rows) => tx.put(table, rows.map(cellsOfRow)),
    note: (changes) =>
      tx.insert(
        log,
        changes.map((change) => cellsOfChange(table.name, change)),
      ),
  }
}

export function cellsOfRow(row: InputRow): OwnCell[] {
  const { row_id, place, cells, revision, created_by, created_at, updated_by, updated_at } = row
  return [
    row_id,
    String(place),
    cells,
    String(revision),
    created_by,
    String(created_at),
    updated_by,
    String(updated_at),
  ]
}

export function rowOf({ organizationId, documentId, elementId }: TablePlace, given: readonly OwnCell[]): InputRow {
  const [id, place, cells, revision, createdBy, createdAt, updatedBy, updatedAt] = given
  return {
    organization_id: organizationId,
    document_id: documentId,
    element_id: elementId,
    row_id: id ?? '',
    place: Number(place),
    cells: cells ?? '{}',
    revision: Number(revision),
    created_by: createdBy ?? '',
    created_at: Number(createdAt),
    updated_by: updatedBy ?? '',
    updated_at: Number(updatedAt),
  }
}

export function cellsOfChange(name: string, change: InputRowChange): OwnCell[] {
  const { row_id, revision, kind, cells, changed_by, changed_at } = change
  return [name, row_id, String(revision), kind, cells, changed_by, String(changed_at)]
}

export function changeOfCells(
  { organizationId, documentId, elementId }: TablePlace,
  given: readonly OwnCell[],
): InputRowChange {
  const [, rowId, revision, kind, cells, changedBy, changedAt] = given
  return {
    organization_id: organizationId,
    document_id: documentId,
    element_id: elementId,
    row_id: rowId ?? '',
    revision: Number(revision),
    kind: kind === 'inserted' || kind === 'deleted' ? kind : 'updated',
    cells: cells ?? '{}',
    changed_by: changedBy ?? '',
    changed_at: Number(changedAt),
  }
}
