import type { Selectable } from 'kysely'
import type { AuditEventTable } from './schema.ts'
import type { Queryable } from './store.ts'

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

/** Events that no seal covers yet, in the order in which they get one. */
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

/** Sealed events after this number, in the order of their numbers. */
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

export async function sealEvent(
  tx: Queryable,
  organizationId: string,
  id: string,
  seal: { number: number; hash: string },
): Promise<void> {
  await tx
    .updateTable('audit_events')
    .set({ sealed_number: seal.number, sealed_hash: seal.hash })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('sealed_number', 'is', null)
    .execute()
}
