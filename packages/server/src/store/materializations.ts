import type { Selectable, Updateable } from 'kysely'
import { comesAfter } from './comes-after.ts'
import { countRows } from './count-rows.ts'
import type { MaterializationRunTable, MaterializationScheduleTable } from './schema.ts'
import type { Queryable } from './store.ts'
import { upTo } from './up-to.ts'

export type MaterializationScheduleRow = Selectable<MaterializationScheduleTable>
export type MaterializationRunRow = Selectable<MaterializationRunTable>

/** A stored relation: its identity, and the table with its rows. */
export interface StoredRelation {
  identity: string
  /** Id of a table of the embedded engine, or name of a table in the schema. */
  tableId: string
  /** The connection's write schema; absent for the embedded engine. */
  schema?: string
  /** The catalog of the schema, on platforms that have several. */
  catalog?: string
}

export const storedRelationsOf = ({ tables }: Pick<MaterializationScheduleRow, 'tables'>): StoredRelation[] =>
  JSON.parse(tables)

export async function insertMaterializationSchedule(db: Queryable, row: MaterializationScheduleRow): Promise<void> {
  await db.insertInto('materialization_schedules').values(row).execute()
}

export async function findMaterializationSchedule(
  db: Queryable,
  organizationId: string,
  by: { id: string } | { documentId: string; elementId: string },
): Promise<MaterializationScheduleRow | undefined> {
  const query = db.selectFrom('materialization_schedules').selectAll().where('organization_id', '=', organizationId)
  const found =
    'id' in by
      ? query.where('id', '=', by.id)
      : query.where('document_id', '=', by.documentId).where('element_id', '=', by.elementId)
  return found.executeTakeFirst()
}

/** Schedules of a document, oldest first. */
export async function listMaterializationSchedulesOf(
  db: Queryable,
  organizationId: string,
  documentId: string,
): Promise<MaterializationScheduleRow[]> {
  return db
    .selectFrom('materialization_schedules')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .orderBy('configured_at')
    .orderBy('id')
    .execute()
}

/** Schedules of an organization whose stored rows may be read. */
export async function listStoredMaterializations(
  db: Queryable,
  organizationId: string,
): Promise<MaterializationScheduleRow[]> {
  return db
    .selectFrom('materialization_schedules')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('paused_because', 'is', null)
    .where('stored_at', 'is not', null)
    .execute()
}

/** Ids of the stored tables of all organizations, whose files must be kept. */
export async function listMaterializedTables(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('materialization_schedules').select('tables').execute()
  return rows.flatMap((row) => storedRelationsOf(row).map(({ tableId }) => tableId))
}

