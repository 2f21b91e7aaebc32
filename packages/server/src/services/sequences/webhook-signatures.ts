import { createHmac } from 'node:crypto'
import { isSameText, type Secrets } from '../../secrets/index.ts'
import type { WebhookRow } from '../../store/webhooks.ts'

/** Older signatures are refused, and used ones are remembered for as long as they could be replayed. */
export const signatureLifeMs = 300_000

export interface Signature {
  /** Signed Unix time in seconds. */
  time: string
  /** Hex. There may be several while a sender changes its secret. */
  macs: readonly string[]
}

/** Null for a malformed header. */
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

/** The secret is not stored: it is derived from the server's key and the webhook's id, which is never reused. */
export const webhookSecret = (
  secrets: Secrets,
  { organization_id, document_id, sequence_id, id }: WebhookRow,
): string => secrets.mac('started sequences', [organization_id, document_id, sequence_id, id].join('.'))

/** The expected signature of a body, in hex. */
export function macOf(secret: string, { time }: Pick<Signature, 'time'>, body: Buffer): string {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
}

export const isSignedBy = (secret: string, signature: Signature, body: Buffer): boolean => {
  const right = macOf(secret, signature, body)
  return signature.macs.some((mac) => isSameText(mac, right))
}
