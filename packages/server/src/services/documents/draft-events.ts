import type { Viewer } from '@octavo/core/access'
import type { DraftEvent, DraftPresenceRequest } from '@octavo/core/contract'
import { AppError, isAppError } from '@octavo/core/errors'
import type { Clock } from '../../config/index.ts'
import { findDocument } from '../../store/documents.ts'
import {
  type DraftPresenceRow,
  deleteOldPresence,
  deletePresence,
  listPresence,
  touchPresence,
  upsertPresence,
} from '../../store/draft-presence.ts'
import type { Store } from '../../store/index.ts'
import { findMembers, fullNameOf, type MemberRow } from '../../store/members.ts'
import { type Alarm, createAlarm } from '../service/alarm.ts'
import { serviceOf } from '../service/service.ts'
import type { DocumentKind } from './document-type.ts'
import { draftChannel } from './draft-channel.ts'
import type { Drafts } from './drafts.ts'

export type DraftEvents = ReturnType<typeof createDraftEvents>

/** How often a stream polls by itself: a notification may be lost together with its connection. */
const lookEveryMs = 20_000
/** An editor without a heartbeat for this long is considered gone. */
const presenceMs = 60_000

interface StreamRequest {
  clientId?: string
  /** The revision that the client has; defaults to the current one. */
  since?: number
  /** By default the stream ends when the client disconnects. */
  timeoutSeconds?: number
}

interface OpenDraft {
  kind: DocumentKind
  documentId: string
}

interface Parts {
  store: Store
  clock: Clock
  drafts: Drafts
}

/**
 * Pushes changes of a draft to everybody who has it open, on any process of the store: batches of edits, and who is present with which
 * selection.
 */
export function createDraftEvents(parts: Parts) {
  return serviceOf(parts, { stream, show })
}

/**
 * Events of a draft until the signal aborts or the time is over: first `begin`, then `edits`, `reset` and `presence` as they happen, and
 * `alive` after a while without events. The right to edit is checked again with every change; an editor who lost it receives `closed`.
 * Throws `forbidden` and `not_found` before the first event.
 */
async function* stream(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  id: string,
  request: StreamRequest,
  signal: AbortSignal,
): AsyncGenerator<DraftEvent> {
  const { draft } = await parts.drafts.get(viewer, kind, id)
  const open = { kind, documentId: draft.documentId }
  const waiting = createAlarm(signal, request.timeoutSeconds)
  const stop = parts.store.listen(draftChannel(open.documentId), waiting.wake)
  try {
    yield { event: 'begin', revision: draft.revision }
    yield* news(parts, viewer, open, { ...request, since: request.since ?? draft.revision }, waiting)
  } catch (error) {
    if (!isAppError(error) || (error.code !== 'forbidden' && error.code !== 'not_found')) throw error
    yield { event: 'closed', message: error.message }
  } finally {
    stop()
    waiting.end()
    if (request.clientId !== undefined) await leave(parts, viewer, open.documentId, request.clientId)
  }
}

/** Changes of the draft after a revision, and changes of presence, until `waiting` is over. */
async function* news(
  parts: Parts,
  viewer: Viewer,
  open: OpenDraft,
  { since, clientId }: { since: number; clientId?: string },
  waiting: Alarm,
): AsyncGenerator<DraftEvent> {
  const { documentId } = open
  let revision = since
  let shown = ''
  while (true) {
    if ((await revisionOf(parts, viewer, documentId)) !== revision) {
      const changes = await changesSince(parts, viewer, open, revision)
      revision = changes.revision
      yield changes
    }
    const presence = await presentNow(parts, viewer, documentId, clientId)
    const text = JSON.stringify(presence)
    if (text !== shown) {
      shown = text
      yield presence
    }
    const outcome = await waiting.next(lookEveryMs)
    if (outcome === 'over') return
    if (outcome === 'late') {
      yield { event: 'alive' }
      if (clientId !== undefined) await stillThere(parts, viewer, documentId, clientId)
    }
  }
}

