import type { Selectable } from 'kysely'
import type { SequenceCallTable } from './schema.ts'
import type { Queryable } from './store.ts'

export type SequenceCallRow = Selectable<SequenceCallTable>

export type SequenceCallKey = Pick<SequenceCallRow, 'organization_id' | 'run_id' | 'step'>

export async function findSequenceCall(
  db: Queryable,
  { organization_id, run_id, step }: SequenceCallKey,
): Promise<SequenceCallRow | undefined> {
  return db
    .selectFrom('sequence_calls')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('step', '=', step)
    .executeTakeFirst()
}

/** False when the call has begun before. */
export async function insertSequenceCall(tx: Queryable, row: SequenceCallRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('sequence_calls')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'run_id', 'step']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function noteSequenceCall(
  tx: Queryable,
  { organization_id, run_id, step }: SequenceCallKey,
  outcome: string,
): Promise<void> {
  await tx
    .updateTable('sequence_calls')
    .set({ outcome })
    .where('organization_id', '=', organization_id)
    .where('run_id', '=', run_id)
    .where('step', '=', step)
    .execute()
}

/** For all organizations. */
export async function deleteSequenceCalls(tx: Queryable, now: number): Promise<void> {
  await tx.deleteFrom('sequence_calls').where('expires_at', '<', now).execute()
}
