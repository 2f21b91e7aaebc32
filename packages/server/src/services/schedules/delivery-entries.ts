import type { DeliveryRecipient, ScheduleDelivery } from '@octavo/core/contract'
import type { ScheduleDeliveryRow } from '../../store/schedule-deliveries.ts'
import type { ScheduleRunRow } from '../../store/schedule-runs.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { RecipientResult } from './destinations/message/message.ts'
import { sentFileEntries } from './sent-files.ts'

const kinds = { mail: 'mail', hook: 'webhook', slack: 'slack', storage: 'storage' } as const

/** A delivery of a run as the ledger shows it. */
export function deliveryEntry(
  run: Pick<ScheduleRunRow, 'id' | 'file_count' | 'finished_at'>,
  row: Omit<ScheduleDeliveryRow, 'parcel'>,
  now: number,
): ScheduleDelivery {
  const { name, recipient, value, state, reason, attempts, answer, finished_at: finishedAt } = row
  const [, kind] = Object.entries(kinds).find(([start]) => name.startsWith(start)) ?? []
  return {
    // The delivery id of a mail is the id of its run, with a suffix for recipients who get files of their own.
    deliveryId: kind === 'mail' ? `${run.id}${name.slice('mail'.length)}` : `${run.id}.${name}`,
    kind: kind ?? 'mail',
    recipient,
    value,
    state,
    reason,
    attempts,
    answer,
    recipients: recipientEntries(row),
    files: sentFileEntries(run, row, now),
    createdAt: timestamp(row.created_at),
    finishedAt: finishedAt === null ? null : timestamp(finishedAt),
  }
}

type Stored = Pick<ScheduleDeliveryRow, 'recipient' | 'recipients' | 'state' | 'answer'>

function recipientEntries({ recipient, recipients, state, answer }: Stored): DeliveryRecipient[] {
  const stored = JSON.parse(recipients ?? '[]') as RecipientResult[]
  if (stored.length > 0) return stored.map((each) => ({ ...each, state: each.state ?? state }))
  return recipients === null || recipient === null ? [] : [{ recipient, state, answer }]
}
