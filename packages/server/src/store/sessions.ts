import type { Insertable, Selectable } from 'kysely'
import type { SessionTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type SessionRow = Selectable<SessionTable>

/** By hash alone, because the sender of a cookie is not authenticated yet. */
export async function findSession(db: Queryable, sessionHash: string): Promise<SessionRow | undefined> {
  return db.selectFrom('sessions').selectAll().where('session_hash', '=', sessionHash).executeTakeFirst()
}

export async function insertSession(tx: Queryable, row: Insertable<SessionTable>): Promise<void> {
  await tx.insertInto('sessions').values(row).execute()
}

export async function noteSessionSeen(
  tx: Queryable,
  organizationId: string,
  sessionHash: string,
  now: number,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('organization_id', '=', organizationId)
    .where('session_hash', '=', sessionHash)
    .execute()
}

/** Null for the session's own member. */
export async function setViewAs(
  tx: Queryable,
  organizationId: string,
  sessionHash: string,
  memberId: string | null,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ view_as_id: memberId })
    .where('organization_id', '=', organizationId)
    .where('session_hash', '=', sessionHash)
    .execute()
}

export async function deleteSession(tx: Queryable, organizationId: string, sessionHash: string): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('organization_id', '=', organizationId)
    .where('session_hash', '=', sessionHash)
    .execute()
}

/** Ends every session of a member, except the given one: after a change of the password, or of the member's state. */
export async function deleteSessionsOfMember(
  tx: Queryable,
  organizationId: string,
  memberId: string,
  exceptHash = '',
): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('organization_id', '=', organizationId)
    .where('member_id', '=', memberId)
    .where('session_hash', '<>', exceptHash)
    .execute()
}

/** Removes ended sessions of every organization. */
export async function deleteExpiredSessions(tx: Queryable, now: number): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_at', '<', now).execute()
}
