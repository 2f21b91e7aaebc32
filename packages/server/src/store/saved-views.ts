import type { Selectable, Updateable } from 'kysely'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import type { ViewRead } from './read-rows.ts'
import type { SavedViewTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'
import { deleteViewReads, setViewReads } from './view-reads.ts'

export type SavedViewRow = Selectable<SavedViewTable>

/** The saved views of a document that a member may open: their own and the shared ones. */
export interface SavedViewListing {
  documentId: string
  memberId: string
}

function listed(db: Queryable, organizationId: string, { documentId, memberId }: SavedViewListing) {
  return db
    .selectFrom('saved_views')
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where((row) => row.or([row('is_shared', '=', 1), row('owner_id', '=', memberId)]))
}

export async function findSavedView(
  db: Queryable,
  organizationId: string,
  listing: SavedViewListing,
  which: { id: string } | { exploreKey: string },
): Promise<SavedViewRow | undefined> {
  const query = listed(db, organizationId, listing).selectAll()
  return 'id' in which
    ? query.where('id', '=', which.id).executeTakeFirst()
    : query.where('explore_key', '=', which.exploreKey).orderBy('updated_at', 'desc').executeTakeFirst()
}

/** Oldest first; one row more than `limit` when there are more. */
export async function listSavedViewRows(
  db: Queryable,
  organizationId: string,
  listing: SavedViewListing,
  { after, limit }: { after: { createdAt: number; id: string } | null; limit: number },
): Promise<SavedViewRow[]> {
  const query = listed(db, organizationId, listing)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit + 1)
  if (after === null) return query.execute()
  return query
    .where((row) => comesAfter('asc', [row.ref('created_at'), after.createdAt], [row.ref('id'), after.id]))
    .execute()
}

export async function countSavedViews(
  db: Queryable,
  organizationId: string,
  listing: SavedViewListing,
  atMost: number | null,
): Promise<number> {
  return countRows(db, upTo(atMost, listed(db, organizationId, listing).select('id')))
}

/** All saved views, or those that one member may open; oldest first. */
export async function listSavedViewsOf(
  db: Queryable,
  organizationId: string,
  documentId: string,
  memberId: string | null,
): Promise<SavedViewRow[]> {
  const query =
    memberId === null
      ? db.selectFrom('saved_views').where('organization_id', '=', organizationId).where('document_id', '=', documentId)
      : listed(db, organizationId, { documentId, memberId })
  return query.selectAll().orderBy('created_at').orderBy('id').execute()
}

/** Number of other shared saved views of a document. */
export async function countSharedBeside(
  db: Queryable,
  organizationId: string,
  documentId: string,
  id: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('saved_views')
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('is_shared', '=', 1)
    .where('id', '!=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertSavedView(tx: Queryable, row: SavedViewRow, reads: readonly ViewRead[]): Promise<void> {
  await tx.insertInto('saved_views').values(row).execute()
  const { organization_id, document_id, id: view_id } = row
  await setViewReads(tx, { organization_id, document_id, view_id }, reads)
}

export async function updateSavedViewRow(
  tx: Queryable,
  organizationId: string,
  id: string,
  change: Omit<Updateable<SavedViewTable>, 'organization_id' | 'id'>,
): Promise<void> {
  await tx
    .updateTable('saved_views')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Removes the default mark from a document's saved view. */
export async function clearDefaultView(tx: Queryable, organizationId: string, documentId: string): Promise<void> {
  await tx
    .updateTable('saved_views')
    .set({ is_default: 0 })
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('is_default', '=', 1)
    .execute()
}

export async function deleteSavedViewRow(tx: Queryable, organizationId: string, id: string): Promise<void> {
  await deleteViewReads(tx, organizationId, id)
  await tx.deleteFrom('saved_views').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}
