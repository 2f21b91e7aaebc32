import { AppError } from '@octavo/core/errors'
import { jobKinds } from '@octavo/core/jobs'
import type { Blobs } from '../../blobs/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Queue } from '../../queue/index.ts'
import { dropForgottenFile, listForgottenFiles } from '../../store/forgotten-files.ts'
import type { Store } from '../../store/index.ts'
import {
  endDelivery,
  findDelivery,
  findLeftParcels,
  findOrphanedDeliveries,
  hasWaitingDelivery,
  insertDeliveries,
  listDeliveries,
  type ScheduleDeliveryRow,
  updateCancelledDelivery,
  updateWaitingDelivery,
} from '../../store/schedule-deliveries.ts'
import {
  findDeliveredRuns,
  findRun,
  findRunsWithFiles,
  type ScheduleRunRow,
  scheduleFileKey,
  updateOpenRun,
} from '../../store/schedule-runs.ts'
import { findSchedule, type ScheduleRow } from '../../store/schedules.ts'
import { serviceOf } from '../service/service.ts'
import { noteReasonOfCancelled } from './delivery-cancels.ts'
import {
  jobKindOf,
  type Parcel,
  recipientOf,
  recipientsOf,
  type ScheduleDestinations,
} from './destinations/destinations.ts'
import { DeliveryCancelled, DeliveryFailed, type Sent } from './destinations/message/message.ts'
import type { LeftOut } from './schedule-audiences.ts'
import type { ScheduleEnds } from './schedule-ends.ts'
import { sentFile, sentFilesMs } from './sent-files.ts'

export interface DeliveryAttempt {
  organizationId: string
  scheduleId: string
  dueAt: number
  /** Name of the delivery within its run. */
  name: string
  attempt: number
  signal: AbortSignal
}

const atOnce = 100

export type ScheduleOutbox = ReturnType<typeof createScheduleOutbox>

/**
 * Finished messages that wait to be sent, each with a separate job, so that a recipient that never responds delays no file and no other
 * recipient. A run ends with its last delivery; files that were sent are kept for a while.
 */
export function createScheduleOutbox(parts: Parts) {
  return serviceOf(parts, { put, deliver, recover, removeFiles })
}

interface Parts {
  store: Store
  clock: Clock
  queue: Queue
  blobs: Blobs
  scheduleDestinations: ScheduleDestinations
  ends: ScheduleEnds
}

/** A parcel, with the value of the burst that it is for. */
export interface AddressedParcel {
  parcel: Parcel
  value: string | null
}

/** Stores the deliveries with the deadline of their run. Does nothing when the run has ended. */
async function put(
  parts: Parts,
  run: ScheduleRunRow,
  schedule: ScheduleRow,
  { parcels, leftOut }: { parcels: ReadonlyMap<string, AddressedParcel>; leftOut: readonly LeftOut[] },
): Promise<void> {
  const { store, clock, queue } = parts
  const { organization_id, schedule_id, due_at } = run
  const key = { organization_id, schedule_id, due_at }
  await store.maintain('deliveries of a run', async (tx) => {
    const now = clock.now()
    if (!(await updateOpenRun(tx, run, { files_at: now }))) return
    const deadlineMs = Math.max(0, run.created_at + jobKinds['schedule.run'].deadlineMs - now)
    await insertDeliveries(
      tx,
      leftOut.map((each) => ({
        ...key,
        ...each,
        ...{ state: 'skipped', job_id: '', parcel: null, created_at: now, finished_at: now },
      })),
    )
    for (const [name, { parcel, value }] of parcels) {
      const { jobId } = await queue.enqueue(tx, {
        organizationId: run.organization_id,
        kind: jobKindOf[parcel.kind],
        payload: { scheduleId: run.schedule_id, dueAt: run.due_at, name },
        actorId: schedule.owner_id,
        deadlineMs,
      })
      const waiting = { state: 'waiting', reason: null, finished_at: null, created_at: now } as const
      const files = JSON.stringify(parcel.message.files.map(sentFile))
      const recipients = JSON.stringify(recipientsOf(parcel))
      const sent = { parcel: JSON.stringify(parcel), recipient: recipientOf(parcel), recipients, value, files }
      const row = { ...key, name, job_id: jobId, ...sent }
      await insertDeliveries(tx, [{ ...row, ...waiting }])
    }
  })
  if (parcels.size === 0) await settle(parts, run)
}

