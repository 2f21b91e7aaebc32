import type { Selectable } from 'kysely'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import type { TagRequestTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

export type TagRequestRow = Selectable<TagRequestTable>
/** With the names of its tag and document. */
export type NamedTagRequest = TagRequestRow & { tag_name: string; document_name: string }

export interface TagRequestListing {
  /** Member whose requests, and requests for tags that they approve, are listed; null for all. */
  ofMember: string | null
  state?: TagRequestRow['state'] | undefined
  tagId?: string | undefined
}

/** Newest first, one row more than `limit` when there are more. */
export async function listTagRequestRows(
  db: Queryable,
  organizationId: string,
  listing: TagRequestListing,
  { after, limit }: { after: { createdAt: number; id: string } | null; limit: number },
): Promise<NamedTagRequest[]> {
  let query = named(db, organizationId, listing)
    .orderBy('tag_requests.created_at', 'desc')
    .orderBy('tag_requests.id', 'desc')
    .limit(limit + 1)
  if (after) {
    query = query.where((row) =>
      comesAfter('desc', [row.ref('tag_requests.created_at'), after.createdAt], [row.ref('tag_requests.id'), after.id]),
    )
  }
  return query.execute()
}

export async function countTagRequests(
  db: Queryable,
  organizationId: string,
  listing: TagRequestListing,
  atMost: number | null,
): Promise<number> {
  return countRows(db, upTo(atMost, filtered(db, organizationId, listing).select('tag_requests.id as id')))
}

export async function findTagRequest(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<NamedTagRequest | undefined> {
  return named(db, organizationId, { ofMember: null }).where('tag_requests.id', '=', id).executeTakeFirst()
}

/** The pending request for a tag on a document. */
export async function findPendingTagRequest(
  db: Queryable,
  organizationId: string,
  tagId: string,
  documentId: string,
): Promise<TagRequestRow | undefined> {
  return db
    .selectFrom('tag_requests')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('tag_id', '=', tagId)
    .where('document_id', '=', documentId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
}

export async function insertTagRequest(tx: Queryable, row: TagRequestRow): Promise<void> {
  await tx.insertInto('tag_requests').values(row).execute()
}

/** Ends a pending request; false when it had already ended. */
export async function endTagRequest(
  tx: Queryable,
  organizationId: string,
  id: string,
  end: Pick<TagRequestRow, 'state' | 'decided_by' | 'decided_at' | 'reason'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tag_requests')
    .set(end)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows) > 0
}

function filtered(db: Queryable, organizationId: string, { ofMember, state, tagId }: TagRequestListing) {
  let query = db.selectFrom('tag_requests').where('tag_requests.organization_id', '=', organizationId)
  if (state !== undefined) query = query.where('tag_requests.state', '=', state)
  if (tagId !== undefined) query = query.where('tag_requests.tag_id', '=', tagId)
  if (ofMember === null) return query
  return query.where((row) =>
    row.or([
      row('tag_requests.created_by', '=', ofMember),
      row(
        'tag_requests.tag_id',
        'in',
        db
          .selectFrom('version_tag_approvers')
          .select('version_tag_approvers.tag_id')
          .where('version_tag_approvers.organization_id', '=', organizationId)
          .where('version_tag_approvers.member_id', '=', ofMember),
      ),
    ]),
  )
}

function named(db: Queryable, organizationId: string, listing: TagRequestListing) {
  return filtered(db, organizationId, listing)
    .innerJoin('version_tags', (join) =>
      join
        .onRef('version_tags.organization_id', '=', 'tag_requests.organization_id')
        .onRef('version_tags.id', '=', 'tag_requests.tag_id'),
    )
    .innerJoin('inodes', (join) =>
      join
        .onRef('inodes.organization_id', '=', 'tag_requests.organization_id')
        .onRef('inodes.id', '=', 'tag_requests.document_id'),
    )
    .selectAll('tag_requests')
    .select(['version_tags.name as tag_name', 'inodes.name as document_name'])
}
