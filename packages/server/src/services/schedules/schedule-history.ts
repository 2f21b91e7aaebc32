import type { Viewer } from '@octavo/core/access'
import type { ScheduleDelivery, ScheduleRun } from '@octavo/core/contract'
import { AppError, conflict } from '@octavo/core/errors'
import type { Clock } from '../../config/index.ts'
import type { Queue } from '../../queue/index.ts'
import { newUuid, type Store } from '../../store/index.ts'
import { countDeliveries, countEndedDeliveries, pageOfDeliveries } from '../../store/schedule-deliveries.ts'
import {
  countRuns,
  findOpenRun,
  findRunById,
  insertRuns,
  listRuns,
  newRun,
  type ScheduleRunRow,
} from '../../store/schedule-runs.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { createTotals } from '../answers/totals.ts'
import { knownTotal } from '../exports/progress-notes.ts'
import { deliveryEntry } from './delivery-entries.ts'
import { noFile } from './run-progress.ts'

type Transaction = Parameters<Store['announce']>[0]

interface Parts {
  store: Store
  clock: Clock
  totals: ReturnType<typeof createTotals>
}

/** The runs of a schedule or single send, the latest first. */
export async function runsOf(
  { store, totals }: Parts,
  { organizationId }: Viewer,
  scheduleId: string,
  window: Window,
): Promise<Slice<ScheduleRun>> {
  const before = window.after === null ? null : Number(window.after[0])
  const rows = await listRuns(store.db, organizationId, scheduleId, { before, limit: window.limit })
  const total = await totals([organizationId, scheduleId], (atMost) =>
    countRuns(store.db, organizationId, scheduleId, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.due_at])
  return { entries: await Promise.all(page.map((row) => runEntryWithProgress(store, row))), next, total }
}

/** The messages of a run. Throws `not_found` when the schedule has no such run. */
export async function deliveriesOf(
  { clock, store, totals }: Parts,
  { organizationId }: Viewer,
  { scheduleId, deliveryId }: { scheduleId: string; deliveryId: string },
  window: Window,
): Promise<Slice<ScheduleDelivery>> {
  const run = await findRunById(store.db, organizationId, deliveryId)
  if (run?.schedule_id !== scheduleId) throw new AppError('not_found', { kind: 'run', id: deliveryId })
  const after = window.after === null ? null : String(window.after[0])
  const rows = await pageOfDeliveries(store.db, run, { after, limit: window.limit })
  const total = await totals([organizationId, scheduleId, deliveryId], (atMost) =>
    countDeliveries(store.db, run, atMost),
  )
  const { page, next } = sliceOfRows(rows, window.limit, ({ name }) => [name])
  return { entries: page.map((each) => deliveryEntry(run, each, clock.now())), next, total }
}

/** A run that a person starts now; `startRun` stores it. */
export function runByHand({ organizationId }: Viewer, scheduleId: string, now: number): ScheduleRunRow {
  const key = { organization_id: organizationId, schedule_id: scheduleId, due_at: now }
  return { ...newRun({ ...key, id: newUuid(), created_at: now }), is_manual: 1 }
}

/** Throws `conflict` while another run of the schedule is in progress. */
export async function startRun(
  { queue }: { queue: Queue },
  tx: Transaction,
  { memberId }: Viewer,
  run: ScheduleRunRow,
): Promise<void> {
  const { organization_id: organizationId, schedule_id: scheduleId, due_at: dueAt } = run
  const isUnderWay = (await findOpenRun(tx, organizationId, scheduleId)) !== undefined
  const { jobId } = await queue.enqueue(tx, {
    organizationId,
    kind: 'schedule.run',
    payload: { scheduleId, dueAt },
    actorId: memberId,
  })
  const inserted = isUnderWay ? [] : await insertRuns(tx, [{ ...run, job_id: jobId }])
  if (inserted.length === 0) throw conflict({ rule: 'run_under_way' })
}

const isOpen = ({ state }: ScheduleRunRow): boolean => state === 'waiting' || state === 'running'

/** With the number of messages that were sent, if it is sending them. */
export async function runEntryWithProgress({ db }: Pick<Store, 'db'>, row: ScheduleRunRow): Promise<ScheduleRun> {
  const entry = runEntry(row)
  if (!isOpen(row) || row.files_at === null) return entry
  const { ended: done, all: total } = await countEndedDeliveries(db, row)
  return { ...entry, progress: { ...noFile, step: 'sending', done, total: knownTotal(total) } }
}

function progressOf(row: ScheduleRunRow): ScheduleRun['progress'] {
  if (!isOpen(row)) return null
  if (row.progress !== null) return JSON.parse(row.progress) as ScheduleRun['progress']
  return { ...noFile, step: row.state === 'waiting' ? 'waiting' : 'writing', done: 0, total: null }
}

export function runEntry(row: ScheduleRunRow): ScheduleRun {
  const time = (at: number | null) => (at === null ? null : timestamp(at))
  return {
    dueAt: timestamp(row.due_at),
    state: row.state,
    reason: row.reason,
    cancelledBy: row.cancelled_by,
    deliveryId: row.id,
    isManual: row.is_manual === 1,
    attempts: row.attempts,
    startedAt: time(row.started_at),
    checkedAt: time(row.checked_at),
    filesAt: time(row.files_at),
    finishedAt: time(row.finished_at),
    progress: progressOf(row),
  }
}
