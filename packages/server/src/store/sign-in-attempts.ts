import type { Selectable } from 'kysely'
import type { SignInAttemptTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type SignInAttemptRow = Selectable<SignInAttemptTable>

/** Attempts belong to no organization, because they are counted before authentication. */
export async function findAttempts(db: Queryable, subjects: readonly string[]): Promise<Map<string, SignInAttemptRow>> {
  const rows = await db.selectFrom('sign_in_attempts').selectAll().where('subject', 'in', subjects).execute()
  return new Map(rows.map((row) => [row.subject, row]))
}

export async function saveAttempts(tx: Queryable, row: SignInAttemptRow): Promise<void> {
  const { subject, ...values } = row
  await tx
    .insertInto('sign_in_attempts')
    .values(row)
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(values))
    .execute()
}

export async function forgetAttempts(tx: Queryable, subject: string): Promise<void> {
  await tx.deleteFrom('sign_in_attempts').where('subject', '=', subject).execute()
}

/** Removes counts whose window has passed. */
export async function deleteOldAttempts(tx: Queryable, before: number): Promise<void> {
  await tx
    .deleteFrom('sign_in_attempts')
    .where('first_failed_at', '<', before)
    .where((row) => row.or([row('locked_until', 'is', null), row('locked_until', '<', before)]))
    .execute()
}
