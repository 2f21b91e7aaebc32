import type { Selectable } from 'kysely'
import type { WebhookTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type WebhookRow = Selectable<WebhookTable>

interface WebhookKey {
  organization_id: string
  document_id: string
  sequence_id: string
}

/** By address alone, because the sender of a signed request is not authenticated and their organization is unknown. */
export async function findWebhook(
  db: Queryable,
  documentId: string,
  sequenceId: string,
): Promise<WebhookRow | undefined> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('sequence_id', '=', sequenceId)
    .executeTakeFirst()
}

/** Webhooks of a document, oldest first. */
export async function findWebhooksOf(db: Queryable, organizationId: string, documentId: string): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .orderBy('created_at')
    .orderBy('sequence_id')
    .execute()
}

/** False when the sequence already has one. */
export async function insertWebhook(tx: Queryable, row: WebhookRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('webhooks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'document_id', 'sequence_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function noteWebhookRun(tx: Queryable, row: WebhookKey, jobId: string): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ last_job_id: jobId })
    .where('organization_id', '=', row.organization_id)
    .where('document_id', '=', row.document_id)
    .where('sequence_id', '=', row.sequence_id)
    .execute()
}

/** Returns whether it existed. */
export async function deleteWebhook(tx: Queryable, row: WebhookKey): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('webhooks')
    .where('organization_id', '=', row.organization_id)
    .where('document_id', '=', row.document_id)
    .where('sequence_id', '=', row.sequence_id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
