import { type Selectable, sql } from 'kysely'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import type { AuditEventTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

export type AuditEventRow = Selectable<AuditEventTable>

/** Organizations with events that are not in the chain yet. */
export async function listUnsealedOrganizations(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_events')
    .select('organization_id')
    .distinct()
    .where('sealed_number', 'is', null)
    .execute()
  return rows.map(({ organization_id }) => organization_id)
}

/** Events without a seal, in the order in which they will be sealed. */
export async function listUnsealedEvents(
  db: Queryable,
  organizationId: string,
  limit: number,
): Promise<AuditEventRow[]> {
  return db
    .selectFrom('audit_events')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('sealed_number', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function findLastSealed(db: Queryable, organizationId: string): Promise<AuditEventRow | undefined> {
  return db
    .selectFrom('audit_events')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('sealed_number', 'is not', null)
    .orderBy('sealed_number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Hash of the event with this number; null when the chain has none. */
export async function findSealedHash(db: Queryable, organizationId: string, number: number): Promise<string | null> {
  const row = await db
    .selectFrom('audit_events')
    .select('sealed_hash')
    .where('organization_id', '=', organizationId)
    .where('sealed_number', '=', number)
    .executeTakeFirst()
  return row?.sealed_hash ?? null
}

/** Sealed events after this number, ordered by number. */
export async function listSealedEvents(
  db: Queryable,
  organizationId: string,
  after: number,
  limit: number,
): Promise<AuditEventRow[]> {
  return db
    .selectFrom('audit_events')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('sealed_number', '>', after)
    .orderBy('sealed_number')
    .limit(limit)
    .execute()
}

export interface Seal {
  id: string
  number: number
  hash: string
}

/**
 * Seals events that have no seal yet, with one statement: a statement for each of them took twice as long. The plus keeps SQLite from
 * reading all unsealed events for each seal, which it would do by its statistics.
 */
export async function sealAll(tx: Queryable, organizationId: string, seals: readonly Seal[]): Promise<void> {
  const rows = seals.map(({ id, number, hash }) => sql`(cast(${id} as text), cast(${number} as bigint), ${hash})`)
  await sql`
    with seals(id, number, hash) as (values ${sql.join(rows)})
    update audit_events set sealed_number = seals.number, sealed_hash = seals.hash from seals
    where audit_events.organization_id = ${organizationId} and audit_events.id = seals.id
      and +audit_events.sealed_number is null
  `.execute(tx)
}

/** Filters of the log; absent ones do not restrict it. Instants are epoch milliseconds; `until` is exclusive. */
export interface AuditEventFilter {
  category?: string
  action?: string
  isDenied?: boolean
  actorId?: string
  objectId?: string
  since?: number
  until?: number
}

/** The latest first; one row more than `limit` when there are more. */
export async function listAuditEvents(
  db: Queryable,
  organizationId: string,
  filter: AuditEventFilter,
  { after, limit }: { after: { happenedAt: number; id: string } | null; limit: number },
): Promise<AuditEventRow[]> {
  const events = matching(db, organizationId, filter)
    .selectAll()
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (after === null) return events.execute()
  return events
    .where((row) => comesAfter('desc', [row.ref('happened_at'), after.happenedAt], [row.ref('id'), after.id]))
    .execute()
}

export async function countAuditEvents(
  db: Queryable,
  organizationId: string,
  filter: AuditEventFilter,
  atMost: number | null,
): Promise<number> {
  return countRows(db, upTo(atMost, matching(db, organizationId, filter).select('id')))
}

function matching(db: Queryable, organizationId: string, filter: AuditEventFilter) {
  const { category, action, isDenied, actorId, objectId, since, until } = filter
  const isOfOne = actorId !== undefined || objectId !== undefined
  return (
    db
      .selectFrom('audit_events')
      .where('organization_id', '=', organizationId)
      // A person or an object has fewer events than a type, and a type fewer than a category; the expressions keep SQLite from the indexes
      // of the others.
      .$if(category !== undefined, (events) =>
        events.where(isOfOne || action !== undefined ? sql<string>`category || ''` : 'category', '=', category ?? ''),
      )
      .$if(action !== undefined, (events) =>
        events.where(isOfOne ? sql<string>`action || ''` : 'action', '=', action ?? ''),
      )
      // Literals, since SQLite does not use a partial index with bound values.
      .$if(isDenied === true, (events) => events.where(sql<boolean>`outcome in ('denied', 'failed')`))
      // Older events have no outcome, because only completed actions were logged.
      .$if(isDenied === false, (events) =>
        events.where((row) => row.or([row('outcome', 'is', null), row('outcome', '=', 'done')])),
      )
      .$if(actorId !== undefined, (events) => events.where('actor_id', '=', actorId ?? ''))
      .$if(objectId !== undefined, (events) => events.where('object_id', '=', objectId ?? ''))
      .$if(since !== undefined, (events) => events.where('happened_at', '>=', since ?? 0))
      .$if(until !== undefined, (events) => events.where('happened_at', '<', until ?? 0))
  )
}
