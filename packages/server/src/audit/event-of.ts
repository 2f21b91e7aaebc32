import type { Viewer } from '@octavo/core/access'
import type { AuditEvent } from '../store/index.ts'

type Action = Pick<AuditEvent, 'category' | 'action' | 'object' | 'details' | 'change'>

/**
 * The event of an action of this viewer. The actor is always the member; for an action through an API credential the kind of
 * actor differs and the details name the credential.
 */
export function eventOf(viewer: Pick<Viewer, 'organizationId' | 'memberId' | 'via'>, action: Action): AuditEvent {
  const { organizationId, memberId, via } = viewer
  if (via.kind === 'viewAs') {
    const actor = { kind: 'member', id: via.actorId } as const
    return { organizationId, actor, ...action, details: { ...action.details, viewedAs: memberId } }
  }
  if (via.kind === 'embedSession') {
    const actor = { kind: 'member', id: memberId } as const
    return { organizationId, actor, ...action, details: { ...action.details, embedCredentialId: via.credentialId } }
  }
  if (via.kind !== 'token') return { organizationId, actor: { kind: 'member', id: memberId }, ...action }
  return {
    organizationId,
    actor: { kind: 'credential', id: memberId },
    ...action,
    details: {
      ...action.details,
      credentialId: via.credentialId,
      ...(via.actorId === undefined ? {} : { actingMemberId: via.actorId }),
    },
  }
}
