import type { Viewer } from '@octavo/core/access'
import type { AuditEvent } from '../store/index.ts'

/** Who the audit log names for a deed of this viewer. */
export function actorOf(viewer: Viewer): AuditEvent['actor'] {
  if (viewer.via.kind === 'token') return { kind: 'credential', id: viewer.via.credentialId }
  return { kind: 'member', id: viewer.memberId }
}