/** Makes one attempt. A permanent error ends the delivery; any other one is thrown, so that the queue retries. */
async function deliver(
  parts: Parts,
  { organizationId, scheduleId, dueAt, name, attempt, signal }: DeliveryAttempt,
): Promise<Record<string, unknown>> {
  const { store } = parts
  const run = await findRun(store.db, organizationId, scheduleId, dueAt)
  const schedule = await findSchedule(store.db, organizationId, scheduleId)
  const row = run && (await findDelivery(store.db, run, name))
  if (!run || !schedule || row?.state !== 'waiting' || row.parcel === null) return { state: row?.state ?? 'missing' }
  const parcel = JSON.parse(row.parcel) as Parcel
  const whyNot = whyNotSent(schedule, run)
  if (whyNot !== null) return end(parts, row, run, { state: 'dropped', reason: whyNot })
  await store.maintain('attempt of a delivery', async (tx) => {
    await updateWaitingDelivery(tx, row, { attempts: attempt })
    await updateOpenRun(tx, run, { attempts: Math.max(run.attempts, attempt) })
  })
  try {
    signal.throwIfAborted()
    const keep = (changed: Parcel) => keepParcel(parts, row, changed)
    const { remarks, ...sent } = await parts.scheduleDestinations.send(organizationId, parcel, keep, signal)
    return await end(parts, row, run, { state: 'sent', reason: remarks.join(' ') || null, sent })
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof DeliveryCancelled) return { state: 'cancelled' }
    const isKnown = error instanceof DeliveryFailed
    const reason = isKnown ? error.message : 'Something went wrong on our side.'
    const isLast = attempt >= jobKinds[jobKindOf[parcel.kind]].maxAttempts
    if (isLast || (isKnown && !error.isPassing)) {
      const ended = await end(parts, row, run, { state: 'failed', reason })
      if (isKnown) return ended
    } else {
      await store.maintain('attempt of a delivery', async (tx) => {
        await updateWaitingDelivery(tx, row, { reason: `${reason} It is tried again.` })
        await updateOpenRun(tx, run, { reason: `${reason} It is tried again.` })
      })
    }
    throw isKnown ? new AppError('export_failed', { reason }, { cause: error }) : error
  }
}

/**
 * Stores a change of the parcel. Throws DeliveryCancelled when the delivery has ended, after recording which recipients
 * were reached and what has to be removed at the destination.
 */
async function keepParcel({ store }: Parts, row: ScheduleDeliveryRow, changed: Parcel): Promise<void> {
  const isOpen = await store.maintain('progress of a delivery', async (tx) => {
    if (await updateWaitingDelivery(tx, row, { parcel: JSON.stringify(changed) })) return true
    const isLeft = changed.kind === 'storage' && changed.openUploads.length > 0
    await updateCancelledDelivery(tx, row, {
      recipients: JSON.stringify(recipientsOf(changed)),
      ...(isLeft ? { parcel: JSON.stringify(changed) } : {}),
    })
    return false
  })
  if (!isOpen) throw new DeliveryCancelled('The delivery was cancelled.')
}

/** Why a run must not send any more; null when it may. */
export function whyNotSent(schedule: ScheduleRow, run: ScheduleRunRow): string | null {
  if (schedule.ended_at !== null) return 'The schedule was removed before it was sent.'
  return schedule.state !== 'active' && run.is_manual === 0 ? 'The schedule was paused before it was sent.' : null
}

interface Ended extends Pick<Parameters<typeof endDelivery>[2], 'state' | 'reason'> {
  sent?: Pick<Sent, 'answer' | 'recipients'>
}

async function end(
  parts: Parts,
  row: ScheduleDeliveryRow,
  run: ScheduleRunRow,
  { state, reason, sent }: Ended,
): Promise<Record<string, unknown>> {
  const { store, clock } = parts
  // A failed mail may have reached some of its recipients.
  const parcel = sent ? null : await abandon(parts, row, run)
  const recipients = sent?.recipients ?? (parcel ? recipientsOf(parcel) : [])
  await store.maintain('end of a delivery', async (tx) => {
    await endDelivery(tx, row, {
      state,
      reason,
      finished_at: clock.now(),
      answer: sent?.answer ?? null,
      recipients: JSON.stringify(recipients),
    })
    const now = await findRun(tx, run.organization_id, run.schedule_id, run.due_at)
    if (now?.state === 'cancelled') await noteReasonOfCancelled(tx, now)
  })
  await settle(parts, run)
  return { state }
}

/** Cleans up at the destination. */
async function abandon(
  { store, scheduleDestinations }: Parts,
  { organization_id, name }: ScheduleDeliveryRow,
  run: ScheduleRunRow,
): Promise<Parcel | null> {
  const row = await findDelivery(store.db, run, name)
  if (row?.state !== 'waiting' || row.parcel === null) return null
  const parcel = JSON.parse(row.parcel) as Parcel
  await abandonParcel(scheduleDestinations, organization_id, parcel)
  return parcel
}

