import type { Viewer } from '@octavo/core/access'
import { type AuditLogEvent, type AuditLogFilter, auditActorKinds, auditCategories } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { requireRight } from '../../access/index.ts'
import type { Clock } from '../../config/index.ts'
import { type AuditEventFilter, type AuditEventRow, countAuditEvents, listAuditEvents } from '../../store/audit-log.ts'
import { findConnections } from '../../store/connections.ts'
import type { Store } from '../../store/index.ts'
import { findInodes } from '../../store/inodes.ts'
import { findMembers, fullNameOf, type MemberRow } from '../../store/members.ts'
import { findOrganization } from '../../store/organizations.ts'
import { findTeams } from '../../store/teams.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { createTotals, type Totals } from '../answers/totals.ts'
import { serviceOf } from '../service/service.ts'

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
  const names = await namesFor(store, organizationId, page)
  return { entries: page.map((row) => entryOf(row, names)), next, total }
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

interface Names {
  members: ReadonlyMap<string, MemberRow>
  objects: ReadonlyMap<string, string>
}

/** Present names of the members and objects of a page, in one statement for each kind. */
async function namesFor(store: Store, organizationId: string, page: readonly AuditEventRow[]): Promise<Names> {
  const objectIds = [...new Set(page.flatMap(({ object_id }) => object_id ?? []))]
  const memberIds = [...new Set([...page.map(({ actor_id }) => actor_id), ...objectIds])]
  const [organization, members, inodes, connections, teams] = await Promise.all([
    findOrganization(store.db, organizationId),
    findMembers(store.db, organizationId, memberIds),
    findInodes(store.db, organizationId, objectIds),
    findConnections(store.db, organizationId, objectIds),
    findTeams(store.db, organizationId, objectIds),
  ])
  const named = [
    ...(organization ? [organization] : []),
    ...inodes.values(),
    ...connections.values(),
    ...teams.values(),
  ]
  return { members, objects: new Map(named.map(({ id, name }) => [id, name])) }
}

function entryOf(row: AuditEventRow, { members, objects }: Names): AuditLogEvent {
  const { before = null, after = null, ...details } = JSON.parse(row.details) as Record<string, unknown>
  const actor = members.get(row.actor_id)
  const objectId = row.object_id ?? ''
  const member = members.get(objectId)
  const name = objects.get(objectId) ?? (member ? fullNameOf(member) : (nameIn(after) ?? nameIn(before)))
  return {
    eventId: row.id,
    createdAt: timestamp(row.happened_at),
    category: wordOf(auditCategories, row.category),
    eventType: row.action,
    status: row.outcome === 'denied' ? 'failure' : 'success',
    actor: {
      kind: wordOf(auditActorKinds, row.actor_kind),
      memberId: row.actor_kind === 'system' ? null : row.actor_id,
      email: actor?.email ?? null,
      name: actor ? fullNameOf(actor) : null,
    },
    object: { type: row.object_kind, id: row.object_id, name },
    before: factsOf(before),
    after: factsOf(after),
    details,
    ipAddress: row.address,
    requestId: row.request_id,
  }
}

function nameIn(facts: unknown): string | null {
  const name = factsOf(facts)?.name
  return typeof name === 'string' ? name : null
}

/** Changes that were too long to keep are texts; they have no names. */
function factsOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

function wordOf<const Word extends string>(words: readonly Word[], value: string): Word {
  const word = words.find((each) => each === value)
  if (word === undefined) throw new Error(`The audit log has an unknown word: ${value}`)
  return word
}
