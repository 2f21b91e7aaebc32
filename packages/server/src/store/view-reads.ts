import { chunksOf } from './chunks.ts'
import { columnsBySource, isRead, readsAtOnce, type WantedRead } from './document-reads.ts'
import type { ViewRead } from './read-rows.ts'
import type { Queryable } from './store.ts'

/** Replaces the stored reads of a view. */
export async function setViewReads(
  tx: Queryable,
  view: { organization_id: string; document_id: string; view_id: string },
  reads: readonly ViewRead[],
): Promise<void> {
  await deleteViewReads(tx, view.organization_id, view.view_id)
  for (const some of chunksOf(reads, readsAtOnce)) {
    await tx
      .insertInto('view_reads')
      .values(some.map((read) => ({ ...view, ...read })))
      .execute()
  }
}

export async function deleteViewReads(tx: Queryable, organizationId: string, viewId: string): Promise<void> {
  await tx
    .deleteFrom('view_reads')
    .where('organization_id', '=', organizationId)
    .where('view_id', '=', viewId)
    .execute()
}

export async function listViewReads(db: Queryable, organizationId: string, viewId: string): Promise<ViewRead[]> {
  return db
    .selectFrom('view_reads')
    .select(['source_key', 'path', 'column_key', 'is_own'])
    .where('organization_id', '=', organizationId)
    .where('view_id', '=', viewId)
    .execute()
}

/** A view that has one of the wanted reads. */
export interface ReadingView {
  viewId: string
  documentId: string
  /** Whether elements that the view adds or changes depend on it. */
  isOwn: boolean
}

/** The views of some documents that have any of the reads. */
export async function findReadingViews(
  db: Queryable,
  organizationId: string,
  documentIds: readonly string[],
  wanted: readonly WantedRead[],
): Promise<ReadingView[]> {
  const found = new Map<string, ReadingView>()
  for (const ids of chunksOf(documentIds)) {
    for (const reads of chunksOf(columnsBySource(wanted), readsAtOnce)) {
      const rows = await db
        .selectFrom('view_reads')
        .select(({ fn }) => ['view_id', 'document_id', fn.max('is_own').as('is_own')])
        .where('organization_id', '=', organizationId)
        .where('document_id', 'in', ids)
        .where((row) => row.or(reads.map(isRead)))
        .groupBy(['view_id', 'document_id'])
        .execute()
      for (const { view_id: viewId, document_id: documentId, is_own } of rows) {
        const isOwn = Number(is_own) === 1 || found.get(viewId)?.isOwn === true
        found.set(viewId, { viewId, documentId, isOwn })
      }
    }
  }
  return [...found.values()]
}

/** A view as lists of readers name it; `savedName` is null for a custom view. */
export interface NamedViewRow {
  id: string
  document_id: string
  owner_id: string
  is_shared: number
  savedName: string | null
  created_at: number
}

/** The existing views among the ids, newest first; links only when used since this time. */
export async function findNamedViews(
  db: Queryable,
  organizationId: string,
  ids: readonly string[],
  linksUsedSince: number,
): Promise<NamedViewRow[]> {
  const found: NamedViewRow[] = []
  for (const some of chunksOf(ids)) {
    const custom = await db
      .selectFrom('custom_views')
      .select(['key as id', 'document_id', 'owner_id', 'is_link as is_shared', 'created_at'])
      .where('organization_id', '=', organizationId)
      .where('key', 'in', some)
      .where((row) => row.or([row('is_link', '=', 0), row('used_at', '>=', linksUsedSince)]))
      .execute()
    const saved = await db
      .selectFrom('saved_views')
      .select(['id', 'document_id', 'owner_id', 'is_shared', 'name as savedName', 'created_at'])
      .where('organization_id', '=', organizationId)
      .where('id', 'in', some)
      .execute()
    found.push(...custom.map((row) => ({ ...row, savedName: null })), ...saved)
  }
  return found.toSorted((one, other) => other.created_at - one.created_at || (one.id < other.id ? -1 : 1))
}

/** Replaces a source by another in stored reads: the views' own changes, and the custom views of rewritten published versions. */
export async function moveViewReads(
  tx: Queryable,
  organizationId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const moved = tx
    .updateTable('view_reads')
    .set({ source_key: to })
    .where('organization_id', '=', organizationId)
    .where('source_key', '=', from)
  await moved.where('is_own', '=', 1).execute()
  await moved
    .where('view_id', 'in', (views) =>
      views
        .selectFrom('custom_views')
        .innerJoin('documents', (join) =>
          join
            .onRef('documents.organization_id', '=', 'custom_views.organization_id')
            .onRef('documents.id', '=', 'custom_views.document_id')
            .onRef('documents.latest_version', '=', 'custom_views.base_version'),
        )
        .select('custom_views.key')
        .where('custom_views.organization_id', '=', organizationId),
    )
    .execute()
}
