import { sql } from 'kysely'
import type { Queryable } from './store.ts'

/**
 * `tree_id` of a file is its topmost container: a workspace or My Documents. So everything in a container is found in
 * order, however many folders it has. It is derived from `parent_id`: code that creates or moves a file updates it in
 * the same transaction through these functions, after `folder_holders`. Tagged versions are children of a document and
 * have no tree.
 */

const isListed = sql`inodes.type not in ('tagged-workbook', 'tagged-data-model')`

/** The tree of a new file of this type. */
export async function treeOf(
  tx: Queryable,
  organizationId: string,
  type: string,
  parentId: string | null,
): Promise<string | null> {
  if (parentId === null || type.startsWith('tagged-')) return null
  const parent = await tx
    .selectFrom('inodes')
    .select(['id', 'tree_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', parentId)
    .executeTakeFirst()
  return parent ? (parent.tree_id ?? parent.id) : null
}

/** Updates the tree of a moved file and everything below it. Does nothing within one tree. */
export async function moveToTree(
  tx: Queryable,
  organizationId: string,
  id: string,
  parentId: string | null,
): Promise<void> {
  const file = await tx
    .selectFrom('inodes')
    .select(['type', 'tree_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!file) return
  const treeId = await treeOf(tx, organizationId, file.type, parentId)
  if (treeId === file.tree_id) return
  await sql`update inodes set tree_id = ${treeId}
    where organization_id = ${organizationId} and id = ${id}`.execute(tx)
  await moveBelow(tx, organizationId, id, { from: file.tree_id ?? id, to: treeId ?? id })
}

async function moveBelow(tx: Queryable, organizationId: string, id: string, tree: { from: string; to: string }) {
  // On PostgreSQL the condition limits the scan to the tree; on the embedded store the cast disables that index, so that it goes through
  // the folders.
  await sql`update inodes set tree_id = ${tree.to}
    where organization_id = ${organizationId} and cast(tree_id as text) = ${tree.from} and ${isListed} and parent_id in (
      select folder_id from folder_holders where organization_id = ${organizationId} and holder_id = ${id})`.execute(tx)
}

/** The same for everything in a folder; call it before its folders are moved. */
export async function moveContentsToTree(tx: Queryable, organizationId: string, from: string, to: string) {
  const old = await treeOf(tx, organizationId, 'folder', from)
  const next = await treeOf(tx, organizationId, 'folder', to)
  if (old !== null && next !== null && old !== next) await moveBelow(tx, organizationId, from, { from: old, to: next })
}

/** Rebuilds the whole column from `folder_holders`. */
export async function rebuildTrees(tx: Queryable): Promise<void> {
  await sql`update inodes set tree_id = null where tree_id is not null`.execute(tx)
  await sql`update inodes set tree_id = tops.id
    from folder_holders as around
    inner join inodes as tops
      on tops.organization_id = around.organization_id and tops.id = around.holder_id and tops.parent_id is null
    where ${isListed} and around.organization_id = inodes.organization_id and around.folder_id = inodes.parent_id`.execute(
    tx,
  )
}

/** Number of files with a wrong tree. */
export async function countWrongTrees(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`
    with recursive down(organization_id, id, type, tree_id, top_id) as (
      select organization_id, id, type, tree_id, nullif(id, id) from inodes where parent_id is null
      union all
      select down.organization_id, inodes.id, inodes.type, inodes.tree_id, coalesce(down.top_id, down.id)
      from down inner join inodes on inodes.organization_id = down.organization_id and inodes.parent_id = down.id
    )
    select count(*) as count from down
    where coalesce(tree_id, '') <> case when type in ('tagged-workbook', 'tagged-data-model') then ''
      else coalesce(top_id, '') end`.execute(db)
  return Number(rows[0]?.count)
}
