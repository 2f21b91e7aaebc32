import { editStopText, findElement, inputConnection } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import { type Clock, isOver } from '../../config/index.ts'
import type { Sessions } from '../../connectors/index.ts'
import type { Queue } from '../../queue/index.ts'
import { type ConnectionRow, findConnection, listAllConnections } from '../../store/connections.ts'
import { findEditTrouble, listEditTroubles, noteEditTroubleCheck } from '../../store/edit-troubles.ts'
import { newUuid, type Store } from '../../store/index.ts'
import { listConnectionsWithOpenEdits, listOpenInputEdits } from '../../store/input-edits.ts'
import { listConnectionsWithRows, listInputTablesOf, listStoredInputTables } from '../../store/input-rows.ts'
import { listOrganizations } from '../../store/organizations.ts'
import { enqueueRowSettling } from '../connections/row-settling-job.ts'
import type { Documents } from '../documents/documents.ts'
import { editIds, editLog, readHeader } from '../input-rows/connection-book.ts'
import type { TablePlace } from '../input-rows/row-book.ts'
import { type RowPlace, writeMs, writerOf } from '../input-rows/row-writers.ts'
import { serviceOf } from '../service/service.ts'
import type { ConnectionEdits } from './connection-edits.ts'
import { pruneEditMarks } from './edit-marks.ts'
import { type EditTroubles, isOfConnection } from './edit-troubles.ts'
import type { RowMoves } from './row-moves.ts'
import { placeOfConnection } from './write-places.ts'

export type RowSettling = ReturnType<typeof createRowSettling>

/** Time between two checks of one process. */
const lookEveryMs = 60_000
/** Time between two checks of a connection that refuses changes. */
const checkEveryMs = 120_000
/** An edit that is open for longer than any edit takes was interrupted. */
const cutOffMs = 3 * writeMs
/** Time between two prunings of old edit marks in a connection, for each process. */
const pruneEveryMs = 86_400_000

/** Maintains input tables stored in connections: periodically, and when a connection is saved or synced. */
export function createRowSettling(given: Given) {
  return serviceOf(
    { ...given, looked: { until: Number.NEGATIVE_INFINITY }, settled: new Map(), pruned: new Map() },
    { tick, run },
  )
}

interface Given {
  store: Store
  sessions: Sessions
  clock: Clock
  queue: Queue
  documents: Documents
  editTroubles: EditTroubles
  connectionEdits: ConnectionEdits
  rowMoves: RowMoves
}
type Parts = Given & {
  looked: { until: number }
  /** By organization: tables that stay in the store, and the set of writable connections for which that is valid. */
  settled: Map<string, { writing: string; tables: Set<string> }>
  /** When this process last requested pruning for a connection. */
  pruned: Map<string, number>
}

/** Enqueues a job for each connection that needs work. Call it often: most calls return at once. */
async function tick(parts: Parts, baseUrl: string | null): Promise<void> {
  const { clock, looked, queue, store } = parts
  if (!isOver(looked.until, lookEveryMs, clock.now())) return
  looked.until = clock.now()
  for (const { id: organizationId } of await listOrganizations(store.db)) {
    for (const connectionId of await connectionsToSettle(parts, organizationId)) {
      await store.maintain('input tables of a connection', (tx) =>
        enqueueRowSettling(queue, tx, { organizationId, connectionId, baseUrl }),
      )
    }
  }
}

async function connectionsToSettle(parts: Parts, organizationId: string): Promise<Set<string>> {
  const { store, clock } = parts
  const now = clock.now()
  const troubles = await listEditTroubles(store.db, organizationId)
  const due = troubles.filter(({ checked_at }) => now - checked_at >= checkEveryMs)
  const waiting = new Set(troubles.map(({ connection_id }) => connection_id))
  const cutOff = await listConnectionsWithOpenEdits(store.db, organizationId, now - cutOffMs)
  const toMove = [...(await tablesToMove(parts, organizationId)).keys()]
  return new Set([
    ...due.map(({ connection_id }) => connection_id),
    // While edits do not work, no other work can succeed before a check does.
    ...[...cutOff, ...toMove, ...(await connectionsToPrune(parts, organizationId))].filter(
      (connectionId) => !waiting.has(connectionId),
    ),
  ])
}

/** Connections with rows whose marks were not pruned for a day, as far as this process knows. */
async function connectionsToPrune({ store, clock, pruned }: Parts, organizationId: string): Promise<string[]> {
  const now = clock.now()
  const due = (await listConnectionsWithRows(store.db, organizationId)).filter((connectionId) =>
    isOver(pruned.get(connectionId) ?? Number.NEGATIVE_INFINITY, pruneEveryMs, now),
  )
  for (const connectionId of due) pruned.set(connectionId, now)
  return due
}