/** Records what one open editor shows. Throws `forbidden` and `not_found` like reading the draft. */
async function show(
  { store, clock, drafts }: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  id: string,
  { clientId, pageId, elementIds }: DraftPresenceRequest,
): Promise<void> {
  const { draft } = await drafts.get(viewer, kind, id)
  const now = clock.now()
  await store.maintain('presence in a draft', async (tx) => {
    const known = await listPresence(tx, viewer.organizationId, draft.documentId, 0)
    const own = known.find((row) => row.client_id === clientId)
    if (own && own.member_id !== viewer.memberId)
      throw new AppError('invalid_request', {
        reason: `clientId: another member has an editor named ${JSON.stringify(clientId)}`,
      })
    await deleteOldPresence(tx, draft.documentId, now - presenceMs)
    await upsertPresence(tx, {
      organization_id: viewer.organizationId,
      document_id: draft.documentId,
      client_id: clientId,
      member_id: viewer.memberId,
      page_id: pageId ?? null,
      element_ids: JSON.stringify(elementIds ?? []),
      came_at: own?.came_at ?? now,
      seen_at: now,
    })
    await store.announce(tx, draftChannel(draft.documentId))
  })
}

async function presentNow(
  { store, clock }: Parts,
  viewer: Viewer,
  documentId: string,
  clientId: string | undefined,
): Promise<DraftEvent> {
  const rows = await listPresence(store.db, viewer.organizationId, documentId, clock.now() - presenceMs)
  const others = rows.filter((row) => row.client_id !== clientId)
  const memberIds = [...new Set(others.map(({ member_id }) => member_id))]
  const members = await findMembers(store.db, viewer.organizationId, memberIds)
  return { event: 'presence', editors: others.map((row) => editorOf(row, members.get(row.member_id))) }
}

async function revisionOf({ store }: Parts, viewer: Viewer, documentId: string): Promise<number | undefined> {
  return (await findDocument(store.db, viewer.organizationId, documentId))?.draft_revision
}

/** The edits that bring a client from a revision to the current one; `reset` for a draft that was restarted. */
async function changesSince(
  parts: Parts,
  viewer: Viewer,
  { kind, documentId }: OpenDraft,
  since: number,
): Promise<Extract<DraftEvent, { event: 'edits' | 'reset' }>> {
  try {
    const { revision, batches } = await parts.drafts.changes(viewer, kind, documentId, since)
    return { event: 'edits', revision, batches }
  } catch (error) {
    if (!isAppError(error) || error.code !== 'draft_conflict') throw error
    return { event: 'reset', revision: (await revisionOf(parts, viewer, documentId)) ?? since }
  }
}

async function leave({ store }: Parts, viewer: Viewer, documentId: string, clientId: string): Promise<void> {
  await store.maintain('presence in a draft', async (tx) => {
    await deletePresence(tx, keyOf(viewer, documentId, clientId))
    await store.announce(tx, draftChannel(documentId))
  })
}

async function stillThere(
  { store, clock }: Parts,
  viewer: Viewer,
  documentId: string,
  clientId: string,
): Promise<void> {
  const key = keyOf(viewer, documentId, clientId)
  await store.maintain('presence in a draft', (tx) => touchPresence(tx, key, clock.now()))
}

const keyOf = ({ organizationId }: Viewer, documentId: string, clientId: string) => ({
  organization_id: organizationId,
  document_id: documentId,
  client_id: clientId,
})

/** One open editor as the others see it. A removed member is shown by id. */
function editorOf(row: DraftPresenceRow, member: MemberRow | undefined) {
  const elementIds: unknown = JSON.parse(row.element_ids)
  return {
    clientId: row.client_id,
    memberId: row.member_id,
    name: member ? fullNameOf(member) || member.email : row.member_id,
    pageId: row.page_id,
    elementIds: Array.isArray(elementIds) ? elementIds.map(String) : [],
  }
}
