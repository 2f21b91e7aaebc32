import type { Viewer } from '@octavo/core/access'
import type { InputRowAt } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { Access } from '../../access/index.ts'
import type { Sessions } from '../../connectors/index.ts'
import type { Store } from '../../store/index.ts'
import {
  findInputTable,
  type InputRow,
  type InputRowChange,
  listInputRowChangesAfter,
  listInputRows,
} from '../../store/input-rows.ts'
import { type Slice, sliceOfList, type Window } from '../answers/slice.ts'
import type { Documents } from '../documents/documents.ts'
import { rowsAndChangesInConnection } from '../input-rows/edit-log.ts'
import type { TablePlace } from '../input-rows/row-book.ts'
import { serviceOf } from '../service/service.ts'
import { findEntered } from './input-tables.ts'
import { pastRows } from './past-rows.ts'

export type RowLists = ReturnType<typeof createRowLists>

/** Maximum later changes that are read to reconstruct an earlier moment. */
const mostChanges = 500_000

/** Lists the entered rows of input tables, now or at an earlier moment. */
export function createRowLists(parts: Parts) {
  return serviceOf(parts, { list })
}

interface Parts {
  store: Store
  access: Access
  documents: Documents
  sessions: Sessions
}

async function list(
  parts: Parts,
  viewer: Viewer,
  { workbookId, elementId, asOf }: { workbookId: string; elementId: string; asOf?: string | undefined },
  window: Window,
): Promise<Slice<InputRowAt>> {
  const { record, element } = await findEntered(parts, viewer, workbookId, elementId)
  await parts.access.requireInode(viewer, record.inode.id, 'edit', 'workbook')
  if (element.kind !== 'input-table') throw new AppError('not_found', { kind: 'input table', id: elementId })
  const place = { organizationId: viewer.organizationId, documentId: record.inode.id, elementId }
  const moment = asOf === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(asOf)
  const { rows, later } = await rowsAndChanges(parts, place, moment)
  if (later.length > mostChanges) {
    const reason = `Since that moment there are more than ${mostChanges} changes of rows.`
    throw new AppError('invalid_request', { reason, problems: [{ path: 'asOf', message: reason }] })
  }
  return sliceOfList(pastRows(rows, later, moment), window)
}

/** The rows are read before the changes or at the same moment. */
async function rowsAndChanges(
  parts: Parts,
  place: TablePlace,
  after: number,
): Promise<{ rows: InputRow[]; later: InputRowChange[] }> {
  const { db } = parts.store
  const table = await findInputTable(db, place)
  if (table?.connection_id != null && table.write_schema !== null) {
    const at = { connectionId: table.connection_id, schema: table.write_schema }
    return rowsAndChangesInConnection(parts, place, at, { after, limit: mostChanges + 1 })
  }
  const rows = await listInputRows(db, place)
  return { rows, later: await listInputRowChangesAfter(db, place, after, mostChanges + 1) }
}
