import type { Insertable, Selectable } from 'kysely'
import type { TokenTable } from './schema.ts'
import type { Queryable } from './store.ts'

/** A token with the state of its credential. */
export interface TokenRow extends Selectable<TokenTable> {
  credential_is_revoked: number
  credential_expires_at: number | null
  credential_scopes: string | null
}

/** By hash alone, because the sender of a token is not authenticated yet. */
export async function findToken(db: Queryable, tokenHash: string): Promise<TokenRow | undefined> {
  return db
    .selectFrom('tokens')
    .innerJoin('api_credentials', (join) =>
      join
        .onRef('api_credentials.organization_id', '=', 'tokens.organization_id')
        .onRef('api_credentials.id', '=', 'tokens.credential_id'),
    )
    .selectAll('tokens')
    .select([
      'api_credentials.is_revoked as credential_is_revoked',
      'api_credentials.expires_at as credential_expires_at',
      'api_credentials.scopes as credential_scopes',
    ])
    .where('tokens.token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** The encrypted tokens from the host of an embed session; null for none. */
export async function findOauthTokens(
  db: Queryable,
  organizationId: string,
  tokenHash: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('tokens')
    .select('oauth_encrypted')
    .where('organization_id', '=', organizationId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row?.oauth_encrypted ?? null
}

export async function insertTokens(tx: Queryable, rows: Insertable<TokenTable>[]): Promise<void> {
  await tx.insertInto('tokens').values(rows).execute()
}

/** Uses up a refresh token; false when it was already used. */
export async function spendRefreshToken(
  tx: Queryable,
  organizationId: string,
  tokenHash: string,
  now: number,
): Promise<boolean> {
  const result = await tx
    .updateTable('tokens')
    .set({ used_at: now })
    .where('organization_id', '=', organizationId)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

/** Ends every token of the same grant. */
export async function deleteTokenFamily(tx: Queryable, organizationId: string, familyId: string): Promise<void> {
  await tx
    .deleteFrom('tokens')
    .where('organization_id', '=', organizationId)
    .where('family_id', '=', familyId)
    .execute()
}

/** When the last token of a grant expires; null when none is left. */
export async function findFamilyEnd(db: Queryable, organizationId: string, familyId: string): Promise<number | null> {
  const last = await db
    .selectFrom('tokens')
    .select('expires_at')
    .where('organization_id', '=', organizationId)
    .where('family_id', '=', familyId)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.expires_at ?? null
}

/** Ends every token of a deactivated member. */
export async function deleteTokensOfMember(tx: Queryable, organizationId: string, memberId: string): Promise<void> {
  await tx
    .deleteFrom('tokens')
    .where('organization_id', '=', organizationId)
    .where((token) => token.or([token('member_id', '=', memberId), token('actor_id', '=', memberId)]))
    .execute()
}

/** Ends the refresh tokens of a member; returns the number that were still usable. */
export async function deleteRefreshTokensOfMember(
  tx: Queryable,
  organizationId: string,
  memberId: string,
  now: number,
): Promise<number> {
  const ofMember = tx
    .selectFrom('tokens')
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('member_id', '=', memberId)
    .where('kind', '=', 'refresh')
  const { count } = await ofMember.where('used_at', 'is', null).where('expires_at', '>', now).executeTakeFirstOrThrow()
  await tx
    .deleteFrom('tokens')
    .where('organization_id', '=', organizationId)
    .where('member_id', '=', memberId)
    .where('kind', '=', 'refresh')
    .execute()
  return Number(count)
}

/** Removes expired tokens of every organization. Access tokens are kept a day longer, so that they are reported as expired. */
export async function deleteExpiredTokens(tx: Queryable, now: number): Promise<void> {
  await tx
    .deleteFrom('tokens')
    .where('expires_at', '<', now - 86_400_000)
    .execute()
}
