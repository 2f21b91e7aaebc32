import type { Selectable } from 'kysely'
import type { ShortcutTargetTable } from './schema.ts'
import type { Queryable } from './store.ts'

export async function findShortcutTarget(
  db: Queryable,
  organizationId: string,
  inodeId: string,
): Promise<Selectable<ShortcutTargetTable> | undefined> {
  return db
    .selectFrom('shortcut_targets')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('inode_id', '=', inodeId)
    .executeTakeFirst()
}

export async function insertShortcutTarget(tx: Queryable, row: ShortcutTargetTable): Promise<void> {
  await tx.insertInto('shortcut_targets').values(row).execute()
}
