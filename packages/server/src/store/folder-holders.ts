import { sql } from 'kysely'
import type { Queryable } from './store.ts'

/**
 * `folder_holders` has a row for every folder and workspace and each one above it, itself included. So the contents of
 * a folder are found without walking down the tree, and a grant on a folder is applied to files deep in it with one
 * lookup. The rows are derived from `inodes`: code that creates, moves or erases a folder updates them in the same
 * transaction through these functions.
 */

export const holds = (type: string): boolean => type === 'folder' || type === 'workspace'

/** Adds a new folder, after its row in `inodes`. */
export async function addFolderHolders(
  tx: Queryable,
  organizationId: string,
  id: string,
  parentId: string | null,
): Promise<void> {
  await sql`insert into folder_holders (organization_id, folder_id, holder_id)
    select organization_id, cast(${id} as text), holder_id from folder_holders
      where organization_id = ${organizationId} and folder_id = ${parentId}
    union all select ${organizationId}, ${id}, ${id}`.execute(tx)
}

/** Moves a folder with all folders below it. Does nothing for other files. */
export async function moveFolderHolders(
  tx: Queryable,
  organizationId: string,
  id: string,
  parentId: string | null,
): Promise<void> {
  await sql`delete from folder_holders where organization_id = ${organizationId}
    and folder_id in (select below.folder_id from folder_holders as below
      where below.organization_id = ${organizationId} and below.holder_id = ${id})
    and holder_id in (select above.holder_id from folder_holders as above
      where above.organization_id = ${organizationId} and above.folder_id = ${id} and above.holder_id <> ${id})`.execute(
    tx,
  )
  await sql`insert into folder_holders (organization_id, folder_id, holder_id)
    select below.organization_id, below.folder_id, above.holder_id
    from folder_holders as below cross join folder_holders as above
    where below.organization_id = ${organizationId} and below.holder_id = ${id}
      and above.organization_id = ${organizationId} and above.folder_id = ${parentId}`.execute(tx)
}

/** Removes erased folders; their contents are removed before or after. */
export async function removeFolderHolders(
  tx: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('folder_holders')
    .where('organization_id', '=', organizationId)
    .where('folder_id', 'in', ids)
    .execute()
}

/** Rebuilds the whole table from `inodes`. */
export async function rebuildFolderHolders(tx: Queryable): Promise<void> {
  await tx.deleteFrom('folder_holders').execute()
  await sql`insert into folder_holders (organization_id, folder_id, holder_id)
    with recursive up(organization_id, folder_id, holder_id, parent_id) as (
      select organization_id, id, id, parent_id from inodes where type in ('folder', 'workspace')
      union all
      select up.organization_id, up.folder_id, holder.id, holder.parent_id
      from up inner join inodes as holder on holder.organization_id = up.organization_id and holder.id = up.parent_id
    )
    select organization_id, folder_id, holder_id from up`.execute(tx)
}

/** Number of rows that are missing or superfluous compared with `inodes`. */
export async function countWrongFolderHolders(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`
    with recursive up(organization_id, folder_id, holder_id, parent_id) as (
      select organization_id, id, id, parent_id from inodes where type in ('folder', 'workspace')
      union
      select up.organization_id, up.folder_id, holder.id, holder.parent_id
      from up inner join inodes as holder on holder.organization_id = up.organization_id and holder.id = up.parent_id
    ), wrong as (
      select organization_id, folder_id, holder_id from (
        select organization_id, folder_id, holder_id from up
        except select organization_id, folder_id, holder_id from folder_holders
      ) as missing
      union all
      select organization_id, folder_id, holder_id from (
        select organization_id, folder_id, holder_id from folder_holders
        except select organization_id, folder_id, holder_id from up
      ) as extra
    )
    select count(*) as count from wrong`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
