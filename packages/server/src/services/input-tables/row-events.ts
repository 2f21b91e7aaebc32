import { decide, type Viewer } from '@octavo/core/access'
import type { RowEvent } from '@octavo/core/contract'
import { inputConnection, type WorkbookDocument } from '@octavo/core/document'
import { isAppError } from '@octavo/core/errors'
import type { Access } from '../../access/index.ts'
import { listEditTroubles } from '../../store/edit-troubles.ts'
import type { Store } from '../../store/index.ts'
import { listInputRevisions } from '../../store/input-rows.ts'
import type { Documents } from '../documents/documents.ts'
import { shownContent } from '../documents/shown-content.ts'
import { readableTexts } from '../queries/engine-texts.ts'
import { createAlarm } from '../service/alarm.ts'
import { serviceOf } from '../service/service.ts'
import { unreadReason } from './edit-troubles.ts'
import { rowsChannel, troublesChannel } from './rows-channel.ts'

export type RowEvents = ReturnType<typeof createRowEvents>

/** How often a stream polls by itself: a notification may be lost together with its connection. */
const lookEveryMs = 20_000

interface Parts {
  store: Store
  access: Access
  documents: Documents
}

/** Pushes changes of rows of input tables to everybody who has the workbook open, on any process of the store. */
export function createRowEvents(parts: Parts) {
  return serviceOf(parts, { stream })
}

/**
 * Events until the signal aborts or the time is over: first `begin` with the current revisions, then `rows` for each table that changes,
 * and `alive` after a while without events. The right to read is checked again on every poll; a reader who lost it receives `closed`.
 * Throws `not_found` before the first event.
 */
async function* stream(
  parts: Parts,
  viewer: Viewer,
  id: string,
  { timeoutSeconds }: { timeoutSeconds?: number },
  signal: AbortSignal,
): AsyncGenerator<RowEvent> {
  const { documentId, revisions } = await present(parts, viewer, id)
  const waiting = createAlarm(signal, timeoutSeconds)
  const stops = [rowsChannel(documentId), troublesChannel(viewer.organizationId)].map((channel) =>
    parts.store.listen(channel, waiting.wake),
  )
  try {
    yield { event: 'begin', tables: [...revisions].map(([elementId, revision]) => ({ elementId, revision })) }
    let known = revisions
    let sent = JSON.stringify([])
    while (true) {
      const { revisions: now, stopped } = await present(parts, viewer, documentId)
      for (const [elementId, revision] of now)
        if (known.get(elementId) !== revision) yield { event: 'rows', elementId, revision }
      known = now
      const current = JSON.stringify(stopped)
      if (current !== sent) yield { event: 'editing', stopped }
      sent = current
      const outcome = await waiting.next(lookEveryMs)
      if (outcome === 'over') return
      if (outcome === 'late') yield { event: 'alive' }
    }
  } catch (error) {
    if (!isAppError(error) || (error.code !== 'forbidden' && error.code !== 'not_found')) throw error
    yield { event: 'closed', message: error.message }
  } finally {
    for (const stop of stops) stop()
    waiting.end()
  }
}

/** Revisions of the input tables that are visible to the viewer: on the pages they see, and in the draft for its editors. */
async function present({ store, access, documents }: Parts, viewer: Viewer, id: string) {
  const { record, content } = await documents.read(viewer, 'workbook', id)
  const seen = [shownContent(viewer, record.facts, content)]
  if (decide(viewer, record.facts, 'edit').allowed) {
    seen.push((await documents.read(viewer, 'workbook', id, { draft: true })).content)
  }
  const connections = new Map(seen.flatMap(inputTablesOf))
  const all = await listInputRevisions(store.db, viewer.organizationId, record.inode.id)
  return {
    documentId: record.inode.id,
    revisions: new Map([...all].filter(([elementId]) => connections.has(elementId))),
    stopped: await stoppedOf({ store, access }, viewer, connections),
  }
}

/** The input tables of a document, each with its connection. */
function inputTablesOf(document: WorkbookDocument): [elementId: string, connectionId: string | null][] {
  return Object.values(document.elements).flatMap((element) =>
    element.kind === 'input-table' ? [[element.id, inputConnection(document, element)]] : [],
  )
}

/** Input tables whose connection refuses changes, with the reason for viewers who may use the connection. */
async function stoppedOf(
  { store, access }: Pick<Parts, 'store' | 'access'>,
  viewer: Viewer,
  connections: ReadonlyMap<string, string | null>,
) {
  if (connections.size === 0) return []
  const of = new Set(connections.values())
  const troubles = (await listEditTroubles(store.db, viewer.organizationId)).filter((each) =>
    of.has(each.connection_id),
  )
  if (troubles.length === 0) return []
  const ids = troubles.map(({ connection_id }) => connection_id)
  const readable = await readableTexts({ access, viewer }, ids)
  const reasons = new Map(
    troubles.map((each) => [each.connection_id, readable.has(each.connection_id) ? each.reason : unreadReason]),
  )
  return [...connections].flatMap(([elementId, connectionId]) => {
    const message = connectionId === null ? undefined : reasons.get(connectionId)
    return message === undefined ? [] : [{ elementId, message }]
  })
}
