import type { Insertable, Selectable } from 'kysely'
import type { DocumentRow } from './documents.ts'
import type { DocumentRead } from './read-rows.ts'
import type { DatasetMigrationTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type DatasetMigrationRow = Selectable<DatasetMigrationTable>

/** By the id of the dataset. */
export async function findDatasetMigrations(
  db: Queryable,
  organizationId: string,
  datasetIds: readonly string[],
): Promise<Map<string, DatasetMigrationRow>> {
  if (datasetIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('dataset_migrations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('dataset_id', 'in', datasetIds)
    .execute()
  return new Map(rows.map((row) => [row.dataset_id, row]))
}

export async function insertDatasetMigration(tx: Queryable, row: Insertable<DatasetMigrationTable>): Promise<void> {
  await tx.insertInto('dataset_migrations').values(row).execute()
}

/** Documents whose published version reads the source, without tagged versions. */
function readersOf(db: Queryable, organizationId: string, sourceKeys: readonly string[]) {
  return db
    .selectFrom('document_reads')
    .innerJoin('documents', (join) =>
      join
        .onRef('documents.organization_id', '=', 'document_reads.organization_id')
        .onRef('documents.id', '=', 'document_reads.document_id'),
    )
    .innerJoin('inodes', (join) =>
      join
        .onRef('inodes.organization_id', '=', 'document_reads.organization_id')
        .onRef('inodes.id', '=', 'document_reads.document_id'),
    )
    .where('document_reads.organization_id', '=', organizationId)
    .where('document_reads.source_key', 'in', sourceKeys)
    .where('document_reads.column_key', '=', '')
    .where('inodes.type', 'not like', 'tagged-%')
}

/** Number of documents that read each source; sources without readers are left out. */
export async function countReaders(
  db: Queryable,
  organizationId: string,
  sourceKeys: readonly string[],
): Promise<Map<string, number>> {
  if (sourceKeys.length === 0) return new Map()
  const rows = await readersOf(db, organizationId, sourceKeys)
    .select(({ fn }) => [
      'document_reads.source_key as sourceKey',
      fn.count<number | string>('documents.id').distinct().as('readers'),
    ])
    .groupBy('document_reads.source_key')
    .execute()
  return new Map(rows.map(({ sourceKey, readers }) => [sourceKey, Number(readers)]))
}

export async function listReaders(db: Queryable, organizationId: string, sourceKey: string): Promise<DocumentRow[]> {
  return readersOf(db, organizationId, [sourceKey]).selectAll('documents').distinct().orderBy('documents.id').execute()
}

export async function listDocumentReads(
  db: Queryable,
  organizationId: string,
  documentId: string,
): Promise<DocumentRead[]> {
  return db
    .selectFrom('document_reads')
    .select(['source_key', 'path', 'column_key'])
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .execute()
}

/** Documents whose draft contains the id anywhere. Reads every draft of the organization. */
export async function listDraftsNaming(db: Queryable, organizationId: string, id: string): Promise<DocumentRow[]> {
  const named = `%${id}%`
  return db
    .selectFrom('documents')
    .innerJoin('drafts', (join) =>
      join
        .onRef('drafts.organization_id', '=', 'documents.organization_id')
        .onRef('drafts.document_id', '=', 'documents.id'),
    )
    .selectAll('documents')
    .where('documents.organization_id', '=', organizationId)
    .where((draft) =>
      draft.or([
        draft('drafts.snapshot', 'like', named),
        draft.exists(
          db
            .selectFrom('draft_edits')
            .select('draft_edits.revision')
            .whereRef('draft_edits.organization_id', '=', 'documents.organization_id' as never)
            .whereRef('draft_edits.document_id', '=', 'documents.id' as never)
            .where('draft_edits.edits', 'like', named),
        ),
      ]),
    )
    .orderBy('documents.id')
    .execute()
}

/** Moves the draft to a newer published version and keeps its changes. */
export async function rebaseDraft(
  tx: Queryable,
  organizationId: string,
  id: string,
  { version, revision }: { version: number; revision: number },
): Promise<void> {
  await tx
    .updateTable('drafts')
    .set({ base_version: version })
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', id)
    .execute()
  await tx
    .updateTable('documents')
    .set({ latest_version: version, draft_revision: revision })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Moves views of one published version to another. */
export async function rebaseViews(
  tx: Queryable,
  organizationId: string,
  documentId: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  for (const table of ['custom_views', 'saved_views'] as const) {
    await tx
      .updateTable(table)
      .set({ base_version: to })
      .where('organization_id', '=', organizationId)
      .where('document_id', '=', documentId)
      .where('base_version', '=', from)
      .execute()
  }
}

/** Rewrites the edits of all custom and saved views that contain the id. Returns their number. */
export async function rewriteViewsNaming(
  tx: Queryable,
  organizationId: string,
  id: string,
  rewrite: (edits: string) => string,
): Promise<number> {
  const named = `%${id}%`
  const custom = await tx
    .selectFrom('custom_views')
    .select(['key', 'edits'])
    .where('organization_id', '=', organizationId)
    .where('edits', 'like', named)
    .execute()
  for (const { key, edits } of custom) {
    await tx
      .updateTable('custom_views')
      .set({ edits: rewrite(edits) })
      .where('organization_id', '=', organizationId)
      .where('key', '=', key)
      .execute()
  }
  const saved = await tx
    .selectFrom('saved_views')
    .select(['id', 'edits'])
    .where('organization_id', '=', organizationId)
    .where('edits', 'like', named)
    .execute()
  for (const view of saved) {
    await tx
      .updateTable('saved_views')
      .set({ edits: rewrite(view.edits) })
      .where('organization_id', '=', organizationId)
      .where('id', '=', view.id)
      .execute()
  }
  return custom.length + saved.length
}
