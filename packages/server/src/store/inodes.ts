import type { Insertable, Selectable, Updateable } from 'kysely'
import { chunksOf } from './chunks.ts'
import { addFolderHolders, holds, moveFolderHolders } from './folder-holders.ts'
import { isLookedUp } from './looked-up.ts'
import type { InodeTable } from './schema.ts'
import { renameSearched } from './search-documents.ts'
import type { Queryable } from './store.ts'
import { moveContentsToTree, moveToTree, treeOf } from './trees.ts'

export type InodeRow = Selectable<InodeTable>

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
