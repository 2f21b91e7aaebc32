import { StartupError } from '../config/index.ts'
import type { Secrets } from '../secrets/index.ts'
import type { Queryable, Store } from './store.ts'

const keyFingerprint = 'key_fingerprint'

/** A fact about this installation; null when it was never recorded. */
export async function findFact(db: Queryable, name: string): Promise<string | null> {
  const row = await db.selectFrom('instance').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? null
}

export async function noteFact(tx: Queryable, name: string, value: string): Promise<void> {
  await tx
    .insertInto('instance')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/**
 * Ties the store to the key that encrypts its secrets: the first process records the fingerprint, every later one must have the same.
 * Throws StartupError for another key, without leaving a new key file behind.
 */
export async function claimKey(store: Store, secrets: Secrets): Promise<void> {
  const known = await store.maintain('claim key', async (tx) => {
    await tx
      .insertInto('instance')
      .values({ name: keyFingerprint, value: secrets.fingerprint })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    return findFact(tx, keyFingerprint)
  })
  if (known === secrets.fingerprint) return
  secrets.discardNewKey()
  throw new StartupError(
    'The secrets in the store were encrypted with another key.',
    'Put the file keys/secret.key of the data folder back from your backup, or set OCTAVO_SECRET_KEY to the key that the store was made with.',
  )
}
