import {
  type Expression,
  type ExpressionBuilder,
  type Insertable,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely'
import { chunksOf } from './chunks.ts'
import { comesAfter } from './comes-after.ts'
import { addFolderHolders, holds, moveFolderHolders, removeFolderHolders } from './folder-holders.ts'
import { holdsText, isText } from './like.ts'
import { isLookedUp } from './looked-up.ts'
import { eraseSchedulesOf } from './schedules.ts'
import type { Database, InodeTable } from './schema.ts'
import { renameSearched } from './search-documents.ts'
import type { Queryable } from './store.ts'
import { eraseTemplateFollowers } from './template-followers.ts'
import { eraseTranslationsOf } from './translations.ts'
import { moveContentsToTree, moveToTree, treeOf } from './trees.ts'
import { upTo } from './up-to.ts'

export type InodeRow = Selectable<InodeTable>

/** Types of files that are children of their source document. */
const taggedTypes = ['tagged-workbook', 'tagged-data-model']

/** Selects the rows that a viewer may see; created by the access part. */
export type InodeFilter = (inode: ExpressionBuilder<Database, 'inodes'>) => Expression<SqlBool>

export interface InodeListing {
  types: readonly string[]
  isArchived: boolean
  filter?: InodeFilter
  /** Only files anywhere below this folder, or directly in it; null with direct: files without a folder. */
  below?: { folderId: string; isDirect: boolean } | { folderId: null; isDirect: true }
  /** Part of the name, ignoring case. */
  nameWord?: string
  /** The whole name, ignoring case. */
  nameIs?: string
  /** Only tagged versions with this tag. */
  taggedWith?: string
}
/** Start of a page: after this row, in the order of the list. */
export interface InodeCursor {
  createdAt: number
  id: string
}

export async function findInode(db: Queryable, organizationId: string, id: string): Promise<InodeRow | undefined> {
  return db
    .selectFrom('inodes')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function findInodes(
  db: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, InodeRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('inodes')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** As `findInodes`, limited to rows that the filter selects. */
export async function findShownInodes(
  db: Queryable,
  organizationId: string,
  ids: readonly string[],
  filter: InodeFilter,
): Promise<Map<string, InodeRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('inodes')
    .selectAll('inodes')
    .where('inodes.organization_id', '=', organizationId)
    .where('inodes.id', 'in', [...ids])
    .where(filter)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The given rows and every folder above them, by id; one statement. */
export async function findHolders(
  db: Queryable,
  organizationId: string,
  folderIds: Iterable<string | null>,
): Promise<Map<string, InodeRow>> {
  const wanted = [...new Set(folderIds)].filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await db
    .withRecursive('up(id, parent_id)', (recursive) =>
      recursive
        .selectFrom('inodes')
        .select(['inodes.id', 'inodes.parent_id'])
        .where('inodes.organization_id', '=', organizationId)
        .where('inodes.id', 'in', wanted)
        .union(
          recursive
            .selectFrom('up')
            // Fixes the join order when the embedded store has no statistics.
            .crossJoin('inodes')
            .where(isLookedUp('inodes.id', 'up.parent_id'))
            .select(['inodes.id', 'inodes.parent_id'])
            .where('inodes.organization_id', '=', organizationId),
        ),
    )
    .selectFrom('up')
    .crossJoin('inodes')
    .selectAll('inodes')
    .where('inodes.organization_id', '=', organizationId)
    .where(isLookedUp('inodes.id', 'up.id'))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Newest first, one row more than `limit` when there are more. */
export async function listInodes(
  db: Queryable,
  organizationId: string,
  listing: InodeListing,
  window: { after: InodeCursor | null; limit: number },
): Promise<InodeRow[]> {
  const { after, limit } = window
  let query = inodeQuery(db, organizationId, listing)
    .selectAll('inodes')
    .orderBy('inodes.created_at', 'desc')
    .orderBy('inodes.id', 'desc')
    .limit(limit + 1)
  if (after) {
    query = query.where((inode) =>
      comesAfter('desc', [inode.ref('inodes.created_at'), after.createdAt], [inode.ref('inodes.id'), after.id]),
    )
  }
  return query.execute()
}

/** Newest first, regardless of rights; at most `limit` rows. With several types, other types are skipped while reading. */
export async function walkInodes(
  db: Queryable,
  organizationId: string,
  { types, isArchived }: { types: readonly string[]; isArchived: boolean },
  { after, limit }: { after: InodeCursor | null; limit: number },
): Promise<InodeRow[]> {
  let query = db
    .selectFrom('inodes')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('is_archived', '=', isArchived ? 1 : 0)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  const [type] = types
  // A list of types could make the stores sort all rows of these types instead of following the index.
  if (types.length === 1 && type !== undefined) query = query.where('type', '=', type)
  if (after) {
    query = query.where((inode) =>
      comesAfter('desc', [inode.ref('created_at'), after.createdAt], [inode.ref('id'), after.id]),
    )
  }
  return query.execute()
}

export async function countInodes(
  db: Queryable,
  organizationId: string,
  listing: InodeListing,
  atMost: number | null,
): Promise<number> {
  const { count } = await db
    .selectFrom(upTo(atMost, inodeQuery(db, organizationId, listing).select('inodes.id')).as('counted'))
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function inodeQuery(db: Queryable, organizationId: string, listing: InodeListing) {
  const { below, filter, nameIs, nameWord } = listing
  let query = db
    .selectFrom('inodes')
    .where('inodes.organization_id', '=', organizationId)
    .where('inodes.type', 'in', listing.types)
    .where('inodes.is_archived', '=', listing.isArchived ? 1 : 0)
  if (filter) query = query.where(filter)
  if (nameIs !== undefined) query = query.where((inode) => isText(inode.ref('inodes.name'), nameIs))
  if (nameWord) query = query.where((inode) => holdsText(inode.ref('inodes.name'), nameWord))
  if (listing.taggedWith !== undefined) {
    const tagged = db
      .selectFrom('tagged_versions')
      .select('tagged_versions.id')
      .where('tagged_versions.organization_id', '=', organizationId)
      .where('tagged_versions.tag_id', '=', listing.taggedWith)
    query = query.where('inodes.id', 'in', tagged)
  }
  if (below?.folderId === null) return query.where('inodes.parent_id', 'is', null)
  if (below?.isDirect) return query.where('inodes.parent_id', '=', below.folderId)
  if (below) {
    const folders = db
      .selectFrom('folder_holders')
      .select('folder_holders.folder_id')
      .where('folder_holders.organization_id', '=', organizationId)
      .where('folder_holders.holder_id', '=', below.folderId)
    return query.where('inodes.parent_id', 'in', folders)
  }
  return query
}

export async function insertInode(tx: Queryable, row: Insertable<InodeTable>): Promise<void> {
  const tree_id = await treeOf(tx, row.organization_id, row.type, row.parent_id ?? null)
  await tx
    .insertInto('inodes')
    .values({ ...row, tree_id })
    .execute()
  if (holds(row.type)) await addFolderHolders(tx, row.organization_id, row.id, row.parent_id ?? null)
}

/** Inserts folders of one organization without a parent: the home folders of many members. */
export async function insertRootFolders(tx: Queryable, rows: readonly Insertable<InodeTable>[]): Promise<void> {
  for (const some of chunksOf(rows)) {
    await tx.insertInto('inodes').values(some).execute()
    const own = some.map(({ organization_id, id }) => ({ organization_id, folder_id: id, holder_id: id }))
    await tx.insertInto('folder_holders').values(own).execute()
  }
}

/** A new `parent_id` moves a folder with its contents; the caller must have excluded a cycle. */
export async function updateInode(
  tx: Queryable,
  organizationId: string,
  id: string,
  change: Omit<Updateable<InodeTable>, 'organization_id' | 'id' | 'type' | 'created_at' | 'tree_id'>,
): Promise<void> {
  if (change.parent_id !== undefined) {
    await moveFolderHolders(tx, organizationId, id, change.parent_id)
    await moveToTree(tx, organizationId, id, change.parent_id)
  }
  await tx
    .updateTable('inodes')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
  if (change.name !== undefined || change.description !== undefined) await renameSearched(tx, organizationId, id)
}

/** Moves all direct contents of a folder to another, including archived ones. Returns their number. */
export async function moveContents(
  db: Queryable,
  organizationId: string,
  from: string,
  to: string,
  { at, by }: { at: number; by: string },
): Promise<number> {
  const folders = await db
    .selectFrom('inodes')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('parent_id', '=', from)
    .where('type', 'in', ['folder', 'workspace'])
    .execute()
  await moveContentsToTree(db, organizationId, from, to)
  for (const { id } of folders) await moveFolderHolders(db, organizationId, id, to)
  const { numUpdatedRows } = await db
    .updateTable('inodes')
    .set({ parent_id: to, updated_by: by, updated_at: at })
    .where('organization_id', '=', organizationId)
    .where('parent_id', '=', from)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Whether a folder has direct contents, archived or not. */
export async function hasContents(db: Queryable, organizationId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('inodes')
    .select('inodes.id')
    .where('organization_id', '=', organizationId)
    .where('parent_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A direct child folder, by its exact name. */
export async function findFolderIn(
  db: Queryable,
  organizationId: string,
  parentId: string,
  name: string,
): Promise<InodeRow | undefined> {
  return db
    .selectFrom('inodes')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('parent_id', '=', parentId)
    .where('type', '=', 'folder')
    .where('name', '=', name)
    .where('is_archived', '=', 0)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}

/** Transfers all files of a member, except My Documents, to another. Returns their number. */
export async function changeOwner(
  db: Queryable,
  organizationId: string,
  from: string,
  to: string,
  { at, by }: { at: number; by: string },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('inodes')
    .set({ owner_id: to, updated_by: by, updated_at: at })
    .where('organization_id', '=', organizationId)
    .where('owner_id', '=', from)
    .where('is_home', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/**
 * Archives the documents of a member with their tagged versions; folders are kept, because others may have files in them. Returns the
 * number of documents.
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
