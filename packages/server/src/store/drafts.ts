import type { Insertable, Selectable } from 'kysely'
import type { DraftEditTable, DraftTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type DraftEditRow = Selectable<DraftEditTable>

/** Batches of edits with a revision above `since`, oldest first. */
export async function listEditsSince(
  db: Queryable,
  organizationId: string,
  documentId: string,
  since: number,
): Promise<DraftEditRow[]> {
  return db
    .selectFrom('draft_edits')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('revision', '>', since)
    .orderBy('revision')
    .execute()
}

export async function insertDraft(db: Queryable, row: Insertable<DraftTable>): Promise<void> {
  await db.insertInto('drafts').values(row).execute()
}

export async function updateDraft(
  db: Queryable,
  organizationId: string,
  documentId: string,
  changes: Partial<Pick<DraftTable, 'snapshot' | 'snapshot_revision' | 'format_version' | 'updated_by' | 'updated_at'>>,
): Promise<void> {
  await db
    .updateTable('drafts')
    .set(changes)
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .execute()
}

export async function insertDraftEdits(db: Queryable, row: Insertable<DraftEditTable>): Promise<void> {
  await db.insertInto('draft_edits').values(row).execute()
}

/**
 * Moves the draft from one revision to the next; false when another writer has moved it. `published` makes the published version and the
 * draft equal again. Call it first in the transaction, so that concurrent writers wait for each other here.
 */
export async function moveDraftRevision(
  db: Queryable,
  organizationId: string,
  documentId: string,
  { from, version, published = false }: { from: number; version: number; published?: boolean },
): Promise<boolean> {
  const revision = from + 1
  const result = await db
    .updateTable('documents')
    .set({ draft_revision: revision, ...(published ? { published_revision: revision } : {}) })
    .where('organization_id', '=', organizationId)
    .where('id', '=', documentId)
    .where('draft_revision', '=', from)
    .where('latest_version', '=', version)
    .executeTakeFirst()
  return result.numUpdatedRows > 0
}
