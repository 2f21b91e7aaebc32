import type { Clock } from '../../config/index.ts'
import type { Sessions, UploadFolder } from '../../connectors/index.ts'
import { type Queue, readDueTimes } from '../../queue/index.ts'
import { listUploadedTables } from '../../store/csv-files.ts'
import { newUuid, type Queryable, type Store } from '../../store/index.ts'
import {
  deleteMaterializationRunsBefore,
  findDueMaterializations,
  findOpenMaterializationRun,
  findOrphanedMaterializationRuns,
  insertMaterializationRun,
  listMaterializedTables,
  type MaterializationScheduleRow,
  planMaterialization,
  updateMaterializationSchedule,
} from '../../store/materializations.ts'
import { serviceOf } from '../service/service.ts'
import type { MaterializationRuns } from './materialization-runs.ts'
import { createStoredSweep } from './stored-sweep.ts'

const atOnce = 100
const dayMs = 86_400_000
/** A schedule is paused when its rows were not read for this long. */
export const mostUnusedDays = 60
const unusedMs = mostUnusedDays * dayMs
const runsKeptMs = 90 * dayMs

export type MaterializationDue = ReturnType<typeof createMaterializationDue>

/** Starts runs that are due; any number of processes may do so at once. */
export function createMaterializationDue(given: Given) {
  return serviceOf({ ...given, sweepSchemas: createStoredSweep(given) }, { tick, clean })
}

interface Given {
  store: Store
  clock: Clock
  queue: Queue
  sessions: Sessions
  uploadFolder: UploadFolder
  materializationRuns: MaterializationRuns
  reportBug: (error: unknown) => void
}

interface Parts extends Given {
  /** Drops tables of stored rows in write schemas of connections that no schedule uses. */
  sweepSchemas: (now: number) => Promise<void>
}

/** Requests a run of the schedule; returns the existing run when one is waiting or running. */
export async function beginRun(
  { queue, clock }: Pick<Parts, 'queue' | 'clock'>,
  tx: Parameters<Queue['enqueue']>[0] & Queryable,
  { organization_id, id: schedule_id, document_id, owner_id }: MaterializationScheduleRow,
): Promise<string> {
  const open = await findOpenMaterializationRun(tx, organization_id, schedule_id)
  if (open) return open.id
  const id = newUuid()
  const { jobId } = await queue.enqueue(tx, {
    organizationId: organization_id,
    kind: 'materialization.run',
    payload: { runId: id },
    actorId: owner_id,
  })
  const nothing = {
    started_at: null,
    finished_at: null,
    expired_at: null,
    error: null,
    row_count: null,
    size_bytes: null,
  }
  await insertMaterializationRun(tx, {
    ...nothing,
    organization_id,
    id,
    schedule_id,
    document_id,
    job_id: jobId,
    state: 'pending',
    created_at: clock.now(),
  })
  return id
}

/** Starts due runs and ends runs whose job died. Call it every few seconds. */
async function tick(parts: Parts): Promise<void> {
  const { store, clock, materializationRuns, reportBug } = parts
  const now = clock.now()
  for (const row of await findDueMaterializations(store.db, now, atOnce)) {
    await begin(parts, row, now).catch(reportBug)
  }
  for (const { job_error: error, ...run } of await findOrphanedMaterializationRuns(store.db, atOnce)) {
    const message = error === null ? undefined : (JSON.parse(error) as { message?: string }).message
    await materializationRuns.fail(run, message ?? 'The work ended before all rows were stored.').catch(reportBug)
  }
}

async function begin(parts: Parts, row: MaterializationScheduleRow, now: number): Promise<void> {
  const { store } = parts
  const read = readDueTimes(row.cron, row.zone)
  if (!read.ok) throw new Error(`The times of materialization schedule ${row.id} cannot be read.`)
  const isUnused = now - row.used_at > unusedMs
  const next = isUnused ? null : (read.times.after(now, 1)[0] ?? null)
  await store.maintain('due time of a materialization', async (tx) => {
    if (!(await planMaterialization(tx, row, next))) return
    if (isUnused) {
      const paused_because = `Nobody has read the element for ${mostUnusedDays} days.`
      await updateMaterializationSchedule(tx, row.organization_id, row.id, { paused_because })
    } else await beginRun(parts, tx, row)
  })
}

/** Removes old runs and tables that are not used. */
async function clean({ store, clock, uploadFolder, sweepSchemas }: Parts): Promise<void> {
  const now = clock.now()
  await store.maintain('old runs of materializations', (tx) => deleteMaterializationRunsBefore(tx, now - runsKeptMs))
  const uploads = await listUploadedTables(store.db)
  uploadFolder.sweep(new Set([...uploads.keys(), ...(await listMaterializedTables(store.db))]), now)
  await sweepSchemas(now)
}
