import { createHmac } from 'node:crypto'
import { isSameText, type Secrets } from '../../secrets/index.ts'
import type { WebhookRow } from '../../store/webhooks.ts'

/** Older signatures are refused, and used ones remembered for as long as they could be sent again. */
export const signatureLifeMs = 300_000

export interface Signature {
  /** Unix seconds, as they are signed. */
  time: string
  /** Hex. While a sender changes its secret there may be several. */
  macs: readonly string[]
}

/** Null for a header of another form. */
export function readSignature(header: string): Signature | null {
  if (header.length > 1024) return null
  const parts = header.split(',').map((part) => part.trim())
  const time = parts.find((part) => /^t=\d{1,12}$/.test(part))?.slice(2)
  const macs = parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part)).map((part) => part.slice(3))
  return time === undefined || macs.length === 0 ? null : { time, macs }
}

export function isRecent({ time }: Signature, now: number): boolean {
  return Math.abs(now - Number(time) * 1000) <= signatureLifeMs
}

/** The store holds no secret: it comes from the key of the server and the id of the webhook, which is new for each. */
export const webhookSecret = (
  secrets: Secrets,
  { organization_id, document_id, sequence_id, id }: WebhookRow,
): string => secrets.mac('started sequences', [organization_id, document_id, sequence_id, id].join('.'))

/** The right signature of a body, in hex. */
export function macOf(secret: string, { time }: Pick<Signature, 'time'>, body: Buffer): string {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
}

export const isSignedBy = (secret: string, signature: Signature, body: Buffer): boolean => {
  const right = macOf(secret, signature, body)
  return signature.macs.some((mac) => isSameText(mac, right))
}
