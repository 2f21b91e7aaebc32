import type { ScheduleDelivery } from '@octavo/core/contract'
import type { ScheduleDeliveryRow } from '../../store/schedule-deliveries.ts'
import type { ScheduleRunRow } from '../../store/schedule-runs.ts'
import { timestamp } from '../answers/timestamp.ts'
import { sentFileEntries } from './sent-files.ts'

const kinds = { mail: 'mail', hook: 'webhook', slack: 'slack', storage: 'storage' } as const

/** A delivery of a run as the ledger shows it. */
export function deliveryEntry(
  run: Pick<ScheduleRunRow, 'id' | 'file_count' | 'finished_at'>,
  row: Omit<ScheduleDeliveryRow, 'parcel'>,
  now: number,
): ScheduleDelivery {
  const { name, recipient, value, state, reason, finished_at: finishedAt } = row
  const [, kind] = Object.entries(kinds).find(([start]) => name.startsWith(start)) ?? []
  return {
    // The delivery id of a mail is the id of its run, with a suffix for recipients who get files of their own.
    deliveryId: kind === 'mail' ? `${run.id}${name.slice('mail'.length)}` : `${run.id}.${name}`,
    kind: kind ?? 'mail',
    recipient,
    value,
    state,
    reason,
    files: sentFileEntries(run, row, now),
    finishedAt: finishedAt === null ? null : timestamp(finishedAt),
  }
}
