import { deserializeDocument } from '@octavo/core/document'
import type { Insertable, Selectable } from 'kysely'
import { setDocumentReads } from './document-reads.ts'
import type { DocumentRead } from './read-rows.ts'
import type { DocumentTable, DocumentVersionTable, DraftEditTable, DraftTable } from './schema.ts'
import { setSearched } from './search-documents.ts'
import type { Queryable } from './store.ts'

export type DocumentRow = Selectable<DocumentTable>
export type DocumentVersionRow = Selectable<DocumentVersionTable>
export type DraftRow = Selectable<DraftTable>

export async function findDocument(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('documents')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function findDocuments(
  db: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, DocumentRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('documents')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function insertDocument(db: Queryable, row: Insertable<DocumentTable>): Promise<void> {
  await db.insertInto('documents').values(row).execute()
}

/**
 * Inserts a published version: immutable, with the next number. Its reads and search entries replace those of the previous version. The
 * file of the document must exist.
 */
export async function insertDocumentVersion(
  db: Queryable,
  row: Insertable<DocumentVersionTable>,
  reads: readonly DocumentRead[],
): Promise<void> {
  await db.insertInto('document_versions').values(row).execute()
  await setDocumentReads(db, row.organization_id, row.document_id, reads)
  await setSearched(db, row.organization_id, row.document_id, deserializeDocument(row.content))
}

export async function findDocumentVersion(
  db: Queryable,
  organizationId: string,
  documentId: string,
  version: number,
): Promise<DocumentVersionRow | undefined> {
  return db
    .selectFrom('document_versions')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** Newest first, without the contents; one row more than `limit` when there are more. */
export async function listDocumentVersions(
  db: Queryable,
  organizationId: string,
  documentId: string,
  window: { before: number | null; limit: number },
): Promise<Pick<DocumentVersionRow, 'version' | 'published_at' | 'published_by'>[]> {
  let query = db
    .selectFrom('document_versions')
    .select(['version', 'published_at', 'published_by'])
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .orderBy('version', 'desc')
    .limit(window.limit + 1)
  if (window.before !== null) query = query.where('version', '<', window.before)
  return query.execute()
}

/** Makes `version` the published one, and resets the draft to it. */
export async function setLatestVersion(
  db: Queryable,
  organizationId: string,
  id: string,
  version: number,
  draftRevision: number,
): Promise<void> {
  await db
    .updateTable('documents')
    .set({ latest_version: version, draft_revision: draftRevision, published_revision: draftRevision })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function findDraft(
  db: Queryable,
  organizationId: string,
  documentId: string,
): Promise<DraftRow | undefined> {
  return db
    .selectFrom('drafts')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .executeTakeFirst()
}

/** Edits after the draft's snapshot, oldest first. */
export async function listDraftEdits(
  db: Queryable,
  organizationId: string,
  documentId: string,
): Promise<Selectable<DraftEditTable>[]> {
  return db
    .selectFrom('draft_edits')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .orderBy('revision')
    .execute()
}

export async function deleteDraft(db: Queryable, organizationId: string, documentId: string): Promise<void> {
  for (const table of ['draft_edits', 'drafts'] as const) {
    await db
      .deleteFrom(table)
      .where('organization_id', '=', organizationId)
      .where('document_id', '=', documentId)
      .execute()
  }
}
