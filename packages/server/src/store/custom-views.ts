import type { Selectable, Updateable } from 'kysely'
import { countRows } from './count-rows.ts'
import type { CustomViewTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

export type CustomViewRow = Selectable<CustomViewTable>

/** Whose views: those of one member, with the links of everybody where they are asked for. */
export interface CustomViewListing {
  documentId: string
  ownerId: string
  allLinks: boolean
  /** Links that nobody has opened since are over. */
  linksUsedSince: number
}

/** One that this member may open: their own, or a link that is not over. */
export async function findCustomView(
  db: Queryable,
  organizationId: string,
  key: string,
  { documentId, ownerId, linksUsedSince }: Omit<CustomViewListing, 'allLinks'>,
): Promise<CustomViewRow | undefined> {
  return db
    .selectFrom('custom_views')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .where('document_id', '=', documentId)
    .where((row) => row.or([row('is_link', '=', 1), row('owner_id', '=', ownerId)]))
    .where((row) => row.or([row('is_link', '=', 0), row('used_at', '>=', linksUsedSince)]))
    .executeTakeFirst()
}

/** Newest first; one row more than `limit` when there are more. */
export async function listCustomViewRows(
  db: Queryable,
  organizationId: string,
  listing: CustomViewListing,
  { after, limit }: { after: { createdAt: number; key: string } | null; limit: number },
): Promise<CustomViewRow[]> {
  const query = listed(db, organizationId, listing)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('key', 'desc')
    .limit(limit + 1)
  if (after === null) return query.execute()
  return query
    .where('created_at', '<=', after.createdAt)
    .where((row) => row.or([row('created_at', '<', after.createdAt), row('key', '<', after.key)]))
    .execute()
}

export async function countCustomViews(
  db: Queryable,
  organizationId: string,
  listing: CustomViewListing,
  atMost: number | null,
): Promise<number> {
  return countRows(db, upTo(atMost, listed(db, organizationId, listing).select('key as id')))
}

function listed(
  db: Queryable,
  organizationId: string,
  { documentId, ownerId, allLinks, linksUsedSince }: CustomViewListing,
) {
  const query = db
    .selectFrom('custom_views')
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where((row) => row.or([row('is_link', '=', 0), row('used_at', '>=', linksUsedSince)]))
  return allLinks
    ? query.where((row) => row.or([row('is_link', '=', 1), row('owner_id', '=', ownerId)]))
    : query.where('owner_id', '=', ownerId)
}

export async function insertCustomView(tx: Queryable, row: CustomViewRow): Promise<void> {
  await tx.insertInto('custom_views').values(row).execute()
}

/** False when somebody else has changed it since revision `from`. */
export async function updateCustomViewRow(
  tx: Queryable,
  organizationId: string,
  key: string,
  from: number,
  change: Omit<Updateable<CustomViewTable>, 'organization_id' | 'key' | 'revision'>,
): Promise<boolean> {
  const result = await tx
    .updateTable('custom_views')
    .set({ ...change, revision: from + 1 })
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .where('revision', '=', from)
    .executeTakeFirst()
  return result.numUpdatedRows > 0
}

export async function noteCustomViewUse(tx: Queryable, organizationId: string, key: string, at: number): Promise<void> {
  await tx
    .updateTable('custom_views')
    .set({ used_at: at })
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .execute()
}

/** `revision`: the one that is meant; null for any. False when there is none. */
export async function deleteCustomViewRow(
  tx: Queryable,
  organizationId: string,
  key: string,
  revision: number | null,
): Promise<boolean> {
  const query = tx.deleteFrom('custom_views').where('organization_id', '=', organizationId).where('key', '=', key)
  const { numDeletedRows } = await (revision === null
    ? query
    : query.where('revision', '=', revision)
  ).executeTakeFirst()
  return numDeletedRows > 0
}

/** Links that nobody has opened since, in every organization. */
export async function deleteUnusedLinks(tx: Queryable, usedBefore: number): Promise<void> {
  await tx.deleteFrom('custom_views').where('is_link', '=', 1).where('used_at', '<', usedBefore).execute()
}
