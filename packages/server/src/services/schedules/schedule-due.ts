import type { Clock } from '../../config/index.ts'
import { type Queue, readDueTimes } from '../../queue/index.ts'
import { newUuid, type Store } from '../../store/index.ts'
import {
  findOpenRun,
  findOrphanedRuns,
  findRunTimes,
  insertRuns,
  newRun,
  removeRunsBefore,
  type ScheduleRunRow,
  updateOpenRun,
} from '../../store/schedule-runs.ts'
import { findDueSchedules, findSchedulesPlannedAfter, planSchedule, type ScheduleRow } from '../../store/schedules.ts'
import { serviceOf } from '../service/service.ts'
import type { ScheduleEnds } from './schedule-ends.ts'
import type { ScheduleOutbox } from './schedule-outbox.ts'

const atOnce = 100
/** Missed due times are recorded individually up to this number. */
const mostRecorded = 1_000
/** Upper bound of the clock difference between processes of one store. */
const clockDifferenceMs = 60_000
const runsKeptMs = 90 * 86_400_000

export type ScheduleDue = ReturnType<typeof createScheduleDue>

/**
 * Starts runs for due times. Any number of processes may do so at once: a due time has one row, and the process that advances the schedule
 * writes it and enqueues the job, in one transaction.
 */
export function createScheduleDue(parts: Parts) {
  return serviceOf(parts, { tick, clean })
}

interface Parts {
  store: Store
  clock: Clock
  queue: Queue
  ends: ScheduleEnds
  outbox: ScheduleOutbox
  reportBug: (error: unknown) => void
}

/** Runs the latest due time; earlier ones were missed while no process was running. */
async function begin({ queue, store }: Parts, row: ScheduleRow, now: number): Promise<void> {
  const { organization_id, id: schedule_id, next_due_at: firstDue } = row
  const read = readDueTimes(row.cron, row.zone)
  if (!read.ok || firstDue === null) throw new Error(`The times of schedule ${schedule_id} cannot be read.`)
  const { times } = read
  const passed = (count: number) => times.before(now + 1, count).filter((time) => time >= firstDue)
  const few = passed(2)
  const due = few.length < 2 ? few : passed(mostRecorded)
  const [latest = firstDue, ...missed] = due
  const isCut = due.length === mostRecorded
  const next = times.after(now, 1)[0] ?? null
  const run = (due_at: number): ScheduleRunRow =>
    newRun({ organization_id, schedule_id, due_at, id: newUuid(), created_at: now })
  const ended = (due_at: number, state: 'skipped' | 'missed', reason: string): ScheduleRunRow => ({
    ...run(due_at),
    state,
    reason,
    finished_at: now,
  })
  await store.maintain('due time of a schedule', async (tx) => {
    if (!(await planSchedule(tx, row, { next_due_at: next, planned_at: now }))) return
    const whyMissed = 'The server was not running at this time. The latest due time that had passed was sent instead.'
    const rows = missed.map((time, index) => {
      const isFirst = isCut && index === missed.length - 1
      return ended(time, 'missed', isFirst ? `${whyMissed} There were more before this one.` : whyMissed)
    })
    if (await findOpenRun(tx, organization_id, schedule_id)) {
      await insertRuns(tx, [...rows, ended(latest, 'skipped', 'The run before it had not ended.')])
      return
    }
    const inserted = await insertRuns(tx, [run(latest), ...rows])
    // Its row exists: it ran before the clock was set back.
    if (!inserted.includes(latest)) return
    const { jobId } = await queue.enqueue(tx, {
      organizationId: organization_id,
      kind: 'schedule.run',
      payload: { scheduleId: schedule_id, dueAt: latest },
      actorId: row.owner_id,
    })
    await updateOpenRun(tx, { organization_id, schedule_id, due_at: latest }, { job_id: jobId })
  })
}

/** After the clock was set back: the first due time from now on that has not run already. */
async function plan({ store }: Parts, row: ScheduleRow, now: number): Promise<void> {
  const read = readDueTimes(row.cron, row.zone)
  if (!read.ok) throw new Error(`The times of schedule ${row.id} cannot be read.`)
  const coming = read.times.after(now, atOnce)
  await store.maintain('plan of a schedule', async (tx) => {
    const taken = await findRunTimes(tx, row.organization_id, row.id, coming)
    const next = coming.find((time) => !taken.has(time)) ?? coming.at(-1) ?? null
    await planSchedule(tx, row, { next_due_at: next, planned_at: now })
  })
}

async function each<T>({ reportBug }: Parts, rows: readonly T[], work: (row: T) => Promise<void>): Promise<void> {
  for (const row of rows) {
    try {
      await work(row)
    } catch (error) {
      // A schedule that cannot be planned must not block the others.
      reportBug(error)
    }
  }
}

/** Starts due runs, and ends runs whose job died. Call it every few seconds. */
async function tick(parts: Parts): Promise<void> {
  const { clock, store, ends, outbox } = parts
  const now = clock.now()
  await each(parts, await findDueSchedules(store.db, now, atOnce), (row) => begin(parts, row, now))
  const ahead = await findSchedulesPlannedAfter(store.db, now + clockDifferenceMs, atOnce)
  await each(parts, ahead, (row) => plan(parts, row, now))
  await each(parts, await findOrphanedRuns(store.db, atOnce), async ({ job_error, ...run }) => {
    await ends.failed(run, messageOf(job_error) ?? 'The work ended before everything was sent.')
  })
  await outbox.recover(messageOf)
}

/** The readable part of a job's error. */
function messageOf(jobError: string | null): string | null {
  return jobError === null ? null : ((JSON.parse(jobError) as { message?: string }).message ?? null)
}

/** Deletes old runs. */
async function clean({ clock, store }: Parts): Promise<void> {
  await store.maintain('old runs of schedules', (tx) => removeRunsBefore(tx, clock.now() - runsKeptMs))
}
