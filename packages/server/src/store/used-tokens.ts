import type { Queryable } from './store.ts'

/** Remembers a token until it expires; false when it was already used. */
export async function claimToken(
  tx: Queryable,
  row: { organization_id: string; id_hash: string; expires_at: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('used_tokens')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'id_hash']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** For all organizations. */
export async function deleteUsedTokens(tx: Queryable, now: number): Promise<void> {
  await tx.deleteFrom('used_tokens').where('expires_at', '<', now).execute()
}
