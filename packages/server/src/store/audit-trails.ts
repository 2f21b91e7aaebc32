import type { Insertable, Selectable } from 'kysely'
import type { AuditTrailTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type AuditTrailRow = Selectable<AuditTrailTable>

export async function findAuditTrail(db: Queryable, organizationId: string): Promise<AuditTrailRow | undefined> {
  return db.selectFrom('audit_trails').selectAll().where('organization_id', '=', organizationId).executeTakeFirst()
}

export async function listAuditTrails(db: Queryable): Promise<AuditTrailRow[]> {
  return db.selectFrom('audit_trails').selectAll().execute()
}

/** Inserts or replaces the row. */
export async function saveAuditTrail(tx: Queryable, row: Insertable<AuditTrailTable>): Promise<void> {
  const { organization_id: _, ...change } = row
  await tx
    .insertInto('audit_trails')
    .values(row)
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(change))
    .execute()
}

export async function updateAuditTrail(
  tx: Queryable,
  organizationId: string,
  change: Partial<Omit<AuditTrailRow, 'organization_id'>>,
): Promise<void> {
  await tx.updateTable('audit_trails').set(change).where('organization_id', '=', organizationId).execute()
}

/** Number of the last event in the chain; 0 for an empty chain. */
export async function lastSealedNumber(db: Queryable, organizationId: string): Promise<number> {
  const row = await db
    .selectFrom('audit_events')
    .select('sealed_number')
    .where('organization_id', '=', organizationId)
    .where('sealed_number', 'is not', null)
    .orderBy('sealed_number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sealed_number ?? 0
}

/** Number of an event before this moment, such that all later events have higher numbers; 0 when there is none. */
export async function sealedNumberBefore(db: Queryable, organizationId: string, at: number): Promise<number> {
  const row = await db
    .selectFrom('audit_events')
    .select('sealed_number')
    .where('organization_id', '=', organizationId)
    .where('sealed_number', 'is not', null)
    .where('happened_at', '<', at)
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sealed_number ?? 0
}

/** Documents that read a connection, directly or through data models. */
export async function listDocumentsReading(
  db: Queryable,
  organizationId: string,
  connectionId: string,
): Promise<string[]> {
  const found = new Set<string>()
  let keys = [`table ${connectionId} %`, `sql ${connectionId}`]
  while (keys.length > 0) {
    const rows = await db
      .selectFrom('document_reads')
      .select('document_id')
      .distinct()
      .where('organization_id', '=', organizationId)
      .where((row) => row.or(keys.map((key) => row('source_key', 'like', key))))
      .execute()
    const fresh = rows.map(({ document_id }) => document_id).filter((id) => !found.has(id))
    for (const id of fresh) found.add(id)
    keys = fresh.map((id) => `model ${id} %`)
  }
  return [...found]
}
