import type { AuditEventType, auditCategories } from '@octavo/core/contract'
import { boundedDetails } from './bounded-details.ts'
import { chunksOf } from './chunks.ts'
import { newUuidV7 } from './ids.ts'
import { type ObjectChange, withChange } from './object-change.ts'
import type { Queryable } from './queryable.ts'
import { currentRequest, type RequestOrigin } from './request-id.ts'

/** An action in the audit log. Written by `store.write` in the transaction of the change. Never contains a secret. */
export interface AuditEvent {
  organizationId: string
  actor: { kind: 'member' | 'credential' | 'system'; id: string }
  category: AuditCategory
  action: AuditEventType
  /** The object of the action; the organization when there is no smaller one. */
  object: { kind: string; id: string }
  details?: Readonly<Record<string, unknown>>
  /** The object before and after the action; stored in the details as `before` and `after`. */
  change?: ObjectChange
  /** Defaults to `done`. `failed`: it was allowed but did not succeed. */
  outcome?: 'done' | 'denied' | 'failed'
  /** For events that are written later than they happened; defaults to now and the current request. */
  noted?: { at: number; request: RequestOrigin | null }
}

export type AuditCategory = (typeof auditCategories)[number]

export const systemActor: AuditEvent['actor'] = { kind: 'system', id: 'system' }

export async function insertAuditEvents(tx: Queryable, events: readonly AuditEvent[], now: number): Promise<void> {
  const request = currentRequest()
  for (const some of chunksOf(events)) {
    await tx
      .insertInto('audit_events')
      .values(
        some.map((event) => ({
          organization_id: event.organizationId,
          id: newUuidV7(event.noted?.at ?? now),
          happened_at: event.noted?.at ?? now,
          actor_id: event.actor.id,
          actor_kind: event.actor.kind,
          category: event.category,
          action: event.action,
          object_kind: event.object.kind,
          object_id: event.object.id,
          details: JSON.stringify(boundedDetails(withChange(event.details ?? {}, event.change))),
          request_id: (event.noted ? event.noted.request : request)?.id ?? null,
          address: (event.noted ? event.noted.request : request)?.address ?? null,
          outcome: event.outcome ?? 'done',
          sealed_number: null,
          sealed_hash: null,
        })),
      )
      .execute()
  }
}
