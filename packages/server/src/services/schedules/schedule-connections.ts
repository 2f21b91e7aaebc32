import { decide, type JobVia, jobOn, namedConnection, type Viewer } from '@octavo/core/access'
import { AppError } from '@octavo/core/errors'
import type { Access } from '../../access/index.ts'
import { findCredential } from '../../store/api-credentials.ts'
import type { Store } from '../../store/index.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import { DeliveryFailed } from './destinations/message/message.ts'
import type { SavedConfig } from './schedule-config.ts'

export type ScheduleConnections = ReturnType<typeof createScheduleConnections>

/** Connections that schedules read from because their embed sessions named them, whichever their documents name. */
export function createScheduleConnections(parts: Parts) {
  return serviceOf(parts, { ofSession, viaOf })
}

interface Parts {
  store: Store
  access: Pick<Access, 'connectionFacts'>
  viewers: Viewers
}

type OfSession = Pick<SavedConfig, 'embedConnection'>

/**
 * What a schedule stores about the session that creates it or changes its content. A change outside of embeds keeps the
 * connection of `before`, because such a session names none.
 */
async function ofSession({ store }: Parts, viewer: Viewer, before: OfSession = {}): Promise<OfSession> {
  const { via, organizationId } = viewer
  if (via.kind !== 'embedSession') return { embedConnection: before.embedConnection }
  const evalConnectionId = namedConnection(viewer)
  if (evalConnectionId === undefined) return { embedConnection: undefined }
  const credential = await findCredential(store.db, organizationId, via.credentialId)
  if (!credential) throw new AppError('internal', {})
  return { embedConnection: { evalConnectionId, namedBy: credential.owner_id } }
}

/** How a run reads its rows. Throws `DeliveryFailed` when the host that named a connection may not use it any more. */
async function viaOf(
  { access, viewers }: Parts,
  organizationId: string,
  { embedConnection }: OfSession,
): Promise<JobVia> {
  if (!embedConnection) return { kind: 'job' }
  const { evalConnectionId, namedBy } = embedConnection
  const signer = await viewers.load(organizationId, namedBy, { kind: 'job' })
  const facts = signer && (await access.connectionFacts(signer, [evalConnectionId])).get(evalConnectionId)
  if (!signer || !facts || !decide(signer, facts, 'useAsSource').allowed) {
    const reason = 'The owner of the credential of its embed may not use the connection of eval_connection_id any more.'
    throw new DeliveryFailed(reason, false)
  }
  return jobOn(evalConnectionId)
}