export async function updateMaterializationSchedule(
  db: Queryable,
  organizationId: string,
  id: string,
  change: Updateable<MaterializationScheduleTable>,
): Promise<void> {
  await db
    .updateTable('materialization_schedules')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function deleteMaterializationSchedule(db: Queryable, organizationId: string, id: string): Promise<void> {
  await db
    .deleteFrom('materialization_schedules')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** For all organizations, longest overdue first. */
export async function findDueMaterializations(
  db: Queryable,
  now: number,
  limit: number,
): Promise<MaterializationScheduleRow[]> {
  return db
    .selectFrom('materialization_schedules')
    .selectAll()
    .where('next_due_at', '<=', now)
    .orderBy('next_due_at')
    .limit(limit)
    .execute()
}

/** False when another process has planned it since it was read. */
export async function planMaterialization(
  db: Queryable,
  { organization_id, id, next_due_at }: MaterializationScheduleRow,
  next: number | null,
): Promise<boolean> {
  const result = await db
    .updateTable('materialization_schedules')
    .set({ next_due_at: next })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('next_due_at', '=', next_due_at)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function insertMaterializationRun(db: Queryable, row: MaterializationRunRow): Promise<void> {
  await db.insertInto('materialization_runs').values(row).execute()
}

export async function findMaterializationRun(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<MaterializationRunRow | undefined> {
  return db
    .selectFrom('materialization_runs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The waiting or running one. */
export async function findOpenMaterializationRun(
  db: Queryable,
  organizationId: string,
  scheduleId: string,
): Promise<MaterializationRunRow | undefined> {
  return db
    .selectFrom('materialization_runs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('schedule_id', '=', scheduleId)
    .where('state', 'in', ['pending', 'building'])
    .executeTakeFirst()
}

/** The latest run of each schedule that has one. */
export async function listLastMaterializationRuns(
  db: Queryable,
  organizationId: string,
  scheduleIds: readonly string[],
): Promise<MaterializationRunRow[]> {
  if (scheduleIds.length === 0) return []
  return db
    .selectFrom('materialization_schedules as schedules')
    .innerJoin('materialization_runs as runs', 'runs.organization_id', 'schedules.organization_id')
    .selectAll('runs')
    .where('schedules.organization_id', '=', organizationId)
    .where('schedules.id', 'in', scheduleIds)
    .where('runs.id', '=', ({ selectFrom }) =>
      selectFrom('materialization_runs as latest')
        .select('latest.id')
        .whereRef('latest.organization_id', '=', 'schedules.organization_id')
        .whereRef('latest.schedule_id', '=', 'schedules.id')
        .orderBy('latest.created_at', 'desc')
        .orderBy('latest.id', 'desc')
        .limit(1),
    )
    .execute()
}

const ended = ['ready', 'skipped', 'failed'] as const

/** Ended runs of a document, latest first; one row more than `limit` when there are more. */
export async function listEndedMaterializationRuns(
  db: Queryable,
  organizationId: string,
  documentId: string,
  { after, limit }: { after: { createdAt: number; id: string } | null; limit: number },
): Promise<MaterializationRunRow[]> {
  const query = db
    .selectFrom('materialization_runs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('state', 'in', ended)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (after === null) return query.execute()
  return query
    .where((row) => comesAfter('desc', [row.ref('created_at'), after.createdAt], [row.ref('id'), after.id]))
    .execute()
}

export async function countEndedMaterializationRuns(
  db: Queryable,
  organizationId: string,
  documentId: string,
  atMost: number | null,
): Promise<number> {
  const query = db
    .selectFrom('materialization_runs')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('document_id', '=', documentId)
    .where('state', 'in', ended)
  return countRows(db, upTo(atMost, query))
}

export async function updateMaterializationRun(
  db: Queryable,
  organizationId: string,
  id: string,
  from: readonly MaterializationRunRow['state'][],
  change: Updateable<MaterializationRunTable>,
): Promise<boolean> {
  const result = await db
    .updateTable('materialization_runs')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Marks the schedule's stored rows as removed. */
export async function expireMaterializationRuns(
  db: Queryable,
  organizationId: string,
  scheduleId: string,
  at: number,
): Promise<void> {
  await db
    .updateTable('materialization_runs')
    .set({ expired_at: at })
    .where('organization_id', '=', organizationId)
    .where('schedule_id', '=', scheduleId)
    .where('state', '=', 'ready')
    .where('expired_at', 'is', null)
    .execute()
}

/** Runs whose job ended without recording a result, with the job's error. */
export async function findOrphanedMaterializationRuns(
  db: Queryable,
  limit: number,
): Promise<(MaterializationRunRow & { job_error: string | null })[]> {
  return db
    .selectFrom('materialization_runs')
    .innerJoin('jobs', (join) =>
      join
        .onRef('jobs.organization_id', '=', 'materialization_runs.organization_id')
        .onRef('jobs.id', '=', 'materialization_runs.job_id'),
    )
    .selectAll('materialization_runs')
    .select('jobs.error as job_error')
    .where('materialization_runs.state', 'in', ['pending', 'building'])
    .where('jobs.state', 'in', ['failed', 'cancelled', 'succeeded'])
    .limit(limit)
    .execute()
}

export async function deleteMaterializationRunsBefore(db: Queryable, before: number): Promise<void> {
  await db
    .deleteFrom('materialization_runs')
    .where('created_at', '<', before)
    .where('state', 'not in', ['pending', 'building'])
    .execute()
}
