import { createHash } from 'node:crypto'
import type { Viewer } from '@octavo/core/access'
import type { NewSqlText, SqlText } from '@octavo/core/contract'
import type { Access } from '../../access/index.ts'
import type { Clock } from '../../config/index.ts'
import { newUuid, type Store } from '../../store/index.ts'
import {
  countSqlTexts,
  deleteSqlTextsBefore,
  findSqlText,
  listSqlTexts,
  type SqlTextRow,
  saveSqlText,
  trimSqlTexts,
} from '../../store/sql-texts.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { createTotals, type Totals } from '../answers/totals.ts'
import { serviceOf } from '../service/service.ts'

export type SqlTexts = ReturnType<typeof createSqlTexts>

const keptMs = 30 * 86_400_000
const keptOfElement = 50

/** SQL texts that members ran or saved in documents, each visible to its author. */
export function createSqlTexts(given: Given) {
  return serviceOf({ ...given, totals: createTotals(given) }, { list, note, clean })
}

interface Given {
  store: Store
  clock: Clock
  access: Access
}

interface Parts extends Given {
  totals: Totals
}

async function list(
  { access, clock, store, totals }: Parts,
  viewer: Viewer,
  { inodeId, elementId }: { inodeId: string; elementId?: string | undefined },
  window: Window,
): Promise<Slice<SqlText>> {
  await access.requireInode(viewer, inodeId, 'edit', 'document')
  const { organizationId, memberId } = viewer
  const place = { organizationId, memberId, documentId: inodeId, elementId }
  const [notedAt, id] = window.after ?? []
  const after = window.after === null ? null : { notedAt: Number(notedAt), id: String(id) }
  const rows = await listSqlTexts(store.db, place, { after, limit: window.limit })
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.noted_at, row.id])
  const total = await totals(['sql texts', place], (atMost) => countSqlTexts(store.db, place, atMost))
  // Expired texts are removed by `clean` within the hour.
  const isKept = ({ noted_at }: SqlTextRow) => noted_at >= clock.now() - keptMs
  return { entries: page.filter(isKept).map(entryOf), next, total }
}

async function note(
  { access, clock, store }: Parts,
  viewer: Viewer,
  inodeId: string,
  { elementId, connectionId, statement, how }: NewSqlText,
): Promise<SqlText> {
  const { organizationId, memberId } = viewer
  const row: SqlTextRow = {
    organization_id: organizationId,
    id: newUuid(),
    member_id: memberId,
    document_id: inodeId,
    element_id: elementId ?? '',
    connection_id: connectionId,
    statement_hash: createHash('sha256').update(statement).digest('hex'),
    statement,
    how,
    noted_at: clock.now(),
  }
  return store.write<SqlText>([], async (tx) => {
    await access.requireInode(viewer, inodeId, 'edit', 'document', tx)
    const place = { organizationId, memberId, documentId: inodeId, elementId: row.element_id }
    const [last] = await listSqlTexts(tx, { ...place, elementId: undefined }, { after: null, limit: 1 })
    // Texts with the same time keep the order in which they were recorded.
    const noted = { ...row, noted_at: Math.max(row.noted_at, (last?.noted_at ?? 0) + 1) }
    await saveSqlText(tx, noted)
    await trimSqlTexts(tx, place, keptOfElement)
    return entryOf((await findSqlText(tx, noted)) ?? noted)
  })
}

/** Removes texts that are past their retention. */
async function clean({ clock, store }: Parts): Promise<void> {
  await store.maintain('old texts of SQL', (tx) => deleteSqlTextsBefore(tx, clock.now() - keptMs))
}

const entryOf = (row: SqlTextRow): SqlText => ({
  sqlTextId: row.id,
  elementId: row.element_id === '' ? null : row.element_id,
  connectionId: row.connection_id,
  statement: row.statement,
  how: row.how === 'saved' ? 'saved' : 'ran',
  at: timestamp(row.noted_at),
})
