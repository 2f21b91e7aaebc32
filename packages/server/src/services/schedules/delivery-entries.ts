import type { ScheduleDelivery } from '@octavo/core/contract'
import type { ScheduleDeliveryRow } from '../../store/schedule-deliveries.ts'
import type { ScheduleRunRow } from '../../store/schedule-runs.ts'
import { timestamp } from '../answers/timestamp.ts'

const kinds = { mail: 'mail', hook: 'webhook', slack: 'slack', storage: 'storage' } as const

/** A message of a run as the ledger shows it. */
export function deliveryEntry(
  run: Pick<ScheduleRunRow, 'id'>,
  { name, recipient, value, state, reason, finished_at: finishedAt }: Omit<ScheduleDeliveryRow, 'parcel'>,
): ScheduleDelivery {
  const [, kind] = Object.entries(kinds).find(([start]) => name.startsWith(start)) ?? []
  return {
    // A mail carries the id of its run, and what tells recipients with files of their own apart.
    deliveryId: kind === 'mail' ? `${run.id}${name.slice('mail'.length)}` : `${run.id}.${name}`,
    kind: kind ?? 'mail',
    recipient,
    value,
    state,
    reason,
    finishedAt: finishedAt === null ? null : timestamp(finishedAt),
  }
}
