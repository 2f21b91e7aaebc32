import type { Selectable } from 'kysely'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import type { CommentTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

export type CommentRow = Selectable<CommentTable>

export interface ThreadListing {
  documentId: string
  /** Elements whose threads are listed besides those about the whole workbook; null for all. */
  elementIds: readonly string[] | null
  /** Only threads about this element. */
  elementId?: string | undefined
  state: 'open' | 'resolved' | 'all'
}

/** First comments of threads, newest first, one row more than `limit` when there are more. */
export async function listThreadRows(
  db: Queryable,
  organizationId: string,
  listing: ThreadListing,
  { after, limit }: { after: { createdAt: number; id: string } | null; limit: number },
): Promise<CommentRow[]> {
  let query = threads(db, organizationId, listing)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (after) {
    query = query.where((row) =>
      comesAfter('desc', [row.ref('created_at'), after.createdAt], [row.ref('id'), after.id]),
    )
  }
  return query.execute()
}

export async function countThreads(
  db: Queryable,
  organizationId: string,
  listing: ThreadListing,
  atMost: number | null,
): Promise<number> {
  return countRows(db, upTo(atMost, threads(db, organizationId, listing).select('id')))
}

function threads(db: Queryable, organizationId: string, { documentId, elementIds, elementId, state }: ThreadListing) {
  let query = db
    .selectFrom('comments')
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .whereRef('id', '=', 'thread_id')
  if (elementIds !== null) {
    query = query.where((row) => row.or([row('element_id', 'is', null), row('element_id', 'in', elementIds)]))
  }
  if (elementId !== undefined) query = query.where('element_id', '=', elementId)
  if (state === 'all') return query
  return query.where('resolved_at', state === 'open' ? 'is' : 'is not', null)
}

/** The comments of threads, oldest first. */
export async function findCommentsOf(
  db: Queryable,
  organizationId: string,
  documentId: string,
  threadIds: readonly string[],
): Promise<CommentRow[]> {
  if (threadIds.length === 0) return []
  return db
    .selectFrom('comments')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('thread_id', 'in', [...threadIds])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function findComment(db: Queryable, organizationId: string, id: string): Promise<CommentRow | undefined> {
  return db
    .selectFrom('comments')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function insertComment(tx: Queryable, row: CommentRow): Promise<void> {
  await tx.insertInto('comments').values(row).execute()
}

export async function updateComment(
  tx: Queryable,
  organizationId: string,
  id: string,
  change: Partial<Pick<CommentRow, 'body' | 'mentions' | 'edited_at' | 'resolved_by' | 'resolved_at'>>,
): Promise<void> {
  await tx
    .updateTable('comments')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Deletes the comment, and its replies when it starts a thread. */
export async function deleteComments(tx: Queryable, organizationId: string, id: string): Promise<void> {
  await tx
    .deleteFrom('comments')
    .where('organization_id', '=', organizationId)
    .where((row) => row.or([row('id', '=', id), row('thread_id', '=', id)]))
    .execute()
}