/** Tables whose rows are in the store but could be in a connection, by connection. */
async function tablesToMove(parts: Parts, organizationId: string): Promise<Map<string, TablePlace[]>> {
  const { store, documents } = parts
  const found = new Map<string, TablePlace[]>()
  const connections = await listAllConnections(store.db, organizationId)
  const writing = connections.flatMap((row) => placeOfConnection(parts, row) ?? [])
  if (writing.length === 0) return found
  const writes = new Set(writing.map(({ connectionId }) => connectionId))
  const known = settledOf(parts, organizationId, JSON.stringify(writing))
  const stored = (await listStoredInputTables(store.db, organizationId)).filter(
    ({ document_id, element_id }) => !known.has(`${document_id} ${element_id}`),
  )
  const contents = await documents.readLatest(organizationId, [...new Set(stored.map((row) => row.document_id))])
  for (const { document_id: documentId, element_id: elementId } of stored) {
    const content = contents.get(documentId)
    const element = content && findElement(content, elementId)
    const connectionId = element ? inputConnection(content, element) : null
    if (connectionId === null || !writes.has(connectionId)) known.add(`${documentId} ${elementId}`)
    else found.set(connectionId, [...(found.get(connectionId) ?? []), { organizationId, documentId, elementId }])
  }
  return found
}

function settledOf({ settled }: Parts, organizationId: string, writing: string): Set<string> {
  const known = settled.get(organizationId)
  if (known?.writing === writing) return known.tables
  const tables = new Set<string>()
  settled.set(organizationId, { writing, tables })
  return tables
}

interface Asked {
  organizationId: string
  connectionId: string
  baseUrl: string | null
}

/** The result of a run. */
interface Ended {
  state: 'done' | 'stopped' | 'skipped'
  recovered: number
  moved: number
}

/** A connection that does not respond is not a failure of the job: administrators are notified. */
async function run(parts: Parts, asked: Asked): Promise<Ended> {
  const { store, editTroubles } = parts
  const { organizationId, connectionId } = asked
  const nothing = { recovered: 0, moved: 0 }
  const row = await findConnection(store.db, organizationId, connectionId)
  if (!row) return { state: 'skipped', ...nothing }
  const at = placeOfConnection(parts, row)
  if (!(await worksAgain(parts, asked, row, at))) return { state: 'stopped', ...nothing }
  try {
    const recovered = await recoverAll(parts, asked)
    await pruneEditMarks(parts, asked, at)
    return { state: 'done', recovered, moved: at === null ? 0 : await moveAll(parts, asked, at) }
  } catch (error) {
    if (!isOfConnection(error)) throw error
    await editTroubles.stop(asked, error)
    return { state: 'stopped', ...nothing }
  }
}

/** Whether the connection has no problem, or its problem is over now. */
async function worksAgain(parts: Parts, asked: Asked, row: ConnectionRow, at: RowPlace | null): Promise<boolean> {
  const { store, clock, editTroubles } = parts
  const { organizationId, connectionId } = asked
  const trouble = await findEditTrouble(store.db, organizationId, connectionId)
  if (!trouble) return true
  try {
    await check(parts, row, at)
  } catch (error) {
    if (!isOfConnection(error)) throw error
    await store.maintain('check of a connection', (tx) =>
      noteEditTroubleCheck(tx, organizationId, connectionId, clock.now()),
    )
    return false
  }
  await editTroubles.end(asked, trouble.id)
  return true
}

/**
 * Throws when an edit would fail: creates and fills a table in the schema, writes a row of the connection's own tables, and removes both
 * again.
 */
async function check(parts: Parts, row: ConnectionRow, at: RowPlace | null): Promise<void> {
  const { store, sessions, clock } = parts
  const tables = await listInputTablesOf(store.db, row.organization_id, row.id)
  if (at === null && tables.length === 0) return
  const other = tables.find(({ write_schema }) => write_schema !== at?.schema)
  if (at === null || other) {
    const reason = editStopText('schema_left', other?.write_schema ?? '')
    throw new AppError('source_unavailable', { source: 'input table', reason })
  }
  const { session } = await sessions.openOwn(row.organization_id, row.id)
  await session.tryWrite?.(at.schema, AbortSignal.timeout(writeMs))
  const writer = await writerOf(parts, row.organization_id, at)
  const ids = editIds(row.id)
  await writer.attempt(async (tx) => {
    await tx.ensure(editLog(row.id))
    await tx.ensure(ids)
    for (const { organization_id: organizationId, document_id: documentId, element_id: elementId } of tables) {
      await readHeader(tx, { organizationId, documentId, elementId }, true)
    }
    await tx.insert(ids, [[newUuid(), 'check', 'check', '{}', String(clock.now())]])
  }, writeMs)
}

async function recoverAll(parts: Parts, { organizationId, connectionId }: Asked): Promise<number> {
  const { store, clock, connectionEdits } = parts
  const cutOff = await listOpenInputEdits(store.db, organizationId, connectionId, clock.now() - cutOffMs)
  for (const edit of cutOff) await connectionEdits.recover(edit)
  return cutOff.length
}

async function moveAll(parts: Parts, { organizationId, connectionId }: Asked, at: RowPlace): Promise<number> {
  const places = (await tablesToMove(parts, organizationId)).get(connectionId) ?? []
  for (const place of places) await parts.rowMoves.move(place, at)
  return places.length
}
