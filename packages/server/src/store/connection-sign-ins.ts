import type { Selectable, Updateable } from 'kysely'
import type { ConnectionSignInAttemptTable, ConnectionSignInTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type ConnectionSignInRow = Selectable<ConnectionSignInTable>
export type ConnectionSignInAttemptRow = Selectable<ConnectionSignInAttemptTable>

export interface SignInKey {
  organization_id: string
  connection_id: string
  member_id: string
}

export async function findConnectionSignIn(db: Queryable, key: SignInKey): Promise<ConnectionSignInRow | undefined> {
  return db
    .selectFrom('connection_sign_ins')
    .selectAll()
    .where('organization_id', '=', key.organization_id)
    .where('connection_id', '=', key.connection_id)
    .where('member_id', '=', key.member_id)
    .executeTakeFirst()
}

/** Replaces the member's earlier sign-in. */
export async function putConnectionSignIn(tx: Queryable, row: ConnectionSignInRow): Promise<void> {
  const { organization_id: _, connection_id: __, member_id: ___, ...values } = row
  await tx
    .insertInto('connection_sign_ins')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'connection_id', 'member_id']).doUpdateSet(values))
    .execute()
}

/** Changes the sign-in with this id; does nothing when the member has signed in again or out. */
export async function updateConnectionSignIn(
  tx: Queryable,
  row: SignInKey & { id: string },
  change: Updateable<ConnectionSignInTable>,
): Promise<void> {
  await tx
    .updateTable('connection_sign_ins')
    .set(change)
    .where('organization_id', '=', row.organization_id)
    .where('connection_id', '=', row.connection_id)
    .where('member_id', '=', row.member_id)
    .where('id', '=', row.id)
    .execute()
}

/** Claims the renewal until a time; false when another process has claimed it. */
export async function claimConnectionSignIn(
  tx: Queryable,
  row: ConnectionSignInRow,
  { now, until }: { now: number; until: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('connection_sign_ins')
    .set({ claimed_until: until })
    .where('organization_id', '=', row.organization_id)
    .where('connection_id', '=', row.connection_id)
    .where('member_id', '=', row.member_id)
    .where('id', '=', row.id)
    .where('tokens_encrypted', '=', row.tokens_encrypted)
    .where('claimed_until', '<=', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns whether there was one. */
export async function deleteConnectionSignIn(tx: Queryable, key: SignInKey): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('connection_sign_ins')
    .where('organization_id', '=', key.organization_id)
    .where('connection_id', '=', key.connection_id)
    .where('member_id', '=', key.member_id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function deleteConnectionSignInsOfMember(
  tx: Queryable,
  organizationId: string,
  memberId: string,
): Promise<void> {
  for (const table of ['connection_sign_ins', 'connection_sign_in_attempts'] as const) {
    await tx.deleteFrom(table).where('organization_id', '=', organizationId).where('member_id', '=', memberId).execute()
  }
}

/** Also deletes expired attempts. */
export async function insertSignInAttempt(tx: Queryable, row: ConnectionSignInAttemptRow, now: number): Promise<void> {
  await tx
    .deleteFrom('connection_sign_in_attempts')
    .where('organization_id', '=', row.organization_id)
    .where('expires_at', '<=', now)
    .execute()
  await tx.insertInto('connection_sign_in_attempts').values(row).execute()
}

/** Uses up a state. Undefined when it is unknown, already used, or another member's. */
export async function takeSignInAttempt(
  tx: Queryable,
  { organizationId, memberId, stateHash }: { organizationId: string; memberId: string; stateHash: string },
): Promise<ConnectionSignInAttemptRow | undefined> {
  return tx
    .deleteFrom('connection_sign_in_attempts')
    .where('organization_id', '=', organizationId)
    .where('member_id', '=', memberId)
    .where('state_hash', '=', stateHash)
    .returningAll()
    .executeTakeFirst()
}
