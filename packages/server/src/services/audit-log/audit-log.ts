import type { Viewer } from '@octavo/core/access'
import type { AuditLogEvent, AuditLogFilter } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { requireRight } from '../../access/index.ts'
import type { Clock } from '../../config/index.ts'
import { type AuditEventFilter, countAuditEvents, listAuditEvents } from '../../store/audit-log.ts'
import type { Store } from '../../store/index.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { createTotals, type Totals } from '../answers/totals.ts'
import { serviceOf } from '../service/service.ts'
import { entriesOf } from './event-entries.ts'

export type AuditLog = ReturnType<typeof createAuditLog>

/** The audit log of an organization, read by its administrators. */
export function createAuditLog(given: { store: Store; clock: Clock }) {
  return serviceOf({ ...given, totals: createTotals(given) }, { list })
}

interface Parts {
  store: Store
  clock: Clock
  totals: Totals
}

/** Newest first. Throws `forbidden` for everybody but administrators, `invalid_request` for a period that ends before it begins. */
async function list(
  { store, totals }: Parts,
  viewer: Viewer,
  given: AuditLogFilter,
  window: Window,
): Promise<Slice<AuditLogEvent>> {
  requireRight(viewer, 'readAuditLog')
  const { organizationId } = viewer
  const filter = filterOf(given)
  const [happenedAt, id] = window.after ?? []
  const rows = await listAuditEvents(store.db, organizationId, filter, {
    after: window.after === null ? null : { happenedAt: Number(happenedAt), id: String(id) },
    limit: window.limit,
  })
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.happened_at, row.id])
  const total = await totals(['auditEvents', organizationId, filter], (atMost) =>
    countAuditEvents(store.db, organizationId, filter, atMost),
  )
  return { entries: await entriesOf(store, organizationId, page), next, total }
}

function filterOf({ category, eventType, status, memberId, objectId, from, to }: AuditLogFilter): AuditEventFilter {
  const since = from === undefined ? undefined : Date.parse(from)
  const until = to === undefined ? undefined : Date.parse(to)
  if (since !== undefined && until !== undefined && until < since) {
    const message = `${to} is before ${from}`
    throw new AppError('invalid_request', {
      reason: `/query/to: ${message}.`,
      problems: [{ path: '/query/to', message }],
    })
  }
  return {
    ...(category === undefined ? {} : { category }),
    ...(eventType === undefined ? {} : { action: eventType }),
    ...(status === undefined ? {} : { isDenied: status === 'failure' }),
    ...(memberId === undefined ? {} : { actorId: memberId }),
    ...(objectId === undefined ? {} : { objectId }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  }
}
