import type { Selectable, Updateable } from 'kysely'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import type { ViewRead } from './read-rows.ts'
import type { CustomViewTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'
import { deleteViewReads, setViewReads } from './view-reads.ts'

export type CustomViewRow = Selectable<CustomViewTable>

/** Views of one member, optionally with the links of everybody. */
export interface CustomViewListing {
  documentId: string
  ownerId: string
  allLinks: boolean
  /** Links that were not opened since this time have expired. */
  linksUsedSince: number
}

/** A view that this member may open: their own, or a link that has not expired. */
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
    .where((row) => comesAfter('desc', [row.ref('created_at'), after.createdAt], [row.ref('key'), after.key]))
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

export async function insertCustomView(tx: Queryable, row: CustomViewRow, reads: readonly ViewRead[]): Promise<void> {
  await tx.insertInto('custom_views').values(row).execute()
  const { organization_id, document_id, key: view_id } = row
  await setViewReads(tx, { organization_id, document_id, view_id }, reads)
}

/** False when it was changed since it was read. */
export async function updateCustomViewRow(
  tx: Queryable,
  { organization_id, document_id, key, revision }: CustomViewRow,
  change: Omit<Updateable<CustomViewTable>, 'organization_id' | 'document_id' | 'key' | 'revision'>,
  reads: readonly ViewRead[],
): Promise<boolean> {
  const result = await tx
    .updateTable('custom_views')
    .set({ ...change, revision: revision + 1 })
    .where('organization_id', '=', organization_id)
    .where('key', '=', key)
    .where('revision', '=', revision)
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) return false
  await setViewReads(tx, { organization_id, document_id, view_id: key }, reads)
  return true
}

export async function noteCustomViewUse(tx: Queryable, organizationId: string, key: string, at: number): Promise<void> {
  await tx
    .updateTable('custom_views')
    .set({ used_at: at })
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .execute()
}

/** `revision`: the expected one; null for any. False when there is no such row. */
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
  if (numDeletedRows === 0n) return false
  await deleteViewReads(tx, organizationId, key)
  return true
}

/** Deletes links of all organizations that were not opened since this time. */
export async function deleteUnusedLinks(tx: Queryable, usedBefore: number): Promise<void> {
  await tx
    .deleteFrom('view_reads')
    .where((read) =>
      read.exists(
        read
          .selectFrom('custom_views')
          .select('custom_views.key')
          .whereRef('custom_views.organization_id', '=', 'view_reads.organization_id')
          .whereRef('custom_views.key', '=', 'view_reads.view_id')
          .where('custom_views.is_link', '=', 1)
          .where('custom_views.used_at', '<', usedBefore),
      ),
    )
    .execute()
  await tx.deleteFrom('custom_views').where('is_link', '=', 1).where('used_at', '<', usedBefore).execute()
}
