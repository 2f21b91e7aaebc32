import { sql } from 'kysely'
import { removeFolderHolders } from './folder-holders.ts'
import { eraseSchedulesOf } from './schedules.ts'
import type { Queryable } from './store.ts'
import { eraseTemplateFollowers } from './template-followers.ts'
import { eraseTranslationsOf } from './translations.ts'

const erasedAtOnce = 1000

/** Erases requests about the files: for version tags and access. */
async function eraseRequests(db: Queryable, organizationId: string, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('tag_requests')
    .where('organization_id', '=', organizationId)
    .where('document_id', 'in', ids)
    .execute()
  await db
    .deleteFrom('access_requests')
    .where('organization_id', '=', organizationId)
    .where('inode_id', 'in', ids)
    .execute()
}

/** Tables whose rows belong to a document and are erased with it. */
const tablesOfDocuments = [
  'materialization_runs',
  'materialization_schedules',
  'saved_views',
  'custom_views',
  'draft_presence',
  'draft_edits',
  'drafts',
  'pictures',
  'card_pictures',
  'web_queries',
  'embeds',
  'comments',
  'input_row_changes',
  'input_edits',
  'input_moves',
  'input_rows',
  'input_tables',
  'view_reads',
  'document_reads',
  'search_documents',
  'document_versions',
] as const

/**
 * Permanently deletes files with their contents, versions, drafts, tags, schedules and grants. `ids` must contain everything inside the
 * files, with contents before their containers.
 */
export async function eraseInodes(db: Queryable, organizationId: string, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += erasedAtOnce) {
    const some = ids.slice(start, start + erasedAtOnce)
    await db
      .deleteFrom('grants')
      .where('organization_id', '=', organizationId)
      .where('object_kind', 'in', ['inode', 'folder-tag'])
      .where('object_id', 'in', some)
      .execute()
    await db
      .deleteFrom('tagged_versions')
      .where('organization_id', '=', organizationId)
      .where('id', 'in', some)
      .execute()
    for (const table of ['member_files', 'shortcut_targets'] as const) {
      await db.deleteFrom(table).where('organization_id', '=', organizationId).where('inode_id', 'in', some).execute()
    }
    await eraseSchedulesOf(db, organizationId, some)
    await eraseTranslationsOf(db, organizationId, some)
    for (const table of tablesOfDocuments) {
      await db
        .deleteFrom(table)
        .where('organization_id', '=', organizationId)
        .where('document_id', 'in', some)
        .execute()
    }
    await eraseRequests(db, organizationId, some)
    await eraseTemplateFollowers(db, organizationId, some)
    for (const column of ['dataset_id', 'data_model_id'] as const) {
      await db
        .deleteFrom('dataset_migrations')
        .where('organization_id', '=', organizationId)
        .where(column, 'in', some)
        .execute()
    }
    await db.deleteFrom('documents').where('organization_id', '=', organizationId).where('id', 'in', some).execute()
  }
  for (let start = 0; start < ids.length; start += erasedAtOnce) {
    const some = ids.slice(start, start + erasedAtOnce)
    await removeFolderHolders(db, organizationId, some)
    await db.deleteFrom('inodes').where('organization_id', '=', organizationId).where('id', 'in', some).execute()
  }
}

/** A file and everything below it, deepest first. */
export async function listSelfAndBelow(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<{ id: string; is_archived: number }[]> {
  return db
    .withRecursive('below(id, is_archived, depth)', (recursive) =>
      recursive
        .selectFrom('inodes')
        .select(['inodes.id', 'inodes.is_archived', sql<number>`0`.as('depth')])
        .where('inodes.organization_id', '=', organizationId)
        .where('inodes.id', '=', id)
        .unionAll(
          recursive
            .selectFrom('below')
            // Fixes the join order, down the index of parents, when the embedded store has no statistics.
            .crossJoin('inodes')
            .whereRef('inodes.parent_id', '=', 'below.id')
            .select(['inodes.id', 'inodes.is_archived', sql<number>`below.depth + 1`.as('depth')])
            .where('inodes.organization_id', '=', organizationId),
        ),
    )
    .selectFrom('below')
    .select(['below.id', 'below.is_archived'])
    .orderBy('below.depth', 'desc')
    .execute()
}

/** Permanently deletes a file with everything below it. Returns the number of files. */
export async function eraseWithContents(db: Queryable, organizationId: string, id: string): Promise<number> {
  const rows = await listSelfAndBelow(db, organizationId, id)
  await eraseInodes(
    db,
    organizationId,
    rows.map((row) => row.id),
  )
  return rows.length
}
