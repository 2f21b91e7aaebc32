import { type AuditLogEvent, auditActorKinds, auditCategories } from '@octavo/core/contract'
import type { AuditEventRow } from '../../store/audit-log.ts'
import { findConnections } from '../../store/connections.ts'
import type { Store } from '../../store/index.ts'
import { findInodes } from '../../store/inodes.ts'
import { findMembers, fullNameOf, type MemberRow } from '../../store/members.ts'
import { findOrganization } from '../../store/organizations.ts'
import { findTeams } from '../../store/teams.ts'
import { timestamp } from '../answers/timestamp.ts'

/** Audit events as the API returns them, with the current names of members and objects. */
export async function entriesOf(
  store: Store,
  organizationId: string,
  rows: readonly AuditEventRow[],
): Promise<AuditLogEvent[]> {
  const names = await namesFor(store, organizationId, rows)
  return rows.map((row) => entryOf(row, names))
}

interface Names {
  members: ReadonlyMap<string, MemberRow>
  objects: ReadonlyMap<string, string>
}

/** Current names of the members and objects of a page, read with one statement for each kind. */
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
    status: row.outcome === 'denied' || row.outcome === 'failed' ? 'failure' : 'success',
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

/** Changes that were too long to store are strings and have no names. */
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
