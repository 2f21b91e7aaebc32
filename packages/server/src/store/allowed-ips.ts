import type { Selectable } from 'kysely'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import type { AllowedIpTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type AllowedIpRow = Selectable<AllowedIpTable>

/** All entries; an organization has at most 200. */
export async function findAllowedIps(db: Queryable, organizationId: string): Promise<AllowedIpRow[]> {
  return db.selectFrom('allowed_ips').selectAll().where('organization_id', '=', organizationId).execute()
}

/** Newest first, one row more than `limit` when there are more. */
export async function listAllowedIpRows(
  db: Queryable,
  organizationId: string,
  { after, limit }: { after: { createdAt: number; id: string } | null; limit: number },
): Promise<AllowedIpRow[]> {
  const query = db
    .selectFrom('allowed_ips')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (after === null) return query.execute()
  return query
    .where((row) => comesAfter('desc', [row.ref('created_at'), after.createdAt], [row.ref('id'), after.id]))
    .execute()
}

export async function countAllowedIps(db: Queryable, organizationId: string): Promise<number> {
  return countRows(db, db.selectFrom('allowed_ips').select('id').where('organization_id', '=', organizationId))
}

export async function insertAllowedIps(tx: Queryable, rows: readonly AllowedIpRow[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('allowed_ips').values(rows).execute()
}

export async function deleteAllowedIpRows(
  tx: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('allowed_ips').where('organization_id', '=', organizationId).where('id', 'in', ids).execute()
}
