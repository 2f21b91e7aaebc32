import type { Insertable, Selectable, Updateable } from 'kysely'
import { countRows } from './count-rows.ts'
import { containing, matches } from './like.ts'
import type { SourceSwapPolicyTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

export type SourceSwapPolicyRow = Selectable<SourceSwapPolicyTable>

export async function findSourceSwapPolicy(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<SourceSwapPolicyRow | undefined> {
  return db
    .selectFrom('source_swap_policies')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Oldest first, one row more than `limit` when there are more. */
export async function listSourceSwapPolicyRows(
  db: Queryable,
  organizationId: string,
  { after, limit }: { after: { createdAt: number; id: string } | null; limit: number },
): Promise<SourceSwapPolicyRow[]> {
  let query = db
    .selectFrom('source_swap_policies')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit + 1)
  if (after !== null) {
    query = query.where((row) =>
      row.or([
        row('created_at', '>', after.createdAt),
        row.and([row('created_at', '=', after.createdAt), row('id', '>', after.id)]),
      ]),
    )
  }
  return query.execute()
}

export async function countSourceSwapPolicies(
  db: Queryable,
  organizationId: string,
  atMost: number | null,
): Promise<number> {
  const all = db.selectFrom('source_swap_policies').select('id').where('organization_id', '=', organizationId)
  return countRows(db, upTo(atMost, all))
}

export async function insertSourceSwapPolicy(tx: Queryable, row: Insertable<SourceSwapPolicyTable>): Promise<void> {
  await tx.insertInto('source_swap_policies').values(row).execute()
}

export async function updateSourceSwapPolicyRow(
  tx: Queryable,
  organizationId: string,
  id: string,
  change: Omit<Updateable<SourceSwapPolicyTable>, 'organization_id' | 'id'>,
): Promise<void> {
  await tx
    .updateTable('source_swap_policies')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function deleteSourceSwapPolicyRow(tx: Queryable, organizationId: string, id: string): Promise<void> {
  await tx
    .deleteFrom('source_swap_policies')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Whether a pending request for a version tag uses the policy. */
export async function isPolicyAwaited(db: Queryable, organizationId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('tag_requests')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'pending')
    .where((request) => matches(request.ref('wanted'), containing(`"${id}"`)))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
