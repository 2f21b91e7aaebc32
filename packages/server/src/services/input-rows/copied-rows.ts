import { editStopText } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import type { Sessions } from '../../connectors/index.ts'
import type { Queryable, Store } from '../../store/index.ts'
import {
  copyInputRows,
  findInputTable,
  type InputRow,
  moveInputTable,
  putInputRows,
  setInputTableSize,
} from '../../store/input-rows.ts'
import { rowsInConnection } from './edit-log.ts'

interface Parts {
  store: Store
  sessions: Sessions
}

interface RowsCopy {
  organizationId: string
  fromDocumentId: string
  elementIds: readonly string[]
}

/** Rows stored in connections, by element: read before the transaction that copies them begins. */
export type FetchedRows = ReadonlyMap<string, readonly InputRow[]>

/** Throws AppError when a connection does not respond. */
export async function fetchInputRows(
  parts: Parts,
  { organizationId, fromDocumentId, elementIds }: RowsCopy,
): Promise<FetchedRows> {
  const fetched = new Map<string, readonly InputRow[]>()
  for (const elementId of elementIds) {
    const place = { organizationId, documentId: fromDocumentId, elementId }
    const table = await findInputTable(parts.store.db, place)
    const { connection_id: connectionId = null, write_schema: schema = null } = table ?? {}
    if (connectionId === null || schema === null) continue
    fetched.set(elementId, await rowsInConnection(parts, place, { connectionId, schema }))
  }
  return fetched
}

/** Copies the rows of elements to the same elements of another document and returns their number. The copies are in the store at first. */
export async function copyRows(
  tx: Queryable,
  { organizationId, fromDocumentId, elementIds }: RowsCopy,
  toDocumentId: string,
  fetched: FetchedRows,
): Promise<number> {
  const inStore: string[] = []
  let count = 0
  for (const elementId of elementIds) {
    const table = await findInputTable(tx, { organizationId, documentId: fromDocumentId, elementId })
    if (!table) continue
    const rows = fetched.get(elementId)
    if (rows === undefined && table.write_schema !== null) {
      const reason = editStopText('rows_moving')
      throw new AppError('source_unavailable', { source: 'input table', reason, isPassing: true })
    }
    if (rows === undefined) inStore.push(elementId)
    else count += await insertFetched(tx, { organizationId, documentId: toDocumentId, elementId }, rows)
  }
  return count + (await copyInputRows(tx, { organizationId, fromDocumentId, toDocumentId, elementIds: inStore }))
}

async function insertFetched(
  tx: Queryable,
  place: { organizationId: string; documentId: string; elementId: string },
  rows: readonly InputRow[],
): Promise<number> {
  if (rows.length === 0) return 0
  await moveInputTable(tx, place)
  const sizeBytes = rows.reduce((sum, { cells }) => sum + Buffer.byteLength(cells), 0)
  await setInputTableSize(tx, place, { row_count: rows.length, size_bytes: sizeBytes })
  await putInputRows(
    tx,
    rows.map((row) => ({ ...row, document_id: place.documentId, revision: 0 })),
  )
  return rows.length
}
