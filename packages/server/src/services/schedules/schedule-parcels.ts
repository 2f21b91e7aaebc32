import { createHash } from 'node:crypto'
import type { ScheduleRunRow } from '../../store/schedule-runs.ts'
import type { Parcel } from './destinations/destinations.ts'
import { requireMailSize } from './destinations/mail/mail.ts'
import type { Message } from './destinations/message/message.ts'
import { type Audience, burstSuffix } from './schedule-audiences.ts'

/** Adds the blind copy address unless it is already a recipient. */
export function addCopy(parcel: Parcel, address: string): void {
  if (parcel.kind !== 'mail') return
  const known = [...parcel.to, ...parcel.cc, ...parcel.bcc].map((each) => each.toLowerCase())
  if (!known.includes(address.toLowerCase())) parcel.bcc = [...parcel.bcc, address]
}

/** A separate mail for each recipient of a value, so that addresses are not disclosed to the others. */
export function burstParcelsOf({ to }: Audience, message: Message, value: string): Map<string, Parcel> {
  requireMailSize(message.files)
  return new Map(
    to.map((address): [string, Parcel] => {
      const suffix = burstSuffix(value, address)
      const named = { ...message, deliveryId: `${message.deliveryId}${suffix}` }
      return [`mail${suffix}`, { kind: 'mail', message: named, to: [address], cc: [], bcc: [] }]
    }),
  )
}

/** One parcel for each cloud storage target. */
export function storageParcelsOf({ storage }: Audience, message: Message, run: ScheduleRunRow): Map<string, Parcel> {
  return new Map(
    storage.map((target): [string, Parcel] => {
      const name = `storage${createHash('sha256').update(JSON.stringify(target)).digest('hex').slice(0, 12)}`
      const named = { ...message, deliveryId: `${message.deliveryId}.${name}` }
      return [name, { kind: 'storage', message: named, target, dueAt: run.due_at, openUploads: [] }]
    }),
  )
}

/** One mail for all of its recipients, and one message for each webhook and conversation. */
export function parcelsOf({ to, cc, bcc, webhooks, slack, suffix }: Audience, message: Message): Map<string, Parcel> {
  const parcels = new Map<string, Parcel>()
  const { deliveryId, files } = message
  if (to.length + cc.length + bcc.length > 0) {
    requireMailSize(files)
    parcels.set(`mail${suffix}`, {
      kind: 'mail',
      message: { ...message, deliveryId: `${deliveryId}${suffix}` },
      to,
      cc,
      bcc,
    })
  }
  const named = (name: string): Message => ({ ...message, deliveryId: `${deliveryId}.${name}` })
  for (const url of webhooks) {
    const name = `hook${createHash('sha256').update(url).digest('hex').slice(0, 12)}`
    parcels.set(name, { kind: 'webhook', message: named(name), url })
  }
  for (const conversationId of slack) {
    const name = `slack${conversationId}`
    parcels.set(name, { kind: 'slack', message: named(name), conversationId })
  }
  return parcels
}
