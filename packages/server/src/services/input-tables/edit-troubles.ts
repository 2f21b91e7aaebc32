import type { Viewer } from '@octavo/core/access'
import type { AuditEventType } from '@octavo/core/contract'
import { editStopText } from '@octavo/core/document'
import { AppError, isAppError } from '@octavo/core/errors'
import type { Access } from '../../access/index.ts'
import { systemActor } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import { WriteUncertain } from '../../connectors/index.ts'
import type { Queue } from '../../queue/index.ts'
import { findConnection } from '../../store/connections.ts'
import { deleteEditTrouble, findEditTrouble, insertEditTrouble } from '../../store/edit-troubles.ts'
import { type AuditEvent, newUuid, type Queryable, type Store } from '../../store/index.ts'
import { listAdministrators } from '../../store/members.ts'
import type { Mails } from '../organization/mails/mails.ts'
import { failedOn, readableTexts } from '../queries/engine-texts.ts'
import { serviceOf } from '../service/service.ts'
import { troublesChannel } from './rows-channel.ts'

export type EditTroubles = ReturnType<typeof createEditTroubles>

/** Problems that stop edits of the input tables of a connection: recorded once, reported to administrators, and cleared by a check. */
export function createEditTroubles(parts: Parts) {
  return serviceOf(parts, { requireNone, stop, end })
}

interface Parts {
  store: Store
  clock: Clock
  queue: Queue
  mails: Pick<Mails, 'isSet'>
}

interface Where {
  organizationId: string
  connectionId: string
  /** Base URL of links in mails. */
  baseUrl: string | null
}

/** Throws `edits_stopped` while the connection has a problem, without trying the edit. */
async function requireNone({ store }: Parts, { organizationId, connectionId }: Where): Promise<void> {
  const trouble = await findEditTrouble(store.db, organizationId, connectionId)
  if (trouble) throw await stopped(store.db, organizationId, connectionId, trouble.reason)
}

/** Records the problem unless there already is one, notifies administrators, and returns the error for the editor. */
async function stop(parts: Parts, where: Where, error: unknown): Promise<AppError> {
  const { store, clock } = parts
  const { organizationId, connectionId } = where
  const reason = reasonOf(error)
  const id = newUuid()
  const now = clock.now()
  await store.write<boolean>(
    (isNew) => (isNew ? eventOfTrouble(where, 'INPUT_TABLE_EDITS_STOPPED', reason) : []),
    async (tx) => {
      const isNew = await insertEditTrouble(tx, {
        organization_id: organizationId,
        connection_id: connectionId,
        id,
        reason,
        began_at: now,
        checked_at: now,
      })
      if (isNew) await notifyOwners(parts, tx, where, { id, reason })
      return isNew
    },
  )
  return stopped(store.db, organizationId, connectionId, reason)
}

/** False when the problem is already over, or replaced by another one. */
async function end({ store }: Parts, where: Where, troubleId: string): Promise<boolean> {
  const { organizationId, connectionId } = where
  return store.write<boolean>(
    (isOver) => (isOver ? eventOfTrouble(where, 'INPUT_TABLE_EDITS_RESUMED') : []),
    async (tx) => {
      const isOver = await deleteEditTrouble(tx, organizationId, { connectionId, id: troubleId })
      if (isOver) await store.announce(tx, troublesChannel(organizationId))
      return isOver
    },
  )
}

async function notifyOwners(
  { store, queue, mails }: Parts,
  tx: Parameters<Queue['enqueue']>[0],
  { organizationId, connectionId, baseUrl }: Where,
  { id: troubleId, reason }: { id: string; reason: string },
): Promise<void> {
  await store.announce(tx, troublesChannel(organizationId))
  if (!(await mails.isSet(organizationId, tx))) return
  for (const memberId of await listAdministrators(tx, organizationId)) {
    await queue.enqueue(tx, {
      organizationId,
      kind: 'mail.edit-trouble',
      payload: { connectionId, troubleId, reason, memberId, baseUrl },
      actorId: 'system',
    })
  }
}

function eventOfTrouble({ organizationId, connectionId }: Where, action: AuditEventType, reason?: string): AuditEvent {
  return {
    organizationId,
    actor: systemActor,
    category: 'CONNECTION',
    action,
    object: { kind: 'connection', id: connectionId },
    ...(reason === undefined ? {} : { details: { reason } }),
  }
}

async function stopped(db: Queryable, organizationId: string, connectionId: string, reason: string): Promise<AppError> {
  const connection = await findConnection(db, organizationId, connectionId)
  const error = new AppError('edits_stopped', { connection: connection?.name ?? connectionId, reason })
  failedOn.set(error, connectionId)
  return error
}

/** The error with the details that the viewer may see; see `errorShownTo`. */
export async function stoppedShownTo(access: Access, viewer: Viewer, error: unknown): Promise<unknown> {
  if (!isAppError(error, 'edits_stopped')) return error
  const connectionId = failedOn.get(error)
  if (connectionId === undefined) return error
  if ((await readableTexts({ access, viewer }, [connectionId])).has(connectionId)) return error
  return new AppError('edits_stopped', { connection: null, reason: unreadReason })
}

/** Replaces a data platform's error text, which can contain table names and values, for viewers who may not use the connection. */
export const unreadReason = editStopText('change_refused')

function reasonOf(error: unknown): string {
  if (error instanceof WriteUncertain) return error.message
  if (isAppError(error, 'source_unavailable') || isAppError(error, 'query_failed')) return error.details.reason
  return error instanceof Error ? error.message : String(error)
}

const ofConnections: ReadonlySet<string> = new Set([
  'source_unavailable',
  'query_failed',
  'query_cancelled',
  'query_over_budget',
  'engine_unavailable',
])

/** Whether an error is caused by the connection and not by the written values. */
export function isOfConnection(error: unknown): boolean {
  return error instanceof WriteUncertain || (isAppError(error) && ofConnections.has(error.code))
}
