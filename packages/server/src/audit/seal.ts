import { createHash } from 'node:crypto'
import {
  type AuditEventRow,
  findLastSealed,
  listSealedEvents,
  listUnsealedEvents,
  type Seal,
  sealAll,
} from '../store/audit-log.ts'
import type { Store } from '../store/index.ts'

const batchSize = 500
const start = '0'.repeat(64)

/**
 * Numbers the committed events of an organization and links each to the previous one by a SHA-256 hash. Writes insert
 * events without a hash, so they never wait for sealing. Two sealers may run at once, because the transactions are
 * serializable. Returns the number of sealed events.
 */
export async function sealEvents(store: Store, organizationId: string): Promise<number> {
  let sealed = 0
  for (;;) {
    const count = await store.maintain('seal audit events', async (tx) => {
      const events = await listUnsealedEvents(tx, organizationId, batchSize)
      if (events.length === 0) return 0
      const last = await findLastSealed(tx, organizationId)
      let number = last?.sealed_number ?? 0
      let hash = last?.sealed_hash ?? start
      const seals: Seal[] = []
      for (const event of events) {
        number += 1
        hash = linkOf(hash, number, event)
        seals.push({ id: event.id, number, hash })
      }
      await sealAll(tx, organizationId, seals)
      return events.length
    })
    sealed += count
    if (count < batchSize) return sealed
  }
}

export interface ChainReport {
  isWhole: boolean
  /** Sealed events that were checked. */
  checked: number
  /** Number and hash of the last event. When stored elsewhere, they reveal a log whose end was cut off. */
  head: { number: number; hash: string }
  /** The first number where the chain breaks, and how; null when it is intact. */
  broken: { number: number; reason: 'missing' | 'altered' } | null
}

/**
 * Reads the sealed events of an organization from the first on, and stops at the first that does not match the chain.
 */
export async function verifyChain(store: Store, organizationId: string): Promise<ChainReport> {
  let head = { number: 0, hash: start }
  for (;;) {
    const events = await listSealedEvents(store.db, organizationId, head.number, batchSize)
    for (const event of events) {
      const number = head.number + 1
      const broken = (reason: 'missing' | 'altered'): ChainReport => ({
        isWhole: false,
        checked: head.number,
        head,
        broken: { number, reason },
      })
      if (event.sealed_number !== number) return broken('missing')
      const hash = linkOf(head.hash, number, event)
      if (event.sealed_hash !== hash) return broken('altered')
      head = { number, hash }
    }
    if (events.length < batchSize) return { isWhole: true, checked: head.number, head, broken: null }
  }
}

/** The hash of an event with its predecessor's. The input is a JSON array, so different events have different texts. */
function linkOf(previous: string, number: number, event: AuditEventRow): string {
  const text = JSON.stringify([
    previous,
    number,
    event.organization_id,
    event.id,
    event.happened_at,
    event.actor_id,
    event.actor_kind,
    event.category,
    event.action,
    event.object_kind,
    event.object_id,
    event.details,
    event.request_id,
    // Older events have neither field, and keep the hash that they were sealed with.
    ...(event.outcome === null ? [] : [event.address, event.outcome]),
  ])
  return createHash('sha256').update(text).digest('hex')
}
