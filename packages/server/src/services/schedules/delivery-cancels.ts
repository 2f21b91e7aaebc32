import type { Viewer } from '@octavo/core/access'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Queue } from '../../queue/index.ts'
import type { Store } from '../../store/index.ts'
import { findMembers, fullNameOf } from '../../store/members.ts'
import { endDelivery, listDeliveries, type ScheduleDeliveryRow } from '../../store/schedule-deliveries.ts'
import { type ScheduleRunRow, updateCancelledRun, updateOpenRun } from '../../store/schedule-runs.ts'
import type { Documents } from '../documents/documents.ts'
import { serviceOf } from '../service/service.ts'
import { findDelivery } from './delivery-reads.ts'
import { type Parcel, recipientsOf } from './destinations/destinations.ts'

export type DeliveryCancels = ReturnType<typeof createDeliveryCancels>

/** Cancels runs of scheduled exports and single sends. */
export function createDeliveryCancels(parts: Parts) {
  return serviceOf(parts, { cancel })
}

interface Parts {
  store: Store
  clock: Clock
  queue: Queue
  documents: Documents
}

type Transaction = Parameters<Store['announce']>[0]

/**
 * Ends a run and all of its messages that wait, in one transaction, and asks the workers to stop. A worker that has
 * begun to send a message may still find that the destination accepts it; the message then becomes sent. Does nothing
 * when the run has ended. Throws `not_found` unless the viewer may see the delivery.
 */
async function cancel(parts: Parts, viewer: Viewer, deliveryId: string): Promise<void> {
  const { store, clock, queue } = parts
  const { run, schedule } = await findDelivery(parts, viewer, deliveryId)
  await store.write<boolean>(
    (isOurs) =>
      isOurs
        ? eventOf(viewer, {
            category: 'EXPORTS',
            action: 'SCHEDULE_RUN_CANCELLED',
            object: { kind: 'schedule', id: schedule.id },
            details: { deliveryId, workbookId: schedule.document_id, isSend: schedule.is_once === 1 },
            change: { before: { state: run.state }, after: { state: 'cancelled' } },
          })
        : [],
    async (tx) => {
      const now = clock.now()
      const ended = { state: 'cancelled', cancelled_by: viewer.memberId, finished_at: now } as const
      if (!(await updateOpenRun(tx, run, ended))) return false
      if (run.job_id !== null) await queue.cancel(tx, viewer.organizationId, run.job_id)
      const who = await cancellerOf(tx, { ...run, cancelled_by: viewer.memberId })
      for (const row of await listDeliveries(tx, run)) {
        if (row.state !== 'waiting') continue
        const isBeingSent = (await queue.cancel(tx, viewer.organizationId, row.job_id)) === 'requested'
        await endDelivery(tx, row, cancelledEnd(row, { who, now, isBeingSent }))
      }
      await noteReasonOfCancelled(tx, { ...run, ...ended })
      return true
    },
  )
}

const mayHaveArrived = 'It was being sent at that moment, so it may have arrived.'

function cancelledEnd(
  row: ScheduleDeliveryRow,
  { who, now, isBeingSent }: { who: string; now: number; isBeingSent: boolean },
): Parameters<typeof endDelivery>[2] {
  const parcel = row.parcel === null ? null : (JSON.parse(row.parcel) as Parcel)
  // Uploads are aborted at the destination later, because that can take long.
  const isLeft = parcel?.kind === 'storage' && (isBeingSent || parcel.openUploads.length > 0)
  return {
    state: 'cancelled',
    reason: isBeingSent ? `Cancelled by ${who}. ${mayHaveArrived}` : `Cancelled by ${who}.`,
    finished_at: now,
    answer: null,
    recipients: parcel === null ? row.recipients : JSON.stringify(recipientsOf(parcel)),
    parcel: isLeft ? row.parcel : null,
  }
}

async function cancellerOf(tx: Transaction, { organization_id, cancelled_by }: ScheduleRunRow): Promise<string> {
  if (cancelled_by === null) return 'a member'
  const member = (await findMembers(tx, organization_id, [cancelled_by])).get(cancelled_by)
  return (member && (fullNameOf(member) || member.email)) || 'a member'
}

/** Writes who cancelled a run, and how many of its messages were sent nevertheless. */
export async function noteReasonOfCancelled(tx: Transaction, run: ScheduleRunRow): Promise<void> {
  const rows = await listDeliveries(tx, run)
  const sent = rows.filter(({ state }) => state === 'sent').length
  await updateCancelledRun(tx, run, {
    reason: `Cancelled by ${await cancellerOf(tx, run)}. ${countedMessages(sent, rows.length)}`,
  })
}

/** How many messages of a cancelled run were sent, as a sentence. */
export function countedMessages(sent: number, all: number): string {
  if (all === 0) return 'Nothing was sent.'
  if (all === 1) return sent === 0 ? 'Its message was not sent.' : 'Its message was sent.'
  if (sent === 0) return `None of its ${all} messages was sent.`
  if (sent === all) return `All ${all} messages were sent.`
  return `${sent} of ${all} messages ${sent === 1 ? 'was' : 'were'} sent.`
}
