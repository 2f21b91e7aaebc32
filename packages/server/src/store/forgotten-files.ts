import { type ScheduleRunRow, scheduleFileKey } from './schedule-runs.ts'
import type { Queryable } from './store.ts'

const insertedAtOnce = 100

/** Keys of files that runs still have. */
export const filesOfRuns = (runs: readonly Pick<ScheduleRunRow, 'id' | 'file_count'>[]): string[] =>
  runs.flatMap((run) => Array.from({ length: run.file_count }, (_, number) => scheduleFileKey(run, number)))

/** Records files whose rows are deleted, so that they are removed after the commit. */
export async function forgetFiles(tx: Queryable, organizationId: string, keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += insertedAtOnce) {
    const rows = keys.slice(start, start + insertedAtOnce)
    await tx
      .insertInto('forgotten_files')
      .values(rows.map((file_key) => ({ organization_id: organizationId, file_key })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** For all organizations. */
export async function listForgottenFiles(db: Queryable, limit: number) {
  return db.selectFrom('forgotten_files').selectAll().limit(limit).execute()
}

/** Removes the record of a deleted file. */
export async function dropForgottenFile(
  tx: Queryable,
  { organization_id, file_key }: { organization_id: string; file_key: string },
): Promise<void> {
  await tx
    .deleteFrom('forgotten_files')
    .where('organization_id', '=', organization_id)
    .where('file_key', '=', file_key)
    .execute()
}

/** All files of the schedules of an organization. */
export async function filesOfSchedules(db: Queryable, organizationId: string): Promise<string[]> {
  const runs = await db
    .selectFrom('schedule_runs')
    .select(['id', 'file_count'])
    .where('organization_id', '=', organizationId)
    .where('file_count', '>', 0)
    .execute()
  const forgotten = await db
    .selectFrom('forgotten_files')
    .select('file_key')
    .where('organization_id', '=', organizationId)
    .execute()
  return [...filesOfRuns(runs), ...forgotten.map(({ file_key }) => file_key)]
}
