import type { Viewer } from '@octavo/core/access'
import type { Clock } from '../config/index.ts'
import type { Store } from '../store/index.ts'
import { eventOf } from './event-of.ts'

/**
 * Each caller causes at most one event for an operation in this time; denials in between are counted in the next event.
 */
const windowMs = 600_000
const mostKept = 10_000

export type Denials = ReturnType<typeof createDenials>

/**
 * Limits events of repeated refusals. Returns null when the refusal is only counted, otherwise the number counted since
 * the last event.
 */
export function createRefusalCount(clock: Clock): (key: string) => number | null {
  const kept = new Map<string, { since: number; uncounted: number }>()
  return (key) => {
    const now = clock.now()
    const known = kept.get(key)
    if (known && now - known.since < windowMs && known.since <= now) {
      known.uncounted += 1
      return null
    }
    kept.delete(key)
    kept.set(key, { since: now, uncounted: 0 })
    if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? '')
    return known?.uncounted ?? 0
  }
}

/**
 * Writes refused actions to the audit log. Repeated attempts cannot fill the disk: each caller causes one event for an
 * operation in ten minutes, with the number of attempts before it.
 */
export function createDenials({ store, clock }: { store: Store; clock: Clock }) {
  const count = createRefusalCount(clock)
  return async (
    viewer: Viewer,
    { operation, ids = {}, reason }: { operation: string; ids?: Readonly<Record<string, string>>; reason: string },
  ): Promise<void> => {
    const counted = count(JSON.stringify([viewer.organizationId, viewer.memberId, operation]))
    if (counted === null) return
    const event = eventOf(viewer, {
      category: 'ACCESS',
      action: 'ACCESS_DENIED',
      object: { kind: 'operation', id: operation },
      details: {
        reason,
        ...(Object.keys(ids).length === 0 ? {} : { ids }),
        ...(counted === 0 ? {} : { deniedSinceLastEvent: counted }),
      },
    })
    await store.write({ ...event, outcome: 'denied' }, async () => {})
  }
}
