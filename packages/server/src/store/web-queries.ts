import type { Selectable } from 'kysely'
import type { WebQueryTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type WebQueryRow = Selectable<WebQueryTable>

/** By id alone, because the reader is not authenticated and their organization is unknown. */
export async function findWebQuery(db: Queryable, id: string): Promise<WebQueryRow | undefined> {
  return db.selectFrom('web_queries').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Web queries of a document, oldest first. */
export async function findWebQueriesOf(
  db: Queryable,
  organizationId: string,
  documentId: string,
): Promise<WebQueryRow[]> {
  return db
    .selectFrom('web_queries')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function insertWebQuery(tx: Queryable, row: WebQueryRow): Promise<void> {
  await tx.insertInto('web_queries').values(row).execute()
}

export async function noteWebQueryRead(tx: Queryable, { organization_id, id }: WebQueryRow, at: number): Promise<void> {
  await tx
    .updateTable('web_queries')
    .set({ last_read_at: at })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
}

/** Returns whether it existed. */
export async function deleteWebQueryRow(tx: Queryable, { organization_id, id }: WebQueryRow): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('web_queries')
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
