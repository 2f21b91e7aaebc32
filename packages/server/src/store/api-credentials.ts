import type { Insertable, Selectable } from 'kysely'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import type { ApiCredentialTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

export type ApiCredentialRow = Selectable<ApiCredentialTable>

/** The credential of a client id. A token request is not authenticated yet, so its organization is unknown. */
export async function findCredentialOfClient(db: Queryable, clientId: string): Promise<ApiCredentialRow | undefined> {
  return db.selectFrom('api_credentials').selectAll().where('id', '=', clientId).executeTakeFirst()
}

export async function insertCredential(tx: Queryable, row: Insertable<ApiCredentialTable>): Promise<void> {
  await tx.insertInto('api_credentials').values(row).execute()
}

/** `hasSignedUrl`: used to sign a whole address, the older way. */
export async function noteCredentialUse(
  tx: Queryable,
  organizationId: string,
  id: string,
  now: number,
  { hasSignedUrl = false } = {},
): Promise<void> {
  await tx
    .updateTable('api_credentials')
    .set({ last_used_at: now, ...(hasSignedUrl ? { url_signed_at: now } : {}) })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function findCredential(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<ApiCredentialRow | undefined> {
  return db
    .selectFrom('api_credentials')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Credentials that are not revoked, newest first; one row more than `limit` when there are more. */
export async function listCredentialRows(
  db: Queryable,
  organizationId: string,
  ownerId: string | undefined,
  { after, limit }: { after: { createdAt: number; id: string } | null; limit: number },
): Promise<Omit<ApiCredentialRow, 'secret_encrypted'>[]> {
  let query = db
    .selectFrom('api_credentials')
    .select([
      'organization_id',
      'id',
      'owner_id',
      'name',
      'description',
      'last_used_at',
      'expires_at',
      'is_revoked',
      'scopes',
      'url_signed_at',
    ])
    .select(['created_by', 'updated_by', 'created_at', 'updated_at'])
    .where('organization_id', '=', organizationId)
    .where('is_revoked', '=', 0)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (ownerId !== undefined) query = query.where('owner_id', '=', ownerId)
  if (after === null) return query.execute()
  return query
    .where((row) => comesAfter('desc', [row.ref('created_at'), after.createdAt], [row.ref('id'), after.id]))
    .execute()
}

export async function countCredentials(
  db: Queryable,
  organizationId: string,
  ownerId: string | undefined,
  atMost: number | null,
): Promise<number> {
  const query = db
    .selectFrom('api_credentials')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('is_revoked', '=', 0)
  return countRows(db, upTo(atMost, ownerId === undefined ? query : query.where('owner_id', '=', ownerId)))
}

/** Permanently revokes the credential and every token issued for it. */
export async function revokeCredential(
  tx: Queryable,
  organizationId: string,
  id: string,
  { at, by }: { at: number; by: string },
): Promise<void> {
  await tx.deleteFrom('tokens').where('organization_id', '=', organizationId).where('credential_id', '=', id).execute()
  await tx
    .updateTable('api_credentials')
    .set({ is_revoked: 1, updated_by: by, updated_at: at })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Revokes all credentials of a member who has no access to the API any more. */
export async function revokeCredentialsOf(
  tx: Queryable,
  organizationId: string,
  ownerId: string,
  { at, by }: { at: number; by: string },
): Promise<void> {
  await tx
    .updateTable('api_credentials')
    .set({ is_revoked: 1, updated_by: by, updated_at: at })
    .where('organization_id', '=', organizationId)
    .where('owner_id', '=', ownerId)
    .where('is_revoked', '=', 0)
    .execute()
}
