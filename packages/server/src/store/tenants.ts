import type { Selectable } from 'kysely'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import { filesOfSchedules } from './forgotten-files.ts'
import { containing, matches } from './like.ts'
import type { Database, OrganizationTable } from './schema.ts'
import type { Queryable } from './store.ts'
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

type TableOfOrganization = {
  [Name in keyof Database]: Database[Name] extends { organization_id: string } ? Name : never
}[keyof Database]

/** Every table with rows of an organization; referencing tables before referenced ones. */
export const tablesOfOrganization = [
  'idempotency_keys',
  'audit_events',
  'audit_trails',
  'exports',
  'jobs',
  'forgotten_files',
  'schedule_deliveries',
  'schedule_unsubscriptions',
  'schedule_runs',
  'schedules',
  'materialization_runs',
  'materialization_schedules',
  'edit_troubles',
  'input_row_changes',
  'input_edits',
  'input_moves',
  'input_rows',
  'input_tables',
  'csv_files',
  'retired_tables',
  'pictures',
  'card_pictures',
  'web_queries',
  'webhooks',
  'sequence_calls',
  'organization_logos',
  'embeds',
  'saved_views',
  'custom_views',
  'draft_presence',
  'draft_edits',
  'drafts',
  'tag_requests',
  'access_requests',
  'comments',
  'tagged_versions',
  'version_tag_approvers',
  'version_tags',
  'dataset_migrations',
  'source_swap_policies',
  'translations',
  'view_reads',
  'document_reads',
  'search_documents',
  'template_followers',
  'document_versions',
  'documents',
  'member_files',
  'shortcut_targets',
  'folder_holders',
  'grants',
  'catalog_sync_effects',
  'catalog_syncs',
  'missing_sources',
  'dbt_nodes',
  'table_annotations',
  'catalog_objects',
  'query_runs',
  'query_statements',
  'sql_texts',
  'connection_sign_in_attempts',
  'connection_sign_ins',
  'connections',
  'inodes',
  'sessions',
  'tokens',
  'used_tokens',
  'api_credentials',
  'api_connectors',
  'connector_credentials',
  'allowed_ips',
  'custom_functions',
  'user_attribute_tenants',
  'user_attribute_members',
  'user_attribute_teams',
  'user_attributes',
  'element_styles',
  'team_members',
  'teams',
  'members',
  'account_types',
] as const satisfies readonly TableOfOrganization[]

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
