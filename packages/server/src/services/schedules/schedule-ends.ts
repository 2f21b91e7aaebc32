import type { AuditEventType } from '@octavo/core/contract'
import type { Clock } from '../../config/index.ts'
import type { Queue } from '../../queue/index.ts'
import { type AuditEvent, type Store, systemActor } from '../../store/index.ts'
import { type ScheduleRunRow, updateOpenRun } from '../../store/schedule-runs.ts'
import { findSchedule, type ScheduleRow, updateSchedule } from '../../store/schedules.ts'
import type { Mails } from '../organization/mails/mails.ts'
import { serviceOf } from '../service/service.ts'

/** Number of consecutive failures that suspends a schedule. */
export const mostFailures = 10
/** The owner is notified of the first failure, the last but one, and the suspension. */
const reportedFailures = [1, mostFailures - 1, mostFailures]

export type ScheduleEnds = ReturnType<typeof createScheduleEnds>

/** Ends runs, each once, and applies the consequences to their schedule. */
export function createScheduleEnds(parts: Parts) {
  return serviceOf(parts, { sent, skipped, failed })
}

interface Parts {
  store: Store
  clock: Clock
  queue: Queue
  mails: Pick<Mails, 'isSet'>
}

function event(
  run: ScheduleRunRow,
  action: AuditEventType,
  change: AuditEvent['change'],
  details: Record<string, unknown> = {},
): AuditEvent {
  return {
    organizationId: run.organization_id,
    actor: systemActor,
    category: 'EXPORTS',
    action,
    object: { kind: 'schedule', id: run.schedule_id },
    details: { ...details, deliveryId: run.id },
    ...(change ? { change } : {}),
  }
}

/** `remark`: a note for the owner about a run that was sent. */
async function sent({ clock, store }: Parts, run: ScheduleRunRow, remark: string | null): Promise<void> {
  await store.write<boolean>(
    (isOurs) => (isOurs ? event(run, 'SCHEDULE_SENT', undefined, { remark }) : []),
    async (tx) => {
      const now = clock.now()
      const isOurs = await updateOpenRun(tx, run, { state: 'success', reason: remark, finished_at: now })
      if (isOurs) {
        const { sent_count: before = 0 } = (await findSchedule(tx, run.organization_id, run.schedule_id)) ?? {}
        const sentCount = run.is_manual === 1 ? before : before + 1
        await updateSchedule(tx, run.organization_id, run.schedule_id, { failures: 0, sent_count: sentCount })
      }
      return isOurs
    },
  )
}

async function skipped({ clock, store }: Parts, run: ScheduleRunRow, reason: string): Promise<void> {
  await store.maintain('skipped run', (tx) =>
    updateOpenRun(tx, run, { state: 'skipped', reason, finished_at: clock.now() }),
  )
}

/**
 * A failed run that a person started does not count towards suspension: that person sees the failure, or is notified in the case of a
 * single send.
 */
async function failed({ clock, queue, mails, store }: Parts, run: ScheduleRunRow, reason: string): Promise<void> {
  interface Failure {
    schedule: ScheduleRow
    isSuspended: boolean
  }
  await store.write<Failure | null>(
    (failure) =>
      failure === null
        ? []
        : [
            event(run, 'SCHEDULE_FAILED', undefined, { reason }),
            ...(failure.isSuspended
              ? [event(run, 'SCHEDULE_SUSPENDED', { before: { state: 'active' }, after: { state: 'suspended' } })]
              : []),
          ],
    async (tx) => {
      const now = clock.now()
      const schedule = await findSchedule(tx, run.organization_id, run.schedule_id)
      const isOurs = await updateOpenRun(tx, run, { state: 'error', reason, finished_at: now })
      if (!isOurs || !schedule) return null
      const sendsMail = await mails.isSet(run.organization_id, tx)
      const notify = () =>
        queue.enqueue(tx, {
          organizationId: run.organization_id,
          kind: 'schedule.notice',
          payload: { scheduleId: run.schedule_id, dueAt: run.due_at },
          actorId: 'system',
        })
      if (run.is_manual === 1) {
        if (sendsMail && schedule.is_once === 1) await notify()
        return { schedule, isSuspended: false }
      }
      const failures = schedule.failures + 1
      const isSuspended = failures >= mostFailures && schedule.state === 'active'
      await updateSchedule(tx, run.organization_id, run.schedule_id, {
        failures,
        ...(isSuspended ? { state: 'suspended', disabled_at: now, disabled_by: null, next_due_at: null } : {}),
      })
      if (sendsMail && schedule.ended_at === null && reportedFailures.includes(failures)) await notify()
      return { schedule, isSuspended }
    },
  )
}
