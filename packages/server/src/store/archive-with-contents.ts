import type { InodeRow } from './inodes.ts'
import type { Queryable } from './store.ts'

/** Types of files that are children of their source document. */
const taggedTypes = ['tagged-workbook', 'tagged-data-model']

/**
 * Archives the documents of a member with their tagged versions; folders are kept, because they may contain files of
 * others. Returns the number of documents.
 */
export async function archiveDocumentsOf(
  db: Queryable,
  organizationId: string,
  ownerId: string,
  { at, by }: { at: number; by: string },
): Promise<number> {
  const archived = { is_archived: 1, archived_at: at, archived_by: by, updated_by: by, updated_at: at }
  const documents = db
    .selectFrom('inodes as document')
    .select('document.id')
    .where('document.organization_id', '=', organizationId)
    .where('document.owner_id', '=', ownerId)
    .where('document.is_archived', '=', 0)
    .where('document.type', 'not in', ['folder', 'workspace', ...taggedTypes])
  await db
    .updateTable('inodes')
    .set(archived)
    .where('organization_id', '=', organizationId)
    .where('is_archived', '=', 0)
    .where('type', 'in', taggedTypes)
    .where('parent_id', 'in', documents)
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('inodes')
    .set(archived)
    .where('organization_id', '=', organizationId)
    .where('id', 'in', documents)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Archives a file with everything below it; files archived earlier keep their own time. */
export async function archiveWithContents(
  db: Queryable,
  organizationId: string,
  id: string,
  { at, by }: { at: number; by: string },
): Promise<void> {
  await db
    .updateTable('inodes')
    .set({ is_archived: 1, archived_at: at, archived_by: by, updated_by: by, updated_at: at })
    .where('organization_id', '=', organizationId)
    .where('is_archived', '=', 0)
    .where('id', 'in', selfAndBelow(db, organizationId, id))
    .execute()
}

/** Restores a file and everything that was archived together with it. */
export async function restoreWithContents(
  db: Queryable,
  organizationId: string,
  inode: Pick<InodeRow, 'id' | 'archived_at'>,
  { at, by }: { at: number; by: string },
): Promise<void> {
  await db
    .updateTable('inodes')
    .set({ is_archived: 0, archived_at: null, archived_by: null, updated_by: by, updated_at: at })
    .where('organization_id', '=', organizationId)
    .where('is_archived', '=', 1)
    .where('archived_at', '=', inode.archived_at)
    .where('id', 'in', selfAndBelow(db, organizationId, inode.id))
    .execute()
}

/** Files that were archived before a moment, oldest first. */
export async function listArchivedBefore(
  db: Queryable,
  organizationId: string,
  before: number,
  limit: number,
): Promise<InodeRow[]> {
  return db
    .selectFrom('inodes')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('is_archived', '=', 1)
    .where('archived_at', '<', before)
    .where('type', 'not in', taggedTypes)
    .orderBy('archived_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

function selfAndBelow(db: Queryable, organizationId: string, id: string) {
  return db
    .withRecursive('below(id)', (recursive) =>
      recursive
        .selectFrom('inodes')
        .select('inodes.id')
        .where('inodes.organization_id', '=', organizationId)
        .where('inodes.id', '=', id)
        .union(
          recursive
            .selectFrom('below')
            // Fixes the join order, down the index of parents, when the embedded store has no statistics.
            .crossJoin('inodes')
            .whereRef('inodes.parent_id', '=', 'below.id')
            .select('inodes.id')
            .where('inodes.organization_id', '=', organizationId),
        ),
    )
    .selectFrom('below')
    .select('below.id')
}
