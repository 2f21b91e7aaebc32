import type { Viewer } from '@octavo/core/access'
import type { Clock } from '../config/index.ts'
import type { Store } from '../store/index.ts'
import { eventOf } from './event-of.ts'

/** One event for each caller and operation in this time; what is denied meanwhile is counted in the next. */
const windowMs = 600_000
const mostKept = 10_000

export type Denials = ReturnType<typeof createDenials>

/** Of what is refused again and again: null where it is only counted, else how many were counted since the last event. */
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
 * Refused actions, in the log. Who tries again and again fills no disk: each caller writes one event for an
 * operation in ten minutes, with how many came before it.
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
