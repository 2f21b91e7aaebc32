import type { Selectable } from 'kysely'
import type { TemplateFollowerTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type TemplateFollowerRow = Selectable<TemplateFollowerTable>

export async function insertTemplateFollower(tx: Queryable, row: TemplateFollowerRow): Promise<void> {
  await tx.insertInto('template_followers').values(row).execute()
}

export async function findTemplateFollower(
  db: Queryable,
  organizationId: string,
  workbookId: string,
): Promise<TemplateFollowerRow | undefined> {
  return db
    .selectFrom('template_followers')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('workbook_id', '=', workbookId)
    .executeTakeFirst()
}

/** Whether any workbook follows the template and has an older version of it. */
export async function hasFollowersBehind(
  db: Queryable,
  organizationId: string,
  templateId: string,
  version: number,
): Promise<boolean> {
  const listing = { templateId, version, after: null, limit: 1 }
  return (await listFollowersBehind(db, organizationId, listing)).length > 0
}

/** The workbooks that follow the template and have an older version of it, by their ids. */
export async function listFollowersBehind(
  db: Queryable,
  organizationId: string,
  { templateId, version, after, limit }: { templateId: string; version: number; after: string | null; limit: number },
): Promise<TemplateFollowerRow[]> {
  const query = db
    .selectFrom('template_followers')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('template_id', '=', templateId)
    .where('template_version', '<', version)
    .orderBy('workbook_id')
    .limit(limit)
  return (after === null ? query : query.where('workbook_id', '>', after)).execute()
}

/** Records the result of an update. False when the workbook follows no template any more. */
export async function updateTemplateFollower(
  tx: Queryable,
  organizationId: string,
  workbookId: string,
  change: Partial<Pick<TemplateFollowerRow, 'template_version' | 'tried_version' | 'state' | 'reason' | 'updated_at'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('template_followers')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('workbook_id', '=', workbookId)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows) > 0
}

/** Returns the template that the workbook followed; null when there was none. */
export async function deleteTemplateFollower(
  tx: Queryable,
  organizationId: string,
  workbookId: string,
): Promise<TemplateFollowerRow | null> {
  const row = await tx
    .deleteFrom('template_followers')
    .where('organization_id', '=', organizationId)
    .where('workbook_id', '=', workbookId)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** For permanently deleted documents: both followers and followed templates. */
export async function eraseTemplateFollowers(
  tx: Queryable,
  organizationId: string,
  documentIds: readonly string[],
): Promise<void> {
  for (const column of ['workbook_id', 'template_id'] as const) {
    await tx
      .deleteFrom('template_followers')
      .where('organization_id', '=', organizationId)
      .where(column, 'in', [...documentIds])
      .execute()
  }
}
