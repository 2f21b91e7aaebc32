import type { Selectable } from 'kysely'
import type { DraftPresenceTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type DraftPresenceRow = Selectable<DraftPresenceTable>

/** Open editors of a draft with the time of their last heartbeat, in order of arrival. */
export async function listPresence(
  db: Queryable,
  organizationId: string,
  documentId: string,
  since: number,
): Promise<DraftPresenceRow[]> {
  return db
    .selectFrom('draft_presence')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('seen_at', '>=', since)
    .orderBy('came_at')
    .orderBy('client_id')
    .execute()
}

/** Records an open editor and its selection. */
export async function upsertPresence(db: Queryable, row: DraftPresenceRow): Promise<void> {
  await db
    .insertInto('draft_presence')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'document_id', 'client_id']).doUpdateSet({
        member_id: row.member_id,
        page_id: row.page_id,
        element_ids: row.element_ids,
        seen_at: row.seen_at,
      }),
    )
    .execute()
}

/** Renews the heartbeat of an open editor; false when it is not in the list. */
export async function touchPresence(
  db: Queryable,
  key: Pick<DraftPresenceRow, 'organization_id' | 'document_id' | 'client_id'>,
  seenAt: number,
): Promise<boolean> {
  const result = await db
    .updateTable('draft_presence')
    .set({ seen_at: seenAt })
    .where('organization_id', '=', key.organization_id)
    .where('document_id', '=', key.document_id)
    .where('client_id', '=', key.client_id)
    .executeTakeFirst()
  return result.numUpdatedRows > 0
}

export async function deletePresence(
  db: Queryable,
  key: Pick<DraftPresenceRow, 'organization_id' | 'document_id' | 'client_id'>,
): Promise<void> {
  await db
    .deleteFrom('draft_presence')
    .where('organization_id', '=', key.organization_id)
    .where('document_id', '=', key.document_id)
    .where('client_id', '=', key.client_id)
    .execute()
}

/** Removes editors without a heartbeat since this time. */
export async function deleteOldPresence(db: Queryable, documentId: string, before: number): Promise<void> {
  await db.deleteFrom('draft_presence').where('document_id', '=', documentId).where('seen_at', '<', before).execute()
}
