import type { Selectable } from 'kysely'
import type { IdempotencyKeyTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type IdempotencyKeyRow = Selectable<IdempotencyKeyTable>

export interface IdempotencyKey {
  organizationId: string
  actorId: string
  operation: string
  /** SHA-256 of what the client sent, hex. */
  keyHash: string
}

const columnsOf = ({ organizationId, actorId, operation, keyHash }: IdempotencyKey) => ({
  organization_id: organizationId,
  actor_id: actorId,
  operation,
  key_hash: keyHash,
})

/** Undefined when the key was never used, or has expired. */
export async function findIdempotencyKey(
  db: Queryable,
  key: IdempotencyKey,
  now: number,
): Promise<IdempotencyKeyRow | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where((is) => is.and(columnsOf(key)))
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Claims the key in the transaction of the write. Returns false when a request with another mark has it. */
export async function claimIdempotencyKey(
  tx: Queryable,
  key: IdempotencyKey,
  claim: { mark: string; requestHash: string; now: number; expiresAt: number },
): Promise<boolean> {
  const { mark, requestHash, now, expiresAt } = claim
  await tx
    .deleteFrom('idempotency_keys')
    .where((is) => is.and(columnsOf(key)))
    .where('expires_at', '<=', now)
    .execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values({
      ...columnsOf(key),
      request_hash: requestHash,
      status: null,
      response_encrypted: mark,
      created_at: now,
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return true
  return (await findIdempotencyKey(tx, key, now))?.response_encrypted === mark
}

/** Stores the response of the request that claimed the key. */
export async function keepAnswer(
  tx: Queryable,
  key: IdempotencyKey,
  answer: { mark: string; status: number; encrypted: string },
): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ status: answer.status, response_encrypted: answer.encrypted })
    .where((is) => is.and(columnsOf(key)))
    .where('response_encrypted', '=', answer.mark)
    .execute()
}

/** For all organizations. */
export async function deleteExpiredIdempotencyKeys(tx: Queryable, now: number): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('expires_at', '<=', now).execute()
}