/** A failed cleanup does not delay the delivery: the destination removes leftovers by its own rules. */
async function abandonParcel(destinations: ScheduleDestinations, organizationId: string, parcel: Parcel) {
  try {
    await destinations.abandon(organizationId, parcel)
  } catch (error) {
    if (!(error instanceof DeliveryFailed)) throw error
  }
}

/** Cleans up after a delivery that was cancelled while it was being sent. */
async function removeLeft({ store, scheduleDestinations }: Parts, row: ScheduleDeliveryRow): Promise<void> {
  if (row.parcel !== null) await abandonParcel(scheduleDestinations, row.organization_id, JSON.parse(row.parcel))
  await store.maintain('leftovers of a cancelled delivery', (tx) => updateCancelledDelivery(tx, row, { parcel: null }))
}

/** Ends the run when all of its deliveries have ended. */
async function settle(parts: Parts, run: ScheduleRunRow): Promise<void> {
  const { store, ends } = parts
  if (await hasWaitingDelivery(store.db, run)) return
  const rows = await listDeliveries(store.db, run)
  if (rows.length === 0) return
  const reasonsOf = (...states: ScheduleDeliveryRow['state'][]) =>
    reasonsIn(rows.filter(({ state }) => states.includes(state)))
  if (rows.some(({ state }) => state === 'failed')) await ends.failed(run, reasonsOf('failed'))
  else if (rows.every(({ state }) => state === 'dropped' || state === 'skipped')) {
    await ends.skipped(run, reasonsOf('dropped', 'skipped'))
  } else await ends.sent(run, reasonsOf('sent', 'dropped', 'skipped') || null)
  await removeFiles(parts, run)
}

const mostReasons = 5

/** Each distinct reason once, for a burst with one affected recipient; the ledger has all of them. */
function reasonsIn(rows: readonly ScheduleDeliveryRow[]): string {
  const reasons = new Map<string, string>()
  const counts = new Map<string, number>()
  for (const { reason, value, recipient } of rows) {
    if (reason === null) continue
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
    const who = recipient === null ? value : `${recipient}, ${value}`
    if (!reasons.has(reason)) reasons.set(reason, value === null ? reason : `${reason} (${who}`)
  }
  const lines = [...reasons].slice(0, mostReasons).map(([reason, line]) => {
    if (line === reason) return line
    const others = (counts.get(reason) ?? 1) - 1
    return others > 0 ? `${line}, and ${others} more)` : `${line})`
  })
  const rest = reasons.size - lines.length
  return rest > 0 ? [...lines, `There are ${rest} more reasons.`].join(' ') : lines.join(' ')
}

/**
 * Cleans up after processes that died: deliveries whose job ended without a result, runs whose deliveries have all ended, and files of
 * ended runs. `messageOf` extracts the reason from a job's error. Call it every few seconds.
 */
async function recover(parts: Parts, messageOf: (jobError: string | null) => string | null): Promise<void> {
  const { store } = parts
  const whyEnded = 'The work ended before everything was sent.'
  for (const { job_error, ...row } of await findOrphanedDeliveries(store.db, atOnce)) {
    const run = await findRun(store.db, row.organization_id, row.schedule_id, row.due_at)
    if (run) await end(parts, row, run, { state: 'failed', reason: messageOf(job_error) ?? whyEnded })
  }
  for (const run of await findDeliveredRuns(store.db, atOnce)) await settle(parts, run)
  for (const row of await findLeftParcels(store.db, atOnce)) await removeLeft(parts, row)
  const before = parts.clock.now() - sentFilesMs
  for (const run of await findRunsWithFiles(store.db, before, atOnce)) await removeFiles(parts, run)
  for (const file of await listForgottenFiles(store.db, atOnce)) {
    await parts.blobs.delete(file.file_key)
    await store.maintain('file of what is gone', (tx) => dropForgottenFile(tx, file))
  }
}

/**
 * Removes the files of an ended run, immediately or, when they were sent, after a while. The count is read again to include files that were
 * created in the meantime.
 */
async function removeFiles({ store, blobs, clock }: Parts, run: ScheduleRunRow): Promise<void> {
  const found = await findRun(store.db, run.organization_id, run.schedule_id, run.due_at)
  if (!found || found.file_count === 0 || found.finished_at === null) return
  const isYoung = found.finished_at > clock.now() - sentFilesMs
  if (isYoung && (await listDeliveries(store.db, found)).some(({ state }) => state === 'sent')) return
  for (let index = 0; index < found.file_count; index += 1) await blobs.delete(scheduleFileKey(found, index))
  await store.maintain('files of a run', (tx) =>
    tx
      .updateTable('schedule_runs')
      .set({ file_count: 0 })
      .where('organization_id', '=', found.organization_id)
      .where('schedule_id', '=', found.schedule_id)
      .where('due_at', '=', found.due_at)
      .execute(),
  )
}
