import type { Selectable } from 'kysely'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import { filesOfSchedules } from './forgotten-files.ts'
import { containing, matches } from './like.ts'
import type { OrganizationTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { tablesOfOrganization } from './tables-of-organization.ts'
import { upTo } from './up-to.ts'

export type TenantRow = Selectable<OrganizationTable>

export const tenantOrders = { createdAt: 'created_at', createdBy: 'created_by', name: 'name', url: 'slug' } as const
export interface TenantOrder {
  by: keyof typeof tenantOrders
  isDescending: boolean
}

export async function findTenant(db: Queryable, parentId: string, id: string): Promise<TenantRow | undefined> {
  return tenantQuery(db, parentId, undefined).selectAll().where('id', '=', id).executeTakeFirst()
}

/** Tenants by id; unknown ids and those of other parents are left out. */
export async function findTenants(
  db: Queryable,
  parentId: string,
  ids: readonly string[],
): Promise<Map<string, TenantRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tenantQuery(db, parentId, undefined).selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** In the requested order, ties by id; one row more than `limit` when there are more. */
export async function listTenantRows(
  db: Queryable,
  parentId: string,
  search: string | undefined,
  order: TenantOrder,
  { after, limit }: { after: { key: string | number; id: string } | null; limit: number },
): Promise<TenantRow[]> {
  const column = tenantOrders[order.by]
  const direction = order.isDescending ? 'desc' : 'asc'
  const query = tenantQuery(db, parentId, search)
    .selectAll()
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(limit + 1)
  if (!after) return query.execute()
  return query
    .where((row) =>
      comesAfter<string | number, string>(direction, [row.ref(column), after.key], [row.ref('id'), after.id]),
    )
    .execute()
}

export async function countTenants(
  db: Queryable,
  parentId: string,
  search: string | undefined,
  atMost: number | null,
): Promise<number> {
  return countRows(db, upTo(atMost, tenantQuery(db, parentId, search).select('id')))
}

/** `search`: part of the slug, or the member who created it. */
function tenantQuery(db: Queryable, parentId: string, search: string | undefined) {
  const query = db.selectFrom('organizations').where('parent_id', '=', parentId)
  if (search === undefined || search === '') return query
  const pattern = containing(search.toLowerCase())
  return query.where((row) => row.or([matches(row.ref('slug'), pattern), row('created_by', '=', search)]))
}

/** Checks all organizations, because slugs are names in the addresses of one server. */
export async function isSlugTaken(db: Queryable, slug: string): Promise<boolean> {
  const row = await db.selectFrom('organizations').select('id').where('slug', '=', slug).executeTakeFirst()
  return row !== undefined
}

/** Permanently deletes a tenant with all of its rows. Returns the keys of the files of its exports and schedules. */
export async function deleteTenantRows(tx: Queryable, parentId: string, id: string, at: number): Promise<string[]> {
  await tx
    .updateTable('organizations')
    .set({ erased_at: at })
    .where('parent_id', '=', parentId)
    .where('id', '=', id)
    .execute()
  const files = await tx.selectFrom('exports').select('file_key').where('organization_id', '=', id).execute()
  const sent = await filesOfSchedules(tx, id)
  await tx.deleteFrom('user_attribute_tenants').where('tenant_id', '=', id).execute()
  for (const table of tablesOfOrganization) await tx.deleteFrom(table).where('organization_id', '=', id).execute()
  await tx.deleteFrom('organizations').where('parent_id', '=', parentId).where('id', '=', id).execute()
  return [...sent, ...files.flatMap(({ file_key }) => file_key ?? [])]
}
